import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { codeOf } from './bookkeeping.ts'

let service: TestService
beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const DB = '/daybookapi/v1.0.0'

test('a list that chooses some of all may be left out, and is not empty where it is given', async () => {
  const client = await service.client()
  const asked: readonly [string, string, object][] = [
    ['/invoices/1/credit', 'lines', {}],
    ['/inbox/1/draft', 'lines', { journalNumber: 1 }],
    ['/payment-proposals', 'items', { bankAccountNumber: 1, paymentDate: '2099-03-02' }],
    ['/reminders', 'customers', { date: '2026-03-31' }],
    ['/webhook-deliveries/redeliver', 'states', { from: '2026-03-31T00:00:00Z' }],
  ]
  for (const [path, list, more] of asked) {
    const { json } = await client.post(DB + path, { ...more, [list]: [] })
    expect([path, json.errors?.find(({ property }: { property: string }) => property === list)?.errorCode]).toEqual([
      path,
      'ValueRequired',
    ])
  }
  expect(
    codeOf(
      await client.post(`${DB}/payment-proposals`, {
        bankAccountNumber: 1,
        paymentDate: '2099-03-02',
        dueTo: '2026-12-31',
      }),
    )[1],
  ).toBe('BankAccountDoesNotExist')
})
