import { LANDED } from '../landed.ts'
import {
  addDays,
  type Day,
  lastOfMonth,
  type NaiveAccount,
  type NaiveFacts,
  type NaiveJournal,
  type NaiveParty,
  whyShut,
  yearOf,
} from './naive-facts.ts'
import { SUMMARY_ACCOUNTS } from './naive-changes.ts'
import { fraction } from './naive-money.ts'

/** A draft entry as a client sends it, its decimals as text. */
export interface DraftBody {
  entryTypeNumber: number
  journalNumber: number
  voucherNumber?: number | undefined
  date: Day
  amount: string
  currency?: string | undefined
  exchangeRate?: string | undefined
  accountNumber?: number | undefined
  contraAccountNumber?: number | undefined
  vatCode?: string | undefined
  contraVatCode?: string | undefined
  text?: string | undefined
  customerNumber?: number | undefined
  customerInvoiceNumber?: string | undefined
  supplierNumber?: number | undefined
  supplierInvoiceNumber?: string | undefined
  dueDate?: Day | undefined
  allowsRepeatedInvoice?: boolean | undefined
}

export interface NaiveAccrual {
  account: number
  start: Day
  end: Day
}

/** A draft entry that waits. */
export interface NaiveDraft extends DraftBody {
  number: number
  voucherNumber: number
  year: string
  currency: string
  exchangeRate: string
  accrual: NaiveAccrual | undefined
}

type PartyKind = 'customer' | 'supplier'

/** Whose summary account the own side of an entry of the type is. */
export const partyKind = (type: number): PartyKind | undefined =>
  type === 2 || type === 10 ? 'customer' : type === 3 || type === 4 ? 'supplier' : undefined

const partiesOf = ({ customers, suppliers }: NaiveFacts, entry: DraftBody) => ({
  customer: entry.customerNumber === undefined ? undefined : customers.get(entry.customerNumber),
  supplier: entry.supplierNumber === undefined ? undefined : suppliers.get(entry.supplierNumber),
})

/** Which of the entry's parties an account is the summary account of. */
export function whose(facts: NaiveFacts, entry: DraftBody, account: number): PartyKind | undefined {
  const { customer, supplier } = partiesOf(facts, entry)
  if (customer?.summary === account) return 'customer'
  return supplier?.summary === account ? 'supplier' : undefined
}

/** The account of the own side. */
export function ownAccount(facts: NaiveFacts, entry: DraftBody): number | undefined {
  const kind = partyKind(entry.entryTypeNumber)
  return kind === undefined ? entry.accountNumber : partiesOf(facts, entry)[kind]!.summary
}

/** The latest rate on or before the day. */
export function rateOn({ baseCurrency, rates }: NaiveFacts, currency: string, day: Day): string | undefined {
  if (currency === baseCurrency) return '100'
  const known = rates.filter((rate) => rate.currency === currency && rate.from <= day)
  return known.sort((a, b) => (a.from < b.from ? 1 : -1))[0]?.rate
}

function dueDate(date: Day, { terms }: NaiveParty): Day | undefined {
  return terms && addDays(terms.fromMonthEnd ? lastOfMonth(date) : date, terms.days)
}

/** What an entry of a party takes from its journal and the party where it says nothing itself. */
export function completed(facts: NaiveFacts, entry: DraftBody): DraftBody {
  const kind = partyKind(entry.entryTypeNumber)
  if (kind === undefined) return entry
  const journal = facts.journals.get(entry.journalNumber)!
  const party = partiesOf(facts, entry)[kind]!
  const isPayment = entry.entryTypeNumber === 2 || entry.entryTypeNumber === 4
  const [given, text] =
    kind === 'customer'
      ? [journal.customerContra, journal.customerText]
      : [journal.supplierContra, journal.supplierText]
  const serves = isPayment || !LANDED.contraOfInvoices || facts.accounts.get(given ?? 0)?.kind === 'result'
  const contra = serves ? given : undefined
  return {
    ...entry,
    contraAccountNumber: entry.contraAccountNumber ?? (isPayment ? (contra ?? party.contra) : (party.contra ?? contra)),
    text: entry.text ?? (isPayment ? text : undefined) ?? party.name,
    currency: entry.currency ?? party.currency,
    dueDate: entry.dueDate ?? dueDate(entry.date, party),
  }
}

/** The faults of posting an entry on an account. */
export function accountFault(facts: NaiveFacts, entry: DraftBody, number: number, side: '' | 'Contra'): string[] {
  const property = side === '' ? 'accountNumber' : 'contraAccountNumber'
  const account: NaiveAccount | undefined = facts.accounts.get(number)
  if (!account) return [`${property}: JournalEntry${side}AccountNotFound`]
  if (account.barred) return [`${property}: JournalEntry${side}AccountNotAccessible`]
  if (account.kind === 'heading') return [`${property}: JournalEntryWrong${side}AccountType`]
  if (whose(facts, entry, number) !== undefined) return []
  // Also of a group that all its members have left.
  return SUMMARY_ACCOUNTS.includes(number) || account.blocked
    ? [`${property}: JournalEntry${side}AccountIsBlockedForDirectEntries`]
    : []
}

export function barredParties(facts: NaiveFacts, entry: DraftBody): string[] {
  const { customer, supplier } = partiesOf(facts, entry)
  return [
    ...(customer?.barred && entry.entryTypeNumber !== 2 ? ['customerNumber: JournalEntryCustomerNotAccessible'] : []),
    ...(supplier?.barred && entry.entryTypeNumber !== 4 ? ['supplierNumber: JournalEntrySupplierNotAccessible'] : []),
  ]
}

const DATE_CODES = { missing: 'YearDoesNotExist', closed: 'YearClosed', barred: 'YearPeriodBarred' }

/** What keeps a draft entry or a reversing voucher out of a day. */
export function dateFault(facts: NaiveFacts, day: Day): string[] {
  const shut = whyShut(facts.years, day)
  return shut === undefined ? [] : [`date: JournalEntryDateAccounting${DATE_CODES[shut]}`]
}

function rateFault(facts: NaiveFacts, entry: DraftBody): string[] {
  const { currency, exchangeRate, date } = entry
  if (currency === undefined) return ['currency: JournalEntryCurrencyNotSet']
  if (exchangeRate === undefined) {
    return rateOn(facts, currency, date) === undefined ? ['exchangeRate: JournalEntryExchangeRateError'] : []
  }
  const { over, under } = fraction(exchangeRate)
  if (currency !== facts.baseCurrency || over === 100n * under) return []
  return ['exchangeRate: JournalEntryExchangeRateMustBeOneHundredForBaseCurrency']
}

/** A party's side has no VAT, and an account with a currency no other. */
function sideFaults(
  facts: NaiveFacts,
  entry: DraftBody,
  account: number | undefined,
  code: 'vatCode' | 'contraVatCode',
): string[] {
  if (account === undefined) return []
  const currency = facts.accounts.get(account)?.currency
  const isForeign = currency !== undefined && entry.currency !== undefined && currency !== entry.currency
  const isOfParty = whose(facts, entry, account) !== undefined && entry[code] !== undefined
  return [
    ...(isForeign ? ['currency: JournalEntryAccountCurrencyMismatch'] : []),
    ...(isOfParty ? [`${code}: ValueNotAllowed`] : []),
  ]
}

/** Everything that is wrong with a new draft entry, which has its defaults. */
export function draftFaults(facts: NaiveFacts, entry: DraftBody): string[] {
  const { entryTypeNumber: type, voucherNumber: voucher, accountNumber, contraAccountNumber } = entry
  const { only, minimum, maximum } = facts.journals.get(entry.journalNumber)!
  const faults = [...dateFault(facts, entry.date), ...rateFault(facts, entry), ...barredParties(facts, entry)]
  if (only !== 0 && only !== type) faults.push('entryTypeNumber: JournalEntryTypeNotCorrect')
  const tooFine = LANDED.wholeCurrencies && entry.currency === 'JPY' ? /\.\d*[1-9]/ : /\.\d\d\d*[1-9]/
  if (tooFine.test(entry.amount)) faults.push('amount: AmountHasTooManyDecimals')
  faults.push(...sideFaults(facts, entry, ownAccount(facts, entry), 'vatCode'))
  faults.push(...sideFaults(facts, entry, contraAccountNumber, 'contraVatCode'))
  if (voucher !== undefined && (voucher < minimum || voucher > maximum)) {
    faults.push('voucherNumber: JournalEntryVoucherNumberNotWithinBoundaries')
  }
  if (partyKind(type) === undefined) {
    if (accountNumber !== undefined) faults.push(...accountFault(facts, entry, accountNumber, ''))
    else if (contraAccountNumber === undefined) {
      faults.push('accountNumber: JournalEntryAccountAndContraAccountNotSet')
    }
  }
  if (contraAccountNumber !== undefined) faults.push(...accountFault(facts, entry, contraAccountNumber, 'Contra'))
  if ((type === 3 || type === 10) && entry.dueDate === undefined) faults.push('dueDate: JournalEntryDueDateNotSet')
  return faults
}

/** The journal's next numbers, within its bounds and past those in use; undefined when there are too few. */
export function nextVouchers(journal: NaiveJournal, taken: ReadonlySet<number>, many: number): number[] | undefined {
  const numbers: number[] = []
  for (let number = Math.max(journal.next, journal.minimum); numbers.length < many; number += 1) {
    if (number > journal.maximum) return undefined
    if (!taken.has(number)) numbers.push(number)
  }
  return numbers
}

/** A complete and faultless entry as a draft. */
export function asDraft(facts: NaiveFacts, entry: DraftBody, number: number, voucherNumber: number): NaiveDraft {
  const currency = entry.currency!
  return {
    ...entry,
    number,
    voucherNumber,
    currency,
    year: yearOf(facts.years, entry.date)!.name,
    exchangeRate: entry.exchangeRate ?? rateOn(facts, currency, entry.date)!,
    accrual: undefined,
  }
}

/** The faults of a draft's accrual. */
export function accrualFaults(
  { accounts, years }: NaiveFacts,
  draft: NaiveDraft,
  { account, start, end }: NaiveAccrual,
): string[] {
  const found = accounts.get(account)
  const shut = whyShut(years, start)
  const isOpen = shut === undefined || shut === 'barred'
  return [
    ...([3, 5, 10].includes(draft.entryTypeNumber) ? [] : ['entryNumber: JournalEntryAccrualWrongEntryType']),
    ...(draft.accrual ? ['entryNumber: OneAPIDraftEntryAccrualAlreadyExist'] : []),
    ...(found ? [] : ['accountNumber: JournalEntryAccrualAccountNotFound']),
    ...(found?.kind === 'heading' ? ['accountNumber: JournalEntryWrongAccountType'] : []),
    ...(found?.barred ? ['accountNumber: JournalEntryAccountNotAccessible'] : []),
    ...(SUMMARY_ACCOUNTS.includes(account) ? ['accountNumber: JournalEntryWrongAccountType'] : []),
    ...(isOpen ? [] : ['startDate: JournalEntryAccrualsStartDateNotInValidAccountingYear']),
    ...(end < start ? ['endDate: JournalEntryAccrualEndBeforeStart'] : []),
  ]
}
