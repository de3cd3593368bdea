import { LANDED } from '../landed.ts'
import type { Chance } from '../chance.ts'
import { BALANCES, EURO_ACCOUNT, INCOME, WRONG_ACCOUNTS } from './judge-world.ts'
import { type DraftBody, partyKind, whose } from './naive-drafts.ts'
import { addDays, type Day, type NaiveFacts, type NaiveJournal } from './naive-facts.ts'

/** The days entries are made up in. */
export interface Days {
  from: Day
  to: Day
}

const SOME_ACCOUNTS = [...INCOME, ...BALANCES]
const VAT_CODES = ['U25', 'I25', 'U0', 'REP', 'IV25', 'RC', ...(LANDED.deductibleVat ? ['DED', 'RCD'] : [])]
const INVOICES = ['1', '2', '007', '7', '8']
const SUPPLIER_INVOICES = ['A-1', 'a-1', 'Ø-7', 'ø-7', 'B']

export function dayIn(chance: Chance, { from, to }: Days): Day {
  const span = (Date.parse(to) - Date.parse(from)) / 86_400_000
  return addDays(from, chance.int(0, span))
}

/** Up to a million, to four decimals; now and then nothing at all. */
function amount(chance: Chance): string {
  if (chance.maybe(0.02)) return '0'
  const scale = chance.maybe(0.002) ? 3 : chance.pick([0, 1, 2, 2, 2])
  return `${chance.maybe(0.4) ? '-' : ''}${chance.decimal(chance.pick([99, 99_999, 99_999_999]), scale)}`
}

const vat = (chance: Chance): string | undefined => (chance.maybe(0.45) ? chance.pick(VAT_CODES) : undefined)

function money(chance: Chance, facts: NaiveFacts): Pick<DraftBody, 'currency' | 'exchangeRate'> {
  if (chance.maybe(0.5)) return { currency: facts.baseCurrency }
  const currency = chance.pick(['DKK', 'EUR', 'NOK', 'JPY'])
  if (currency === facts.baseCurrency || chance.maybe(0.6)) return { currency }
  return { currency, exchangeRate: chance.decimal(chance.pick([100, 2_000_000_000]), 6) }
}

const isWhole = (currency: string | undefined): boolean => LANDED.wholeCurrencies && currency === 'JPY'

/** An amount in a currency; fractions of JPY are there now and then, to be refused. */
function payable(chance: Chance, facts: NaiveFacts): Pick<DraftBody, 'amount' | 'currency' | 'exchangeRate'> {
  const [some, rated] = [amount(chance), money(chance, facts)]
  return { amount: isWhole(rated.currency) && chance.maybe(0.995) ? some.replace(/\..*/, '') : some, ...rated }
}

/** An entry with both sides: of any type, its parties on one side, the other or both. */
function twoSided(chance: Chance, facts: NaiveFacts, journal: NaiveJournal, days: Days): DraftBody {
  const type = journal.only || chance.pick([2, 3, 4, 5, 5, 10])
  const entry: DraftBody = {
    entryTypeNumber: type,
    journalNumber: journal.number,
    date: dayIn(chance, days),
    ...payable(chance, facts),
    contraAccountNumber: chance.pick(SOME_ACCOUNTS),
    contraVatCode: vat(chance),
    text: chance.maybe(0.3) ? chance.pick(['Husleje', 'Varer', 'Ærtesuppe']) : undefined,
  }
  const customer = () => ({
    customerNumber: chance.int(1, 4),
    customerInvoiceNumber: chance.maybe(0.8) ? chance.pick(INVOICES) : undefined,
  })
  const supplier = () => ({
    supplierNumber: chance.int(1, 4),
    supplierInvoiceNumber: chance.maybe(0.8) ? chance.pick(SUPPLIER_INVOICES) : undefined,
  })
  if (type === 5) {
    if (chance.maybe(0.15)) Object.assign(entry, chance.maybe(0.5) ? customer() : supplier())
    const summary = summaryOf(facts, entry)
    const own = summary !== undefined && chance.maybe(0.6) ? summary : chance.pick(SOME_ACCOUNTS)
    return withoutPartysVat(facts, { ...entry, accountNumber: own, vatCode: vat(chance) })
  }
  const isOfCustomer = partyKind(type) === 'customer'
  Object.assign(entry, isOfCustomer ? customer() : supplier())
  if (chance.maybe(0.25)) delete entry.contraAccountNumber
  if (!isWhole(entry.currency) && chance.maybe(0.25)) delete entry.currency
  if (chance.maybe(0.003)) entry.vatCode = chance.pick(VAT_CODES)
  const { terms } = isOfCustomer
    ? facts.customers.get(entry.customerNumber!)!
    : facts.suppliers.get(entry.supplierNumber!)!
  if (chance.maybe(terms ? 0.5 : 0.95)) entry.dueDate = addDays(entry.date, chance.int(0, 40))
  if (chance.maybe(0.05)) {
    // The other side has a party too: a customer's debt is set off against a debt to a supplier.
    Object.assign(entry, customer(), supplier())
    const other = { ...entry, [isOfCustomer ? 'customerNumber' : 'supplierNumber']: undefined }
    entry.contraAccountNumber = summaryOf(facts, other)
  }
  return withoutPartysVat(facts, entry)
}

/** A party's side takes no VAT code. */
function withoutPartysVat(facts: NaiveFacts, entry: DraftBody): DraftBody {
  const { accountNumber, contraAccountNumber } = entry
  const changed = { ...entry }
  if (accountNumber !== undefined && whose(facts, entry, accountNumber)) delete changed.vatCode
  if (contraAccountNumber !== undefined && whose(facts, entry, contraAccountNumber)) delete changed.contraVatCode
  return changed
}

function summaryOf({ customers, suppliers }: NaiveFacts, entry: DraftBody): number | undefined {
  const { customerNumber, supplierNumber } = entry
  if (customerNumber !== undefined) return customers.get(customerNumber)!.summary
  return supplierNumber === undefined ? undefined : suppliers.get(supplierNumber)!.summary
}

/** Entries of one side each, that make one voucher; most of the time they balance. */
export function severalLines(
  chance: Chance,
  facts: NaiveFacts,
  journal: NaiveJournal,
  days: Days,
  isBooked: (journal: number, voucher: number) => boolean,
): DraftBody[] {
  let voucherNumber = Math.min(journal.maximum, journal.minimum + chance.int(0, 120))
  // One that is booked is refused: mostly another is taken.
  while (isBooked(journal.number, voucherNumber) && voucherNumber < journal.maximum && chance.maybe(0.99))
    voucherNumber += 1
  const date = dayIn(chance, days)
  const rated = money(chance, facts)
  const scale = chance.maybe(0.005) ? 3 : isWhole(rated.currency) ? 0 : chance.int(0, 2)
  const units = Array.from({ length: chance.int(1, 5) }, () => chance.int(-9_999_999, 9_999_999))
  units.push(-units.reduce((sum, unit) => sum + unit, 0))
  if (chance.maybe(journal.partial ? 0.15 : 0.03)) units[0]! += chance.pick([1, -1, 10, 12_345])
  const isSpread = chance.maybe(journal.byMonth ? 0.4 : journal.partial ? 0.05 : 0.01)
  return units.map((unit): DraftBody => {
    const number = chance.pick(SOME_ACCOUNTS)
    const isContra = chance.maybe(0.5)
    const side = isContra
      ? { contraAccountNumber: number, contraVatCode: vat(chance) }
      : { accountNumber: number, vatCode: vat(chance) }
    const spread = isSpread ? dayIn(chance, days) : date
    const sum = inUnits(isContra ? -unit : unit, scale)
    return {
      entryTypeNumber: 5,
      journalNumber: journal.number,
      voucherNumber,
      date: spread,
      amount: sum,
      ...rated,
      ...side,
      text: chance.maybe(0.2) ? 'Linje' : undefined,
    }
  })
}

function inUnits(units: number, scale: number): string {
  const digits = String(Math.abs(units)).padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return units < 0 ? `-${text}` : text
}

/** Something that is wrong with an entry, or may be. */
function spoilt(chance: Chance, entry: DraftBody): DraftBody {
  const wrong: Partial<DraftBody>[] = [
    { accountNumber: chance.pick(WRONG_ACCOUNTS) },
    { contraAccountNumber: chance.pick(WRONG_ACCOUNTS) },
    { date: chance.pick(['1990-01-01', '2060-12-31']) },
    { exchangeRate: '99.999999' },
    { contraAccountNumber: EURO_ACCOUNT, contraVatCode: undefined },
    { voucherNumber: chance.pick([0, 999_999_999]) },
    { entryTypeNumber: 5 },
    { accountNumber: undefined, contraAccountNumber: undefined },
    entry.customerNumber === undefined ? { supplierNumber: 5 } : { customerNumber: 5 },
  ]
  const changed = { ...entry, ...chance.pick(wrong) }
  // The account sent with a party's entry is not used, and is only looked for.
  return changed.entryTypeNumber === 5 ? changed : { ...changed, accountNumber: undefined }
}

/** Draft entries for one call, for one journal or several; some calls are to be refused. */
export function randomDrafts(
  chance: Chance,
  facts: NaiveFacts,
  days: Days,
  isBooked: (journal: number, voucher: number) => boolean,
): DraftBody[] {
  const journals = [...facts.journals.values()]
  const most = chance.pick([5, 30, 60])
  const entries: DraftBody[] = []
  let journal = chance.pick(journals)
  while (entries.length < most) {
    if (chance.maybe(0.1)) journal = chance.pick(journals)
    const takesLines = journal.only === 0 || journal.only === 5
    if (takesLines && chance.maybe(0.4)) entries.push(...severalLines(chance, facts, journal, days, isBooked))
    else entries.push(twoSided(chance, facts, journal, days))
  }
  const at = chance.int(0, entries.length - 1)
  if (chance.maybe(0.15)) entries[at] = spoilt(chance, entries[at]!)
  const allowsRepeatedInvoice = chance.maybe(0.85) ? true : undefined
  return entries.map((entry) => (entry.entryTypeNumber === 3 ? { ...entry, allowsRepeatedInvoice } : entry))
}
