import type { DemoDays } from './calendar.ts'
import { finance } from './finance.ts'
import { JOURNAL } from './groundwork.ts'
import type { CustomerRow, demoSuppliers } from './parties.ts'
import { purchases } from './purchases.ts'
import { sales } from './sales.ts'
import type { Voucher } from './voucher.ts'

const DRAFT_JOURNALS: readonly number[] = [JOURNAL.daily, JOURNAL.suppliers]

/** The demo company's vouchers: vouchers to book, and drafts in two journals. */
export function demoVouchers(
  days: DemoDays,
  customers: readonly CustomerRow[],
  suppliers: ReturnType<typeof demoSuppliers>,
): { booked: Voucher[]; drafts: Voucher[] } {
  const { months, lastBooked } = days
  const lastDraft = days.inLast('11-30')
  const vouchers = [...finance(months), ...sales(days, customers), ...purchases(days, suppliers), ...unbalanced(days)]
  return {
    booked: vouchers.filter(({ date }) => date <= lastBooked),
    drafts: vouchers.filter(({ date, journal }) => {
      return date > lastBooked && date <= lastDraft && DRAFT_JOURNALS.includes(journal)
    }),
  }
}

/** Unfinished work: a voucher with one side only, and one whose sides differ by mistake. */
const unbalanced = ({ inLast }: DemoDays): Voucher[] => [
  {
    journal: JOURNAL.daily,
    date: inLast('11-16'),
    lines: [{ type: 5, text: 'Kvittering mangler', amount: 349_00n, currency: 'DKK', account: 3605 }],
  },
  {
    journal: JOURNAL.daily,
    date: inLast('11-18'),
    lines: [
      { type: 5, text: 'Overført til eurokonto', amount: 6_700_00n, currency: 'EUR', account: 5830 },
      { type: 5, text: 'Overført til eurokonto', amount: -55_000_00n, currency: 'DKK', account: 5820 },
    ],
  },
]
