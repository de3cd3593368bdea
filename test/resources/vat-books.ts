import { expect } from 'vitest'
import { fillAgreement } from '../../src/templates/templates.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { API } from './bookkeeping.ts'

export const OURS = '/daybookapi/v1.0.0'
export const RETURNS = `${OURS}/vat-returns`

/** A client of a new Danish agreement with the year of the day and the one before. */
export async function danish(service: TestService, day = '2025-06-01'): Promise<Client> {
  const client = await service.client({ roles: ['Bookkeeping', 'SuperUser', 'Sales'] })
  await service.database.transaction((transaction) => fillAgreement(transaction, client.agreement, 'danish', day))
  return client
}

/** A line of a voucher: account, amount with its VAT, code. */
export type Line = [accountNumber: number, amount: number, vatCode?: string, more?: object]

/** Books a voucher of the lines, balanced on the bank. */
export async function book(client: Client, date: string, lines: Line[]): Promise<Reply> {
  const rest = -lines.reduce((sum, [, amount]) => sum + Math.round(amount * 100), 0) / 100
  const all: Line[] = rest === 0 ? lines : [...lines, [5820, rest]]
  const entries = all.map(([accountNumber, amount, vatCode, more]) => ({
    entryTypeNumber: 5,
    date,
    currency: 'DKK',
    accountNumber,
    amount,
    vatCode,
    text: 'Bilag',
    ...more,
  }))
  const drafted = await client.post(`${OURS}/journals/1/vouchers`, { entries })
  expect([drafted.status, drafted.text]).toEqual([201, expect.any(String)])
  return await client.post(`${API}/journals/1/book`)
}

/** The first quarter of MONTH.md 2, as its bookkeeper has it. */
export const FIRST_QUARTER: Line[] = [
  [1010, -83_602.41, 'U25'],
  [1360, 8_000, 'ABR25'],
  [1320, 22_391.19, 'IV25'],
  [1330, 34_052.04, 'IMP25'],
  [1350, 3_582.59, 'IY25'],
  [2715, 1_702.6, 'IYU25'],
  [1310, 52_484.56, 'I25'],
  [2725, 1_000, 'REP25'],
  [2725, 20_000, 'REP25'],
  [1040, -14_927.46, 'UEUV'],
  [1050, -3_731.87, 'UEUY'],
  [1060, -19_371.81, 'UEXP'],
  [1070, -6_457.27, 'UYXP'],
]

/** The boxes that have anything: code → rounded. */
export const boxesOf = ({ json }: Reply): Record<string, number> =>
  Object.fromEntries(
    (json.boxes as { code: string; amount: number; rounded: number }[])
      .filter(({ amount }) => amount !== 0)
      .map(({ code, rounded }) => [code, rounded]),
  )

/** What is booked without a journal: account → sum, by voucher. */
export async function systemVouchers(service: TestService, { agreement }: Client): Promise<Record<string, string>[]> {
  const rows = await service.database.rows<{ voucher: number; account: number; amount: string; date: string }>(
    `SELECT e.voucher_number AS voucher, e.account_number AS account, e.amount::text AS amount
     FROM booked_entry e WHERE e.agreement = $1 AND e.journal_number IS NULL ORDER BY e.entry_number`,
    [agreement],
  )
  const vouchers = new Map<number, Record<string, string>>()
  for (const { voucher, account, amount } of rows) {
    vouchers.set(voucher, { ...vouchers.get(voucher), [account]: amount })
  }
  return [...vouchers.values()]
}
