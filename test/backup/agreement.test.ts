import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createHash, randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { createApp, createGrant, setCompatibility } from '../../src/access/issue.ts'
import { createSandbox } from '../../src/companies/sandboxes.ts'
import { deleteAgreement } from '../../src/backup/agreement/delete.ts'
import { exportAgreement } from '../../src/backup/agreement/export.ts'
import { type Finish, importAgreement } from '../../src/backup/agreement/import.ts'
import { AGREEMENT, type AgreementStart } from '../../src/backup/format.ts'
import { frameOf } from '../../src/backup/frames.ts'
import { type Database, openDatabase } from '../../src/database/connection.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { claimKey } from '../../src/secrets/claim.ts'
import { emptyDatabase, testDatabase, type TestDatabase } from '../database/harness.ts'
import { hybrid } from '../documents/acting.ts'
import { heavyPdf } from '../documents/files.ts'
import { actsBy } from '../documents/judge.ts'
import { attach, bytesAt, DOCUMENTS, withVouchers } from '../documents/uploading.ts'
import { API, BOOKED, DRAFTS, finance } from '../resources/bookkeeping.ts'
import { OURS, webhook, WEBHOOKS } from '../resources/webhooks.ts'
import { eventually } from '../patience.ts'
import { type Client, testNode, type TestService, testService } from '../service/harness.ts'
import { testKey } from '../service/secret-key.ts'
import { numbers } from '../webhooks/stage.ts'

const isSpread = inject('databaseWorkers').length > 0
const nothing = (): void => {}
const asItIs: Finish = async () => {}
let service: TestService
let client: Client
/** The app of its webhook. */
let receiving: Client
let neighbour: Client
let directory: string
let file: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'daybook-agreement-'))
  file = join(directory, 'company.daybook')
  service = await testService()
  await claimKey(service.database, testKey)
  neighbour = await withVouchers(service, numbers(501, 510))
  client = await withVouchers(service, numbers(501, 520))
  receiving = await withWebhook(client)
  const uploaded = await attach(client, heavyPdf('A voucher', 300_000, randomBytes(300_000)))
  expect(uploaded.status, uploaded.text).toBe(201)
  await bookOne(client, 601)
  const once = { headers: { 'idempotency-key': 'once' } }
  expect((await client.post(DRAFTS, finance({ voucherNumber: 900 }), once)).status).toBe(201)
})
afterAll(async () => {
  await service.stop()
  await rm(directory, { recursive: true })
})

/** Gives it a webhook, and an event that waits: no process delivers here. */
async function withWebhook({ agreement }: Client): Promise<Client> {
  const one = await service.client({ agreement })
  expect((await one.post(WEBHOOKS, webhook())).status).toBe(201)
  expect((await one.post(`${OURS}/webhook-tests/CUSTOMER_UPDATED`)).status).toBeLessThan(300)
  return one
}

/** Books one more voucher. @returns the numbers of its entries. */
async function bookOne(one: Client, voucherNumber: number): Promise<number[]> {
  const draft = await one.post(DRAFTS, finance({ voucherNumber }))
  expect(draft.status, draft.text).toBe(201)
  const made = await one.post(`${API}/journals/1/bookdraftentries`, { entryNumbers: [Object.values(draft.json)[0]] })
  expect(made.status, made.text).toBeLessThan(300)
  const { items } = (await one.get(`${BOOKED}?filter=voucherNumber$eq:${voucherNumber}`)).json
  return items.map(({ number, entryNumber }: Record<string, number>) => number ?? entryNumber)
}

async function another(): Promise<TestDatabase> {
  const target = await testDatabase()
  onTestFinished(() => target.drop())
  return target
}

/**
 * For each table the number of the agreement's rows and their hash. With `isElsewhere` it leaves out columns that get
 * other numbers elsewhere.
 */
async function rowsOf(database: Database, agreement: number, isElsewhere = false): Promise<unknown[]> {
  const tables = await database.rows<{ name: string }>(
    `SELECT quote_ident(c.relname) AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'agreement'
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p' AND c.relname NOT IN ('fault_rule', 'lease', 'snapshot', 'snapshot_part') AND c.relname !~ '^(console_|coverage_count|request_)' ORDER BY 1`,
  )
  const but = (name: string): string => {
    // What was found out by looking through a file is found out again.
    if (name === 'document_file') return ` - 'has_active_content'${isElsewhere ? ` - 'agreement'` : ''}`
    // The log of what webhooks sent stays where it was sent.
    const logged = name === 'webhook_delivery' ? ` - 'sent' - 'request_id'` : ''
    if (!isElsewhere) return logged
    const own = ['idempotency_key', 'webhook', 'webhook_delivery'].includes(name) ? ` - 'app'` : ''
    return `${logged} - 'agreement'${own}${name === 'access_grant' ? ` - 'app' - 'number'` : ''}${name === 'webhook' ? ` - 'secret'` : ''}`
  }
  const each = tables.map(({ name }) => {
    const row = `(to_jsonb(t)${but(name)})::text`
    return `SELECT '${name}' AS name, count(*)::int AS rows, md5(string_agg(${row}, chr(10) ORDER BY ${row})) AS hash
       FROM ${name} t WHERE t.agreement = $1`
  })
  return await database.rows(`${each.join(' UNION ALL ')} ORDER BY 1`, [agreement])
}

/** The client, calling another node. */
async function movedTo(database: Database): Promise<Client> {
  const node = await testNode(database)
  onTestFinished(() => node.app.close())
  const call: Client['call'] = (method, path, options = {}) =>
    node.call(method, path, { ...options, headers: { ...client.headers, ...options.headers } })
  return {
    ...client,
    call,
    get: (path, more) => call('GET', path, more),
    post: (path, body, more) => call('POST', path, { body, ...more }),
  }
}

const SECRET = `${OURS}/webhook-secrets/CUSTOMER_UPDATED`

test('an agreement moves with all its rows, and its programs go on where they were with the tokens they have', async () => {
  await setCompatibility(service.database, client.app, 'lenient')
  const exported = await exportAgreement(service.database, client.agreement, file, nothing)
  expect(exported.bytes).toBe((await stat(file)).size)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const { database, own, serviceUrl } = await another()
  const asService = openDatabase({ url: serviceUrl }, 4)
  onTestFinished(() => asService.close())
  await claimKey(database, testKey)
  const imported = await importAgreement(own, file, undefined, asItIs, nothing)
  expect(imported).toMatchObject({ agreement: client.agreement, tables: exported.tables, rows: exported.rows })
  const apps = [client.app, receiving.app].map((app) => ({ app, appThere: app, name: 'test', isNew: true }))
  expect(imported.apps).toEqual(apps)
  const kept = 'SELECT p.compatibility FROM app p ORDER BY p.app'
  expect(await database.rows(kept)).toEqual([{ compatibility: 'lenient' }, { compatibility: null }])
  const rows = await rowsOf(service.database, client.agreement)
  expect(rows.length).toBe(exported.tables)
  expect(await rowsOf(database, client.agreement)).toEqual(rows)
  expect(await verify(database)).toEqual(await verify(service.database, client.agreement))
  const there = await movedTo(asService)
  const again = await there.post(DRAFTS, finance({ voucherNumber: 900 }), { headers: { 'idempotency-key': 'once' } })
  expect([again.status, again.headers.get('idempotency-replayed') ?? 'true']).toEqual([201, 'true'])
  const { headers } = receiving
  expect((await there.get(SECRET, { headers })).json).toEqual((await receiving.get(SECRET)).json)
  const [here, elsewhere] = [await bookOne(client, 700), await bookOne(there, 700)]
  expect(elsewhere.length).toBeGreaterThan(1)
  expect(elsewhere).toEqual(here)
  const next = await createApp(database, 'The next one')
  expect(next.app).toBeGreaterThan(receiving.app)
  const [version] = await database.rows<{ next: string; highest: string }>(
    `SELECT nextval('object_version') AS next, (SELECT max(object_version) FROM customer WHERE agreement = $1) AS highest`,
    [client.agreement],
  )
  expect(Number(version!.next)).toBeGreaterThan(Number(version!.highest))
})

test('where its number and that of its app are taken, it gets others, and its seals are right', async () => {
  await exportAgreement(service.database, client.agreement, file, nothing)
  const { database, own } = await another()
  const { agreementNumber } = await createSandbox(database, { template: 'empty' })
  for (let made = 0; made < receiving.app; made++) await createApp(database, 'Of here')
  await database.rows(`INSERT INTO agreement (agreement, name) VALUES ($1, 'Of here') ON CONFLICT DO NOTHING`, [
    client.agreement,
  ])
  const before = await rowsOf(database, agreementNumber)
  await expect(importAgreement(own, file, undefined, asItIs, nothing)).rejects.toThrow(
    `Agreement ${client.agreement} is here already`,
  )
  const { agreement, apps } = await importAgreement(own, file, 200_001, asItIs, nothing)
  expect([agreement, apps[0]!.isNew, apps[0]!.app > receiving.app]).toEqual([200_001, true, true])
  expect(await rowsOf(database, 200_001, true)).toEqual(await rowsOf(service.database, client.agreement, true))
  expect(await verify(database, 200_001)).toEqual(await verify(service.database, client.agreement))
  expect(await rowsOf(database, agreementNumber)).toEqual(before)
  const named = await database.rows('SELECT app FROM access_grant WHERE agreement = 200001 ORDER BY number')
  expect(named).toEqual(apps.map(({ app }) => ({ app })))
  const there = await movedTo(database)
  expect((await bookOne(there, 1700)).length).toBeGreaterThan(1)
  // Its tokens lead to one agreement only.
  await expect(importAgreement(own, file, 200_002, asItIs, nothing)).rejects.toThrow(
    'its tokens lead to another agreement',
  )
})

const END_OTHERS = `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`

test('what ends in the middle has brought nothing, and what throws at the end has neither', async () => {
  await exportAgreement(service.database, client.agreement, file, nothing)
  const { own, url, serviceUrl } = await another()
  const [other, asService] = [openDatabase({ url }, 1), openDatabase({ url: serviceUrl }, 2)]
  onTestFinished(async () => void (await Promise.all([other.close(), asService.close()])))
  const left = async (): Promise<unknown> =>
    await other.rows(`SELECT (SELECT count(*)::int FROM agreement) AS agreements, (SELECT count(*)::int FROM booked_entry) AS entries,
      (SELECT count(*)::int FROM app) AS apps`)
  const none = [{ agreements: 0, entries: 0, apps: 0 }]
  let lost: Promise<unknown> | undefined
  // Connected by now: what ends the import has not to wait for that.
  expect(await left()).toEqual(none)
  const importing = importAgreement(own, file, undefined, asItIs, ({ stage }) => {
    if (stage !== 'compare') return
    lost ??= other.rows(isSpread ? `SELECT result FROM run_command_on_workers('${END_OTHERS}')` : END_OTHERS)
  })
  await expect(importing).rejects.toThrow()
  await lost
  expect(await left()).toEqual(none)
  const refuse: Finish = () => Promise.reject(new Error('not right'))
  await expect(importAgreement(own, file, undefined, refuse, nothing)).rejects.toThrow('not right')
  expect(await left()).toEqual(none)
  await expect(importAgreement(asService, file, undefined, asItIs, nothing)).rejects.toThrow('GRANT SET ON PARAMETER')
  await expect(deleteAgreement(asService, 1, undefined, nothing)).rejects.toThrow('GRANT SET ON PARAMETER')
  expect(await left()).toEqual(none)
})

test('an agreement goes only after an export that says what is there now; its neighbour notices nothing', async () => {
  const { database, own } = service
  const other = await withVouchers(service, numbers(501, 505))
  await withWebhook(other)
  const [kept, seals] = [await rowsOf(database, neighbour.agreement), await verify(database, neighbour.agreement)]
  const remove = (exported?: string): Promise<unknown> => deleteAgreement(own, other.agreement, exported, nothing)
  await expect(remove()).rejects.toThrow('is no sandbox: it goes only after an export')
  await exportAgreement(own, neighbour.agreement, file, nothing)
  await expect(remove(file)).rejects.toThrow(`is the export of agreement ${neighbour.agreement}`)
  await exportAgreement(own, other.agreement, file, nothing)
  await bookOne(other, 800)
  const written = await rowsOf(database, other.agreement)
  await expect(remove(file)).rejects.toThrow(/does not say what is in the agreement now: \w+ differs/)
  expect(await rowsOf(database, other.agreement)).toEqual(written)
  const exported = await exportAgreement(own, other.agreement, file, nothing)
  expect(await remove(file)).toMatchObject({ rows: exported.rows })
  const left = (await rowsOf(database, other.agreement)) as { rows: number }[]
  expect(left.filter(({ rows }) => rows > 0)).toEqual([])
  expect(await rowsOf(database, neighbour.agreement)).toEqual(kept)
  expect(await verify(database, neighbour.agreement)).toEqual(seals)
  await expect(database.rows('DELETE FROM booked_entry WHERE agreement = $1', [neighbour.agreement])).rejects.toThrow(
    'is refused',
  )
  await importAgreement(own, file, undefined, asItIs, nothing)
  expect(await rowsOf(database, other.agreement)).toEqual(written)
  expect((await bookOne(other, 801)).length).toBeGreaterThan(1)
})

test('what was found in its files does not go along, and finding it changes nothing of what goes', async () => {
  const { database, own } = service
  const other = await withVouchers(service)
  expect((await attach(other, hybrid())).status).toBe(201)
  const found = async (): Promise<unknown[]> =>
    await database.rows('SELECT has_active_content AS is FROM document_file WHERE agreement = $1', [other.agreement])
  expect(await found()).toEqual([{ is: true }])
  await exportAgreement(own, other.agreement, file, nothing)
  await deleteAgreement(own, other.agreement, file, nothing)
  await importAgreement(own, file, undefined, asItIs, nothing)
  expect(await found()).toEqual([{ is: null }])
  const served = await bytesAt(service, other, `${DOCUMENTS}/1/pdf`)
  expect([served.status, actsBy(served.bytes), await found()]).toEqual([200, [], [{ is: true }]])
  await deleteAgreement(own, other.agreement, file, nothing)
})

test('a sandbox goes at will, the demo company never', async () => {
  const { database, own } = service
  const sandbox = await createSandbox(own, { template: 'danish' })
  expect(await deleteAgreement(own, sandbox.agreementNumber, undefined, nothing)).toMatchObject({ apps: 1 })
  const left = (await rowsOf(database, sandbox.agreementNumber)) as { rows: number }[]
  expect(left.filter(({ rows }) => rows > 0)).toEqual([])
  await expect(deleteAgreement(own, sandbox.agreementNumber, undefined, nothing)).rejects.toThrow(
    'There is no agreement',
  )
  await database.rows(`INSERT INTO agreement (agreement, name, is_demo) VALUES (100000, 'Demo', true)`)
  await expect(deleteAgreement(own, 100_000, undefined, nothing)).rejects.toThrow('stays where it is')
  await expect(exportAgreement(own, 100_000, file, nothing)).rejects.toThrow('stays where it is')
})

test('a database without tables has no agreement that could go', async () => {
  const { database, drop } = await emptyDatabase()
  onTestFinished(drop)
  await expect(deleteAgreement(database, 1, undefined, nothing)).rejects.toThrow('There is no agreement 1.')
})

test('the app made with a sandbox goes with the last agreement it is let into; one made by itself stays', async () => {
  const { database, own } = service
  const apps = async (): Promise<unknown> => (await database.rows('SELECT p.app FROM app p')).length
  const before = await apps()
  const [one, other] = [
    await createSandbox(own, { template: 'empty' }),
    await createSandbox(own, { template: 'empty' }),
  ]
  const [made] = await database.rows<{ app: number }>('SELECT g.app FROM access_grant g WHERE g.agreement = $1', [
    one.agreementNumber,
  ])
  const { app } = await createApp(own, 'Kasse')
  for (const each of [app, made!.app]) {
    await createGrant(own, { agreement: other.agreementNumber, app: each, roles: ['Sales'] })
  }
  expect(await deleteAgreement(own, one.agreementNumber, undefined, nothing)).toMatchObject({ apps: 0 })
  expect(await deleteAgreement(own, other.agreementNumber, undefined, nothing)).toMatchObject({ apps: 2 })
  expect(await apps()).toBe((before as number) + 1)
})

test('the app made with a sandbox goes with it also where the sandbox was imported', async () => {
  const sandbox = await createSandbox(service.own, { template: 'empty' })
  await exportAgreement(service.database, sandbox.agreementNumber, file, nothing)
  const { own } = await another()
  const { apps } = await importAgreement(own, file, undefined, asItIs, nothing)
  expect(apps).toMatchObject([{ isNew: true }])
  expect(await deleteAgreement(own, sandbox.agreementNumber, undefined, nothing)).toMatchObject({ apps: 1 })
  expect(await own.rows('SELECT p.app FROM app p')).toEqual([])
  expect(await deleteAgreement(service.own, sandbox.agreementNumber, undefined, nothing)).toMatchObject({ apps: 1 })
})

/** Writes the file as versions did that could not tell the app of a sandbox from others. */
async function withoutSandboxApps(path: string): Promise<void> {
  const [line, hashBytes, headBytes] = [Buffer.from(AGREEMENT.firstLine), 32, 5]
  const frames = gunzipSync((await readFile(path)).subarray(line.length, -hashBytes))
  const end = headBytes + frames.readUInt32BE(1)
  const { apps, ...start } = JSON.parse(frames.subarray(headBytes, end).toString()) as AgreementStart
  const told = apps.map(({ isSandbox, ...app }) => {
    expect(isSandbox).toBe(true)
    return app
  })
  const packed = gzipSync(Buffer.concat([frameOf({ ...start, apps: told }), frames.subarray(end)]))
  const content = Buffer.concat([line, packed])
  await writeFile(path, Buffer.concat([content, createHash('sha256').update(content).digest()]))
}

test('an app of which an older export does not tell what it was made with stays', async () => {
  const sandbox = await createSandbox(service.own, { template: 'empty' })
  await exportAgreement(service.database, sandbox.agreementNumber, file, nothing)
  await withoutSandboxApps(file)
  const { own } = await another()
  const { apps } = await importAgreement(own, file, undefined, asItIs, nothing)
  expect(apps).toMatchObject([{ isNew: true }])
  expect(await deleteAgreement(own, sandbox.agreementNumber, undefined, nothing)).toMatchObject({ apps: 0 })
  expect(await own.rows('SELECT p.is_sandbox FROM app p')).toEqual([{ is_sandbox: false }])
  await deleteAgreement(service.own, sandbox.agreementNumber, undefined, nothing)
})

test('an agreement that goes while its programs write is gone whole, and they are told nothing worse than that', async () => {
  const { database, own } = service
  const busy = await withVouchers(service, numbers(501, 502))
  await database.rows('UPDATE agreement SET is_sandbox = true WHERE agreement = $1', [busy.agreement])
  const statuses: number[] = []
  let isOver = false
  const writers = [1000, 2000, 3000].map(async (first) => {
    for (let voucherNumber = first; !isOver; voucherNumber++) {
      statuses.push((await busy.post(DRAFTS, finance({ voucherNumber }))).status)
    }
  })
  try {
    await eventually(() => statuses.length > 10)
    // The deletion is refused when a write comes in between. Then it is tried again.
    await eventually(() =>
      deleteAgreement(own, busy.agreement, undefined, nothing).then(
        () => true,
        (error: Error) => {
          if (!error.message.startsWith('Somebody writes to')) throw error
          return false
        },
      ),
    )
    await eventually(() => statuses.includes(401))
  } finally {
    isOver = true
    await Promise.all(writers)
  }
  const left = (await rowsOf(database, busy.agreement)) as { rows: number }[]
  expect(left.filter(({ rows }) => rows > 0)).toEqual([])
  expect([...new Set(statuses)].filter((status) => ![201, 400, 401, 409].includes(status))).toEqual([])
})

test('every table of agreements has a key, and names nothing outside of its agreement but apps', async () => {
  const loose = await service.database.rows(`
    WITH own AS (SELECT c.oid, c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'agreement'
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p'))
    SELECT o.relname AS name FROM own o JOIN pg_class c ON c.oid = o.oid AND c.relkind = 'r' AND NOT c.relispartition WHERE NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = o.oid AND i.indisprimary)
    UNION ALL
    SELECT f.conname FROM own o JOIN pg_constraint f ON f.conrelid = o.oid AND f.contype = 'f'
      WHERE f.confrelid <> 'app'::regclass AND NOT (f.confrelid IN (SELECT t.oid FROM own t) AND EXISTS (
        SELECT FROM pg_attribute a WHERE a.attrelid = o.oid AND a.attname = 'agreement' AND a.attnum = ANY (f.conkey)))
    UNION ALL
    SELECT f.conname FROM own o JOIN pg_constraint f ON f.confrelid = o.oid AND f.contype = 'f' JOIN pg_attribute a
      ON a.attrelid = o.oid AND a.attidentity <> '' AND a.attnum = ANY (f.confkey) JOIN pg_index i
      ON i.indrelid = o.oid AND i.indisunique AND i.indnatts = 1 AND i.indkey[0] = a.attnum
      -- Sessions are in no export.
      WHERE f.conrelid::regclass::text !~ '^console_'`)
  expect(loose).toEqual([])
})
