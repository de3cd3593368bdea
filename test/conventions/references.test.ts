import { MODULES } from '../../src/access/roles.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../src/errors/catalogue.ts'
import type { Field } from '../../src/resource/fields.ts'
import { inUseCode, type Relation } from '../../src/resource/relations.ts'
import { columnName } from '../../src/resource/resource.ts'
import { inProcess } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { expectError, faultNames, faultsOf } from './replies.ts'
import { namedByOne, relationsOf } from './rows.ts'
import { expectBound } from './statements.ts'
import { operationOf, ownerOf, relations, type Subject, subjectsWith, writableEntries } from './subjects.ts'
import { absentValue, FIRST } from './values.ts'
import { create, deleteItem, freshBody, placeOf, type WorldClient, worldClient } from './world.ts'

let service: SharedService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const namedBy = (subject: Subject): [string, Field][] =>
  writableEntries(subject).filter(
    ([name, { facts }]) => facts.references?.code && !subject.override.properties?.[name]?.namesAll,
  )

const naming = subjectsWith('create').filter((subject) => namedBy(subject).length > 0)

describe.each(naming)('references of $name', (subject) => {
  const { style } = subject.api
  const named = namedBy(subject)

  test('to what is not there are refused, by property', async () => {
    const made = await worldClient(service, subject)
    const client = { ...made, ...inProcess(service, made) }
    for (const [property, field] of named) {
      const code = field.facts.references!.code!
      const reply = await create(client, subject, { ...freshBody(client, subject), [property]: absentValue(field) })
      expectError(reply, { status: catalogue[code].status, style })
      expect(faultNames(reply), reply.text).toContain(`${property}: ${code}`)
    }
  })

  test('to what another agreement has are refused, all at once', async () => {
    const made = await worldClient(service, subject)
    const bare = {
      ...made,
      ...inProcess(service, await service.client({ modules: [...MODULES] })),
    }
    const body = freshBody(made, subject)
    const reply = await create({ ...bare, world: made.world }, subject, body)
    const expected = named.flatMap(([name, { facts }]) =>
      name in body ? [[name, facts.references!.code!] as const] : [],
    )
    const missing = expected.filter(([, code]) => catalogue[code].status === 404)
    const told = (missing.length > 0 ? missing : expected).map(([name, code]) => `${name}: ${code}`)
    expect(faultNames(reply), reply.text).toEqual(expect.arrayContaining(style === 'project' ? told.slice(0, 1) : told))
  })
})

/** The references of a table that keep what they name from being deleted, where there is an operation that deletes it. */
const inTheWay = (table: string): readonly Relation[] =>
  relationsOf(table).filter(({ by, cascades, target }) => {
    const owner = ownerOf(target)
    return by !== '' && !cascades && owner !== undefined && operationOf(owner, 'delete') !== undefined
  })

/** A row that every agreement has from the beginning cannot be made: test/resources/customers.test.ts names by that of the setup. */
const isMade = (table: string): boolean => (ownerOf(table)?.resource.key.length ?? 1) > 0

const referring = [...new Set(relations.list().map(({ table }) => table))]
  .map((table) => ({ table, name: ownerOf(table)?.name ?? table, kept: inTheWay(table) }))
  .filter(({ table, kept }) => kept.length > 0 && isMade(table))

describe.each(referring)('what $name name', ({ table, kept }) => {
  test('cannot be deleted', async () => {
    const subject = ownerOf(table) ?? ownerOf(kept[0]!.target)!
    const made = await worldClient(service, subject)
    const client = { ...made, ...inProcess(service, made) }
    for (const [at, relation] of kept.entries()) await expectInUse(client, relation, FIRST.used + 2 * at)
  })
})

/** Asserts that a row cannot be deleted while one column of one row names it, and that the answer says so. */
async function expectInUse(client: WorldClient, { table, column, target, targetColumn, by }: Relation, n: number) {
  const owner = ownerOf(target)!
  const [row] = await client.world.plainRows(target, [n], [], namedByOne(table, column)?.row)
  // Of what an agreement has one of, this is the one.
  if (ownerOf(table)?.resource.key.length === 0) {
    await service.database.rows(`DELETE FROM ${table} t WHERE t.agreement = $1`, [client.agreement])
  }
  await client.world.plainRows(table, [n + 1], [], { [column]: row![targetColumn] })
  const { key, fields } = owner.resource
  const item = Object.fromEntries(key.map((name) => [name, row![columnName(name, fields[name])]]))
  const reply = await deleteItem(client, owner, { ...placeOf(client, owner), ...item })
  const code = inUseCode(owner.resource, table)
  const { style } = owner.api
  expectError(reply, { status: catalogue[code].status, code, property: key.at(-1)!, says: by, style })
  expect(faultsOf(reply), reply.text).toHaveLength(1)
}

test('every statement sent binds every table to the agreement', () => expectBound(service))
