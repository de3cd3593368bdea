import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookkeeper, codeOf } from '../resources/bookkeeping.ts'
import { bookDrafts } from '../resources/report-books.ts'
import { type Client, type TestService, testService } from '../service/harness.ts'
import { camt, DB, IBAN, sendStatement } from './files.ts'

let service: TestService
beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

/** A bookkeeper with three open lines: of an invoice, of an entry, and of a rule. */
async function withOpenLines(): Promise<Client> {
  const client = await bookkeeper(service)
  await client.post(`${DB}/bank-accounts`, { accountNumber: 5820, name: 'Drift', iban: IBAN, journalNumber: 1 })
  const invoice = {
    entryTypeNumber: 10,
    date: '2026-03-01',
    dueDate: '2026-03-09',
    customerNumber: 201,
    contraAccountNumber: 1010,
  }
  await bookDrafts(
    client,
    { ...invoice, customerInvoiceNumber: '1001', amount: 1250 },
    {
      entryTypeNumber: 5,
      date: '2026-03-08',
      accountNumber: 5820,
      contraAccountNumber: 2210,
      amount: -800,
      text: 'Leje 20451',
    },
  )
  const said = [
    { date: '2026-03-09', amount: '1250.00', text: 'Faktura 1001' },
    { date: '2026-03-09', amount: '-800.00', text: 'Husleje 20451' },
    { date: '2026-03-09', amount: '-99.00', text: 'Netto 12' },
  ]
  await sendStatement(client, camt(said, { opening: '0.00' }))
  const rule = { textLike: 'netto*', accountNumber: 1310, vatCode: 'I25' }
  expect((await client.post(`${DB}/bank-rules`, rule)).json).toEqual({ number: 1 })
  expect(codeOf(await client.post(`${DB}/bank-rules`, { ...rule, amountFrom: 5, amountTo: 1 }))).toEqual([
    400,
    'BankRuleAmountsNotInOrder',
    'amountTo',
  ])
  return client
}

test('each suggestion has the request that carries it out', async () => {
  const client = await withOpenLines()
  const found = (await client.get(`${DB}/bank-suggestions?bankAccountNumber=1`)).json
  const firsts = found.map(
    ({ bankLine, suggestions: [first] }: { bankLine: number; suggestions: { kind: string; confidence: string }[] }) => [
      bankLine,
      first!.kind,
      first!.confidence,
    ],
  )
  expect(firsts).toEqual([
    [1, 'item', 'sure'],
    [2, 'entry', 'sure'],
    [3, 'rule', 'likely'],
  ])
  const [one] = (await client.get(`${DB}/bank-lines/3/suggestions`)).json
  expect(one.suggestions[0].match).toEqual({
    bankLines: [3],
    lines: [{ accountNumber: 1310, amount: -99, vatCode: 'I25' }],
  })
  const matches = found.map(({ suggestions: [first] }: { suggestions: { match: object }[] }) => first!.match)
  expect((await client.post(`${DB}/bank-matches`, { matches, book: true })).status).toBe(201)
  expect((await client.get(`${DB}/reconciliation?bankAccountNumber=1&date=2026-03-31`)).json).toMatchObject({
    difference: 0,
    unexplained: 0,
    items: [],
  })
  expect((await client.get(`${DB}/bank-suggestions?bankAccountNumber=1`)).json).toEqual([])
  // The same text once more: as it was booked before.
  await sendStatement(
    client,
    camt([{ date: '2026-03-20', amount: '-120.00', text: 'Netto 77' }], { opening: '351.00' }),
  )
  await client.delete(`${DB}/bank-rules/1`)
  const [again] = (await client.get(`${DB}/bank-suggestions?bankAccountNumber=1`)).json
  expect(again.suggestions[0]).toMatchObject({
    kind: 'alike',
    reason: 'As the last of this text',
    match: { lines: [{ accountNumber: 1310, amount: -120, vatCode: 'I25' }] },
  })
  expect(codeOf(await client.get(`${DB}/bank-suggestions?bankAccountNumber=9`))).toEqual([
    400,
    'QueryParameterInvalid',
    'bankAccountNumber',
  ])
  expect((await client.get(`${DB}/bank-lines/99/suggestions`)).status).toBe(404)
})
