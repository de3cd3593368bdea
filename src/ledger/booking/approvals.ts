import type { Transaction } from '../../database/connection.ts'
import { type Fault, throwFaults } from '../../errors/catalogue.ts'
import { arrayOf, elements } from '../arrays.ts'
import { hashOfDraft } from '../drafts/content.ts'
import { isVoucherOf } from '../same-voucher.ts'
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
    WHERE a.agreement = $1 AND ${isVoucherOf('a', 'v')}
    ORDER BY a.number DESC LIMIT 1
  ) AS a ON true
  ORDER BY v.accounting_year, v.voucher_number`

/**
 * Refuses vouchers of a journal that demands approval, unless each is approved as it is now. The drafts are locked, so
 * what is compared is what is booked. A standing journal, whose drafts stay, uses an approval up.
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

/** Why a voucher may not be booked; undefined where it may. */
function whyNot({ state, isUsed, isSame }: VoucherFact): string | undefined {
  if (state === null) return 'nobody was asked to approve it'
  if (state === 'rejected') return 'it was rejected'
  if (!isSame) return 'it was changed since it was submitted'
  if (isUsed) return 'its approval was used by the booking before'
  return state === 'approved' ? undefined : 'nobody has approved it yet'
}

function faultOf(fact: VoucherFact): Fault[] {
  const why = whyNot(fact)
  if (why === undefined) return []
  return [
    {
      code: 'JournalBookingNeedsApproval',
      property: 'voucherNumber',
      message: `The journal books approved vouchers only. Voucher ${fact.voucher} of ${fact.year}: ${why}.`,
      voucher: { voucherNumber: fact.voucher },
    },
  ]
}
