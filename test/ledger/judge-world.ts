import type { Database } from '../../src/database/connection.ts'
import type { Chance } from '../chance.ts'
import { LANDED } from '../landed.ts'
import { ACCRUALS, SOLD, TERM } from './naive-invoices.ts'
import {
  addDays,
  type NaiveAccount,
  type NaiveFacts,
  type NaiveJournal,
  type NaiveParty,
  type NaiveVat,
} from './naive-facts.ts'

/** Accounts that entries are typed on, and an accrual account among them. */
export const INCOME = [1010, 1020, 2010, 2020]
export const BALANCES = [5500, 5820, 5830]
/** Accounts that take nothing: a heading, barred, blocked, a summary account without its party, not there. */
export const WRONG_ACCOUNTS = [3000, 2900, 5890, 5600, 4711]
/** Accounts that products are sold on. */
export const SALES = Object.values(SOLD).map(({ account }) => account)
const SUMMARIES = { customer: [5600, 5605], supplier: [6800, 6805] }
const VAT_ACCOUNTS = [6902, 6904, 6906]
/** An account that is kept in EUR. */
export const EURO_ACCOUNT = 5840
const [ROUNDING, RESULT, DIFFERENCE] = [2990, 6110, 2985]
const CURRENCIES = ['DKK', 'EUR', 'NOK', 'JPY']

const account = (number: number, kind: NaiveAccount['kind'], more: Partial<NaiveAccount> = {}): NaiveAccount => ({
  number,
  kind,
  barred: false,
  blocked: false,
  ...more,
})

/** The facts of some random books, which have no year yet; `first` is the day the first one will begin. */
export function randomFacts(chance: Chance, first: string): NaiveFacts {
  const baseCurrency = chance.pick(CURRENCIES)
  const accounts = [
    ...[...INCOME, ...SALES, ROUNDING, DIFFERENCE].map((number) => account(number, 'result')),
    account(2900, 'result', { barred: true }),
    account(3000, 'heading'),
    ...[...BALANCES, RESULT, ...VAT_ACCOUNTS].map((number) => account(number, 'balance')),
    account(5890, 'balance', { blocked: true }),
    account(EURO_ACCOUNT, 'balance', { currency: 'EUR' }),
    ...[...SUMMARIES.customer, ...SUMMARIES.supplier].map((number) =>
      account(number, 'balance', { blocked: chance.maybe(0.5) }),
    ),
  ]
  const vat = (rate: string, of: number, reverse?: number) => ({ rate, account: of, reverse })
  const journals = Array.from({ length: 7 }, (_, index) => randomJournal(chance, index + 1))
  return {
    baseCurrency,
    rounding: chance.maybe(0.85) ? ROUNDING : undefined,
    result: chance.maybe(0.95) ? RESULT : undefined,
    difference: DIFFERENCE,
    accounts: new Map(accounts.map((one) => [one.number, one])),
    vat: new Map([
      ['U25', vat('25', 6902)],
      ['I25', vat('25', 6906)],
      ['U0', vat('0', 6902)],
      ['REP', vat(chance.decimal(400_000, 4), 6906)],
      ['IV25', vat('25', 6906, 6904)],
      ['RC', vat(chance.decimal(400_000, 4), 6906, 6904)],
      ...partlyDeductible(chance),
    ]),
    rates: CURRENCIES.filter((code) => code !== baseCurrency).flatMap((currency) =>
      Array.from({ length: 6 }, (_, index) => ({
        currency,
        from: addDays(first, index === 0 ? chance.int(-40, 10) : index * 200 + chance.int(0, 190)),
        rate: chance.decimal(chance.pick([2_000_000, 200_000_000, 2_000_000_000]), 6),
      })),
    ),
    customers: randomParties(chance, 'customer'),
    suppliers: randomParties(chance, 'supplier'),
    journals: new Map(journals.map((journal) => [journal.number, journal])),
    deletedJournals: new Map(),
    years: [],
  }
}

/** Codes of which a share is deducted, one of them a reverse charge. */
function partlyDeductible(chance: Chance): [string, NaiveVat][] {
  if (!LANDED.deductibleVat) return []
  const deductible = (): string => chance.pick(['25', chance.decimal(9_999, 2), '0'])
  return [
    ['DED', { rate: '25', account: 6906, reverse: undefined, deductible: deductible() }],
    ['RCD', { rate: '25', account: 6906, reverse: 6904, deductible: deductible() }],
  ]
}

function randomJournal(chance: Chance, number: number): NaiveJournal {
  const isPlain = number === 1
  const minimum = chance.pick([0, 1, 1000])
  return {
    number,
    only: isPlain || chance.maybe(0.8) ? 0 : chance.pick([2, 3, 4, 5, 10]),
    byMonth: !isPlain && chance.maybe(0.4),
    standing: number === 7,
    partial: !isPlain && chance.maybe(0.5),
    whole: chance.maybe(0.5),
    minimum,
    maximum: chance.maybe(0.15) ? minimum + chance.int(5, 60) : 999_999_999,
    next: minimum + chance.pick([0, 0, 3]),
    customerContra: chance.maybe(0.4) ? 5820 : undefined,
    supplierContra: chance.maybe(0.4) ? 5830 : undefined,
    customerText: chance.maybe(0.4) ? 'Indbetaling' : undefined,
    supplierText: chance.maybe(0.4) ? 'Udbetaling' : undefined,
  }
}

function randomParties(chance: Chance, kind: 'customer' | 'supplier'): Map<number, NaiveParty> {
  const parties = Array.from({ length: 5 }, (_, index): [number, NaiveParty] => [
    index + 1,
    {
      name: `Ærø ${kind} ${index + 1}`,
      summary: SUMMARIES[kind][index % 2]!,
      currency: chance.pick(CURRENCIES),
      contra: chance.maybe(0.5) ? chance.pick(INCOME) : undefined,
      terms: chance.maybe(0.9) ? { fromMonthEnd: chance.maybe(0.5), days: chance.int(0, 60) } : undefined,
      barred: index === 4,
    },
  ])
  return new Map(parties)
}

/** Writes the facts into an agreement of the database. */
export async function fillWorld(database: Database, agreement: number, facts: NaiveFacts): Promise<void> {
  const parties = [
    ...[...facts.customers].map(([number, party]) => ({ kind: 'customer', number, ...party })),
    ...[...facts.suppliers].map(([number, party]) => ({ kind: 'supplier', number, ...party })),
  ].map((party, index) => ({ ...party, ...party.terms, group: party.summary, term: index + 1 }))
  const rows = {
    accounts: [...facts.accounts.values()].map((one) => ({
      ...one,
      type: { result: 1, balance: 2, heading: 4 }[one.kind],
    })),
    vat: [...facts.vat].map(([code, vat]) => ({ code, ...vat })),
    sold: Object.entries(SOLD).map(([product, sold]) => ({ product, ...sold })),
    rates: facts.rates,
    parties,
    journals: [...facts.journals.values()],
  }
  await database.transaction(async (transaction) => {
    await transaction.rows('UPDATE agreement SET base_currency = $2 WHERE agreement = $1', [
      agreement,
      facts.baseCurrency,
    ])
    await transaction.rows(
      `INSERT INTO currency (agreement, code, name) SELECT $1, c, c FROM json_array_elements_text($2::json) AS c
       ON CONFLICT DO NOTHING`,
      [agreement, JSON.stringify(CURRENCIES)],
    )
    for (const statement of WRITTEN) await transaction.rows(statement, [agreement, JSON.stringify(rows)])
    const purposes = { rounding: facts.rounding, result: facts.result, exchangeDifference: facts.difference }
    await transaction.rows(
      'INSERT INTO system_account (agreement, purpose, account_number) SELECT $1, key, value::int FROM json_each_text($2::json)',
      [agreement, JSON.stringify(purposes)],
    )
  })
}

const of = (list: string, columns: string): string => `json_to_recordset($2::json -> '${list}') AS r(${columns})`
const ofParties = `json_to_recordset($2::json -> 'parties') AS r(kind text, number int, name text, "group" int, currency text,
  contra int, "fromMonthEnd" boolean, days int, term int, barred boolean)`
const partyTable = (kind: string): string[] => [
  `INSERT INTO ${kind}_group (agreement, number, name, account_number)
     SELECT DISTINCT $1::int, r."group", 'Gruppe ' || r."group", r."group" FROM ${ofParties} WHERE r.kind = '${kind}'`,
  `INSERT INTO ${kind} (agreement, number, name, group_number, currency, payment_term_number, contra_account_number, is_barred)
     SELECT $1, r.number, r.name, r."group", r.currency, CASE WHEN r.days IS NOT NULL THEN r.term END, r.contra, r.barred
     FROM ${ofParties} WHERE r.kind = '${kind}'`,
]

const WRITTEN = [
  `INSERT INTO account (agreement, number, name, type, is_barred, is_blocked_for_direct_entries, currency)
     SELECT $1, r.number, 'Konto ' || r.number, r.type, r.barred, r.blocked, r.currency
     FROM ${of('accounts', 'number int, type int, barred boolean, blocked boolean, currency text')}`,
  `INSERT INTO exchange_rate (agreement, number, currency, date, rate)
     SELECT $1, row_number() OVER (), r.currency, r."from", r.rate FROM ${of('rates', 'currency text, "from" date, rate numeric')}`,
  `INSERT INTO vat_code (agreement, code, name, type, rate, account_number, contra_account_number)
     SELECT $1, r.code, r.code, 2, r.rate, r.account, r.reverse FROM ${of('vat', 'code text, rate numeric, account int, reverse int')}`,
  ...(LANDED.deductibleVat
    ? [
        `UPDATE vat_code v SET deductible_percentage = r.deductible FROM ${of('vat', 'code text, deductible numeric')}
         WHERE v.agreement = $1 AND v.code = r.code AND r.deductible IS NOT NULL`,
      ]
    : []),
  `INSERT INTO payment_term (agreement, number, name, type, days)
     SELECT $1, r.term, 'Betaling ' || r.term, CASE WHEN r."fromMonthEnd" THEN 2 ELSE 1 END, r.days
     FROM ${ofParties} WHERE r.days IS NOT NULL`,
  `INSERT INTO payment_term (agreement, number, name, type, days) SELECT $1, ${TERM.number}, 'Faktura', 1, ${TERM.days} WHERE $2::json IS NOT NULL`,
  `INSERT INTO layout (agreement, number, name) SELECT $1, 1, 'Standard' WHERE $2::json IS NOT NULL`,
  `UPDATE account a SET vat_code = r.vat FROM ${of('sold', 'account int, vat text')} WHERE a.agreement = $1 AND a.number = r.account`,
  `INSERT INTO product_group (agreement, number, name, domestic_account_number, accrual_account_number)
     SELECT $1, r.account, r.product, r.account, ${ACCRUALS} FROM ${of('sold', 'product text, account int')}`,
  `INSERT INTO product (agreement, number, product_group_number, name) SELECT $1, r.product, r.account, r.product FROM ${of('sold', 'product text, account int')}`,
  ...partyTable('customer'),
  ...partyTable('supplier'),
  `INSERT INTO journal (agreement, number, name, entry_type_restricted_to, balancing_behavior, is_standing_journal,
       allow_partial_booking, require_balance_per_voucher_id, minimum_voucher_number, maximum_voucher_number, next_voucher_number,
       customer_contra_account, supplier_contra_account, customer_payment_text, supplier_payment_text)
     SELECT $1, r.number, 'Kladde ' || r.number, r."only", r."byMonth", r.standing, r.partial, r.whole, r.minimum, r.maximum, r.next,
       r."customerContra", r."supplierContra", r."customerText", r."supplierText"
     FROM ${of(
       'journals',
       `number int, "only" int, "byMonth" boolean, standing boolean, partial boolean, whole boolean, minimum int,
        maximum int, next int, "customerContra" int, "supplierContra" int, "customerText" text, "supplierText" text`,
     )}`,
  ...['journal', 'exchange_rate'].map(
    (name) => `INSERT INTO counter (agreement, name, value)
     SELECT $1, '${name}', max(x.number) FROM ${name} x WHERE x.agreement = $1 AND $2::json IS NOT NULL HAVING count(*) > 0`,
  ),
]
