import { isOfAsset, namesAsset } from '../assets.ts'
import type { DraftEntryInput, DraftKeys, DraftRow } from './input.ts'
import type { ExpenseFact, JournalFact, PartyFact, References } from './references.ts'
import { takesFreeText } from './payment-details.ts'
import { isPaymentOf, partyOfType } from '../rules.ts'

/**
 * Fills in what a client left out (rule 6.2). Entries of types 2, 3, 4 and 10 take:
 * - the contra account: for a payment the journal's (its bank), else the party's; for an invoice the party's (its cost
 *   or income), else the journal's if that is one of cost or income. None where it was sent as none;
 * - the text: for a payment the journal's, else the party's name;
 * - the party's currency, and the due date by its payment terms.
 *
 * An update fills in neither contra account nor text: leaving them out clears them (rule 1.4). A new supplier invoice
 * that is paid with a free text takes the journal's payment message.
 *
 * Any new entry takes the journal's department, and before any other text `repeated`, the text of its voucher so far.
 * With a departmental distribution it takes neither a department nor a contra account. With a cost type it takes the
 * account of the cost type's group, and the cost type's VAT code. An asset starts on the day of the entry.
 */
export function withDefaults(
  given: DraftEntryInput,
  journal: JournalFact | undefined,
  references: References,
  kind: 'create' | 'update',
  repeated: string | undefined,
): DraftEntryInput {
  const entry: DraftEntryInput = { ...given }
  const isDistributed = entry.departmentalDistributionNumber !== undefined
  if (namesAsset(entry) && !isOfAsset(entry, references.assets)) entry.assetStartDate ??= entry.date
  if (entry.entryTypeNumber !== 3) {
    entry.supplierPaymentType = undefined
    entry.supplierPaymentBank = undefined
    entry.supplierPaymentMessage = undefined
  }
  if (kind === 'create') {
    if (!isDistributed) entry.departmentNumber ??= journal?.defaultDepartment ?? undefined
    entry.text ??= repeated
    if (takesFreeText(entry.supplierPaymentType))
      entry.supplierPaymentMessage ??= journal?.paymentMessageText ?? undefined
    chargeExpense(entry, references.expenses.get(entry.costTypeNumber ?? -1), journal)
  }
  const name = partyOfType(entry.entryTypeNumber)
  if (name === undefined) return entry
  const party =
    name === 'customer'
      ? references.customers.get(entry.customerNumber ?? -1)
      : references.suppliers.get(entry.supplierNumber ?? -1)
  if (kind === 'create') {
    if (!isDistributed && !entry.withoutContraAccount)
      entry.contraAccountNumber ??= contraAccount(entry, name, journal, party)
    entry.text ??= paymentText(entry.entryTypeNumber, journal) ?? party?.name
  }
  if (!party) return entry
  entry.currency ??= party.currency
  entry.dueDate ??= dueDate(entry.date, party)
  return entry
}

function contraAccount(
  { entryTypeNumber }: DraftEntryInput,
  name: 'customer' | 'supplier',
  journal: JournalFact | undefined,
  party: PartyFact | undefined,
): number | undefined {
  const ofJournal = name === 'customer' ? journal?.customerContraAccount : journal?.supplierContraAccount
  const ofParty = party?.contraAccount ?? undefined
  if (isPaymentOf(name, entryTypeNumber)) return ofJournal ?? ofParty
  const isOfResult = name === 'customer' ? journal?.isCustomerContraOfResult : journal?.isSupplierContraOfResult
  return ofParty ?? (isOfResult ? (ofJournal ?? undefined) : undefined)
}

/**
 * Fills in the account of an expense, and the VAT code on the side that has it (rule 14.2): the own side of a finance
 * voucher, the contra side of an invoice. A journal that locks VAT codes takes only those of accounts.
 */
function chargeExpense(
  entry: DraftEntryInput,
  expense: ExpenseFact | undefined,
  journal: JournalFact | undefined,
): void {
  if (!expense) return
  const { account, vatCode } = expense
  const isOnContraSide = entry.entryTypeNumber === 3 || entry.entryTypeNumber === 10
  const mayHaveContra = entry.departmentalDistributionNumber === undefined && !entry.withoutContraAccount
  if (isOnContraSide && mayHaveContra) entry.contraAccountNumber ??= account
  if (entry.entryTypeNumber === 5 && entry.contraAccountNumber !== account) entry.accountNumber ??= account
  if (vatCode === null || journal?.lockVatCodes) return
  if (entry.contraAccountNumber === account) entry.contraVatCode ??= vatCode
  else if (entry.accountNumber === account) entry.vatCode ??= vatCode
}

/**
 * Whether an entry of a project and a cost type is none of its expenses, as it names other accounts than that of the
 * cost type.
 */
export function isNoExpense(entry: DraftRow, { expenses }: References): boolean {
  const { projectNumber, costTypeNumber, accountNumber, contraAccountNumber } = entry
  if (costTypeNumber === undefined || projectNumber === undefined) return false
  const expense = expenses.get(costTypeNumber)
  return expense !== undefined && accountNumber !== expense.account && contraAccountNumber !== expense.account
}

/**
 * Gives a new entry the keys of dimensions that its accounts have for it (rule 6.2), those of its own account first.
 * They replace its journal's department, but no key that was sent. At most one is a distribution's. The account of a
 * party gives none.
 */
export function giveKeys(
  given: DraftEntryInput,
  entry: DraftEntryInput & DraftKeys,
  { dataOfAccounts }: References,
): void {
  if (dataOfAccounts.size === 0) return
  const isOwn = partyOfType(entry.entryTypeNumber) === undefined
  const accounts = [isOwn ? entry.accountNumber : undefined, entry.contraAccountNumber]
  let isShared = given.departmentalDistributionNumber !== undefined
  const has = new Set<number>(isShared || given.departmentNumber !== undefined ? [1] : [])
  for (const { dimension, key, isDistribution } of accounts.flatMap(
    (number) => dataOfAccounts.get(number ?? -1) ?? [],
  )) {
    if (has.has(dimension) || (isDistribution && isShared)) continue
    has.add(dimension)
    isShared ||= isDistribution
    if (dimension === 2) entry.dimension2Key = key
    else if (dimension === 3) entry.dimension3Key = key
    else {
      entry.departmentNumber = isDistribution ? undefined : key
      entry.departmentalDistributionNumber = isDistribution ? key : undefined
    }
  }
}

function paymentText(type: number, journal: JournalFact | undefined): string | undefined {
  if (type === 2) return journal?.customerPaymentText ?? undefined
  if (type === 4) return journal?.supplierPaymentText ?? undefined
  return undefined
}

/**
 * Moves to the day from which days are counted, by the term's type: 2 the last of the month, 7 and 8 the next Sunday
 * and Monday.
 */
const BEGINNINGS: Readonly<Record<number, (day: Date) => void>> = {
  2: (day) => day.setUTCMonth(day.getUTCMonth() + 1, 0),
  7: (day) => day.setUTCDate(day.getUTCDate() + 7 - day.getUTCDay()),
  8: (day) => day.setUTCDate(day.getUTCDate() + 7 - ((day.getUTCDay() + 6) % 7)),
}
/** The type of a term whose due date the caller gives. */
const GIVEN = 5

/**
 * The day a payment term gives (rule 11.2): days after the date, after the last day of its month, or after the next
 * Sunday or Monday. What is settled at once is due on its date.
 */
export function dueDate(date: string, terms: Pick<PartyFact, 'termType' | 'termDays'>): string | undefined {
  if (terms.termType === null || terms.termDays === null || terms.termType === GIVEN) return undefined
  const day = new Date(`${date}T00:00:00Z`)
  BEGINNINGS[terms.termType]?.(day)
  day.setUTCDate(day.getUTCDate() + terms.termDays)
  return day.toISOString().slice(0, 10)
}
