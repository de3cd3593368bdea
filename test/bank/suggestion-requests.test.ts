import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookkeeper, codeOf } from '../resources/bookkeeping.ts'
import { bookDrafts } from '../resources/report-books.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { camt, DB, IBAN, sendStatement } from './files.ts'
import { invoice, match, openOf, withLines } from './matching.ts'

let service: TestService
beforeAll(async () => void (service = await sharedService()))
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
  const rule = { textLike: 'netto*', accountNumber: 1310, vatCode: 'I25', text: 'Indkøb' }
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
    lines: [{ accountNumber: 1310, amount: -99, vatCode: 'I25', text: 'Indkøb' }],
  })
  const matches = found.map(({ suggestions: [first] }: { suggestions: { match: object }[] }) => first!.match)
  expect((await client.post(`${DB}/bank-matches`, { matches, book: true })).status).toBe(201)
  expect((await client.get(`${DB}/reconciliation?bankAccountNumber=1&date=2026-03-31`)).json).toMatchObject({
    difference: 0,
    unexplained: 0,
    items: [],
  })
  expect((await client.get(`${DB}/bank-suggestions?bankAccountNumber=1`)).json).toEqual([])
  // The same text once more: as it was booked before, with the text that was written then.
  await sendStatement(
    client,
    camt([{ date: '2026-03-20', amount: '-120.00', text: 'Netto 77' }], { opening: '351.00' }),
  )
  await client.delete(`${DB}/bank-rules/1`)
  const [again] = (await client.get(`${DB}/bank-suggestions?bankAccountNumber=1`)).json
  expect(again.suggestions[0]).toMatchObject({
    kind: 'alike',
    reason: 'As the last of this text',
    match: { lines: [{ accountNumber: 1310, amount: -120, vatCode: 'I25', text: 'Indkøb' }] },
  })
  await client.post(`${DB}/bank-matches`, {
    matches: [{ ...again.suggestions[0].match, lines: [{ accountNumber: 1310, amount: -120 }] }],
    book: true,
  })
  await sendStatement(client, camt([{ date: '2026-03-21', amount: '-9.00', text: 'Netto 8' }], { opening: '231.00' }))
  const [last] = (await client.get(`${DB}/bank-suggestions?bankAccountNumber=1`)).json
  expect(last.suggestions[0].match.lines, 'two texts say nothing').toEqual([{ accountNumber: 1310, amount: -9 }])
  expect(codeOf(await client.get(`${DB}/bank-suggestions?bankAccountNumber=9`))).toEqual([
    400,
    'QueryParameterInvalid',
    'bankAccountNumber',
  ])
  expect((await client.get(`${DB}/bank-lines/99/suggestions`)).status).toBe(404)
})

test('what came more than was asked stays to the credit of the customer', async () => {
  const client = await withLines(service, ['2026-03-09', '1337.50', 'Faktura 1001'])
  await bookDrafts(client, invoice('1001', 1250))
  const [{ suggestions }] = (await client.get(`${DB}/bank-lines/1/suggestions`)).json
  expect(suggestions).toMatchObject([{ code: 'ItemNamedMore', facts: { openAmount: 1250, moreAmount: 87.5 } }])
  expect((await match(client, suggestions[0].match, { book: true })).status).toBe(201)
  expect(await openOf(client)).toEqual([-87.5])
})

test('an entry is known by the account of its supplier', async () => {
  const client = await withLines(service)
  const supplier = Object.fromEntries(
    Object.entries((await client.get(`${DB}/suppliers/501`)).json).filter(([, value]) => value !== null),
  )
  const changed = await client.put(`${DB}/suppliers`, { ...supplier, bankAccount: '0040 0440116243' })
  expect(changed.status, changed.text).toBeLessThan(300)
  const paid = { entryTypeNumber: 4, date: '2026-03-08', contraAccountNumber: 5820, supplierNumber: 501 }
  await bookDrafts(client, { ...paid, amount: 800, text: 'Betaling' })
  const file = camt([{ date: '2026-03-09', amount: '-800.00', text: 'Overførsel' }], { opening: '0.00' }).toString()
  const to = '<RltdPties><CdtrAcct><Id><IBAN>DK5000400440116243</IBAN></Id></CdtrAcct></RltdPties><RmtInf>'
  await sendStatement(client, Buffer.from(file.replace('<RmtInf>', to)))
  const [{ suggestions }] = (await client.get(`${DB}/bank-lines/1/suggestions`)).json
  expect(suggestions[0]).toMatchObject({ kind: 'entry', confidence: 'sure', facts: { shared: 'DK5000400440116243' } })
})

test('a payout is of the customer that a rule names, and its fee goes where the last one went', async () => {
  const client = await bookkeeper(service)
  await client.post(`${DB}/bank-accounts`, { accountNumber: 5820, name: 'Drift', iban: IBAN, journalNumber: 1 })
  const invoice = (customerInvoiceNumber: string, amount: number) => ({
    entryTypeNumber: 10,
    date: '2026-03-01',
    dueDate: '2026-03-09',
    customerNumber: 201,
    contraAccountNumber: 1010,
    customerInvoiceNumber,
    amount,
  })
  const rule = { textLike: 'kort*', accountNumber: 2210, customerNumber: 201 }
  expect(codeOf(await client.post(`${DB}/bank-rules`, { ...rule, supplierNumber: 501 }))).toEqual([
    400,
    'BankRuleOfTwoParties',
    'supplierNumber',
  ])
  for (const [property, code] of [
    ['customerNumber', 'BankRuleCustomerDoesNotExist'],
    ['supplierNumber', 'BankRuleSupplierDoesNotExist'],
  ] as const)
    expect(
      codeOf(await client.post(`${DB}/bank-rules`, { textLike: 'kort*', accountNumber: 2210, [property]: 9 })),
    ).toEqual([400, code, property])
  const made = await client.post(`${DB}/bank-rules`, rule)
  expect(made.status, made.text).toBe(201)
  await bookDrafts(client, invoice('1', 6250), invoice('2', 3750))
  await sendStatement(client, camt([{ date: '2026-03-09', amount: '9843.75', text: 'Kort 77' }], { opening: '0.00' }))
  const suggested = async (number: number) =>
    (await client.get(`${DB}/bank-lines/${number}/suggestions`)).json[0].suggestions
  const items = [
    { customerNumber: 201, invoiceNumber: '1' },
    { customerNumber: 201, invoiceNumber: '2' },
  ]
  const first = await suggested(1)
  expect(first.map(({ code }: { code: string }) => code)).toEqual(['Rule', 'OldestItemsOfParty'])
  expect(first[1].match).toEqual({ bankLines: [1], items, leaveOpen: true })
  const fee = { bankLines: [1], items, differenceAccountNumber: 1310 }
  const booked = await client.post(`${DB}/bank-matches`, { matches: [fee], book: true })
  expect(booked.status, booked.text).toBe(201)
  await bookDrafts(client, invoice('3', 1000), invoice('4', 2000))
  await sendStatement(
    client,
    camt([{ date: '2026-03-20', amount: '2950.00', text: 'Kort 78' }], { opening: '9843.75' }),
  )
  const [next] = await suggested(2)
  expect(next).toMatchObject({
    code: 'ItemsLessFee',
    facts: { ruleNumber: 1, lessAmount: 50, count: 1 },
    match: { differenceAccountNumber: 1310 },
  })
  expect((await client.post(`${DB}/bank-matches`, { matches: [next.match], book: true })).status).toBe(201)
  const open = await client.get(`${DB}/open-items?date=2026-03-31`)
  expect(open.json.items.filter(({ customerNumber }: { customerNumber: number }) => customerNumber === 201)).toEqual([])
})
