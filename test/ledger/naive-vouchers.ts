import { type DraftBody, type NaiveDraft, nextVouchers } from './naive-drafts.ts'
import { monthsTouched, type NaiveFacts, yearOf } from './naive-facts.ts'
import { fraction } from './naive-money.ts'
import { isOpen, type NaiveEntry } from './naive-open-items.ts'

const SUPPLIER_INVOICE = 3

interface Books {
  drafts: readonly NaiveDraft[]
  entries: readonly NaiveEntry[]
}

/** Supplier and number of an invoice that may be booked once; case makes no difference. */
function onceKey(entry: DraftBody): string | undefined {
  const { entryTypeNumber: type, supplierNumber, supplierInvoiceNumber, allowsRepeatedInvoice, amount } = entry
  if (type !== SUPPLIER_INVOICE || allowsRepeatedInvoice || supplierInvoiceNumber === undefined) return undefined
  return fraction(amount).over < 0n ? `${supplierNumber} ${supplierInvoiceNumber.toLowerCase()}` : undefined
}

const voucherOf = ({ journal, year, voucher }: NaiveEntry): string => `${journal} ${year} ${voucher}`

/**
 * How many reversals an entry is away from the first: the reversal of a reversal brings an invoice back, that of a
 * credit note's reversal none.
 */
function reversals(entries: readonly NaiveEntry[], { number, isReversal }: NaiveEntry): number {
  const reversed = isReversal ? entries.find((one) => one.reversedBy === number) : undefined
  return reversed ? reversals(entries, reversed) + 1 : 0
}

/** The vouchers in which an invoice is booked and still stands. */
const bookedIn = (entries: readonly NaiveEntry[], key: string): string[] =>
  entries
    .filter(({ type, amount, reversedBy }) => type === SUPPLIER_INVOICE && amount < 0n && reversedBy === null)
    .filter(({ supplier, supplierInvoice }) => `${supplier} ${supplierInvoice?.toLowerCase()}` === key)
    .filter((entry) => reversals(entries, entry) % 2 === 0)
    .map(voucherOf)

const REPEATED = 'supplierInvoiceNumber: JournalEntrySupplierInvoiceAlreadyBooked'

/** What a new draft cannot repeat: the number of a voucher that is booked, and that of a supplier's invoice. */
export function alreadyBooked({ years }: NaiveFacts, entries: readonly NaiveEntry[], entry: DraftBody): string[] {
  const voucher = `${entry.journalNumber} ${yearOf(years, entry.date)?.name} ${entry.voucherNumber}`
  const key = onceKey(entry)
  const isTaken = entry.voucherNumber !== undefined && entries.some((one) => voucherOf(one) === voucher)
  const isRepeated = key !== undefined && bookedIn(entries, key).some((other) => other !== voucher)
  return [
    ...(isTaken ? ['voucherNumber: JournalVoucherEntityAlreadyExistsError'] : []),
    ...(isRepeated ? [REPEATED] : []),
  ]
}

/**
 * Invoice numbers in the drafts of a journal that another voucher has already: a booked one, or that of an earlier
 * draft.
 */
export function repeatedInvoices(entries: readonly NaiveEntry[], drafts: readonly NaiveDraft[]): string[] {
  const firsts = new Map<string, string>()
  return [...drafts]
    .sort((a, b) => a.number - b.number)
    .flatMap((draft) => {
      const key = onceKey(draft)
      if (key === undefined) return []
      const voucher = `${draft.journalNumber} ${draft.year} ${draft.voucherNumber}`
      if (!firsts.has(key)) firsts.set(key, voucher)
      const others = [firsts.get(key)!, ...bookedIn(entries, key)]
      return others.some((other) => other !== voucher) ? [REPEATED] : []
    })
}

/** The vouchers of some drafts of a journal that are booked already, by year and number. */
export function bookedVouchers(entries: readonly NaiveEntry[], drafts: readonly NaiveDraft[]): string[] {
  const booked = new Set(entries.map(voucherOf))
  const vouchers = drafts
    .filter(({ journalNumber, year, voucherNumber }) => booked.has(`${journalNumber} ${year} ${voucherNumber}`))
    .sort((a, b) => (a.year === b.year ? a.voucherNumber - b.voucherNumber : a.year < b.year ? -1 : 1))
  return [...new Set(vouchers.map(({ year, voucherNumber }) => `${year} ${voucherNumber}`))]
}

/** Vouchers that accruals of the drafts need in other years, and that other entries or drafts of the journal are. */
export function takenByOthers(
  { years }: NaiveFacts,
  entries: readonly NaiveEntry[],
  waiting: readonly NaiveDraft[],
  drafts: readonly NaiveDraft[],
): string[] {
  const needed = drafts.flatMap(({ journalNumber, year, voucherNumber, accrual }) =>
    (accrual ? monthsTouched(accrual.start, accrual.end) : [])
      .map((day) => ({ own: `${journalNumber} ${year} ${voucherNumber}`, year: yearOf(years, day)!.name }))
      .filter((month) => month.year !== year)
      .map((month) => ({ ...month, other: `${journalNumber} ${month.year} ${voucherNumber}` })),
  )
  const isTaken = ({ own, other }: (typeof needed)[number]): boolean =>
    waiting.some((draft) => `${draft.journalNumber} ${draft.year} ${draft.voucherNumber}` === other) ||
    entries.some(
      (entry) =>
        voucherOf(entry) === other && !entries.some((one) => one.booking === entry.booking && voucherOf(one) === own),
    )
  const taken = new Set(needed.filter(isTaken).map(({ own, other }) => `${own} ${other}`))
  return [...taken].map(() => 'voucherNumber: JournalVoucherEntityAlreadyExistsError')
}

/** What a party owes is on its summary account: a settled entry is not reversed on one that the party has left. */
export function reversedOn(entry: NaiveEntry, { customers, suppliers }: NaiveFacts): number {
  const party = customers.get(entry.customer ?? -1) ?? suppliers.get(entry.supplier ?? -1)
  return party === undefined || isOpen(entry) ? entry.account : party.summary
}

/** The voucher numbers that a journal has in use. */
export function takenNumbers({ drafts, entries }: Books, journal: number): Set<number> {
  const drafted = drafts.filter(({ journalNumber }) => journalNumber === journal)
  const booked = entries.filter((entry) => entry.journal === journal)
  return new Set([...drafted.map(({ voucherNumber }) => voucherNumber), ...booked.map(({ voucher }) => voucher)])
}

/** What each journal gives the next voucher that comes without a number, in text. */
export const nextNumbers = (books: Books & { facts: NaiveFacts }): string[] =>
  [...books.facts.journals.values()].map((journal) => {
    const [next] = nextVouchers(journal, takenNumbers(books, journal.number), 1) ?? ['none']
    return `${journal.number} ${next}`
  })
