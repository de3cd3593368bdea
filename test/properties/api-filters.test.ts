import fc from 'fast-check'
import { parse } from 'lossless-json'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FilterNode } from '../../src/request/query/filter-syntax.ts'
import type { SortProperty } from '../../src/request/query/sort-syntax.ts'
import type { Resource } from '../../src/resource/resource.ts'
import { bookedEntries } from '../../src/resources/booked-entries/booked-entries.ts'
import { contacts } from '../../src/resources/suppliers/contacts.ts'
import { type Client, type TestService, testService } from '../service/harness.ts'
import { fieldTable, insertRows, loosen } from './api-table.ts'
import { filterArbitrary, renderSort, rowArbitrary, sortArbitrary, typesOf } from './filter-arbitraries.ts'
import { renderFilter } from './rendered-filter.ts'
import { compareRows, matches, type ModelRow } from './filter-model.ts'
import { runs } from '../long.ts'
import { seedOf } from '../chance.ts'

const ROWS = 300
const RUNS = runs(100, 5_000, process.env.DAYBOOK_FILTER_RUNS)
/** Requests under way at once. */
const BATCH = 50

/** One read of a list, as generated. */
interface Query {
  filter: FilterNode | undefined
  kind: 'paged' | 'count' | 'cursor'
  sort: readonly SortProperty[]
  pageSize: number
  skipPages: number
  cursor: number | undefined
}

interface Case {
  name: string
  path: string
  resource: Resource
  /** Columns that no property has, as SQL. */
  more: Readonly<Record<string, string>>
  /** What clients see of a row, where that is not what is stored. */
  seen?: (row: ModelRow) => ModelRow
}

const cases: Case[] = [
  {
    name: 'supplier contacts',
    path: '/suppliersapi/v2.0.0/Contacts',
    resource: contacts,
    more: {},
    seen: (row) => ({ ...row, active: row.isDeleted === 'true' ? 'false' : row.active! }),
  },
  {
    name: 'booked entries',
    path: '/bookedEntriesapi/v4.0.0/booked-entries',
    resource: bookedEntries,
    more: { booking: '1', accounting_year: `'2024'`, exchange_rate: '100' },
  },
]

let service: TestService

beforeAll(async () => {
  service = await testService()
  for (const table of ['supplier_contact', 'booked_entry', 'open_item']) await loosen(service.database, table)
})
afterAll(() => service.stop())

describe.each(cases)('lists of $name', ({ path, resource, more, seen = (row) => row }) => {
  const fields = fieldTable(resource)
  const types = typesOf(fields)
  const key = resource.key[0]!
  const sortable = Object.fromEntries(Object.entries(fields).filter(([name]) => resource.fields[name]!.facts.sortable))
  let client: Client

  const queries: fc.Arbitrary<Query> = fc.record({
    filter: fc.option(filterArbitrary(fields), { nil: undefined, freq: 20 }),
    kind: fc.constantFrom<Query['kind']>('paged', 'paged', 'paged', 'count', 'cursor'),
    sort: fc.oneof(fc.constant([]), sortArbitrary(sortable), sortArbitrary(sortable)),
    pageSize: fc.integer({ min: 1, max: 100 }),
    skipPages: fc.nat(3),
    cursor: fc.option(fc.integer({ min: -5, max: ROWS + 5 }), { nil: undefined }),
  })

  beforeAll(async () => void (client = await service.client()))

  /** What the service answers: a count, or the identifiers in order. */
  const answered = async (url: string, kind: Query['kind']): Promise<unknown> => {
    const reply = await service.app.inject({ method: 'GET', url, headers: client.headers })
    if (reply.statusCode !== 200) return reply.body
    if (kind === 'count') return reply.body
    const body = parse(reply.body, null, { parseNumber: (number) => number }) as ModelRow[] | { items: ModelRow[] }
    return ('items' in body ? body.items : body).map((item) => item[key])
  }

  /** What the model answers, from the rows in the order of their identifiers. */
  const judged = ({ filter, kind, sort, pageSize, skipPages, cursor }: Query, rows: readonly ModelRow[]): unknown => {
    const found = filter ? rows.filter((row) => matches(filter, row, types)) : [...rows]
    if (kind === 'count') return String(found.length)
    if (kind === 'cursor') return found.map((row) => row[key]).filter((number) => Number(number) >= (cursor ?? -9))
    const sorted = found.sort((left, right) => compareRows(sort, left, right, types))
    return sorted.slice(pageSize * skipPages, pageSize * (skipPages + 1)).map((row) => row[key])
  }

  test(`answer ${RUNS} filters, sorts and pages as the model does`, async () => {
    const seed = seedOf('DAYBOOK_FILTER_SEED')
    const rows = fc
      .sample(rowArbitrary(fields), { numRuns: ROWS, seed })
      .map((row, at): ModelRow => ({ ...row, [key]: String(at + 1) }))
    await insertRows(service.database, resource, client.agreement, rows, more)
    if (resource === bookedEntries) await insertRemainders(client.agreement, rows)
    const check = async (query: Query): Promise<void> => {
      const url = urlOf(path, query)
      const context = `${decodeURIComponent(url)} over the rows of seed ${seed}`
      expect(await answered(url, query.kind), context).toEqual(judged(query, rows.map(seen)))
    }
    const batches = fc.array(queries, { minLength: BATCH, maxLength: BATCH })
    const property = fc.asyncProperty(batches, async (batch) => void (await Promise.all(batch.map(check))))
    await fc.assert(property, { numRuns: RUNS / BATCH, seed, endOnFailure: true })
  })
})

function urlOf(path: string, { filter, kind, sort, pageSize, skipPages, cursor }: Query): string {
  const query = new URLSearchParams(filter ? { filter: renderFilter(filter) } : {})
  if (kind === 'count') return `${path}/count?${query}`
  if (kind === 'cursor') {
    if (cursor !== undefined) query.set('cursor', String(cursor))
    return `${path}?${query}`
  }
  query.set('pageSize', String(pageSize))
  query.set('skipPages', String(skipPages))
  if (sort.length > 0) query.set('sort', renderSort(sort))
  return `${path}/paged?${query}`
}

async function insertRemainders(agreement: number, rows: readonly ModelRow[]): Promise<void> {
  const open = rows.filter((row) => row.remainder !== null)
  await service.database.rows(
    `INSERT INTO open_item (agreement, entry_number, date, currency, remainder, remainder_in_currency)
     SELECT $1::int, r."entryNumber", '2024-01-01', 'DKK', r.remainder, r.remainder FROM json_to_recordset($2::json) AS r("entryNumber" int, remainder numeric)`,
    [agreement, JSON.stringify(open)],
  )
}
