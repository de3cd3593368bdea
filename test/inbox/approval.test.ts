import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exportAgreement } from '../../src/backup/agreement/export.ts'
import { importAgreement } from '../../src/backup/agreement/import.ts'
import type { Transaction } from '../../src/database/connection.ts'
import { bookEntries } from '../../src/ledger/booking/book.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { camt, IBAN, sendStatement } from '../bank/files.ts'
import { triedAndMade } from '../conventions/tried.ts'
import { testDatabase } from '../database/harness.ts'
import { pdf } from '../documents/files.ts'
import { growsTo } from '../patience.ts'
import { BOOKED, change, codeOf, DRAFTS, finance } from '../resources/bookkeeping.ts'
import { seedBooks } from '../service/books.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { DB, sentOne } from './sending.ts'

const APPROVALS = `${DB}/voucher-approvals`
const BOOK = '/journalsapi/v15.0.1/journals/1/book'
const NEEDS = [403, 'JournalBookingNeedsApproval', 'voucherNumber']

let service: TestService
let client: Client
beforeAll(async () => void (service = await sharedService()))
beforeEach(async () => void (client = await company()))
afterAll(() => service.stop())

/** A company with people, an app that says who acts, and a journal that demands approval. */
async function company(): Promise<Client> {
  const made = await service.client({ roles: ['SuperUser', 'Bookkeeping'] })
  await seedBooks(service.database, made.agreement)
  await service.database.rows('UPDATE access_grant SET may_name_actor = true WHERE agreement = $1', [made.agreement])
  for (const initials of ['MJ', 'KB', 'HR']) await made.post(`${DB}/people`, { initials, name: initials })
  const demand = await made.post(`${DB}/journal-approvals`, { journalNumber: 1, isDemanded: true })
  expect(demand.status, demand.text).toBe(201)
  return made
}

const by = (initials: string) => ({ headers: { 'daybook-actor': initials } })

let last = 4000
/** Drafts a supplier's invoice. @returns its voucher and its entry. */
async function drafted(
  of: Client = client,
  more: object = {},
): Promise<{ voucherNumber: number; entryNumber: number }> {
  const voucherNumber = (last += 1)
  const body = finance({
    entryTypeNumber: 3,
    voucherNumber,
    accountNumber: undefined,
    supplierNumber: 501,
    supplierInvoiceNumber: `F-${voucherNumber}`,
    contraAccountNumber: 2210,
    amount: -125,
    dueDate: '2026-04-01',
    ...more,
  })
  const reply = await of.post(DRAFTS, body)
  expect(reply.status, reply.text).toBe(201)
  return { voucherNumber, entryNumber: reply.json.entryNumber as number }
}

const submit = (voucherNumber: number, more: object = {}, of: Client = client): Promise<Reply> =>
  of.post(APPROVALS, { journalNumber: 1, voucherNumber, people: ['MJ'], ...more }, by('HR'))

/** Has a draft voucher approved. @returns the number of the approval. */
async function approved(voucherNumber: number, of: Client = client): Promise<number> {
  const { json, text } = await submit(voucherNumber, {}, of)
  const reply = await of.post(`${APPROVALS}/${json.number}/approve`, {}, by('MJ'))
  expect(reply.status, text + reply.text).toBe(204)
  return json.number as number
}

const bookOnly = (entryNumber: number, of: Client = client): Promise<Reply> =>
  of.post('/journalsapi/v15.0.1/journals/1/bookdraftentries', { entryNumbers: [entryNumber] })

const read = async (number: number, of: Client = client): Promise<Record<string, unknown>> =>
  (await of.get(`${APPROVALS}/${number}`)).json

test('an invoice of a supplier is submitted, approved by somebody who was asked, and booked; the trail tells who', async () => {
  const { voucherNumber, entryNumber } = await drafted()
  const unasked = await bookOnly(entryNumber)
  expect([codeOf(unasked), unasked.json.errors[0].message]).toEqual([
    NEEDS,
    `The journal books approved vouchers only. Voucher ${voucherNumber} of 2026: nobody was asked to approve it.`,
  ])
  const body = { journalNumber: 1, voucherNumber, people: ['mj', 'KB', 'MJ'], note: 'El for marts' }
  const submitted = { method: 'POST', path: APPROVALS, body, ...by('HR') }
  const { number } = (await triedAndMade(service.database, client, submitted)).made.json
  expect(await read(number)).toMatchObject({
    state: 'submitted',
    accountingYear: '2026',
    journalNumber: 1,
    voucherNumber,
    people: ['MJ', 'KB'],
    note: 'El for marts',
    person: 'HR',
    isPersonClaimed: true,
    decidedBy: null,
    isCurrent: true,
  })
  expect((await bookOnly(entryNumber)).json.errors[0].message).toMatch(/nobody has approved it yet/)
  const path = `${APPROVALS}/${number}/approve`
  expect(codeOf(await client.post(path, {}))).toEqual([403, 'ApprovalNeedsPerson', 'number'])
  expect(codeOf(await client.post(path, {}, by('HR')))).toEqual([403, 'ApprovalNotAskedOf', 'number'])
  expect(codeOf(await client.post(`${APPROVALS}/99999/approve`, {}, by('MJ')))).toEqual([
    404,
    'ApprovalDoesNotExist',
    'number',
  ])
  const listed = async (of: string): Promise<number[]> =>
    (await client.get(`${APPROVALS}?asked=${of}`)).json.items.map((item: { number: number }) => item.number)
  expect([(await listed('KB')).includes(number), await listed('HR')]).toEqual([true, []])
  const decision = { method: 'POST', path, body: { reason: 'Stemmer' }, ...by('kb') }
  expect((await triedAndMade(service.database, client, decision)).made.status).toBe(204)
  expect(await read(number)).toMatchObject({
    state: 'approved',
    decidedBy: 'KB',
    isDecidedByClaimed: true,
    reason: 'Stemmer',
  })
  for (const again of ['approve', 'reject']) {
    const reply = await client.post(`${APPROVALS}/${number}/${again}`, { reason: 'x' }, by('MJ'))
    expect(codeOf(reply)).toEqual([409, 'ApprovalIsDecided', 'number'])
  }
  expect((await bookOnly(entryNumber)).text).toBe('')
  expect(await read(number)).toMatchObject({ state: 'approved' })
  expect((await read(number)).isCurrent).toBeUndefined()
  const trail = await client.get(`${DB}/changes?filter=resource$eq:VoucherApprovals$and:key$eq:${number}`)
  expect(trail.json.items).toMatchObject([{ person: 'HR' }, { person: 'KB', isPersonClaimed: true }])
  const [, decided] = trail.json.items as { properties: unknown[] }[]
  expect(decided!.properties).toMatchObject([
    { property: 'decidedAt' },
    { property: 'decidedBy', before: null, after: 'KB' },
    { property: 'isDecidedByClaimed' },
    { property: 'reason', before: null, after: 'Stemmer' },
    { property: 'state', before: 'submitted', after: 'approved' },
  ])
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})

test('what is rejected is not booked, until it is submitted again and approved', async () => {
  const { voucherNumber, entryNumber } = await drafted()
  const first = (await submit(voucherNumber)).json.number as number
  const reject = (body: object) => client.post(`${APPROVALS}/${first}/reject`, body, by('MJ'))
  expect(codeOf(await reject({}))).toEqual([400, 'ValueRequired', 'reason'])
  expect((await reject({ reason: 'Ikke vores' })).status).toBe(204)
  expect(await read(first)).toMatchObject({ state: 'rejected', reason: 'Ikke vores' })
  expect((await bookOnly(entryNumber)).json.errors[0].message).toMatch(/it was rejected/)
  const [second, third] = [(await submit(voucherNumber)).json.number, (await submit(voucherNumber)).json.number]
  const outdated = await client.post(`${APPROVALS}/${second}/approve`, {}, by('MJ'))
  expect([codeOf(outdated), outdated.json.errors[0].message]).toEqual([
    [409, 'ApprovalIsOutdated', 'number'],
    `It was submitted again as ${third}.`,
  ])
  expect((await client.post(`${APPROVALS}/${third}/approve`, {}, by('MJ'))).status).toBe(204)
  expect((await bookOnly(entryNumber)).status).toBe(204)
})

/** What makes another voucher of a draft. */
const CHANGES: Record<string, (entry: { voucherNumber: number; entryNumber: number }) => Promise<unknown>> = {
  'another amount': ({ entryNumber }) => change(client, DRAFTS, entryNumber, { amount: -1250 }),
  'another supplier': ({ entryNumber }) => change(client, DRAFTS, entryNumber, { supplierInvoiceNumber: 'ANDEN' }),
  'one more entry': ({ voucherNumber }) => client.post(DRAFTS, finance({ voucherNumber })),
  'an accrual': ({ entryNumber }) =>
    client.post('/journalsapi/v15.0.1/accruals', {
      journalNumber: 1,
      entryNumber,
      accountNumber: 6500,
      startDate: '2026-03-01',
      endDate: '2026-05-31',
    }),
  'the same anew': async ({ voucherNumber, entryNumber }) => {
    await client.delete(`${DRAFTS}/${entryNumber}`)
    last = voucherNumber - 1
    await drafted()
  },
}

test.each(Object.entries(CHANGES))('a voucher that got %s is approved no more', async (_, makes) => {
  const entry = await drafted()
  const [done, waits] = [await approved(entry.voucherNumber), await drafted()]
  const { number } = (await submit(waits.voucherNumber)).json
  await makes(entry)
  const { state, isCurrent } = await read(done)
  expect([state, isCurrent]).toEqual(['approved', undefined])
  const first = `filter=voucherNumber$eq:${entry.voucherNumber}`
  const { items } = (await client.get(`${DRAFTS}?${first}`)).json
  const refused = await bookOnly(items[0].entryNumber)
  expect([codeOf(refused), refused.json.errors[0].message]).toEqual([
    NEEDS,
    expect.stringMatching(/it was changed since it was submitted/),
  ])
  await change(client, DRAFTS, waits.entryNumber, { text: 'Rettet' })
  expect(codeOf(await client.post(`${APPROVALS}/${number}/approve`, {}, by('MJ')))).toEqual([
    409,
    'ApprovalIsOutdated',
    'number',
  ])
})

test('every way of booking asks for it, and names every voucher that lacks it', async () => {
  const own = await company()
  const first = await drafted(own)
  const days = { fromDate: '2026-01-01', toDate: '2026-12-31' }
  for (const [path, body] of [
    ['/journalsapi/v16.0.0/journals/1/book', undefined],
    ['/journalsapi/v15.0.1/journals/1/book', undefined],
    ['/journalsapi/v15.0.1/journals/1/bookWithDateInterval', days],
    ['/journalsapi/v15.0.1/journals/1/bookdraftentries', { entryNumbers: [first.entryNumber] }],
    ['/journalsapi/v10.0.0/journals/1/book', undefined],
    ['/journalsapi/v5.0.0/journals/1/book', undefined],
    ['/journalsapi/v1.0.0/entries/draft/1/book', undefined],
    ['/journalsapi/v1.0.0/entries/draft/1/bookWithDateInterval', days],
  ] as const) {
    const reply = await own.post(path, body)
    expect([path, reply.status, reply.text.includes('JournalBookingNeedsApproval')]).toEqual([path, 403, true])
  }
  const bank = { accountNumber: 5820, name: 'Drift', iban: IBAN, journalNumber: 1 }
  expect((await own.post(`${DB}/bank-accounts`, bank)).status).toBe(201)
  await sendStatement(own, camt([{ date: '2026-04-01', amount: '-10.00', text: 'Gebyr' }], { opening: '0.00' }))
  const matches = [{ bankLines: [1], lines: [{ accountNumber: 2210, amount: -10 }] }]
  expect(codeOf(await own.post(`${DB}/bank-matches`, { matches, book: true }))).toEqual(NEEDS)
  const inbox = await sentOne(own, pdf('Bilag'))
  const typed = { journalNumber: 1, supplierNumber: 501, invoiceNumber: 'I-1', accountNumber: 2210, amount: 80 }
  const made = await own.post(`${DB}/inbox/${inbox}/draft`, { ...typed, date: '2026-03-15' })
  expect(made.status, made.text).toBe(201)
  const both = await own.post(BOOK)
  expect(both.json.errors.map(({ property, message }: Record<string, string>) => [property, message])).toEqual(
    [first.voucherNumber, made.json.voucherNumber]
      .toSorted((a, b) => a - b)
      .map((voucher) => ['voucherNumber', expect.stringContaining(`Voucher ${voucher} of 2026`)]),
  )
  await approved(first.voucherNumber, own)
  await approved(made.json.voucherNumber, own)
  expect((await own.post(BOOK)).status).toBe(204)
  const setting = (await own.get(`${DB}/journal-approvals/1`)).json
  await own.put(`${DB}/journal-approvals`, { ...setting, isDemanded: false })
  await drafted(own)
  expect((await own.post(BOOK)).status).toBe(204)
})

test('a standing journal needs an approval for each booking', async () => {
  const own = await company()
  await service.database.rows('UPDATE journal SET is_standing_journal = true WHERE agreement = $1', [own.agreement])
  await drafted(own, {
    entryTypeNumber: 5,
    accountNumber: 5820,
    supplierNumber: undefined,
    dueDate: undefined,
    supplierInvoiceNumber: undefined,
  })
  const current = async (): Promise<number> => (await own.get(DRAFTS)).json.items[0].voucherNumber
  for (const _ of [1, 2, 3]) {
    const number = await approved(await current(), own)
    expect((await own.post(BOOK)).text).toBe('')
    expect(await read(number, own)).toMatchObject({ isUsed: true })
    expect(codeOf(await own.post(BOOK))).toEqual(NEEDS)
  }
  expect((await own.get(`${BOOKED}/count`)).json).toBe(6)
})

test('what cannot be submitted is refused, all faults at once', async () => {
  const { voucherNumber } = await drafted()
  await client.post(`${DB}/people`, { initials: 'GL', name: 'Gammel', isBarred: true })
  const asked = { journalNumber: 1, voucherNumber: 999_999, people: ['MJ', 'NN', 'GL'] }
  const reply = await client.post(APPROVALS, asked)
  expect(reply.json.errors.map(({ errorCode, property }: Record<string, string>) => [errorCode, property])).toEqual([
    ['ApprovalVoucherDoesNotExist', 'voucherNumber'],
    ['PersonDoesNotExist', 'people[1]'],
    ['PersonDoesNotExist', 'people[2]'],
  ])
  expect(codeOf(await client.post(APPROVALS, { ...asked, voucherNumber, people: [] }))).toEqual([
    400,
    'ValueRequired',
    'people',
  ])
  await service.database.rows(
    `INSERT INTO accounting_year (agreement, year, date_from, date_to) VALUES ($1, '2027', '2027-01-01', '2027-12-31')`,
    [client.agreement],
  )
  await service.database.rows(
    `INSERT INTO accounting_period (agreement, year, period_number, date_from, date_to) VALUES ($1, '2027', 1, '2027-01-01', '2027-12-31')`,
    [client.agreement],
  )
  expect((await client.post(DRAFTS, finance({ voucherNumber, date: '2027-03-01' }))).status).toBe(201)
  expect(codeOf(await submit(voucherNumber))).toEqual([400, 'ValueRequired', 'accountingYear'])
  expect((await submit(voucherNumber, { accountingYear: '2027' })).status).toBe(201)
  const bookkeeping = await service.client({ agreement: client.agreement, roles: ['Bookkeeping'] })
  expect((await bookkeeping.get(`${DB}/journal-approvals`)).status).toBe(403)
  expect(codeOf(await client.post(`${DB}/journal-approvals`, { journalNumber: 99, isDemanded: true }))).toEqual([
    400,
    'ApprovalJournalDoesNotExist',
    'journalNumber',
  ])
})

/** How many wait for what a connection holds. */
const waitingFor = async (holder: number): Promise<number> => {
  const [row] = await service.database.rows<{ waiting: number }>(
    'SELECT count(*)::int AS waiting FROM pg_stat_activity a WHERE $1 = ANY (pg_blocking_pids(a.pid))',
    [holder],
  )
  return row!.waiting
}

test('a booking that waits for a change of the draft does not book what nobody approved', async () => {
  const own = await company()
  const { voucherNumber, entryNumber } = await drafted(own)
  await approved(voucherNumber, own)
  let booking: Promise<Reply> | undefined
  await service.database.transaction(async (other) => {
    await other.rows('UPDATE draft_entry SET amount = -99999 WHERE agreement = $1 AND entry_number = $2', [
      own.agreement,
      entryNumber,
    ])
    const [holder] = await other.rows<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    booking = own.post(BOOK)
    await growsTo(1, () => waitingFor(holder!.pid))
  })
  expect(codeOf(await booking!)).toEqual(NEEDS)
})

test('approved, changed and booked at once: what is booked is what was approved', async () => {
  const own = await company()
  for (let round = 0; round < 6; round++) {
    const { voucherNumber, entryNumber } = await drafted(own)
    const { number } = (await submit(voucherNumber, {}, own)).json
    const changed = () => change(own, DRAFTS, entryNumber, { amount: -7777 })
    const decided = () => own.post(`${APPROVALS}/${number}/approve`, {}, by('MJ'))
    const made = [changed(), decided(), bookOnly(entryNumber, own), bookOnly(entryNumber, own)]
    await Promise.all(round % 2 === 0 ? made : made.toReversed())
    await bookOnly(entryNumber, own)
  }
  const booked = await own.get(`${BOOKED}?filter=accountNumber$eq:2210`)
  const amounts = (booked.json.items as { amount: number }[]).map(({ amount }) => amount)
  expect(new Set(amounts.concat(125))).toEqual(new Set([125]))
  expect(await verify(service.database, own.agreement)).toMatchObject({ ok: true })
})

test('a journal that demands nothing is booked with the same statements as before', async () => {
  const own = await company()
  const { entryNumber } = await drafted(own)
  const setting = (await own.get(`${DB}/journal-approvals/1`)).json
  await own.put(`${DB}/journal-approvals`, { ...setting, isDemanded: false })
  const sent: string[] = []
  await service.database.transaction(async (transaction) => {
    const rows: Transaction['rows'] = (text, values) => {
      sent.push(text)
      return transaction.rows(text, values)
    }
    const selection = { kind: 'entries', entryNumbers: [entryNumber] } as const
    await bookEntries({ ...transaction, rows }, { agreement: own.agreement, journalNumber: 1, selection })
  })
  expect(sent.filter((text) => /approval/.test(text)).map((text) => /FROM journal j/.test(text))).toEqual([true])
})

test('approvals move with their agreement, and hold there', async () => {
  const own = await company()
  const { voucherNumber, entryNumber } = await drafted(own)
  const number = await approved(voucherNumber, own)
  const other = await drafted(own)
  const directory = await mkdtemp(join(tmpdir(), 'daybook-approval-'))
  const there = await testDatabase()
  const database = there.own
  try {
    const file = join(directory, 'company.daybook')
    await exportAgreement(service.database, own.agreement, file, () => {})
    const { agreement } = await importAgreement(
      database,
      file,
      undefined,
      async () => {},
      () => {},
    )
    const rows = 'SELECT p.number, p.state, p.people, p.hash FROM voucher_approval p WHERE p.agreement = $1'
    expect(await database.rows(rows, [agreement])).toEqual(await service.database.rows(rows, [own.agreement]))
    const book = (entry: number) =>
      database.transaction((transaction) =>
        bookEntries(transaction, {
          agreement,
          journalNumber: 1,
          selection: { kind: 'entries', entryNumbers: [entry] },
        }),
      )
    await expect(book(other.entryNumber)).rejects.toMatchObject({ code: 'JournalBookingNeedsApproval' })
    expect(await book(entryNumber)).toBeDefined()
    expect(number).toBeGreaterThan(0)
  } finally {
    await there.drop()
    await rm(directory, { recursive: true })
  }
})
