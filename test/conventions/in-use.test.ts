import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue, type ErrorCode } from '../../src/errors/catalogue.ts'
import { inUseCode, type Relation } from '../../src/resource/relations.ts'
import { columnName, type Resource } from '../../src/resource/resource.ts'
import { inProcess } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { expectError, faultsOf } from './replies.ts'
import { namedByOne, type Row, type World } from './rows.ts'
import { expectBound } from './statements.ts'
import { ownerOf, relations, type Subject, subjectsWith } from './subjects.ts'
import { FIRST } from './values.ts'
import { deleteItem, placeOf, type WorldClient, worldClient } from './world.ts'

let service: SharedService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

/** One way to delete rows, and what keeps it from that. */
interface Kept extends Relation {
  subject: Subject
}

/** Every column that names rows which some operation deletes, once for each resource that has the operation. */
const kept: readonly Kept[] = subjectsWith('delete').flatMap((subject) =>
  relations.inTheWayOf(subject.resource).map((relation) => ({ ...relation, subject })),
)

/** Whether an agreement has one row of the table, which is there from the beginning. */
const isOne = (table: string): boolean => ownerOf(table)?.resource.key.length === 0

/** The keys of dimension 1, and of the others, are in one register. Rows of dimension 1 have tables of their own. */
const DIMENSION_1: Readonly<Record<string, string>> = {
  dimension_value: 'department',
  dimension_distribution: 'departmental_distribution',
}

/** The dimension whose keys the column names; undefined where it names something else. */
function dimensionOf({ target, targetColumn, subject }: Kept): number | undefined {
  const { table, alsoIn } = subject.resource
  if (!('dimension_key' in alsoIn)) return undefined
  const own = /^key(\d)$/.exec(targetColumn)?.[1]
  if (own !== undefined) return Number(own)
  return Object.values(DIMENSION_1).some((one) => one === target || one === table) ? 1 : 2
}

/** Ways to delete one row, which the same column names. */
const together = new Map<string, Kept[]>()
for (const way of kept) {
  const { table, column, target, subject } = way
  const place = [table, column, target, subject.resource.table].join(' ')
  together.set(place, [...(together.get(place) ?? []), way])
}
const referring = [...new Set(kept.map(({ table }) => table))].map((table) => ({
  table,
  name: ownerOf(table)?.name ?? table,
  named: [...together.values()].filter(([way]) => way!.table === table),
}))

describe.each(referring)('what $name name', ({ table, named }) => {
  test('cannot be deleted, in whatever API', async () => {
    const made = await worldClient(service, ownerOf(table) ?? named[0]![0]!.subject)
    const client = { ...made, ...inProcess(service, made) }
    for (const [at, ways] of named.entries()) await expectInUse(client, ways, FIRST.used + 3 * at)
  })
})

/**
 * Asserts that a row cannot be deleted while one column of one row names it, nor while that of two does, and that the
 * answers say so.
 */
async function expectInUse(client: WorldClient, ways: readonly Kept[], n: number): Promise<void> {
  const [way] = ways
  const row = await rowOf(client.world, way!, n)
  await name(client, way!, row, n + 1)
  for (const one of ways) await expectRefused(client, one, row, inUseCode(one.subject.resource, one.table))
  const counted = ways.filter(({ table, subject: { resource } }) => isCounted(resource, table))
  if (counted.length > 0) await name(client, way!, row, n + 2)
  for (const one of counted) await expectRefused(client, one, row, one.subject.resource.inUseBySeveral!)
}

/** Whether it matters to the resource if several rows of the table name it. */
const isCounted = (resource: Resource, table: string): boolean =>
  resource.inUseBySeveral !== undefined && inUseCode(resource, table) === inUseCode(resource, '*')

async function expectRefused(client: WorldClient, way: Kept, row: Row, code: ErrorCode): Promise<void> {
  const { by, subject } = way
  const { resource, api } = subject
  const values: Row = { dimension_number: dimensionOf(way), ...row }
  const item = resource.key.map((property) => [property, values[columnName(property, resource.fields[property])]])
  const reply = await deleteItem(client, subject, { ...placeOf(client, subject), ...Object.fromEntries(item) })
  const { status } = catalogue[code]
  expectError(reply, { status, code, property: resource.key.at(-1)!, says: by, style: api.style })
  expect(faultsOf(reply), reply.text).toHaveLength(1)
}

/** Makes the row that is to be named. */
async function rowOf(world: World, way: Kept, n: number): Promise<Row> {
  const { table, column, target, subject } = way
  const dimension = dimensionOf(way)
  const own = subject.resource.table
  if (dimension === undefined) return (await world.plainRows(target, [n], [], namedByOne(table, column)?.row))[0]!
  if (dimension === 1) return (await world.plainRows(DIMENSION_1[own] ?? own, [n]))[0]!
  await world.named('dimension')
  return (await world.plainRows(own, [n], [], { dimension_number: dimension }))[0]!
}

/** Lets one row name another by one column. */
async function name({ world, agreement }: WorldClient, way: Kept, named: Row, n: number): Promise<void> {
  const { table, column, targetColumn, alongside } = way
  const value = (named[targetColumn] ?? named.number) as string | number
  const dimension = dimensionOf(way)
  if (isOne(table)) {
    await service.database.rows(`UPDATE ${table} t SET ${column} = $2 WHERE t.agreement = $1`, [agreement, value])
  } else if (table === 'distribution_part') {
    // The parts are rows that follow from the lines of a distribution.
    const lines = [{ key: value, percent: 100 }]
    if (dimension === 1) await world.plainRows('departmental_distribution', [n], [], { lines })
    else await world.plainRows('dimension_distribution', [n], [], { lines, dimension_number: dimension })
  } else {
    const along = dimension === undefined ? [] : alongside
    const more = along.map(([own]) => [own.replace(/^x\./, ''), dimension])
    const ofEntry = table === 'changed_dimension' ? await world.plainRows('booked_entry', [n]) : []
    const entry = ofEntry.map(({ entry_number }) => ['entry_number', entry_number])
    await world.plainRows(table, [n], [], { [column]: value, ...Object.fromEntries([...more, ...entry]) })
  }
}

test.each([
  ['daybook/Departments', [1]],
  ['daybook/DepartmentalDistributions', [1]],
  ['dimensions/DimensionValues', [1, 2, 3]],
  ['daybook/Distributions', [1, 2, 3]],
])('%s are asked after in columns for keys of dimensions %j', (name, dimensions) => {
  const asked = kept.filter(({ subject }) => subject.name === name).map((way) => dimensionOf(way))
  expect([...new Set(asked)].sort()).toEqual(dimensions)
})

// Before the service stops, whatever the tests were: every statement sent binds every table to the agreement.
afterAll(() => expectBound(service))
