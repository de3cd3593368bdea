import { byVoucher, draftPaths, type UnbalancedVouchers, type Voucher } from '../drafts.ts'
import type { Posting } from '../invoices.ts'
import { useRead, useTrial } from '../reads.ts'
import type { Fault } from '../refusal.ts'
import { isReadOnly } from '../session.ts'

/** What booking a journal would come to. */
export interface Tried {
  /** What is wrong with vouchers, by their number, and what is wrong with none of them. */
  of: ReadonlyMap<number, readonly Fault[]>
  rest: readonly string[]
  /** The vouchers that can be booked. */
  good: readonly Voucher[]
  /** What those would post, by account; undefined until it is known. */
  postings: readonly Posting[] | undefined
}

const entriesOf = (vouchers: readonly Voucher[]): number[] =>
  vouchers.flatMap(({ lines }) => lines.map(({ entryNumber }) => entryNumber))
const versionsOf = (vouchers: readonly Voucher[]): string =>
  vouchers.flatMap(({ lines }) => lines.map(({ objectVersion }) => objectVersion)).join()

/** A dry run of booking some vouchers; of none nothing is asked. */
const useBooking = (journal: number | undefined, vouchers: readonly Voucher[]) =>
  useTrial<{ postings?: Posting[] }>(
    'POST',
    draftPaths.book(journal ?? 0),
    isReadOnly() || journal === undefined || vouchers.length === 0 ? undefined : { entryNumbers: entriesOf(vouchers) },
    versionsOf(vouchers),
  )

/** What is off in a journal in which nothing can be tried: what does not balance. */
function useOff(journal: number | undefined, isAsked: boolean): Fault[] {
  const told = useRead<UnbalancedVouchers>(isAsked ? draftPaths.unbalanced : undefined).data
  const own = (told?.items ?? []).filter(({ journalNumber }) => journalNumber === journal)
  return own.map(({ voucherNumber, difference }) => ({
    errorCode: 'JournalBookingVoucherNotInBalance',
    message: '',
    voucher: { voucherNumber, difference },
  }))
}

/** What booking a journal's vouchers would say: of all, and where some are off, of those that are not. */
export function useTried(journal: number | undefined, vouchers: readonly Voucher[]): Tried {
  const whole = useBooking(journal, vouchers)
  const off = useOff(journal, isReadOnly() && vouchers.length > 0)
  const { of, rest } = byVoucher(isReadOnly() ? off : (whole.refusal?.faults ?? []))
  const isTold = !isReadOnly() && !whole.isLoading && rest.length === 0
  const good = isTold ? vouchers.filter(({ number }) => !of.has(number)) : []
  const part = useBooking(journal, of.size > 0 ? good : [])
  const told = of.size > 0 ? part.data : whole.data
  return { of, rest, good, postings: good.length === 0 ? (isTold ? [] : undefined) : told?.postings }
}
