import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepKeptFiles } from '../../../src/documents/sweep.ts'
import { exportSafT } from '../../../src/saf-t/export/export.ts'
import { untilBlocked } from '../../faults/blocked.ts'
import { companyService, type Client, testNode, type TestService } from '../../service/harness.ts'
import { codeOf } from '../../resources/bookkeeping.ts'
import { CLOCK, DB, done, sandboxAt, turn } from './clock-world.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await companyService()
  client = await sandboxAt(service, '2027-03-01T10:00:00Z')
})
afterAll(() => service.stop())

const shows = async (): Promise<string> => (await done(client.get(CLOCK))).now

test('a clock that stands is set forward, runs when it is let run, and never goes back', async () => {
  await turn(service, '2027-03-01T10:00:00Z')
  expect(await done(client.get(CLOCK))).toMatchObject({
    now: '2027-03-01T10:00:00.000Z',
    frozen: true,
    today: '2027-03-01',
  })
  const set = await done(client.put(CLOCK, { now: '2027-03-31T23:30:00+01:00', frozen: true }))
  expect(set).toMatchObject({ now: '2027-03-31T22:30:00.000Z', frozen: true, today: '2027-03-31' })
  expect(await done(client.put(CLOCK, { now: set.now, frozen: true }))).toEqual(set)
  expect(codeOf(await client.put(CLOCK, { now: '2027-03-31T22:29:59.999Z', frozen: true }))).toEqual([
    400,
    'ClockCannotGoBack',
    'now',
  ])
  const running = await done(client.put(CLOCK, {}))
  expect([running.frozen, running.now >= set.now]).toEqual([false, true])
  for (let now = await shows(); now <= running.now; now = await shows());
  const stopped = await done(client.put(CLOCK, { frozen: true }))
  expect([stopped.now > running.now, await shows()]).toEqual([true, stopped.now])
  expect(codeOf(await client.put(CLOCK, { now: '2999-01-01T00:00:00Z', frozen: true }))).toEqual([
    400,
    'ValueOutOfRange',
    'now',
  ])
  expect(codeOf(await client.put(CLOCK, { now: 'tomorrow' }))[0]).toBe(400)
})

test('a sandbox without a clock of its own has the real one; what is no sandbox has no other', async () => {
  const company = await service.client()
  await turn(service, '2027-03-01T10:00:00Z', company.agreement)
  for (const reply of [await company.get(CLOCK), await company.put(CLOCK, { frozen: true })])
    expect(codeOf(reply)).toEqual([403, 'SandboxOnly', 'agreement'])
  const [row] = await service.database.rows<{ apart: number }>(
    'SELECT abs(extract(epoch FROM clock_of($1) - clock_timestamp()))::float8 AS apart',
    [company.agreement],
  )
  expect(row!.apart).toBeLessThan(60)
  await service.database.rows('DELETE FROM sandbox_clock WHERE agreement = $1', [company.agreement])
  await service.database.rows('UPDATE agreement SET is_sandbox = true WHERE agreement = $1', [company.agreement])
  const sandbox = await service.client({ agreement: company.agreement })
  const before = Date.now()
  const told = await done(sandbox.get(CLOCK))
  expect(told).toMatchObject({ frozen: false, today: told.now.slice(0, 10) })
  expect(Math.abs(Date.parse(told.now) - before)).toBeLessThan(60_000)
})

test('every grant of a sandbox reads the clock; setting it, and what falls due, is for SuperUsers', async () => {
  await turn(service, '2027-03-01T10:00:00Z')
  const { next, ...shown } = await done(client.get(CLOCK))
  expect((next as unknown[]).length).toBeGreaterThan(0)
  for (const roles of [['Sales'], ['ProjectEmployee'], []]) {
    const other = await service.client({ agreement: client.agreement, roles })
    expect(await done(other.get(CLOCK))).toEqual(shown)
    for (const reply of [await other.put(CLOCK, {}), await other.post(`${CLOCK}/advance`, { days: 1 })])
      expect(codeOf(reply).slice(0, 2)).toEqual([403, 'RoleMissing'])
  }
})

test('who sets a clock that another is about to set comes after him, and not before what he set', async () => {
  await turn(service, '2027-03-01T10:00:00Z')
  const before = service.database.transaction(async (transaction) => {
    await transaction.rows(`UPDATE sandbox_clock SET shown = '2027-03-05T10:00:00Z' WHERE agreement = $1`, [
      client.agreement,
    ])
    const late = client.put(CLOCK, { now: '2027-03-03T10:00:00Z', frozen: true })
    await untilBlocked(service.database, 1)
    return { late }
  })
  expect(codeOf(await (await before).late)).toEqual([400, 'ClockCannotGoBack', 'now'])
  expect(await shows()).toBe('2027-03-05T10:00:00.000Z')
})

test('another node sees a clock that was set with its next request; an answer that was lost is given again', async () => {
  await turn(service, '2027-03-01T10:00:00Z')
  const node = await testNode(service.own)
  try {
    const there = { ...client.headers }
    const ask = () => node.call('GET', CLOCK, { headers: there })
    expect((await ask()).json).toMatchObject({ today: '2027-03-01' })
    const keyed = { headers: { 'idempotency-key': 'to April' } }
    const first = await client.put(CLOCK, { now: '2027-04-01T10:00:00Z' }, keyed)
    expect((await ask()).json).toMatchObject({ today: '2027-04-01' })
    const again = await client.put(CLOCK, { now: '2027-04-01T10:00:00Z' }, keyed)
    expect([again.text, again.headers.get('x-resultfromcache')]).toEqual([first.text, 'true'])
  } finally {
    await node.app.close()
  }
})

test('today is that of the clock: a credit note, what is approved, and the period of a number', async () => {
  await turn(service, '2026-11-29T23:59:59Z')
  const { items } = await done(client.get(`${DB}/booked-invoices?filter=creditedDocumentId$eq:$null:`))
  const { number } = await done(client.post(`${DB}/invoices/${items.at(-1)!.number}/credit`, {}))
  expect(await done(client.get(`${DB}/draft-invoices/${number}`))).toMatchObject({ date: '2026-11-29T00:00:00Z' })
  for (const table of ['project_group', 'activity_group']) {
    await service.database.rows(
      `UPDATE ${table} SET include_cost_price_in_finance = true, cost_account_ongoing_type = 0, cost_account_ongoing = a.number,
         cost_contra_account_ongoing = a.number, cost_account_closed = a.number
       FROM (SELECT min(a.number) AS number FROM account a WHERE a.agreement = $1 AND a.type = 1) a WHERE ${table}.agreement = $1`,
      [client.agreement],
    )
  }
  const [open] = await service.database.rows<{ number: number }>(
    `SELECT max(t.number) AS number FROM time_entry t JOIN project p ON p.agreement = $1 AND p.number = t.project_number AND NOT p.is_closed
     WHERE t.agreement = $1 AND NOT t.is_approved AND t.date >= '2026-11-01'`,
    [client.agreement],
  )
  await done(client.post('/api/v20.0.1/timeentries/approve', { numbers: [open!.number] }))
  const posted =
    'SELECT DISTINCT e.date FROM project_posting p JOIN booked_entry e USING (agreement, entry_number) WHERE p.agreement = $1 AND p.registration = $2'
  expect(await service.database.rows(posted, [client.agreement, open!.number])).toEqual([{ date: '2026-11-29' }])
  const period = async () => (await done(client.get('/accountingyearsapi/v2.0.1/accountingYears/periods/12'))).dateTo
  expect(await period()).toBe('2026-12-31T00:00:00Z')
  await turn(service, '2027-01-01T00:00:00Z')
  expect(await period()).toBe('2027-12-31T00:00:00Z')
})

test('files that the law keeps go when the clock says so, and no earlier', async () => {
  const { agreement } = client
  await turn(service, '2031-12-31T23:00:00Z')
  const [log] = await service.database.rows<{ number: number; document: number; hash: string }>(
    `SELECT l.number, l.document_number AS document, encode(l.hash, 'hex') AS hash FROM document_log l JOIN attached_document d ON d.agreement = $1 AND d.number = l.document_number
       AND is_voucher_booked($1, d.accounting_year, d.journal_number, d.voucher_number)
     WHERE l.agreement = $1 AND d.accounting_year = '2026' ORDER BY l.number LIMIT 1`,
    [agreement],
  )
  expect((await client.delete(`/documentsapi/v4.0.1/AttachedDocuments/${log!.document}`)).status).toBe(204)
  const isThere = async () =>
    (
      await service.database.rows(`SELECT FROM document_file f WHERE f.agreement = $1 AND f.hash = decode($2, 'hex')`, [
        agreement,
        log!.hash,
      ])
    ).length
  const read = async () => (await client.get(`${DB}/document-log/${log!.number}/pdf`)).status
  expect([await sweepKeptFiles(service.own), await isThere(), await read()]).toEqual([0, 1, 200])
  await turn(service, '2032-01-01T00:00:00Z')
  expect(await read()).toBe(404)
  expect([await sweepKeptFiles(service.own), await isThere()]).toEqual([1, 0])
})

test('a file of SAF-T is of the day of the clock', async () => {
  await turn(service, '2027-02-28T10:00:00Z')
  const directory = await mkdtemp(join(tmpdir(), 'daybook-clock-'))
  try {
    const path = join(directory, 'books.xml')
    await exportSafT(service.own, client.agreement, path, { from: '2026-01-01', to: '2026-01-31' })
    expect(await readFile(path, 'utf8')).toMatch(/AuditFileDateCreated>2027-02-28</)
  } finally {
    await rm(directory, { recursive: true })
  }
})

test('what tells when something really happened does not follow: lastUpdated, trails and seals', async () => {
  await turn(service, '2040-01-15T10:00:00Z')
  const began = Date.now()
  const isNow = (moment: string): boolean => Math.abs(Date.parse(moment) - began) < 600_000
  await done(client.post(`${DB}/customers`, { number: 4040, name: 'Ida', groupNumber: 1, currency: 'DKK' }))
  expect(isNow((await done(client.get(`${DB}/customers/4040`))).lastUpdated)).toBe(true)
  const { items } = await done(client.get(`${DB}/changes?filter=resource$eq:Customers$and:key$eq:4040`))
  expect(items.map(({ time }: { time: string }) => isNow(time))).toEqual([true])
  const drafts = (await done(client.get(`${DB}/draft-invoices`))).items as { number: number }[]
  await done(client.post(`${DB}/draft-invoices/${drafts[0]!.number}/book`))
  const last = 'SELECT max(b.booked_at)::text AS at FROM booking b WHERE b.agreement = $1'
  const [booked] = await service.database.rows<{ at: string }>(last, [client.agreement])
  expect(isNow(booked!.at)).toBe(true)
})
