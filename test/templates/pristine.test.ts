import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { createSandboxAgreement } from '../../src/companies/sandboxes.ts'
import { type Database, openDatabase } from '../../src/database/connection.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { today } from '../../src/templates/calendar.ts'
import { pristineContent } from '../../src/templates/pristine.ts'
import { testDatabase, type TestDatabase } from '../database/harness.ts'
import { SERVICE_ROLE } from '../database/service-role.ts'
import { API, DRAFTS } from '../resources/bookkeeping.ts'
import { newClient, testNode } from '../service/harness.ts'

// Where agreements are spread over servers, every sandbox is filled.
const isSpread = inject('databaseWorkers').length > 0

let base: TestDatabase
let service: Database
let first: number
beforeAll(async () => {
  base = await testDatabase()
  service = openDatabase({ url: base.serviceUrl }, 4)
  if (!isSpread) first = await createSandboxAgreement(service, 'demo')
})
afterAll(async () => {
  await service.close()
  await base.drop()
})

/** For each table the number of an agreement's rows, and their hash without its number and age. */
async function rowsOf(agreement: number): Promise<{ name: string; rows: number; hash: string | null }[]> {
  const tables = await base.database.rows<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'agreement'
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`,
  )
  const each = tables.map(({ name }) => {
    const row = `(to_jsonb(t) - 'agreement'${name === 'agreement' ? ` - 'created_at'` : ''})::text`
    return base.database.rows<{ name: string; rows: number; hash: string | null }>(
      `SELECT '${name}' AS name, count(*)::int AS rows, md5(string_agg(${row}, chr(10) ORDER BY ${row})) AS hash
       FROM ${name} t WHERE t.agreement = $1`,
      [agreement],
    )
  })
  return (await Promise.all(each)).flat()
}

/** As the README has it. */
const VOUCHER = {
  journalNumber: 1,
  entryTypeNumber: 5,
  date: today(),
  text: 'Paper and pens',
  accountNumber: 3605,
  vatCode: 'I25',
  contraAccountNumber: 5820,
  amount: 1250,
  currency: 'DKK',
}

const keptRows = (): Promise<unknown[]> => base.database.rows('SELECT p.content, p.table_name FROM pristine_company p')

const refused = (statement: string, values: (number | string)[] = []): Promise<unknown> =>
  service.rows(statement, values).then(
    () => undefined,
    (error: { code?: string }) => error.code,
  )

test.skipIf(isSpread)(
  'a demo sandbox is a copy of the one made before, to the row and the seal, and its books go on',
  async () => {
    const pristine = await rowsOf(first)
    expect(pristine.find(({ name }) => name === 'booked_entry')!.rows).toBeGreaterThan(4000)
    const copies = await Promise.all([1, 2].map(() => createSandboxAgreement(service, 'demo')))
    expect(await rowsOf(copies[0]!)).toEqual(pristine)
    const node = await testNode(service)
    onTestFinished(() => node.app.close())
    const client = await newClient(base.database, node.baseUrl, { agreement: copies[0]! })
    const { entries } = await verify(base.database, first)
    const draft = await client.post(DRAFTS, VOUCHER)
    expect(draft.status, draft.text).toBe(201)
    const entryNumbers = Object.values(draft.json)
    const booked = await client.post(`${API}/journals/1/bookdraftentries`, { entryNumbers })
    expect(booked.status, booked.text).toBeLessThan(300)
    expect(await verify(base.database, copies[0])).toMatchObject({ ok: true, entries: entries + 3 })
    expect(await verify(base.database, copies[1])).toMatchObject({ ok: true, entries })
    expect(await rowsOf(copies[1]!)).toEqual(pristine)
    expect(await createSandboxAgreement(service, 'danish')).toBeGreaterThan(copies[1]!)
  },
)

test.skipIf(isSpread)('a company of another program, year or schema is not copied', async () => {
  const content = await pristineContent()
  const cloned = `SELECT clone_pristine($1) AS agreement`
  expect(await service.rows(cloned, [`${content} `])).toEqual([{ agreement: null }])
  const undo = new Error('undo')
  const migrated = base.database.transaction(async (transaction) => {
    await transaction.rows(`INSERT INTO migration (file) VALUES ('9999_later.sql')`)
    expect(await transaction.rows(cloned, [content])).toEqual([{ agreement: null }])
    throw undo
  })
  await expect(migrated).rejects.toBe(undo)
})

test.skipIf(isSpread)(
  'the service neither reads nor writes what is copied, and has nothing kept but what it makes at that moment',
  async () => {
    const MAY_NOT = '42501'
    const statements = [
      'SELECT FROM pristine_company',
      'DELETE FROM pristine_company',
      `INSERT INTO pristine_company VALUES ('', '', '', '[]')`,
    ]
    for (const statement of statements) expect([statement, await refused(statement)]).toEqual([statement, MAY_NOT])
    const before = await keptRows()
    expect(before.length).toBeGreaterThan(50)
    expect(await refused(`SELECT keep_pristine('later', $1)`, [first])).toBe('P0001')
    const made = (transaction: { rows: Database['rows'] }, isSandbox: boolean): Promise<{ agreement: number }[]> =>
      transaction.rows(
        `INSERT INTO agreement (agreement, name, is_sandbox) VALUES (nextval('agreement_number'), 'Own', $1) RETURNING agreement`,
        [isSandbox],
      )
    for (const isSandbox of [false, true]) {
      const keeping = service.transaction(async (transaction) => {
        const [own] = await made(transaction, isSandbox)
        // A grant in what is copied would let its owner into every sandbox.
        await transaction.rows(`INSERT INTO app (name, secret_hash) VALUES ('A', '\\x00')`)
        await transaction.rows(
          `INSERT INTO access_grant (agreement, app, token_hash, roles) SELECT $1, p.app, '\\x00', '{SuperUser}' FROM app p WHERE p.secret_hash = '\\x00'`,
          [own!.agreement],
        )
        await transaction.rows(`SELECT keep_pristine('bent', $1)`, [own!.agreement])
      })
      await expect(keeping).rejects.toThrow(isSandbox ? 'has rows in access_grant' : 'is no sandbox that is being made')
    }
    expect(await keptRows()).toEqual(before)
  },
)

test.skipIf(isSpread)('of two that keep a company at once one does, and the last kept is the only one', async () => {
  const { database, drop } = await testDatabase()
  onTestFinished(drop)
  const keeping = (transaction: { rows: Database['rows'] }, content: string): Promise<{ kept: boolean }[]> =>
    transaction
      .rows(
        `WITH made AS (INSERT INTO agreement (agreement, name, is_sandbox) VALUES (nextval('agreement_number'), 'Own', true) RETURNING agreement)
       SELECT m.agreement FROM made m`,
      )
      .then(([own]) =>
        transaction.rows(`SELECT keep_pristine($1, $2) AS kept`, [content, (own as { agreement: number }).agreement]),
      )
  await database.transaction(async (one) => {
    expect(await keeping(one, 'one')).toEqual([{ kept: true }])
    await database.transaction(async (other) => {
      expect(await keeping(other, 'other')).toEqual([{ kept: false }])
    })
  })
  expect(await database.transaction((last) => keeping(last, 'last'))).toEqual([{ kept: true }])
  const kept = await database.rows<{ content: string }>('SELECT DISTINCT p.content FROM pristine_company p')
  expect(kept.map(({ content }) => content.split(' ')[0])).toEqual(['last'])
})

test.skipIf(isSpread)('an owner who may not set triggers aside copies nothing and keeps nothing', async () => {
  const { database, drop } = await testDatabase()
  onTestFinished(drop)
  await database.transaction(async (transaction) => {
    await transaction.script(
      `GRANT SELECT, INSERT ON pristine_company TO ${SERVICE_ROLE};
       INSERT INTO pristine_company VALUES (pristine_content('ours'), 'agreement', 'name', '[{"name": "Pristine"}]')`,
    )
  })
  const cloned = `SELECT clone_pristine('ours') IS NOT NULL AS done`
  expect(await database.rows(cloned)).toEqual([{ done: true }])
  await database.transaction(async (transaction) => {
    for (const name of ['keep_pristine(text, int)', 'clone_pristine(text)']) {
      await transaction.script(`ALTER FUNCTION ${name} OWNER TO ${SERVICE_ROLE}`)
    }
  })
  expect(await database.rows(cloned)).toEqual([{ done: false }])
  expect(await database.rows(`SELECT keep_pristine('ours', 1) AS done`)).toEqual([{ done: false }])
})
