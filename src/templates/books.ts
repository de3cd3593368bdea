import { demoMonths, LAST_BOOKED_DAY } from './calendar.ts'
import { finance } from './finance.ts'
import { JOURNAL } from './groundwork.ts'
import type { CustomerRow, demoSuppliers } from './parties.ts'
import { purchases } from './purchases.ts'
import { sales } from './sales.ts'
import type { Voucher } from './voucher.ts'

const DRAFT_JOURNALS: readonly number[] = [JOURNAL.daily, JOURNAL.suppliers]
const LAST_DRAFT_DAY = '2026-11-30'

/** The demo company's vouchers: those to be booked, and those left as drafts in two journals. */
export function demoVouchers(
  customers: readonly CustomerRow[],
  suppliers: ReturnType<typeof demoSuppliers>,
): { booked: Voucher[]; drafts: Voucher[] } {
  const months = demoMonths()
  const vouchers = [...finance(months), ...sales(months, customers), ...purchases(months, suppliers), ...unbalanced]
  return {
    booked: vouchers.filter(({ date }) => date <= LAST_BOOKED_DAY),
    drafts: vouchers.filter(({ date, journal }) => {
      return date > LAST_BOOKED_DAY && date <= LAST_DRAFT_DAY && DRAFT_JOURNALS.includes(journal)
    }),
  }
}

/** Work begun: a voucher with one side only, and one whose sides differ by a slip of the pen. */
const unbalanced: readonly Voucher[] = [
  {
    journal: JOURNAL.daily,
    date: '2026-11-16',
    lines: [{ type: 5, text: 'Kvittering mangler', amount: 349_00n, currency: 'DKK', account: 3605 }],
  },
  {
    journal: JOURNAL.daily,
    date: '2026-11-18',
    lines: [
      { type: 5, text: 'Overført til eurokonto', amount: 6_700_00n, currency: 'EUR', account: 5830 },
      { type: 5, text: 'Overført til eurokonto', amount: -55_000_00n, currency: 'DKK', account: 5820 },
    ],
  },
]
