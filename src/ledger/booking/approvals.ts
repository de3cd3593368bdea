import type { Transaction } from '../../database/connection.ts'
import { type Fault, throwFaults } from '../../errors/catalogue.ts'
import { arrayOf, elements } from '../arrays.ts'
import { hashOfDraft } from '../drafts/content.ts'
import type { StoredDraft } from '../drafts/store.ts'

interface VoucherFact {
  year: string
  voucher: number
  /** The last approval of the voucher; null where nobody was asked. */
  approval: number | null
  state: 'submitted' | 'approved' | 'rejected' | null
  isUsed: boolean | null
  isSame: boolean
}

const VOUCHERS = `
  SELECT v.accounting_year AS year, v.voucher_number AS voucher, a.number AS approval, a.state, a.is_used AS "isUsed",
    a.hash IS NOT DISTINCT FROM ${hashOfDraft('v')} AS "isSame"
  FROM (
    SELECT DISTINCT d.journal_number, d.accounting_year, d.voucher_number FROM draft_entry d
    WHERE d.agreement = $1 AND d.journal_number = $2 AND d.entry_number = ANY ($3::int[])
  ) AS v
  LEFT JOIN LATERAL (
    SELECT a.number, a.state, a.is_used, a.hash FROM voucher_approval a
    WHERE a.agreement = $1 AND a.journal_number = v.journal_number AND a.voucher_number = v.voucher_number
      AND a.accounting_year = v.accounting_year
    ORDER BY a.number DESC LIMIT 1
  ) AS a ON true
  ORDER BY v.accounting_year, v.voucher_number`

/**
 * Refuses vouchers of a journal that demands approval, unless each is approved as it is now. The drafts are locked, so what is compared is what is
 * booked. A standing journal, whose drafts stay, uses an approval up.
 * @throws ApiError JournalBookingNeedsApproval
 */
export async function demandApproval(
  transaction: Transaction,
  agreement: number,
  journal: { number: number; standing: boolean },
  drafts: readonly StoredDraft[],
): Promise<void> {
  const entries = arrayOf(elements(drafts.map(({ entryNumber }) => entryNumber)))
  const vouchers = await transaction.rows<VoucherFact>(VOUCHERS, [agreement, journal.number, entries])
  throwFaults(vouchers.flatMap(faultOf))
  if (!journal.standing) return
  await transaction.rows(
    'UPDATE voucher_approval SET is_used = true WHERE agreement = $1 AND number = ANY ($2::int[])',
    [agreement, arrayOf(elements(vouchers.map(({ approval }) => approval)))],
  )
}

function faultOf({ year, voucher, state, isUsed, isSame }: VoucherFact): Fault[] {
  if (state === 'approved' && isSame && !isUsed) return []
  const why =
    state === null
      ? 'nobody was asked to approve it'
      : state === 'rejected'
        ? 'it was rejected'
        : !isSame
          ? 'it was changed since it was submitted'
          : isUsed
            ? 'its approval was used by the booking before'
            : 'nobody has approved it yet'
  return [
    {
      code: 'JournalBookingNeedsApproval',
      property: 'voucherNumber',
      message: `The journal books approved vouchers only. Voucher ${voucher} of ${year}: ${why}.`,
    },
  ]
}
