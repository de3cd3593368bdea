import type { Transaction } from '../../database/connection.ts'
import { NUMBER_MAX } from '../../limits.ts'
import { PROFIT_AND_LOSS, STATUS } from '../account-types.ts'
import { SafTError } from '../error.ts'
import type { SafTFile, SafTParty } from '../model.ts'
import type { Notes } from './notes.ts'
import type { Masters, PlannedAccount, PlannedAccounts, PlannedParty } from './plan.ts'
import { cutName, groupName } from './plan.ts'
import type { JournalSurvey } from './survey.ts'

/** Rows of a statement. Also entries after which a booking ends, so that it needs little memory. */
export const CHUNK = 5000
const JOURNAL_NAME_MAX = 50
const PAYMENT_DAYS_MAX = 365
const ISO_CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })

/** `rows` in pieces a statement can take. */
export function* chunks<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += CHUNK) yield rows.slice(start, start + CHUNK)
}

/**
 * Locks the agreement and gives it the file's currency.
 * @throws SafTError where the agreement does not exist, has booked entries, or has drafts in another base currency.
 */
export async function prepareAgreement(transaction: Transaction, agreement: number, file: SafTFile): Promise<void> {
  const [found] = await transaction.rows<{ base_currency: string }>(
    'SELECT base_currency FROM agreement WHERE agreement = $1 FOR NO KEY UPDATE',
    [agreement],
  )
  if (!found) throw new SafTError(undefined, `There is no agreement ${agreement}.`)
  // Only a statement after the lock sees what its last holder has booked.
  const [has] = await transaction.rows<{ entries: boolean; drafts: boolean }>(
    `SELECT EXISTS (SELECT FROM booked_entry WHERE agreement = $1) AS entries,
       EXISTS (SELECT FROM draft_entry WHERE agreement = $1)
         OR EXISTS (SELECT FROM open_sales_document WHERE agreement = $1) AS drafts`,
    [agreement],
  )
  if (has!.entries) {
    const reason = `Agreement ${agreement} has booked entries; a SAF-T file is imported into an agreement without any.`
    throw new SafTError(undefined, reason)
  }
  if (found.base_currency === file.defaultCurrency) return
  if (has!.drafts) {
    const currencies = `the file is in ${file.defaultCurrency}, the agreement in ${found.base_currency}`
    throw new SafTError(
      undefined,
      `${currencies}, and it has draft entries, draft invoices, orders or quotes: its currency cannot be changed.`,
    )
  }
  await transaction.rows('UPDATE agreement SET base_currency = $2 WHERE agreement = $1', [
    agreement,
    file.defaultCurrency,
  ])
  // Rates are units of the base currency: rates in the old one are wrong in the new one.
  await transaction.rows('DELETE FROM exchange_rate WHERE agreement = $1', [agreement])
}

/** Creates the currencies of the file that are missing. */
export async function createCurrencies(
  transaction: Transaction,
  agreement: number,
  file: SafTFile,
  ofLines: ReadonlySet<string>,
): Promise<void> {
  const codes = new Set([file.defaultCurrency, ...ofLines])
  for (const party of [...file.customers, ...file.suppliers]) codes.add(partyCurrency(party, file))
  const rows = [...codes].map((code) => ({ code, name: currencyNames.of(code) ?? code }))
  await transaction.rows(
    `INSERT INTO currency (agreement, code, name)
     SELECT $1::int, code, name FROM json_to_recordset($2::json) AS c(code text, name text)
     ON CONFLICT DO NOTHING`,
    [agreement, JSON.stringify(rows)],
  )
}

/** A party's currency; that of the file where it has none, or one that does not exist (the public example says `NOR`). */
function partyCurrency(party: SafTParty, file: SafTFile): string {
  return party.currency !== undefined && ISO_CURRENCIES.has(party.currency) ? party.currency : file.defaultCurrency
}

/** The numbers of the accounts that the agreement has. */
export async function accountsOf(transaction: Transaction, agreement: number): Promise<Set<number>> {
  const rows = await transaction.rows<{ number: number }>('SELECT a.number FROM account a WHERE a.agreement = $1', [
    agreement,
  ])
  return new Set(rows.map(({ number }) => number))
}

/**
 * Creates the accounts that are missing. Existing accounts are used as they are.
 * @returns the numbers of all accounts that the agreement then has.
 * @throws SafTError where an account of the agreement cannot take the file's entries.
 */
export async function createAccounts(
  transaction: Transaction,
  agreement: number,
  accounts: PlannedAccounts,
): Promise<Set<number>> {
  const existing = await transaction.rows<{ number: number; type: number; barred: boolean }>(
    `SELECT number, type, is_barred OR is_blocked_for_direct_entries AS barred FROM account WHERE agreement = $1`,
    [agreement],
  )
  const known = new Map(existing.map((account) => [account.number, account]))
  const missing: PlannedAccount[] = []
  for (const account of accounts.values()) {
    const found = known.get(account.number)
    if (!found) missing.push(account)
    else if (found.type !== account.type) throw new SafTError(account.line, typeReason(account, found.type))
    else if (found.barred) {
      throw new SafTError(account.line, `Account ${account.number} of the agreement is barred or blocked for entries.`)
    }
  }
  for (const rows of chunks(missing)) await insertAccounts(transaction, agreement, rows)
  return new Set([...known.keys(), ...missing.map((account) => account.number)])
}

function typeReason({ number, type }: PlannedAccount, found: number): string {
  const names: Record<number, string> = { [PROFIT_AND_LOSS]: 'a profit and loss account', [STATUS]: 'a status account' }
  const is = names[found] ?? 'a heading or a sum'
  return `Account ${number} is ${names[type]}, but in the agreement it is ${is}; import into an empty agreement.`
}

/** Adds accounts of the given numbers, names and types. */
export async function insertAccounts(
  transaction: Transaction,
  agreement: number,
  accounts: readonly Omit<PlannedAccount, 'line'>[],
): Promise<void> {
  await transaction.rows(
    `INSERT INTO account (agreement, number, name, type)
     SELECT $1::int, number, name, type FROM json_to_recordset($2::json) AS a(number int, name text, type int)`,
    [agreement, JSON.stringify(accounts)],
  )
}

/** Numbers the agreement's customers or suppliers have. */
export async function partyNumbers(
  transaction: Transaction,
  agreement: number,
  table: 'customer' | 'supplier',
): Promise<Set<number>> {
  const statements = {
    customer: 'SELECT number FROM customer WHERE agreement = $1',
    supplier: 'SELECT number FROM supplier WHERE agreement = $1',
  }
  const rows = await transaction.rows<{ number: number }>(statements[table], [agreement])
  return new Set(rows.map((row) => row.number))
}

const createGroups = {
  customer: `INSERT INTO customer_group (agreement, number, name, account_number)
     SELECT $1::int,
       (SELECT coalesce(max(number), 0) FROM customer_group WHERE agreement = $1) + row_number() OVER (ORDER BY account),
       name, account
     FROM json_to_recordset($2::json) AS g(account int, name text)
     WHERE NOT EXISTS (SELECT FROM customer_group k WHERE k.agreement = $1 AND k.account_number = account)`,
  supplier: `INSERT INTO supplier_group (agreement, number, name, account_number)
     SELECT $1::int,
       (SELECT coalesce(max(number), 0) FROM supplier_group WHERE agreement = $1) + row_number() OVER (ORDER BY account),
       name, account
     FROM json_to_recordset($2::json) AS g(account int, name text)
     WHERE NOT EXISTS (SELECT FROM supplier_group k WHERE k.agreement = $1 AND k.account_number = account)`,
}

const PARTY_ROW = `(number int, name text, account int, currency text, days int, term_type int, registration text,
       vat text, email text, phone text, street text, postal_code text, city text, country text, bank text)`

const createParties = {
  customer: `INSERT INTO customer (agreement, number, name, group_number, currency, payment_term_number,
       corporate_identification_number, vat_number, email, phone, address, address2, postal_code, city, country, bank_account)
     SELECT $1::int, p.number, p.name,
       (SELECT min(g.number) FROM customer_group g WHERE g.agreement = $1 AND g.account_number = p.account), p.currency,
       (SELECT min(t.number) FROM payment_term t WHERE t.agreement = $1 AND t.type = p.term_type AND t.days = p.days),
       registration, vat, email, phone, left(street, 255), nullif(substr(street, 256, 255), ''), postal_code, city, country, bank
     FROM json_to_recordset($2::json) AS p${PARTY_ROW}`,
  supplier: `INSERT INTO supplier (agreement, number, name, group_number, currency, payment_term_number,
       corporate_identification_number, vat_number, email, phone, address, postal_code, city, country, bank_account)
     SELECT $1::int, p.number, p.name,
       (SELECT min(g.number) FROM supplier_group g WHERE g.agreement = $1 AND g.account_number = p.account), p.currency,
       (SELECT min(t.number) FROM payment_term t WHERE t.agreement = $1 AND t.type = p.term_type AND t.days = p.days),
       registration, vat, email, phone, street, postal_code, city, country, bank
     FROM json_to_recordset($2::json) AS p${PARTY_ROW}`,
}

/** Creates parties with a group per summary account and their payment terms, where those are missing. */
export async function createPartiesWithGroups(
  transaction: Transaction,
  agreement: number,
  table: 'customer' | 'supplier',
  { file, accounts, customers, suppliers }: Masters,
  notes: Notes,
): Promise<void> {
  const list = [...(table === 'customer' ? customers : suppliers).values()]
  const byNumber = new Map([...accounts.values()].map((account) => [account.number, account]))
  const groups = [...new Set(list.map((one) => one.summaryAccount))].map((account) => {
    return { account, name: groupName(byNumber.get(account)!) }
  })
  await transaction.rows(createGroups[table], [agreement, JSON.stringify(groups)])
  await createPaymentTerms(transaction, agreement, list)
  for (const rows of chunks(list)) {
    await transaction.rows(createParties[table], [
      agreement,
      JSON.stringify(rows.map((row) => partyRow(row, file, notes))),
    ])
  }
}

async function createPaymentTerms(
  transaction: Transaction,
  agreement: number,
  parties: readonly PlannedParty[],
): Promise<void> {
  await transaction.rows(
    `INSERT INTO payment_term (agreement, number, name, type, days)
     SELECT $1::int,
       (SELECT coalesce(max(number), 0) FROM payment_term WHERE agreement = $1) + row_number() OVER (ORDER BY type, days),
       CASE type WHEN 1 THEN 'Net ' ELSE 'End of month + ' END || days || ' days', type, days
     FROM (SELECT DISTINCT type, days FROM json_to_recordset($2::json) AS t(type int, days int)) AS wanted
     WHERE NOT EXISTS (
       SELECT FROM payment_term k WHERE k.agreement = $1 AND k.type = wanted.type AND k.days = wanted.days
     )`,
    [agreement, JSON.stringify(parties.flatMap(({ party }) => paymentTerm(party) ?? []))],
  )
}

/** Type and days of table `payment_term`. Terms of more than a year are left out: the table does not take them. */
function paymentTerm(party: SafTParty): { type: 1 | 2; days: number } | undefined {
  const days = party.paymentTermDays ?? (party.paymentTermEndOfMonth ? 0 : undefined)
  if (days === undefined || days > PAYMENT_DAYS_MAX) return undefined
  return { type: party.paymentTermEndOfMonth ? 2 : 1, days }
}

/** Characters that the fields of customers and suppliers hold; where these differ, the smaller bound. Addresses of customers have two lines of 255. */
const PARTY_MAX = {
  name: 255,
  street: 510,
  city: 50,
  postalCode: 30,
  country: 50,
  registrationNumber: 40,
  vatNumber: 20,
  email: 255,
  phone: 50,
  bankAccount: 50,
} as const satisfies Partial<Record<keyof SafTParty, number>>

function partyRow({ number, party, summaryAccount }: PlannedParty, file: SafTFile, notes: Notes) {
  const term = paymentTerm(party)
  const isFitting = (property: keyof typeof PARTY_MAX): boolean => {
    const fits = [...(party[property] ?? '')].length <= PARTY_MAX[property]
    if (!fits) notes.add('partyText')
    return fits
  }
  const cut = (property: keyof typeof PARTY_MAX): string | undefined =>
    isFitting(property) ? party[property] : cutName(party[property]!, PARTY_MAX[property])
  const whole = (property: keyof typeof PARTY_MAX): string | undefined =>
    isFitting(property) ? party[property] : undefined
  return {
    number,
    name: cut('name'),
    account: summaryAccount,
    currency: partyCurrency(party, file),
    days: term?.days,
    term_type: term?.type,
    registration: whole('registrationNumber'),
    vat: whole('vatNumber'),
    email: whole('email'),
    phone: whole('phone'),
    street: cut('street'),
    postal_code: whole('postalCode'),
    city: cut('city'),
    country: cut('country'),
    bank: whole('bankAccount'),
  }
}

/**
 * Creates a journal for each journal of the file, of the same name. Its next voucher number follows those of its transactions.
 * @param journals the surveys of their transactions, by JournalID.
 * @returns journal numbers by JournalID.
 */
export async function createJournals(
  transaction: Transaction,
  agreement: number,
  file: SafTFile,
  journals: ReadonlyMap<string, JournalSurvey>,
): Promise<Map<string, number>> {
  const wanted = file.journals.map(({ journalId, description }, index) => {
    const { isNumbered, largest, transactions } = journals.get(journalId) ?? {
      isNumbered: false,
      largest: 0,
      transactions: 0,
    }
    const next = Math.min(NUMBER_MAX, (isNumbered ? largest : transactions) + 1)
    return { id: journalId, name: cutName(description, JOURNAL_NAME_MAX), index, next }
  })
  if (wanted.length === 0) return new Map()
  const rows = await transaction.rows<{ id: string; number: number }>(
    `WITH taken AS MATERIALIZED (
       SELECT take_numbers($1::int, 'journal', json_array_length($2::json)) AS first
     ), wanted AS (
       SELECT id, name, next, first + index AS number
       FROM taken, json_to_recordset($2::json) AS j(id text, name text, index int, next int)
     ), created AS (
       INSERT INTO journal (agreement, number, name, next_voucher_number)
       SELECT $1::int, number, name, next FROM wanted
     )
     SELECT id, number FROM wanted`,
    [agreement, JSON.stringify(wanted)],
  )
  return new Map(rows.map((row) => [row.id, row.number]))
}
