import type { Transaction } from '../../database/connection.ts'
import { ApiError } from '../../errors/catalogue.ts'
import { lockJournal, type NumberedJournal } from '../drafts/facts.ts'
import { DATE_CODES, lockPeriods, periodFault } from '../periods.ts'
import { type LockedLedger, lockLedger } from '../lock.ts'
import { IS_OPEN } from '../parties/items.ts'
import { movedByClosing } from './closed-projects.ts'
import { post } from './post.ts'
import { type BookedEntry, ENTRY_COLUMNS, postingOf } from './entry-columns.ts'
import { opposite, type Posting } from './posting.ts'
import { lockDeletedJournal, takeSystemVoucher, takeVoucherNumbers } from '../drafts/voucher-numbers.ts'

/** A voucher: what belongs together and sums to zero. */
export interface Voucher {
  journalNumber: number
  accountingYear: string
  voucherNumber: number
}

/** A voucher to reverse, and how. */
export interface ReversalRequest extends Voucher {
  agreement: number
  /** Which of the voucher's bookings; may be left out where it has one. */
  booking?: number | undefined
  /** ISO day the reversing voucher is booked on. */
  date: string
  /** Text of every reversing entry; left out, each has the text of the entry it reverses. */
  text?: string | undefined
}

/** A voucher of no journal to reverse: one of those that a booking made. */
export interface SystemReversalRequest extends Omit<ReversalRequest, 'agreement' | 'journalNumber'> {
  booking: number
}

/** A voucher of a journal, or of none. */
type AnyVoucher = Omit<Voucher, 'journalNumber'> & { journalNumber: number | null }
type AnyRequest = Omit<ReversalRequest, 'journalNumber'> & AnyVoucher

/** A reversal: its number, the voucher that reverses, and the booking that it reverses. */
export interface Reversal extends Voucher {
  number: number
  reversedBooking: number
}

interface VoucherEntry extends BookedEntry {
  booking: number
  /** The voucher that reverses the entry, once there is one. */
  reversingYear: string | null
  reversingVoucher: number | null
  /** Of an entry of a party that is settled: the summary account of the group that the party is in by now. */
  summaryAccount: number | null
  /** JSON: dimension, key and whether that is a distribution's, of each that was changed since; null where none was. */
  changed: string | null
}

/**
 * Reverses a booking of a journal's voucher, in the caller's transaction: books every entry of it once more with the
 * opposite amounts, on the date given whatever the dates of the entries, as one voucher with the next number of the
 * journal; and links each entry to the one it reverses. Accounts and parties barred since do not stop it: nothing else
 * corrects what is booked. A settled entry of a party that has moved to a group with another account is reversed on
 * that account: what the party then owes is not left on the old one (rule 9.1). An entry of a project that was closed
 * since is reversed on the account that the closing moved it to (rule 14.5).
 *
 * Open items: a reversing entry first settles what is still open of the entry it reverses, then other items of the
 * invoice (see `roundsOf`). What had been settled stays settled, so the rest of the reversing entry stays open: a paid
 * invoice's reversal leaves the party with the payment.
 *
 * An entry is reversed once. A reversing voucher is a voucher like any other, so it can be reversed in turn. The ledger
 * is locked: of two reversals of a voucher at once, one wins.
 * @throws ApiError JournalDoesNotExist, VoucherDoesNotExist, VoucherHasSeveralBookings, VoucherAlreadyReversed, the
 * date's codes (see `periodFault`), JournalVoucherNextNumberNotWithinBoundaries.
 */
export async function reverseVoucher(transaction: Transaction, request: ReversalRequest): Promise<Reversal> {
  const { agreement, journalNumber } = request
  const ledger = await lockLedger(transaction, agreement)
  const journal = await journalOf(transaction, request)
  const entries = await entriesToReverse(transaction, request)
  const reversal = await reverseEntries(transaction, ledger, request, entries, async () => {
    const [voucherNumber] = await takeVoucherNumbers(transaction, agreement, journal, 1)
    return voucherNumber!
  })
  return { ...reversal, journalNumber }
}

/**
 * Reverses a voucher of no journal, as `reverseVoucher` does, by another one of no journal; the caller has the ledger.
 * @throws ApiError VoucherDoesNotExist, VoucherAlreadyReversed, the date's codes (see `periodFault`).
 */
export async function reverseSystemVoucher(
  transaction: Transaction,
  ledger: LockedLedger,
  given: SystemReversalRequest,
): Promise<Omit<Reversal, 'journalNumber'>> {
  const { agreement } = ledger
  const request = { ...given, agreement, journalNumber: null }
  const entries = await entriesToReverse(transaction, request)
  return await reverseEntries(transaction, ledger, request, entries, () => takeSystemVoucher(transaction, agreement))
}

async function reverseEntries(
  transaction: Transaction,
  ledger: LockedLedger,
  request: AnyRequest,
  entries: readonly VoucherEntry[],
  takeNumber: () => Promise<number>,
): Promise<AnyVoucher & Pick<Reversal, 'number' | 'reversedBooking'>> {
  const { agreement, journalNumber, date } = request
  const period = (await lockPeriods(transaction, agreement, [date]))(date)
  const fault = periodFault(date, period)
  if (fault) throw new ApiError({ code: DATE_CODES[fault.code], property: 'date', message: fault.message })
  const voucher = { journalNumber, accountingYear: period!.year, voucherNumber: await takeNumber() }
  const moved = await movedByClosing(transaction, agreement, entries)
  const { number, firstEntry } = await recordReversal(transaction, request, voucher, entries)
  const postings = entries.map((entry) => {
    const accountNumber = moved.get(entry.entryNumber) ?? entry.summaryAccount ?? entry.accountNumber
    return reversing(entry, { ...voucher, accountNumber, date, text: request.text ?? entry.text })
  })
  const booked = await post(transaction, ledger, journalNumber, postings)
  if (booked.firstEntry !== firstEntry)
    throw new Error(`Reversal ${number} was booked from entry ${booked.firstEntry}.`)
  return { number, ...voucher, reversedBooking: entries[0]!.booking }
}

/** The voucher's journal; one deleted from use still has its vouchers (rule 6.9). */
async function journalOf(
  transaction: Transaction,
  { agreement, journalNumber }: ReversalRequest,
): Promise<NumberedJournal> {
  const journal =
    (await lockJournal(transaction, agreement, journalNumber)) ??
    (await lockDeletedJournal(transaction, agreement, journalNumber))
  if (journal) return journal
  const message = `There is no journal ${journalNumber}.`
  throw new ApiError({ code: 'JournalDoesNotExist', property: 'journalNumber', message })
}

/** The entries of the voucher's booking that no other reverses yet. */
async function entriesToReverse(transaction: Transaction, request: AnyRequest): Promise<VoucherEntry[]> {
  const { agreement, journalNumber, accountingYear, voucherNumber, booking } = request
  const ofJournal = journalNumber === null ? '' : ` of journal ${journalNumber}`
  const named = `Voucher ${voucherNumber}${ofJournal} in ${accountingYear}`
  const entries = await transaction.rows<VoucherEntry>(journalNumber === null ? SYSTEM_VOUCHER : VOUCHER, [
    agreement,
    journalNumber ?? booking!,
    accountingYear,
    voucherNumber,
  ])
  if (entries.length === 0) {
    const message = `${named} is not booked.`
    throw new ApiError({ code: 'VoucherDoesNotExist', property: 'voucherNumber', message })
  }
  const chosen = ofOneBooking(entries, request.booking, named)
  const left = chosen.filter(({ reversingVoucher }) => reversingVoucher === null)
  if (left.length > 0) return left
  const { reversingVoucher, reversingYear } = chosen.at(-1)!
  const message = `${named} is reversed by voucher ${reversingVoucher} in ${reversingYear}.`
  throw new ApiError({ code: 'VoucherAlreadyReversed', property: 'voucherNumber', message })
}

function ofOneBooking(entries: VoucherEntry[], booking: number | undefined, named: string): VoucherEntry[] {
  const bookings = [...new Set(entries.map((entry) => entry.booking))]
  if (booking === undefined && bookings.length > 1) {
    const message = `${named} was booked in bookings ${bookings.slice(0, BOOKINGS_TOLD).join(', ')}${bookings.length > BOOKINGS_TOLD ? ', …' : ''}.`
    throw new ApiError({ code: 'VoucherHasSeveralBookings', property: 'booking', message })
  }
  const chosen = booking === undefined ? entries : entries.filter((entry) => entry.booking === booking)
  if (chosen.length > 0) return chosen
  const message = `${named} has nothing of booking ${booking}.`
  throw new ApiError({ code: 'VoucherDoesNotExist', property: 'booking', message })
}

/** How many bookings a fault names. */
const BOOKINGS_TOLD = 20

/**
 * Writes the reversal and its links before the reversing entries. Their numbers are known: the ledger's lock gives
 * numbers in order. The foreign key checks them at commit.
 */
async function recordReversal(
  transaction: Transaction,
  { agreement, accountingYear, voucherNumber, date }: AnyRequest,
  reversing: AnyVoucher,
  entries: readonly VoucherEntry[],
): Promise<{ number: number; firstEntry: number }> {
  const [reversal] = await transaction.rows<{ number: number; firstEntry: number }>(
    `INSERT INTO voucher_reversal (agreement, number, journal_number, accounting_year, voucher_number,
       reversing_accounting_year, reversing_voucher_number, date, booking)
     VALUES ($1, take_numbers($1, 'voucher_reversal', 1), $2, $3, $4, $5, $6, $7, $8)
     RETURNING number, (SELECT c.value + 1 FROM counter c WHERE c.agreement = $1 AND c.name = 'booked_entry')
       AS "firstEntry"`,
    [
      agreement,
      reversing.journalNumber,
      accountingYear,
      voucherNumber,
      reversing.accountingYear,
      reversing.voucherNumber,
      date,
      entries[0]!.booking,
    ],
  )
  await transaction.rows(
    `INSERT INTO entry_reversal (agreement, reversed_entry, reversing_entry, reversal_number)
     SELECT $1, e.number::int, $3::int + e.position::int - 1, $4
     FROM json_array_elements_text($2::json) WITH ORDINALITY AS e(number, position)`,
    [agreement, JSON.stringify(entries.map(({ entryNumber }) => entryNumber)), reversal!.firstEntry, reversal!.number],
  )
  return reversal!
}

/** The entry once more, with the opposite amounts and quantities. */
function reversing(
  entry: VoucherEntry,
  changed: AnyVoucher & Pick<Posting, 'accountNumber' | 'date' | 'text'>,
): Posting {
  const keys = entry.changed === null ? {} : keysOf(entry.changed)
  return opposite({ ...postingOf(entry), ...keys, documentDate: null, ...changed })
}

type Keys = Pick<Posting, 'departmentNumber' | 'departmentalDistributionNumber' | 'dimension2Key' | 'dimension3Key'>

/**
 * The keys of dimensions that the entry has today, where they were changed: with the same keys, the two entries sum up
 * to nothing.
 */
function keysOf(changed: string): Partial<Keys> {
  const keys: Partial<Keys> = {}
  for (const [dimension, key, isDistribution] of JSON.parse(changed) as [number, number | null, boolean | null][]) {
    if (dimension === 2) keys.dimension2Key = key
    else if (dimension === 3) keys.dimension3Key = key
    else {
      keys.departmentNumber = isDistribution ? null : key
      keys.departmentalDistributionNumber = isDistribution ? key : null
    }
  }
  return keys
}

const voucherWhere = (isOfVoucher: string): string => `
  SELECT e.booking, ${ENTRY_COLUMNS.read('e')}, r.reversing_accounting_year AS "reversingYear",
    r.reversing_voucher_number AS "reversingVoucher",
    CASE WHEN NOT ${IS_OPEN} THEN coalesce(
      (SELECT g.account_number FROM customer p JOIN customer_group g ON g.agreement = $1 AND g.number = p.group_number
        WHERE p.agreement = $1 AND p.number = o.customer_number),
      (SELECT g.account_number FROM supplier p JOIN supplier_group g ON g.agreement = $1 AND g.number = p.group_number
        WHERE p.agreement = $1 AND p.number = o.supplier_number)) END AS "summaryAccount",
    (SELECT json_agg(json_build_array(c.dimension_number, c.dimension_key, k.is_distribution))::text
      FROM changed_dimension c
      LEFT JOIN dimension_key k ON k.agreement = $1 AND k.dimension_number = c.dimension_number
        AND k.number = c.dimension_key
      WHERE c.agreement = $1 AND c.entry_number = e.entry_number) AS changed
  FROM booked_entry e
  LEFT JOIN open_item o ON o.agreement = $1 AND o.entry_number = e.entry_number
  LEFT JOIN entry_reversal l ON l.agreement = $1 AND l.reversed_entry = e.entry_number
  LEFT JOIN voucher_reversal r ON r.agreement = $1 AND r.number = l.reversal_number
  WHERE e.agreement = $1 AND ${isOfVoucher} AND e.accounting_year = $3 AND e.voucher_number = $4
  ORDER BY e.entry_number`
const VOUCHER = voucherWhere('e.journal_number = $2')
const SYSTEM_VOUCHER = voucherWhere(`e.journal_number IS NULL AND e.entry_number
    BETWEEN (SELECT b.first_entry FROM booking b WHERE b.agreement = $1 AND b.number = $2)
    AND (SELECT b.last_entry FROM booking b WHERE b.agreement = $1 AND b.number = $2)`)
