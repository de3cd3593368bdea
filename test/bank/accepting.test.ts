import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { bookDrafts } from '../resources/report-books.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { camt, DB, type Said, sendStatement } from './files.ts'
import { invoice, openOf, stateOf, withLines } from './matching.ts'

let service: TestService
beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

/** Has the bank account say what is carried out by itself. */
async function accepting(client: Client, says: object): Promise<void> {
  const { number, accountNumber, name, iban, journalNumber, objectVersion } = (
    await client.get(`${DB}/bank-accounts/1`)
  ).json
  const body = { number, accountNumber, name, iban, journalNumber, objectVersion, ...says }
  const reply = await client.put(`${DB}/bank-accounts`, body)
  expect(reply.status, reply.text).toBe(204)
}

const SAID: Said[] = [
  { date: '2026-03-09', amount: '1250.00', text: 'Faktura 71001' },
  { date: '2026-03-09', amount: '-99.00', text: 'NETTO 1234 Aarhus' },
  { date: '2026-03-09', amount: '-669.00', text: 'Bilag 20451' },
  { date: '2026-03-10', amount: '100.00', text: 'Faktura 71002' },
]
const send = (client: Client, said = SAID): Promise<Reply> => sendStatement(client, camt(said, { opening: '0.00' }))
const statesOf = async (client: Client): Promise<unknown[]> =>
  (await client.get(`${DB}/bank-lines/paged?sort=number`)).json.map(({ state }: { state: string }) => state)

/** A company that is owed 1,250.00 and 200.00, and has paid 669.00 already in its books. */
async function company(): Promise<Client> {
  const client = await withLines(service)
  await bookDrafts(client, invoice('71001', 1250), invoice('71002', 200), {
    entryTypeNumber: 5,
    date: '2026-03-08',
    accountNumber: 1310,
    contraAccountNumber: 5820,
    amount: 669,
    text: 'Bilag 20451',
  })
  return client
}

test('nothing is carried out by itself unless the company says so', async () => {
  const client = await company()
  const rule = { textLike: 'netto*', accountNumber: 1310 }
  expect((await client.post(`${DB}/bank-rules`, rule)).status).toBe(201)
  const { status, json } = await send(client)
  expect([status, json.accepted]).toEqual([201, 0])
  expect(await statesOf(client)).toEqual(['open', 'open', 'open', 'open'])
})

test.each([
  ['autoAcceptItems', ['matched', 'open', 'open', 'open']],
  ['autoAcceptEntries', ['open', 'open', 'booked', 'open']],
])('%s lets what is sure of its kind be matched, and nothing else', async (kind, states) => {
  const client = await company()
  await accepting(client, { [kind]: 'sure' })
  expect((await send(client)).json.accepted).toBe(1)
  expect(await statesOf(client)).toEqual(states)
})

test('a rule that says so is followed where nothing else fits, and the books are right', async () => {
  const client = await company()
  await accepting(client, { autoAcceptItems: 'sure', autoAcceptEntries: 'sure' })
  for (const textLike of ['netto*', 'faktura*']) {
    const rule = { textLike, accountNumber: 1310, text: 'Kaffe', autoAccept: 'sure' }
    expect((await client.post(`${DB}/bank-rules`, rule)).status).toBe(201)
  }
  const sent = await send(client)
  expect(sent.json.accepted, sent.text).toBe(3)
  // Of the last line the rule fits, and an invoice of which it pays a part.
  expect(await statesOf(client)).toEqual(['matched', 'matched', 'booked', 'open'])
  const [drafted] = (await client.get(`${DB}/bank-matches/paged?sort=number`)).json
  expect(drafted.app).toBeNull()
  expect((await client.post('/journalsapi/v15.0.1/journals/1/book')).status).toBe(204)
  expect(await statesOf(client)).toEqual(['booked', 'booked', 'booked', 'open'])
  expect(await openOf(client)).toEqual([200])
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})

test('what cannot be matched stays open beside what can, and no number of a voucher is lost', async () => {
  const client = await company()
  await accepting(client, { autoAcceptItems: 'sure' })
  const closed = { textLike: 'netto*', accountNumber: 1310, vatCode: 'I25', autoAccept: 'sure' }
  expect((await client.post(`${DB}/bank-rules`, closed)).status).toBe(201)
  // Nothing is booked on an account that is barred now.
  const account = Object.entries((await client.get('/accountsapi/v7.0.0/Accounts/1310')).json)
  const there = Object.fromEntries(account.filter(([, value]) => value !== null))
  const barred = await client.put('/accountsapi/v7.0.0/Accounts', { ...there, isBarred: true })
  expect(barred.status, barred.text).toBe(204)
  const reply = await send(client)
  expect([reply.status, reply.json.accepted]).toEqual([201, 1])
  expect(await statesOf(client)).toEqual(['matched', 'open', 'open', 'open'])
  const [match] = (await client.get(`${DB}/bank-matches/paged`)).json
  const numbers = (await client.get(`${DB}/draft-entries/paged?pageSize=100`)).json.map(
    (one: { voucherNumber: number }) => one.voucherNumber,
  )
  expect(new Set(numbers)).toEqual(new Set([match.voucherNumber]))
})

test('without a journal for its drafts nothing can be matched, and the statement is read all the same', async () => {
  const client = await company()
  await accepting(client, { autoAcceptItems: 'sure', journalNumber: undefined })
  const reply = await send(client)
  expect([reply.status, reply.json.accepted]).toEqual([201, 0])
  expect(await stateOf(client)).toBe('open')
})

test('a preview and a dry run match nothing', async () => {
  const client = await company()
  await accepting(client, { autoAcceptItems: 'sure' })
  const file = camt(SAID, { opening: '0.00' })
  expect((await sendStatement(client, file, { preview: 'true' })).status).toBe(200)
  const dry = await sendStatement(client, file, {}, { 'daybook-dry-run': 'true' })
  expect([dry.status, dry.json.accepted], dry.text).toEqual([201, 1])
  expect((await client.get(`${DB}/bank-matches/paged`)).json).toEqual([])
})
