import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Item } from '../../src/resource/operations.ts'
import { Relations } from '../../src/resource/relations.ts'
import { bodyFields, isResource } from '../../src/resource/resource.ts'
import { apiPath, everyVersion } from '../../src/resource/versions.ts'
import { apis, unseenReferences } from '../../src/resources/index.ts'
import { planList } from '../../src/request/query/plan.ts'
import { readable } from '../../src/request/query/readable.ts'
import { readStatement } from '../../src/request/query/sql.ts'
import { rulesOf } from '../../src/request/write/derived-rules.ts'
import { writeText } from '../../src/request/write/write-sql.ts'
import { changed, createItem, deleteItem, fill, worldClient } from '../conventions/world.ts'
import {
  fieldEntries,
  groups,
  itemPath,
  operationOf,
  pathOf,
  type Served,
  type Subject,
} from '../conventions/subjects.ts'
import { type Client, newClient, type TestService, testNode, testService } from '../service/harness.ts'
import { recorded, unboundTables } from './recorded.ts'

let service: TestService
/** The tables that belong to agreements. */
let tables: string[]

/** What is everybody's: apps, and which migrations have run. An agreement is its own. */
const SHARED = ['app', 'migration', 'agreement']

beforeAll(async () => {
  service = await testService()
  const rows = await service.database.rows<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  )
  tables = rows.map(({ name }) => name).filter((name) => !SHARED.includes(name))
  expect(tables.length).toBeGreaterThan(20)
})
afterAll(() => service.stop())

describe('the catalogue', () => {
  test('has the agreement first in every primary key and unique index', async () => {
    const rows = await service.database.rows<{ name: string }>(
      `SELECT c.relname || ': ' || i.indexrelid::regclass AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
         LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
       WHERE c.relnamespace = 'public'::regnamespace AND i.indisunique AND a.attname IS DISTINCT FROM 'agreement'
         AND c.relname <> ALL ($1::text[]) ORDER BY 1`,
      [`{${SHARED.join(',')}}`],
    )
    // A grant is found by its token before anybody knows the agreement, and revoked by its number alone.
    const allowed = ['access_grant: access_grant_number_key', 'access_grant: access_grant_token_hash_key']
    expect(rows.map(({ name }) => name)).toEqual(allowed)
    const without = await service.database.rows<{ name: string }>(
      `SELECT relname AS name FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
         AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)`,
    )
    expect(without).toEqual([])
  })

  test('has the agreement first in every foreign key, on both sides', async () => {
    const rows = await service.database.rows<{ name: string }>(
      `SELECT k.conrelid::regclass || ': ' || k.conname AS name FROM pg_constraint k
         JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
         JOIN pg_attribute f ON f.attrelid = k.confrelid AND f.attnum = k.confkey[1]
       WHERE k.contype = 'f' AND k.confrelid <> 'app'::regclass AND (a.attname <> 'agreement' OR f.attname <> 'agreement')`,
    )
    expect(rows).toEqual([])
  })

  test('has no function that names a table without the agreement', async () => {
    const rows = await service.database.rows<{ name: string; source: string }>(
      `SELECT proname AS name, pg_get_functiondef(oid) AS source FROM pg_proc
       WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'`,
    )
    const faults = rows.flatMap(({ name, source }) => unboundTables(source, tables).map((table) => `${name}: ${table}`))
    expect(faults).toEqual([])
    expect(rows.length).toBeGreaterThan(3)
  })
})

describe('the judge of statements', () => {
  test.each([
    ['SELECT * FROM account a WHERE a.agreement = $1', []],
    ['SELECT * FROM account a WHERE a.number = $1', ['account a']],
    ['SELECT * FROM account WHERE agreement = $1', []],
    ['SELECT * FROM account WHERE number = 1', ['account']],
    ['SELECT * FROM journal j JOIN account a ON a.number = 1 WHERE j.agreement = $1', ['account a']],
    ['DELETE FROM account t USING r WHERE t.number = r.number', ['account t']],
    ['UPDATE account t SET name = 1 WHERE t.agreement = $1::int', []],
    ['INSERT INTO account (number, agreement) SELECT 1, 2', ['account']],
    ['INSERT INTO account AS a (agreement, number) SELECT 1, 2', []],
  ])('%s', (text, unbound) => {
    expect(unboundTables(text, tables)).toEqual(unbound)
  })
})

const declared = everyVersion(apis).flatMap((api) =>
  api.groups.filter(isResource).map((resource) => ({ name: `${apiPath(api)}/${resource.name}`, api, resource })),
)
const relations = new Relations(
  declared.map(({ resource }) => resource),
  unseenReferences,
)

describe.each(declared)('statements declared by $name', ({ api, resource }) => {
  const of = readable(resource, api.style)

  const expectBound = (text: string): void => {
    expect(text).toMatch(/agreement = \$1\b/)
    expect(unboundTables(text, tables), text).toEqual([])
  }

  test('have the agreement in their predicates', () => {
    const kinds = resource.operations.map(({ kind }) => kind)
    const fields = Object.entries(bodyFields(resource))
    const filterable = fields.flatMap(([name, { facts }]) => (facts.filter.includes('eq') ? [name] : []))
    const sortable = fields.flatMap(([name, { facts }]) => (facts.sortable ? [name] : []))
    const query = new Map([
      ['filter', filterable.map((name) => `${name}$eq:$null:`).join('$or:')],
      ['sort', sortable.slice(0, 10).join(',')],
    ])
    for (const kind of ['count', 'cursor', 'paged'] as const) {
      if (!kinds.includes(kind)) continue
      for (const given of [query, new Map<string, string>()]) {
        expectBound(readStatement(planList(kind, of, given), of, { agreement: 7, app: 7 }).text)
      }
    }
    if (kinds.includes('single')) {
      const places = resource.key.map((name) => ({ property: of.property(name), value: '1' }))
      expectBound(readStatement({ kind: 'single', places }, of, { agreement: 7, app: 7 }).text)
    }
    for (const kind of ['create', 'update', 'delete'] as const) {
      if (!kinds.includes(kind) || (kind !== 'delete' && resource[kind])) continue
      const text = writeText(kind, resource, rulesOf(resource, relations))
      expect(unboundTables(text, tables), text).toEqual([])
      expect(text).toMatch(kind === 'create' ? /\(agreement, [^)]*\)\s+SELECT \$1::int/ : /t\.agreement = \$1\b/)
    }
  })
})

/** Every operation of a subject once, as far as its fixture goes. */
async function exercise(client: Client, subject: Served): Promise<void> {
  await callOwn(client, subject)
  if (isSubject(subject)) await exerciseItems(client, subject)
}

async function callOwn(client: Client, { group, api, fixture }: Served): Promise<void> {
  for (const { method, path, kind } of group.operations) {
    if (kind !== 'query' && kind !== 'action') continue
    const given: Item = { number: 1, ...fixture.parameters }
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(given[name] ?? 1))
    const body = method === 'GET' ? {} : { body: fixture.actions?.[path] ?? {} }
    await client.call(method, apiPath(api) + filled, body)
  }
}

const isSubject = (one: Served): one is Subject => 'resource' in one

async function exerciseItems(client: Client, subject: Subject): Promise<void> {
  for (const kind of ['cursor', 'paged', 'count'] as const) {
    if (!operationOf(subject, kind)) continue
    const sortable = fieldEntries(subject).find(([, { facts }]) => facts.sortable)?.[0]
    await client.get(pathOf(subject, kind))
    if (kind === 'paged' && sortable) await client.get(`${pathOf(subject, kind)}?sort=-${sortable}`)
  }
  if (!operationOf(subject, 'create') || subject.fixture.skip?.create) return
  const item = await createItem(client, subject)
  await client.post(pathOf(subject, 'create'), {}, { headers: { 'idempotency-key': subject.name } })
  if (operationOf(subject, 'single')) await client.get(itemPath(subject, item))
  if (operationOf(subject, 'update')) await client.put(pathOf(subject, 'update'), changed(subject, item))
  if (operationOf(subject, 'delete')) await deleteItem(client, subject, item)
}

test('every statement the service sends binds every table to the agreement', async () => {
  const texts = new Set<string>()
  const node = await testNode(recorded(service.database, texts))
  for (const subject of groups) {
    const owner = await worldClient(service, subject)
    if (subject.fixture.fill) await fill(service.database, owner.agreement, subject, 1, 10)
    const client = await newClient(service.database, node.baseUrl, { agreement: owner.agreement })
    await exercise(client, subject)
  }
  await node.app.close()
  expect(node.log.filter(({ status }) => status === 500)).toEqual([])
  // Who is calling is found by the token: the agreement is the answer, not the question.
  const asks = [...texts].filter((text) => !/FROM access_grant g JOIN agreement a/.test(text))
  expect(asks.length).toBeGreaterThan(50)
  expect(asks.flatMap((text) => unboundTables(text, tables).map((table) => `${table} in ${text}`))).toEqual([])
})
