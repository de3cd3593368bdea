import { writeFile } from 'node:fs/promises'
import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../resources/bookkeeping.ts'
import { bookDrafts, report } from '../resources/report-books.ts'
import type { TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { camt, DB, sendStatement } from './files.ts'
import { match, reconciled, withLines } from './matching.ts'

let service: TestService
beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

test('bank 396,818.99 and ledger 395,318.99: one open line of 1,500.00, and the rest is 0.00', async () => {
  const client = await withLines(service)
  await bookDrafts(client, {
    entryTypeNumber: 5,
    date: '2026-03-01',
    accountNumber: 5820,
    contraAccountNumber: 6500,
    amount: 395318.99,
  })
  const lines = [
    { date: '2026-03-01', amount: '395318.99', text: 'Primo' },
    { date: '2026-03-02', amount: '1500.00', text: 'Indbetaling' },
  ]
  await sendStatement(client, camt(lines, { opening: '0.00' }))
  const [entry] = (await client.get(`${DB}/booked-entries?filter=accountNumber$eq:5820`)).json.items
  await match(client, { bankLines: [1], entries: [entry.entryNumber] })
  expect(await reconciled(client, '2026-03-31')).toMatchObject({
    bankBalance: '396818.99',
    ledgerBalance: '395318.99',
    difference: '1500.00',
    unexplained: '0.00',
    items: [{ kind: 'atBankNotInLedger', amount: '1500.00', text: 'Indbetaling' }],
  })
  const made = await client.post(`${DB}/reconciliations`, { bankAccountNumber: 1, date: '2026-03-31' })
  const kept = await reconciled(client, '2026-03-31')
  // What comes later changes nothing of what was kept.
  await sendStatement(client, camt([{ date: '2026-04-01', amount: '5.00', text: 'Rente' }], { opening: '396818.99' }))
  expect(await report(client, `reconciliations/${made.json.number}/report`)).toEqual(kept)
  expect((await client.get(`${DB}/reconciliations/9/report`)).status).toBe(404)
  const printed = async (): Promise<Buffer> => {
    const reply = await fetch(`${service.baseUrl}${DB}/reconciliations/${made.json.number}/pdf`, {
      headers: client.headers,
    })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    return Buffer.from(await reply.arrayBuffer())
  }
  const pdf = await printed()
  expect(pdf.equals(await printed())).toBe(true)
  if (process.env.DAYBOOK_PDF !== undefined) await writeFile(`${process.env.DAYBOOK_PDF}/reconciliation.pdf`, pdf)
  const [page] = (await PDF.load(pdf)).getPages()
  const { text } = page!.extractText()
  for (const part of ['396.818,99', '395.318,99', 'I banken, ikke i finans (1)', '31.03.2026', 'Indbetaling'])
    expect(text).toContain(part)
  expect(text.match(/1\.500,00/g)).toHaveLength(3)
  expect((await client.get(`${DB}/reconciliations/9/pdf`)).status).toBe(404)
})

test('locks a day: lines, matches and entries up to it are refused until it is unlocked', async () => {
  const client = await withLines(service, ['2026-03-09', '100.00'], ['2026-03-12', '20.00'])
  const lines = [{ accountNumber: 1010, amount: 100 }]
  await match(client, { bankLines: [1], lines }, { book: true })
  const lock = (date: string) => client.post(`${DB}/reconciliations`, { bankAccountNumber: 1, date })
  expect((await lock('2026-03-10')).json).toEqual({ number: 1 })
  expect(codeOf(await client.delete(`${DB}/bank-matches/1`))).toEqual([400, 'BankDayIsReconciled', 'date'])
  const draft = {
    entryTypeNumber: 5,
    journalNumber: 1,
    date: '2026-03-10',
    accountNumber: 5820,
    contraAccountNumber: 1010,
    amount: 1,
    currency: 'DKK',
  }
  await client.post(`${DB}/draft-entries`, draft)
  expect(codeOf(await client.post('/journalsapi/v15.0.1/journals/1/book'))).toEqual([
    400,
    'BankDayIsReconciled',
    'date',
  ])
  const older = camt(
    [
      { date: '2026-03-09', amount: '100.00', text: 'Linje' },
      { date: '2026-03-09', amount: '7.00', text: 'Ny' },
    ],
    { opening: '0.00' },
  )
  expect(codeOf(await sendStatement(client, older, { acceptGap: 'true' }))).toEqual([
    400,
    'BankDayIsReconciled',
    'date',
  ])
  const same = camt([{ date: '2026-03-09', amount: '100.00', text: 'Linje' }], { opening: '0.00' })
  expect((await sendStatement(client, same)).status).toBe(201)
  expect((await match(client, { bankLines: [2], lines: [{ accountNumber: 1010, amount: 20 }] })).status).toBe(201)
  expect((await lock('2026-03-12')).json).toEqual({ number: 2 })
  expect(codeOf(await lock('2026-03-11'))).toEqual([400, 'BankDayIsReconciled', 'date'])
  expect(codeOf(await client.delete(`${DB}/reconciliations/1`))).toEqual([409, 'ReconciliationIsNotLatest', 'number'])
  expect((await client.delete(`${DB}/reconciliations/2`)).status).toBe(204)
  expect((await client.delete(`${DB}/reconciliations/1`)).status).toBe(204)
  expect(codeOf(await client.delete(`${DB}/reconciliations/1`))).toEqual([404, 'ReconciliationDoesNotExist', 'number'])
  const trail = (await client.get(`${DB}/changes?filter=resource$eq:Reconciliations`)).json.items
  const last = trail.at(-1)
  const day = last.properties.find(({ property }: { property: string }) => property === 'date')
  expect([last.key, day.before, day.after ?? null]).toEqual(['1', '2026-03-10', null])
})

test('a day that is still to come is not locked', async () => {
  const client = await withLines(service, ['2026-03-09', '100.00'])
  await match(client, { bankLines: [1], lines: [{ accountNumber: 1010, amount: 100 }] }, { book: true })
  const day = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const lock = (date: string) => client.post(`${DB}/reconciliations`, { bankAccountNumber: 1, date })
  for (const date of [day(2), '9999-12-31']) expect(codeOf(await lock(date))).toEqual([400, 'ValueOutOfRange', 'date'])
  expect((await lock(day(0))).status).toBe(201)
})

test('is refused where statements have a gap, without a balance, and of no account', async () => {
  const client = await withLines(service, ['2026-03-09', '100.00'])
  await sendStatement(client, camt([{ date: '2026-03-20', amount: '1.00', text: 'x' }], { opening: '500.00' }), {
    acceptGap: 'true',
  })
  const lock = (bankAccountNumber: number) =>
    client.post(`${DB}/reconciliations`, { bankAccountNumber, date: '2026-03-31' })
  expect(await reconciled(client, '2026-03-31')).toMatchObject({ unexplained: '400.00' })
  expect(codeOf(await lock(1))).toEqual([409, 'ReconciliationUnexplained', 'date'])
  await client.post(`${DB}/bank-accounts`, { accountNumber: 6500, name: 'B' })
  expect(codeOf(await lock(2))).toEqual([409, 'BankAccountHasNoBalance', 'bankAccountNumber'])
  expect(codeOf(await lock(9))).toEqual([400, 'BankAccountDoesNotExist', 'bankAccountNumber'])
  expect(codeOf(await client.get(`${DB}/reconciliation?bankAccountNumber=9&date=2026-03-31`))).toEqual([
    400,
    'QueryParameterInvalid',
    'bankAccountNumber',
  ])
})
