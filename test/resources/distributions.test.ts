import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API, finance } from './bookkeeping.ts'
import { book, DAYBOOK, dimensionBooks, LEDGER, WHOLE } from './dimension-books.ts'
import { runs } from '../long.ts'

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const cents = fc.integer({ min: -1_000_000, max: 1_000_000 })
const anEntry = fc.record({
  amount: cents.map((value) => value / 100),
  currency: fc.constantFrom('DKK', 'EUR'),
  vatCode: fc.constantFrom(undefined, 'I25', 'IV25'),
  quantity1: cents.map((value) => value / 10_000),
  /** The part of department 1, in ten-thousandths of a per cent. */
  part: fc.integer({ min: 1, max: 999_999 }),
  months: fc.integer({ min: 0, max: 5 }),
})

interface Line {
  accountNumber: number
  voucherNumber: number
  amount: number
  amountInBaseCurrency: number
  quantity1: number | null
}

/** What each account of a voucher sums to: amount, base amount and quantity, in ten-thousandths. */
function sumsOf(lines: readonly Line[], voucher: number): Record<number, number[]> {
  const sums: Record<number, number[]> = {}
  for (const line of lines) {
    if (line.voucherNumber !== voucher) continue
    const values = [line.amount, line.amountInBaseCurrency, line.quantity1 ?? 0]
    const before = sums[line.accountNumber] ?? [0, 0, 0]
    sums[line.accountNumber] = values.map((value, at) => before[at]! + Math.round(value * 10_000))
  }
  return sums
}

test('whatever is shared out, each account gets what it gets without a distribution, in currency, base and quantity', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anEntry, { minLength: 1, maxLength: 8 }), async (entries) => {
      const client = await dimensionBooks(service)
      for (const [at, { part, months, ...given }] of entries.entries()) {
        const number = 50 + at
        const lines = [1, 2].map((department) => ({
          departmentNumber: department,
          percent: (department === 1 ? part : 1_000_000 - part) / 10_000,
        }))
        await client.post(`${DAYBOOK}/departmental-distributions`, { number, name: 'x', lines })
        for (const [voucherNumber, more] of [
          [2 * at + 1, { departmentalDistributionNumber: number }],
          [2 * at + 2, {}],
        ] as const) {
          const own = { ...given, ...more, unit1Number: 1, contraAccountNumber: undefined, voucherNumber }
          const made = await client.post(WHOLE, finance(own))
          expect(made.status, made.text).toBe(201)
          const { amount, currency } = given
          const other = {
            accountNumber: 5820,
            amount: -amount,
            currency,
            contraAccountNumber: undefined,
            voucherNumber,
          }
          await client.post(WHOLE, finance(other))
          if (months === 0) continue
          const { entryNumber } = made.json
          const dates = { startDate: '2026-03-01', endDate: `2026-0${2 + months}-28` }
          await client.post(`${API}/accruals`, { entryNumber, journalNumber: 1, accountNumber: 6500, ...dates })
        }
      }
      await book(service, client)
      const lines = (await client.get(LEDGER)).json.items as Line[]
      for (const at of entries.keys()) {
        expect(sumsOf(lines, 2 * at + 1)).toEqual(sumsOf(lines, 2 * at + 2))
        expect(Object.keys(sumsOf(lines, 2 * at + 1)).length).toBeGreaterThan(1)
      }
    }),
    {
      numRuns: runs(5, 150),
      // Months without money still have their quantities.
      examples: [[[{ amount: 0.01, currency: 'DKK', vatCode: undefined, quantity1: -10, part: 5, months: 3 }]]],
    },
  )
})
