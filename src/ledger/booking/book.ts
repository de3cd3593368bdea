import type { Transaction } from '../../database/connection.ts'
import { type Fault, throwFaults } from '../../errors/catalogue.ts'
import { registerAssets } from '../assets.ts'
import { resolveDrafts } from './resolve.ts'
import { repeatedInvoices } from '../drafts/repeated-invoices.ts'
import { lockDrafts, removeDrafts, type Selection } from '../drafts/store.ts'
import { vouchersTaken } from './accrued-vouchers.ts'
import { expandVoucher, type Expansion, type ResolvedEntry } from './expand.ts'
import { lockJournal } from '../drafts/facts.ts'
import type { BookingJournal } from './facts.ts'
import { CENTS_MAX, centsToText } from '../money.ts'
import { type LockedLedger, lockLedger } from '../lock.ts'
import { demandApproval } from './approvals.ts'
import type { Booked } from './booked.ts'
import { keepPaymentDetails } from './payment-details.ts'
import { post } from './post.ts'
import type { Posting } from './posting.ts'
import { renumberBooked } from './renumber-booked.ts'
import { inSteps } from '../steps.ts'
import { together } from '../together.ts'

export type { Booked } from './booked.ts'
export type { Selection } from '../drafts/store.ts'

/** Which draft entries of which journal to book. */
export interface BookingRequest {
  agreement: number
  journalNumber: number
  selection: Selection
  /** False when the caller may not approve: journals with `requireAdminApproval` are refused then. */
  mayApprove?: boolean
}

interface JournalFlags extends BookingJournal {
  needsApproval: boolean
  /** It books only vouchers that were approved as they are. */
  demandsApproval: boolean
  byMonth: boolean
  standing: boolean
  /**
   * Whether an accrual of its draft entries has months in another accounting year: it takes their voucher's number
   * there.
   */
  accruesElsewhere: boolean
  partial: boolean
  wholeVoucher: boolean
}

/** The entries of one voucher that must balance with each other: those of one date, or of one month. */
interface Unit {
  /** Accounting year and voucher number. */
  voucher: string
  entries: ResolvedEntry[]
}

/**
 * Books draft entries of a journal in the caller's transaction, in a fixed number of statements: checks them again,
 * expands VAT, currency and accruals, writes booked entries with the next numbers, removes the drafts (a standing
 * journal keeps them), updates totals and open items, seals. Answers undefined when there was nothing to book.
 *
 * What must balance is a unit: the selected entries of one voucher on one date, or in one calendar month where the
 * journal's `balancingBehavior` says so. When a unit does not:
 * - without `allowPartialBooking` nothing is booked, and the fault names every such unit;
 * - with it, the unit stays behind as drafts and the others are booked. With `requireBalancePerVoucherId` besides, a
 *   voucher is booked whole or not at all: all its selected units stay behind with the one that does not balance.
 * Everything else that is wrong (a barred account, a closed year, …) always stops the whole booking.
 *
 * Bookings of an agreement run one after the other; two at once never book an entry twice. Closing or barring a period
 * waits for a booking in it, or the booking sees it. A journal that demands approval books only vouchers that were
 * approved as they are (`journal_approval`). Only a caller who may approve books a journal with `requireAdminApproval`,
 * unless its entries are approved as they come (`autoApprove`).
 * @throws ApiError JournalDoesNotExist, JournalBookingNeedsApproval, JournalEntryDoesNotExist (a named entry is not in
 * the journal), OneAPIEntriesListCannotBeEmpty, JournalBookingVoucherNotInBalance,
 * JournalVoucherEntityAlreadyExistsError (an accrual's months need a number that another voucher has), and the codes of
 * what a draft entry refers to.
 */
export async function bookEntries(transaction: Transaction, request: BookingRequest): Promise<Booked | undefined> {
  const { agreement, journalNumber, selection } = request
  if (selection.kind === 'entries' && selection.entryNumbers.length === 0) {
    throwFaults([{ code: 'OneAPIEntriesListCannotBeEmpty', property: 'entryNumbers' }])
  }
  const ledger = await lockLedger(transaction, agreement)
  const journal = await journalFlags(transaction, agreement, journalNumber)
  if (journal.needsApproval && request.mayApprove === false) {
    throwFaults([{ code: 'JournalBookingNeedsApproval', property: 'journalNumber' }])
  }
  const takesNumbers = journal.standing || journal.accruesElsewhere
  const locked = takesNumbers ? await lockJournal(transaction, agreement, journalNumber) : undefined
  const drafts = await lockDrafts(transaction, agreement, journalNumber, selection)
  if (selection.kind === 'entries') throwFaults(missingEntries(selection.entryNumbers, drafts, journalNumber))
  if (drafts.length === 0) return undefined
  if (journal.demandsApproval) await demandApproval(transaction, agreement, journal, drafts)
  if (journal.standing) await renumberBooked(transaction, agreement, locked!, drafts)

  throwFaults(await repeatedInvoices(transaction, agreement, journalNumber, drafts))
  const entries = await resolveDrafts(transaction, ledger, journal, drafts)
  const { postings, booked } = await expandUnits(unitsOf(entries, journal.byMonth), journal, ledger)
  if (postings.length === 0) return undefined
  throwFaults(oversized(postings))
  throwFaults(await vouchersTaken(transaction, agreement, journalNumber, booked))
  await registerAssets(
    transaction,
    agreement,
    booked.flatMap(({ asset }) => asset?.bought ?? []),
  )
  await keepPaymentDetails(
    transaction,
    agreement,
    booked.map(({ draft }) => draft),
  )
  const posted = post(transaction, ledger, journalNumber, postings)
  const removed = journal.standing ? [] : booked.map(({ draft }) => draft.entryNumber)
  // The database removes the drafts while the entries are being made ready for it.
  const [result] = await together([posted, removeDrafts(transaction, agreement, removed)])
  return result
}

async function journalFlags(transaction: Transaction, agreement: number, journalNumber: number): Promise<JournalFlags> {
  const [journal] = await transaction.rows<JournalFlags>(
    `SELECT j.number, j.lock_vat_codes AS "lockVatCodes",
       j.require_admin_approval AND NOT j.auto_approve AS "needsApproval", j.balancing_behavior AS "byMonth",
       j.is_standing_journal AS standing, j.allow_partial_booking AS partial,
       j.require_balance_per_voucher_id AS "wholeVoucher", EXISTS (
         SELECT FROM draft_entry_accrual a
         JOIN draft_entry d ON d.agreement = $1 AND d.entry_number = a.entry_number
         JOIN accounting_year y ON y.agreement = $1 AND y.year = d.accounting_year
         WHERE a.agreement = $1 AND a.journal_number = $2 AND (a.start_date < y.date_from OR a.end_date > y.date_to)
       ) AS "accruesElsewhere",
       EXISTS (SELECT FROM journal_approval p WHERE p.agreement = $1 AND p.journal_number = $2 AND p.is_demanded)
         AS "demandsApproval"
     FROM journal j WHERE j.agreement = $1 AND j.number = $2 FOR KEY SHARE`,
    [agreement, journalNumber],
  )
  if (!journal) {
    throwFaults([
      { code: 'JournalDoesNotExist', property: 'journalNumber', message: `There is no journal ${journalNumber}.` },
    ])
  }
  return journal!
}

function missingEntries(
  wanted: readonly number[],
  drafts: readonly { entryNumber: number }[],
  journal: number,
): Fault[] {
  const found = new Set(drafts.map((draft) => draft.entryNumber))
  return wanted.flatMap((number, index) =>
    found.has(number)
      ? []
      : [
          {
            code: 'JournalEntryDoesNotExist',
            property: `entryNumbers[${index}]`,
            message: `Journal ${journal} has no draft entry ${number}.`,
          } satisfies Fault,
        ],
  )
}

/** The units in the order they are booked: by date, then voucher, each with its entries by date and number. */
function unitsOf(entries: readonly ResolvedEntry[], byMonth: boolean): Unit[] {
  const units = new Map<string, Unit>()
  for (const entry of inOrder(entries)) {
    const { date, voucherNumber } = entry.draft
    const voucher = `${entry.accountingYear} ${voucherNumber}`
    const key = `${voucher} ${byMonth ? date.slice(0, 7) : date}`
    const unit = units.get(key)
    if (unit) unit.entries.push(entry)
    else units.set(key, { voucher, entries: [entry] })
  }
  return [...units.values()]
}

/** By date, voucher and number. Dates are compared once each, as comparing texts is slow. */
function inOrder(entries: readonly ResolvedEntry[]): ResolvedEntry[] {
  const byDate = new Map<string, ResolvedEntry[]>()
  for (const entry of entries) {
    const ofDate = byDate.get(entry.draft.date)
    if (ofDate) ofDate.push(entry)
    else byDate.set(entry.draft.date, [entry])
  }
  return [...byDate.keys()]
    .sort()
    .flatMap((date) =>
      byDate
        .get(date)!
        .sort((a, b) => a.draft.voucherNumber - b.draft.voucherNumber || a.draft.entryNumber - b.draft.entryNumber),
    )
}

async function expandUnits(
  units: readonly Unit[],
  journal: JournalFlags,
  ledger: LockedLedger,
): Promise<{ postings: Posting[]; booked: ResolvedEntry[] }> {
  const expanded: { unit: Unit; expansion: Expansion }[] = []
  await inSteps(units, (unit) => void expanded.push({ unit, expansion: expandVoucher(unit.entries, ledger) }))
  const faults: Fault[] = []
  const heldBack = new Set<string>()
  for (const { unit, expansion } of expanded) {
    if ('postings' in expansion) continue
    heldBack.add(unit.voucher)
    faults.push(outOfBalance(unit, expansion, ledger.baseCurrency))
  }
  if (!journal.partial) throwFaults(faults)
  const postings: Posting[] = []
  const booked: ResolvedEntry[] = []
  for (const { unit, expansion } of expanded) {
    if (!('postings' in expansion) || (journal.wholeVoucher && heldBack.has(unit.voucher))) continue
    for (const posting of expansion.postings) postings.push(posting)
    for (const entry of unit.entries) booked.push(entry)
  }
  return { postings, booked }
}

function outOfBalance(
  unit: Unit,
  { difference, isRounding }: { difference: bigint; isRounding: boolean },
  baseCurrency: string,
): Fault {
  const { voucherNumber, date } = unit.entries[0]!.draft
  return {
    code: isRounding ? 'JournalBookingRoundingAccountNotSet' : 'JournalBookingVoucherNotInBalance',
    property: 'voucherNumber',
    message: `Voucher ${voucherNumber} of ${date} is out of balance by ${centsToText(difference)} ${baseCurrency}.`,
    voucher: { voucherNumber, difference: centsToText(difference) },
  }
}

function oversized(postings: readonly Posting[]): Fault[] {
  const fits = (cents: bigint) => cents <= CENTS_MAX && cents >= -CENTS_MAX
  return postings
    .filter((posting) => !fits(posting.amount) || !fits(posting.amountInBaseCurrency))
    .map((posting) => ({
      code: 'JournalEntryAmountExceedsDigitLimit',
      property: 'amount',
      message: `Voucher ${posting.voucherNumber} has an amount of more than 18 digits before the point.`,
      voucher: { voucherNumber: posting.voucherNumber },
    }))
}
