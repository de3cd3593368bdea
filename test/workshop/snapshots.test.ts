import { afterAll, beforeAll, expect, test } from 'vitest'
import { MODULES } from '../../src/access/roles.ts'
import { openDatabase } from '../../src/database/connection.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { COMPANY, companyDatabase, type TestDatabase } from '../database/harness.ts'
import { isLong, runs } from '../long.ts'
import { eventually } from '../patience.ts'
import { seededAgreement } from '../service/books.ts'
import { type Client, newClient, type Reply, testNode } from '../service/harness.ts'

const DB = '/daybookapi/v1.0.0'
const SNAPSHOTS = `${DB}/snapshots`
const CUSTOMERS = `${DB}/customers`
const JOURNALS = '/journalsapi/v15.0.1'

let base: TestDatabase
let service: Awaited<ReturnType<typeof testNode>>
/** As the service's role, which may not do what the functions do. */
let own: ReturnType<typeof openDatabase>
/** In the sandbox that is the demo company. */
let company: Client
/** In a sandbox with small books: what happens beside a restore is the same however much it brings back. */
let client: Client

/** What small books lack that tests name in the demo company. */
const AS_IN_COMPANY = [
  `INSERT INTO account (agreement, number, name, type) VALUES ($1, 3605, 'Kontorartikler', 1)`,
  `INSERT INTO customer (agreement, number, name, group_number, currency)
     SELECT $1, n, 'Customer ' || n, 1, 'DKK' FROM generate_series(1001, 1005) n`,
]

beforeAll(async () => {
  base = await companyDatabase()
  await base.database.rows('UPDATE agreement SET is_sandbox = true WHERE agreement = $1', [COMPANY])
  own = openDatabase({ url: base.serviceUrl }, 12)
  service = await testNode(own)
  company = await newClient(base.database, service.baseUrl, { agreement: COMPANY })
  const agreement = isLong ? COMPANY : await seededAgreement(base, MODULES, AS_IN_COMPANY)
  await base.database.rows('UPDATE agreement SET is_sandbox = true WHERE agreement = $1', [agreement])
  client = await newClient(base.database, service.baseUrl, { agreement })
})
afterAll(async () => {
  await service.app.close()
  await own.close()
  await base.drop()
})

/** Tables that are as they are when a snapshot is brought back: a new one is named here, or is part of the books. */
const STAYING = [
  ...['access_grant', 'console_link', 'console_passkey', 'console_session', 'coverage_count', 'fault_rule'],
  ...['idempotency_key', 'lease', 'request_hour', 'request_log', 'sandbox_advance'],
  ...['snapshot', 'snapshot_part', 'webhook', 'webhook_delivery', 'webhook_due'],
]

/** The rows of every table of an agreement's books, without its number, as one hash each. */
async function booksOf(agreement: number, only: readonly string[] = []): Promise<Record<string, string>> {
  const all = await base.database.rows<{ name: string }>('SELECT t.name FROM company_tables() t WHERE NOT t.stays')
  const tables = only.length === 0 ? all : all.filter(({ name }) => only.includes(name))
  const books: Record<string, string> = {}
  for (const { name } of tables) {
    const own = name === 'agreement' ? ` - 'created_at'` : ''
    const which = name === 'counter' ? `AND t.name NOT IN ('snapshot', 'webhook_delivery')` : ''
    const [row] = await base.database.rows<{ hash: string }>(
      `SELECT count(*) || ' ' || md5(string_agg((to_jsonb(t) - 'agreement'${own})::text, chr(10) ORDER BY (to_jsonb(t) - 'agreement')::text)) AS hash
       FROM ${name} t WHERE t.agreement = $1 ${which}`,
      [agreement],
    )
    books[name] = row!.hash
  }
  return books
}

async function taken(name: string, by = client): Promise<number> {
  const made = await by.post(SNAPSHOTS, { name })
  expect([made.status, made.headers.get('location')]).toEqual([201, `${SNAPSHOTS}/${made.json.number}`])
  return made.json.number as number
}

const restored = async (number: number, by = client): Promise<void> => {
  expect((await by.post(`${SNAPSHOTS}/${number}/restore`)).status).toBe(204)
}

let drawn = 5000
const newCustomer = (): object => ({ number: drawn++, name: 'New', groupNumber: 1, currency: 'DKK' })

/** The customer as an update sends it, with another name. */
async function renamed(number: number, name: string): Promise<object> {
  const [found] = (await client.get(`${CUSTOMERS}?filter=number$eq:${number}`)).json.items
  return { ...Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null)), name }
}

async function book(by: Client): Promise<Reply> {
  const line = { journalNumber: 1, entryTypeNumber: 5, date: '2026-11-20', text: 'Pens', currency: 'DKK' }
  const made = await by.post(`${JOURNALS}/draft-entries`, {
    ...line,
    accountNumber: 3605,
    contraAccountNumber: 5820,
    amount: 100,
  })
  expect(made.status).toBe(201)
  return await by.post(`${JOURNALS}/journals/1/bookdraftentries`, {
    entryNumbers: [made.json.number ?? made.json.entryNumber],
  })
}

const toldOf = ({ status, json }: Reply): unknown[] => [status, json?.errorCode]
const hook = { name: 'CRM', contentType: 'application/json', url: 'https://example.com/', postData: '' }

/** How many days the clock of a sandbox is ahead. */
const shownDays = async (by: Client): Promise<number> =>
  (Date.parse((await by.get(`${DB}/clock`)).json.now) - Date.now()) / 86_400_000

test('a snapshot brings back the books, and nobody who was shut out, no webhook, nothing that was sent', async () => {
  const before = await booksOf(COMPANY)
  const began = performance.now()
  const number = await taken('before', company)
  const tookMilliseconds = performance.now() - began
  const other = await newClient(base.database, service.baseUrl, { agreement: COMPANY })
  const [{ objectVersion }] = (await company.get(`${CUSTOMERS}?filter=number$eq:1001`)).json.items
  const made = await company.post(CUSTOMERS, newCustomer())
  expect([made.status, made.json?.errors ?? []]).toEqual([201, []])
  await base.database.rows(
    `INSERT INTO webhook (agreement, event_type, app, name, url, content_type) VALUES ($1, 'CUSTOMER_UPDATED', $2, 'CRM', $3, 'text/plain')`,
    [COMPANY, company.app, hook.url],
  )
  expect((await company.delete(`${CUSTOMERS}/${made.json.number}`)).status).toBe(204)
  expect((await book(company)).status).toBeLessThan(300)
  await base.database.rows('UPDATE access_grant SET revoked_at = now() WHERE app = $1', [other.app])
  for (const initials of ['YY', 'ZZ']) {
    expect((await company.post(`${DB}/people`, { initials, name: 'New' })).status).toBe(201)
  }
  await base.database.rows(`UPDATE access_grant SET person = 'ZZ' WHERE agreement = $1 AND app = $2`, [
    COMPANY,
    company.app,
  ])
  const ahead = new Date(Date.now() + 40 * 86_400_000).toISOString()
  expect((await company.put(`${DB}/clock`, { now: ahead, frozen: false })).status).toBe(200)
  const again = performance.now()
  await restored(number, company)
  process.stdout.write(
    `snapshot ${Math.round(tookMilliseconds)} ms, restore ${Math.round(performance.now() - again)} ms\n`,
  )
  // Whose grant is in force is there still, and the trail says so; who else came since is not.
  const { person: _, change: __, counter: ___, ...after } = await booksOf(COMPANY)
  const { person: _p, change: _c, counter: _n, ...books } = before
  expect(after).toEqual(books)
  expect(
    await base.database.rows(`SELECT p.initials FROM person p WHERE p.agreement = $1 AND p.initials IN ('YY', 'ZZ')`, [
      COMPANY,
    ]),
  ).toEqual([{ initials: 'ZZ' }])
  const left = await base.database.rows(
    `SELECT (SELECT count(*)::int FROM webhook w WHERE w.agreement = $1) AS hooks,
       (SELECT count(*)::int FROM webhook_delivery d WHERE d.agreement = $1) AS sent,
       (SELECT g.revoked_at IS NOT NULL FROM access_grant g WHERE g.app = $2) AS out`,
    [COMPANY, other.app],
  )
  expect(await shownDays(company)).toBeCloseTo(0, 1)
  expect(left).toEqual([{ hooks: 1, sent: 1, out: true }])
  expect((await company.get(`${CUSTOMERS}?filter=number$eq:1001`)).json.items[0].objectVersion).toBe(objectVersion)
  expect((await book(company)).status).toBeLessThan(300)
  expect(await verify(base.database, COMPANY)).toMatchObject({ ok: true })
  await base.database.rows('DELETE FROM webhook w WHERE w.agreement = $1', [COMPANY])
  const [listed] = (await company.get(SNAPSHOTS)).json.items
  expect(listed).toMatchObject({ number, name: 'before', branches: 0, restoredAt: expect.any(String) })
  expect([listed.entries > 1000, listed.kilobytes > 100]).toEqual([true, true])
})

test('a branch is another sandbox, with tokens of its own and without webhooks', async () => {
  const number = await taken('branched', company)
  const then = await booksOf(COMPANY)
  const keyed = { headers: { 'idempotency-key': 'branch' } }
  const began = performance.now()
  const made = await company.post(`${SNAPSHOTS}/${number}/branch`, undefined, keyed)
  process.stdout.write(`branch ${Math.round(performance.now() - began)} ms\n`)
  expect([made.status, made.json.agreementNumber > 100_000]).toEqual([200, true])
  const again = await company.post(`${SNAPSHOTS}/${number}/branch`, undefined, keyed)
  expect([again.headers.get('x-resultfromcache'), again.json]).toEqual(['true', made.json])
  const { agreementNumber, appSecretToken, agreementGrantToken } = made.json
  expect(await booksOf(agreementNumber)).toEqual(then)
  expect(await verify(base.database, agreementNumber)).toMatchObject({ ok: true })
  const headers = { 'x-appsecrettoken': appSecretToken, 'x-agreementgranttoken': agreementGrantToken }
  expect(Object.values(company.headers)).not.toContain(appSecretToken)
  const there = await service.call('GET', `${CUSTOMERS}/count`, { headers })
  expect([there.status, there.text]).toEqual([200, (await company.get(`${CUSTOMERS}/count`)).text])
  const body = newCustomer()
  expect((await service.call('POST', CUSTOMERS, { headers, body })).status).toBe(201)
  const hooks = await base.database.rows(
    `SELECT FROM webhook w WHERE w.agreement = $1 UNION ALL SELECT FROM snapshot s WHERE s.agreement = $1`,
    [agreementNumber],
  )
  expect(hooks).toEqual([])
  // It is another agreement: nothing of this one is its own.
  for (const path of [`${number}/restore`, `${number}/branch`]) {
    expect(toldOf(await service.call('POST', `${SNAPSHOTS}/${path}`, { headers }))).toEqual([404, 'NotFound'])
  }
  expect(toldOf(await service.call('DELETE', `${SNAPSHOTS}/${number}`, { headers }))).toEqual([404, 'NotFound'])
  await company.delete(`${SNAPSHOTS}/${number}`)
})

test('a snapshot brings back how far the clock was ahead when it was made', async () => {
  const before = await taken('not turned')
  const turnTo = async (days: number, more = {}): Promise<void> => {
    const now = new Date(Date.now() + days * 86_400_000).toISOString()
    expect((await client.put(`${DB}/clock`, { now, ...more })).status).toBe(200)
  }
  await turnTo(40, { frozen: false })
  const turned = await taken('turned')
  await turnTo(80)
  await base.database.rows(
    `UPDATE snapshot SET made_at = made_at - interval '9 days' WHERE agreement = $1 AND number = $2`,
    [client.agreement, turned],
  )
  await restored(turned)
  expect(await shownDays(client)).toBeCloseTo(31, 1)
  await restored(before)
  expect(await shownDays(client)).toBeCloseTo(0, 1)
  for (const number of [before, turned]) await client.delete(`${SNAPSHOTS}/${number}`)
})

test('what cannot be kept, brought back or branched is refused, and says why', async () => {
  const company = await newClient(base.database, service.baseUrl)
  for (const asked of [
    () => company.get(SNAPSHOTS),
    () => company.post(SNAPSHOTS, { name: 'x' }),
    () => company.post(`${SNAPSHOTS}/1/restore`),
    () => company.post(`${SNAPSHOTS}/1/branch`),
    () => company.delete(`${SNAPSHOTS}/1`),
  ]) {
    expect(toldOf(await asked())).toEqual([403, 'SandboxOnly'])
  }
  const number = await taken('refused')
  for (const path of [`${number + 1}/restore`, `${number + 1}/branch`]) {
    expect(toldOf(await client.post(`${SNAPSHOTS}/${path}`))).toEqual([404, 'NotFound'])
  }
  expect(toldOf(await client.delete(`${SNAPSHOTS}/${number + 1}`))).toEqual([404, 'NotFound'])
  const small = await testNode(own, { snapshotBytesMax: 1000 })
  const there = await newClient(base.database, small.baseUrl, { agreement: client.agreement })
  expect(toldOf(await there.post(SNAPSHOTS, { name: 'large' }))).toEqual([409, 'SnapshotTooLarge'])
  await small.app.close()
  await base.database.rows(`UPDATE snapshot SET form = 'older', branches = 20 WHERE agreement = $1 AND number = $2`, [
    client.agreement,
    number,
  ])
  expect(toldOf(await client.post(`${SNAPSHOTS}/${number}/restore`))).toEqual([409, 'SnapshotOutdated'])
  expect(toldOf(await client.post(`${SNAPSHOTS}/${number}/branch`))).toEqual([409, 'SnapshotOutdated'])
  await base.database.rows(`UPDATE snapshot SET form = company_form() WHERE agreement = $1 AND number = $2`, [
    client.agreement,
    number,
  ])
  expect(toldOf(await client.post(`${SNAPSHOTS}/${number}/branch`))).toEqual([409, 'SnapshotBranchesTooMany'])
  await base.database.rows(
    `INSERT INTO snapshot (agreement, number, name, form) SELECT $1, 1000 + n, 'x', '' FROM generate_series(1, 10) n`,
    [client.agreement],
  )
  expect(toldOf(await client.post(SNAPSHOTS, { name: 'one more' }))).toEqual([409, 'SnapshotsTooMany'])
  for (let extra = 1001; extra <= 1010; extra++) {
    expect((await client.delete(`${SNAPSHOTS}/${extra}`)).status).toBe(204)
  }
  const may = (says: string): Promise<unknown> =>
    base.database.rows(
      `CREATE OR REPLACE FUNCTION may_copy_companies() RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT ${says} $$`,
    )
  try {
    await may('false')
    for (const path of ['', `/${number}/restore`, `/${number}/branch`]) {
      const reply = await client.post(SNAPSHOTS + path, path === '' ? { name: 'x' } : undefined)
      expect(toldOf(reply)).toEqual([409, 'SnapshotsNotPossible'])
    }
  } finally {
    await may('true')
  }
  await client.delete(`${SNAPSHOTS}/${number}`)
})

const HOLD = 4_711_370

/**
 * Begins to bring a snapshot back, and holds it in the middle until `meanwhile` is over: the rows of before are gone.
 */
async function inTheMiddle(number: number, meanwhile: () => Promise<void>): Promise<Reply> {
  const [made] = await base.database.rows<{ text: string }>(
    `SELECT pg_get_functiondef('put_company_rows(int, name, text, json)'::regprocedure) AS text`,
  )
  const waits = `IF table_name = 'vat_code' THEN
    WHILE EXISTS (SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.objid = ${HOLD}) LOOP PERFORM pg_sleep(0.01); END LOOP;
  END IF;`
  await base.database.rows(made!.text.replace('BEGIN', `BEGIN ${waits}`))
  let restoring: Promise<Reply> | undefined
  try {
    await base.database.transaction(async (transaction) => {
      await transaction.rows('SELECT pg_advisory_xact_lock($1)', [HOLD])
      restoring = client.post(`${SNAPSHOTS}/${number}/restore`)
      await eventually(async () => (await restoringProcess()) !== undefined)
      await meanwhile()
    })
    return await restoring!
  } finally {
    await base.database.rows(made!.text)
  }
}

/** The process of the server that is held in the middle; undefined also between two of the naps in which it waits. */
async function restoringProcess(): Promise<number | undefined> {
  const [row] = await base.database.rows<{ pid: number }>(
    `SELECT a.pid FROM pg_stat_activity a WHERE a.datname = current_database() AND a.wait_event = 'PgSleep' AND a.query LIKE '%restore_snapshot%'
       AND a.pid <> pg_backend_pid()`,
  )
  return row?.pid
}

test('who writes meanwhile waits, or is told to send it again; who reads sees the books before, and what is cut leaves them so', async () => {
  const number = await taken('meanwhile')
  const [customer] = (await client.get(`${CUSTOMERS}?filter=number$eq:1002`)).json.items
  expect((await client.put(CUSTOMERS, await renamed(1002, 'Changed since'))).status).toBe(204)
  const late = await renamed(1002, 'Late')
  const some = ['booking', 'change', 'counter', 'customer']
  const now = await booksOf(client.agreement, some)
  const cut = await inTheMiddle(number, async () => {
    expect(await booksOf(client.agreement, some)).toEqual(now)
    await base.database.rows('SELECT pg_terminate_backend($1)', [await eventually(restoringProcess)])
  })
  if (cut.status !== 204) expect(await booksOf(client.agreement, some)).toEqual(now)
  expect([204, 503]).toContain(cut.status)
  let updated: Promise<Reply> | undefined
  let made: Promise<Reply> | undefined
  const whole = await inTheMiddle(number, async () => {
    updated = client.put(CUSTOMERS, late)
    made = client.post(CUSTOMERS, newCustomer())
    await eventually(async () => {
      const [row] = await base.database.rows<{ many: number }>(
        `SELECT count(*)::int AS many FROM pg_stat_activity a WHERE a.datname = current_database() AND a.wait_event_type = 'Lock'`,
      )
      return row!.many >= 2
    })
  })
  expect(whole.status).toBe(204)
  expect(toldOf(await updated!)).toEqual([409, 'SandboxRestored'])
  expect((await made!).status).toBe(201)
  expect((await client.get(`${CUSTOMERS}?filter=number$eq:1002`)).json.items).toEqual([customer])
  await client.delete(`${SNAPSHOTS}/${number}`)
})

test('a sandbox that somebody holds for long is not brought back: it is busy', async () => {
  const number = await taken('busy')
  await base.database.transaction(async (transaction) => {
    await transaction.rows('SELECT FROM agreement a WHERE a.agreement = $1 FOR UPDATE', [client.agreement])
    const reply = await client.post(`${SNAPSHOTS}/${number}/restore`)
    expect(toldOf(reply)).toEqual([503, 'SandboxBusy'])
  })
  await client.delete(`${SNAPSHOTS}/${number}`)
})

test('beside many who write, books are brought back whole, and nobody gets an answer that is none', async () => {
  const number = await taken('beside')
  const isOver = { yes: false }
  const statuses = new Map<string, number>()
  const note = (reply: Reply): void => {
    const said = toldOf(reply).join(' ')
    statuses.set(said, (statuses.get(said) ?? 0) + 1)
  }
  const writers = [1003, 1004, 1005].map(async (at) => {
    while (!isOver.yes) {
      note(await client.put(CUSTOMERS, await renamed(at, `Writer ${drawn}`)))
      note(await client.post(CUSTOMERS, newCustomer()))
      note(await book(client).catch(() => ({ status: 201 }) as Reply))
    }
  })
  for (let round = 0; round < runs(4, 2); round++) {
    const reply = await client.post(`${SNAPSHOTS}/${number}/restore`)
    expect([204, 503]).toContain(reply.status)
  }
  isOver.yes = true
  await Promise.all(writers)
  process.stdout.write(`${JSON.stringify([...statuses])}\n`)
  const unexpected = [...statuses.keys()].filter(
    // A draft that was made before is not there after.
    (said) => !/^(20\d |409 |503 |429 |404 JournalEntryDoesNotExist)/.test(`${said} `),
  )
  expect(unexpected).toEqual([])
  await restored(number)
  expect(await verify(base.database, client.agreement)).toMatchObject({ ok: true })
})

test('every table is part of the books, or known to stay as it is', async () => {
  const staying = await base.database.rows<{ name: string }>('SELECT t.name FROM company_tables() t WHERE t.stays')
  expect(staying.map(({ name }) => name)).toEqual([...STAYING].sort())
  const secret = await base.database.rows(
    `SELECT t.name, a.attname FROM company_tables() t JOIN pg_attribute a ON a.attrelid = t.name::regclass
     WHERE NOT t.stays AND a.attname ~ 'token|secret|password'`,
  )
  expect(secret).toEqual([])
  const leaning = await base.database.rows(
    `SELECT f.conname FROM pg_constraint f JOIN company_tables() t ON f.conrelid = t.name::regclass
       JOIN company_tables() o ON f.confrelid = o.name::regclass
     WHERE f.contype = 'f' AND t.stays AND NOT o.stays AND o.name NOT IN ('agreement', 'person')`,
  )
  expect(leaning).toEqual([])
})
