import { expect } from 'vitest'
import { bookkeeper } from '../resources/bookkeeping.ts'
import { report } from '../resources/report-books.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { camt, DB, IBAN, type Said, sendStatement } from './files.ts'

/** A bookkeeper whose account 5820 is at a bank, with these lines, numbered from 1. */
export async function withLines(
  service: TestService,
  ...lines: [date: string, amount: string, text?: string][]
): Promise<Client> {
  const client = await bookkeeper(service)
  const bank = { accountNumber: 5820, name: 'Drift', iban: IBAN, journalNumber: 1 }
  expect((await client.post(`${DB}/bank-accounts`, bank)).status).toBe(201)
  const said = lines.map(([date, amount, text = 'Linje']): Said => ({ date, amount, text }))
  if (said.length > 0) expect((await sendStatement(client, camt(said, { opening: '0.00' }))).status).toBe(201)
  return client
}

export const invoice = (number: string, amount: number, more: object = {}) => ({
  entryTypeNumber: 10,
  date: '2026-03-01',
  customerNumber: 201,
  customerInvoiceNumber: number,
  amount,
  contraAccountNumber: 1010,
  dueDate: '2026-03-09',
  ...more,
})
export const match = (client: Client, one: object, more: object = {}): Promise<Reply> =>
  client.post(`${DB}/bank-matches`, { matches: [one], ...more })
export const openOf = async (client: Client): Promise<unknown[]> =>
  (await client.get(`${DB}/open-customer-items?date=2026-12-31`)).json.items.map(
    (item: { remainderInBaseCurrency: number }) => item.remainderInBaseCurrency,
  )
export const stateOf = async (client: Client, number = 1): Promise<string> =>
  (await client.get(`${DB}/bank-lines/${number}`)).json.state
export const postingsOf = async (client: Client, voucher: number): Promise<unknown[]> =>
  (await client.get(`${DB}/booked-entries?filter=voucherNumber$eq:${voucher}`)).json.items.map(
    ({ accountNumber, amount }: { accountNumber: number; amount: number }) => [accountNumber, amount],
  )
export const reconciled = (client: Client, date: string) =>
  report(client, `reconciliation?bankAccountNumber=1&date=${date}`)
/** The voucher that a match made. */
export const voucherOf = ({ json }: Reply): number => json.matches[0].voucherNumber
