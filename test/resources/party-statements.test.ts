import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '../database/harness.ts'
import { type Client, companyService, type TestService } from '../service/harness.ts'
import { codeOf } from './bookkeeping.ts'
import { ask, cents, report, sum } from './report-books.ts'

let company: TestService
let demo: Client

beforeAll(async () => {
  company = await companyService()
  demo = await company.client({ agreement: COMPANY })
})
afterAll(() => company.stop())

describe('open items and statements', () => {
  interface NaiveEntry {
    entryNumber: number
    date: string
    currency: string
    amount: string
    base: string
  }

  /** Reads the booked entries of a party, as the database has them, oldest first. */
  const entriesOf = async (party: 'customer' | 'supplier', number: number): Promise<NaiveEntry[]> =>
    await company.database.rows<NaiveEntry & Record<string, unknown>>(
      `SELECT entry_number AS "entryNumber", date::text AS date, currency, amount, amount_in_base_currency AS base
       FROM booked_entry WHERE agreement = $1 AND ${party}_number = $2 ORDER BY date, entry_number`,
      [demo.agreement, number],
    )

  test('of both kinds are those of customers, then those of suppliers', async () => {
    const of = async (path: string): Promise<{ items: Record<string, string>[]; remainderInBaseCurrency: string }> =>
      await report(demo, `${path}?date=2026-03-15`)
    const [both, customers, suppliers] = [
      await of('open-items'),
      await of('open-customer-items'),
      await of('open-supplier-items'),
    ]
    expect(both.items).toEqual([
      ...customers.items.map((item) => ({ ...item, supplierNumber: null, supplierInvoiceNumber: null })),
      ...suppliers.items.map((item) => ({ ...item, customerNumber: null, customerInvoiceNumber: null })),
    ])
    expect(customers.items.length).toBeGreaterThan(1)
    expect(suppliers.items.length).toBeGreaterThan(1)
    expect(cents(both.remainderInBaseCurrency)).toBe(
      sum([customers.remainderInBaseCurrency, suppliers.remainderInBaseCurrency]),
    )
    for (const [parameter, { items }] of Object.entries({ customerNumber: customers, supplierNumber: suppliers })) {
      const number = items[0]![parameter]!
      const own = await report(demo, `open-items?date=2026-03-15&${parameter}=${number}`)
      expect(own.items).toEqual(both.items.filter((item) => item[parameter] === number))
    }
  })

  test.each(['customer', 'supplier'] as const)(
    'of a %s are its entries, with the balance after each',
    async (party) => {
      const [from, to] = ['2025-07-01', '2026-06-30']
      const aged = await report(demo, `aged-${party}s?date=${to}`)
      for (const { [`${party}Number`]: number } of aged.items.slice(0, 5)) {
        const found = await report(demo, `statements/${party}s/${number}?from=${from}&to=${to}`)
        const entries = (await entriesOf(party, number)).filter(({ date }) => date <= to)
        const before = entries.filter(({ date }) => date < from)
        let balance = sum(before.map(({ base }) => base))
        expect([found.from, found.to, found[`${party}Number`]]).toEqual([from, to, number])
        expect(cents(found.openingBalanceInBaseCurrency)).toBe(balance)
        const within = entries.filter(({ date }) => date >= from)
        expect(found.items.map((item: Record<string, string>) => item.entryNumber)).toEqual(
          within.map(({ entryNumber }) => entryNumber),
        )
        for (const [at, { amount, base, currency, date }] of within.entries()) {
          balance += cents(base)
          expect(found.items[at]).toMatchObject({ amount, amountInBaseCurrency: base, currency, date })
          expect(cents(found.items[at].balanceInBaseCurrency)).toBe(balance)
        }
        expect(cents(found.closingBalanceInBaseCurrency)).toBe(balance)
        const open = await report(demo, `open-items?date=${to}&${party}Number=${number}`)
        expect(
          found.items
            .filter((item: Record<string, string>) => item.remainderInBaseCurrency !== '0.00')
            .map((item: Record<string, string>) => [item.entryNumber, item.remainderInBaseCurrency]),
        ).toEqual(
          open.items
            .filter((item: Record<string, string>) => item.date! >= from)
            .map((item: Record<string, string>) => [item.entryNumber, item.remainderInBaseCurrency]),
        )
      }
    },
  )

  test('are those of the own agreement alone', async () => {
    const other = await company.client({ roles: ['SuperUser'] })
    const days = 'from=2025-01-01&to=2026-12-31'
    expect((await ask(demo, `statements/customers/1054?${days}`)).status).toBe(200)
    expect(codeOf(await ask(other, `statements/customers/1054?${days}`))).toEqual([404, 'NotFound', 'number'])
    expect((await report(other, 'open-items?date=2026-03-15')).items).toEqual([])
  })

  test('of whom must exist', async () => {
    const fault = async (query: string): Promise<unknown[]> => codeOf(await ask(demo, query))
    const days = 'from=2026-01-01&to=2026-01-31'
    const day = 'date=2026-01-31'
    expect(await fault(`statements/customers/2001?${days}`)).toEqual([404, 'NotFound', 'number'])
    expect(await fault(`statements/suppliers/1001?${days}`)).toEqual([404, 'NotFound', 'number'])
    expect(await fault('statements/customers/2001?year=2026')).toEqual([400, 'QueryParameterInvalid', 'year'])
    expect(await fault(`open-items?customerNumber=2001&${day}`)).toEqual([
      400,
      'QueryParameterInvalid',
      'customerNumber',
    ])
    expect(await fault(`open-items?supplierNumber=1001&${day}`)).toEqual([
      400,
      'QueryParameterInvalid',
      'supplierNumber',
    ])
    expect(await fault(`open-items?customerNumber=1001&supplierNumber=2001&${day}`)).toEqual([
      400,
      'QueryParameterInvalid',
      'supplierNumber',
    ])
  })
})
