import { PDF } from '@libpdf/core'
import { beforeAll, expect, test } from 'vitest'
import { printedStatement } from '../../src/sales/statements/printed-statement.ts'
import type { Client } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { bookkeeper, codeOf } from './bookkeeping.ts'
import { ask, bookDrafts, bookPostings, REPORTS } from './report-books.ts'

/** Customer 201 owes kroner and euros, and has paid a part; 203 has paid too much, 204 has nothing. */
async function world(): Promise<{ service: SharedService; client: Client }> {
  const service = await sharedService()
  const client = await bookkeeper(service)
  for (const statement of [
    `INSERT INTO customer (agreement, number, name, group_number, currency, payment_term_number, contra_account_number, corporate_identification_number,
       address, postal_code, city) SELECT $1, n, 'Nørreport Cykler ' || n, 1, 'DKK', 1, 1010, '12345678', 'Nørre Voldgade 4', '1358', 'København K'
       FROM generate_series(203, 205) AS n`,
    `UPDATE company SET name = 'Havnens Værksted ApS', address = 'Kajen 7', postal_code = '8000', city = 'Aarhus C', country = 'DK',
       corporate_identification_number = '87654321', bank_registration_number = '1234', bank_account_number = '0001234567' WHERE agreement = $1`,
  ])
    await service.database.rows(statement, [client.agreement])
  const invoice = { entryTypeNumber: 10, customerNumber: 201, contraAccountNumber: 1010, text: 'Faktura' }
  const payment = { ...invoice, entryTypeNumber: 2, contraAccountNumber: 5820, text: 'Betaling' }
  await bookDrafts(
    client,
    { ...invoice, date: '2026-01-10', dueDate: '2026-01-24', amount: 10_000, customerInvoiceNumber: '5500' },
    { ...payment, date: '2026-02-20', amount: -4000 },
    {
      ...invoice,
      date: '2026-03-01',
      dueDate: '2026-03-15',
      amount: 2500.5,
      text: 'Eftersyn af tre ladcykler, dæk og bremser skiftet',
    },
    { ...invoice, date: '2026-03-20', dueDate: '2026-04-03', amount: 400, currency: 'EUR', exchangeRate: 746 },
    { ...payment, customerNumber: 203, date: '2026-03-02', amount: -75 },
  )
  return { service, client }
}

let service: SharedService
let client: Client
beforeAll(async () => void ({ service, client } = await world()))

test("a customer's statement is printed by currency, with what is overdue", async () => {
  const printed = async (path: string): Promise<{ bytes: Buffer; text: string }> => {
    const reply = await fetch(`${service.baseUrl}${REPORTS}/${path}`, { headers: client.headers })
    expect([reply.status, reply.headers.get('content-type')], path).toEqual([200, 'application/pdf'])
    const bytes = Buffer.from(await reply.arrayBuffer())
    const pages = (await PDF.load(bytes)).getPages()
    return { bytes, text: pages.map((page) => page.extractText().text).join('\n') }
  }
  const days = 'from=2026-02-01&to=2026-03-31'
  const one = await printed(`statements/customers/201/pdf?${days}`)
  const [none, paid] = [
    await printed('statements/customers/204/pdf?year=2026'),
    await printed(`statements/customers/203/pdf?${days}`),
  ]
  if (process.env.DAYBOOK_PDF !== undefined) {
    const { writeFileSync } = await import('node:fs')
    for (const [name, { bytes }] of Object.entries({ one, none, paid }))
      writeFileSync(`${process.env.DAYBOOK_PDF}/statement-${name}.pdf`, bytes)
  }
  // 10,000.00 - 4,000.00 + 2,500.50 = 8,500.50, all of it due before the last day; the euros are due later.
  for (const said of [
    'Kontoudtog',
    'Havnens Værksted ApS',
    '01.02.2026 - 31.03.2026',
    '10.000,00',
    '4.000,00',
    '6.000,00',
  ])
    expect(one.text).toContain(said)
  expect(one.text).toMatch(/Saldo DKK\s+8\.500,50\s+Heraf forfaldent\s+8\.500,50/)
  expect(one.text).toMatch(/Saldo EUR\s+400,00/)
  expect(one.text.match(/Heraf forfaldent/g)).toHaveLength(1)
  expect(one.text).toContain('1234 0001234567')
  expect(paid.text).toMatch(/Til gode DKK\s+75,00/)
  expect(none.text).toMatch(/Saldo DKK\s+0,00/)
  expect((await printed(`statements/customers/201/pdf?${days}`)).bytes).toEqual(one.bytes)
})

test('of days and customers that there are not, and of too many entries, there is none', async () => {
  const fault = async (path: string): Promise<unknown[]> => codeOf(await ask(client, `statements/customers/${path}`))
  expect(await fault('999/pdf?from=2026-01-01&to=2026-12-31')).toEqual([404, 'NotFound', 'number'])
  expect(await fault('201/pdf?year=1999')).toEqual([400, 'QueryParameterInvalid', 'year'])
  expect(await fault('201/pdf?from=2026-01-01')).toEqual([400, 'QueryParameterRequired', 'to'])
  expect(await fault('201/pdf?from=2026-01-01&to=2026-12-31&format=csv')).toEqual([
    400,
    'QueryParameterUnknown',
    'format',
  ])
  const days = { from: '2026-01-01', to: '2026-12-31' }
  const read = (most: number) => printedStatement(service.database, client.agreement, { number: 201, days, most })
  expect(await read(3)).toBe('tooLong')
  expect(await read(4)).toMatchObject({ items: { length: 4 } })
  const entries = (amount: bigint) =>
    Array.from({ length: 2501 }, () => ({
      accountNumber: 5600,
      customerNumber: 205,
      type: 2,
      amount,
      amountInBaseCurrency: amount,
    }))
  await bookPostings(service, client, [...entries(100n), ...entries(-100n)])
  expect(await fault('205/pdf?year=2026')).toEqual([400, 'QueryParameterInvalid', 'year'])
  expect(await fault('205/pdf?from=2026-01-01&to=2026-01-31')).toEqual([400, 'QueryParameterInvalid', 'to'])
})
