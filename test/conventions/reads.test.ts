import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseFilter } from '../../src/request/query/filter-syntax.ts'
import { parseSort } from '../../src/request/query/sort-syntax.ts'
import { columnSql, cursorProperties } from '../../src/resource/columns.ts'
import type { Field } from '../../src/resource/fields.ts'
import type { Item } from '../../src/resource/operations.ts'
import { columnName } from '../../src/resource/resource.ts'
import { compareRows, matches, type ModelRow } from '../properties/filter-model.ts'
import { runs, someOf } from '../long.ts'
import { inProcess, type Reply } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { BAD_VALUES, chunks, filterValue, modelRow, modelTypes, OPERATORS, predicate, predicatesOf } from './filters.ts'
import { expectError, faultsOf } from './replies.ts'
import type { Row } from './rows.ts'
import { expectBound } from './statements.ts'
import { fieldEntries, operationOf, type Subject, subjectsWithAny } from './subjects.ts'
import { alike, faces, testAmong } from './shapes.ts'
import { itemPath, listPath, type WorldClient, worldClient } from './world.ts'

/**
 * How many predicates a filter asks at once. Each is about items of its own, which takes two more of the hundred
 * predicates that a filter may have.
 */
const ASKED_AT_ONCE = runs(12, 25)
const ITEMS_EACH = 5

let service: SharedService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

/** The values of a list that filters are asked of: whole, page by page where there is no cursor. */
async function listed(client: WorldClient, subject: Subject, filter?: string): Promise<Item[]> {
  const asked = filter === undefined ? {} : { filter }
  if (operationOf(subject, 'cursor')) {
    const reply = await client.get(`${listPath(client, subject, 'cursor')}?${new URLSearchParams(asked)}`)
    expect(reply.status, `${filter}: ${reply.text}`).toBe(200)
    return (reply.json as { items: Item[] }).items
  }
  const items: Item[] = []
  for (let skipPages = 0; items.length === 100 * skipPages; skipPages++) {
    const query = new URLSearchParams({ ...asked, pageSize: '100', skipPages: String(skipPages) })
    const reply = await client.get(`${listPath(client, subject, 'paged')}?${query}`)
    expect(reply.status, `${filter}: ${reply.text}`).toBe(200)
    items.push(...(reply.json as Item[]))
  }
  return items
}

/** For answers that tell one fault: each alone, in the short form every third. */
const oneByOne = <One>(all: readonly One[]): One[][] =>
  chunks(
    all.filter((_, at) => at % runs(3, 1) === 0),
    1,
  )

/** A property whose ranges tell the items apart. */
function identityOf(subject: Subject, items: readonly Item[]): string {
  const { resource } = subject
  const candidates = [...cursorProperties(resource), ...resource.key, ...Object.keys(resource.fields)]
  const found = candidates.find((name) => {
    const { filter } = resource.fields[name]!.facts
    const values = new Set(items.map((item) => item[name]))
    return filter.includes('gte') && filter.includes('lte') && values.size === items.length
  })
  if (found === undefined)
    throw new Error(`Nothing tells the items of ${subject.name} apart that lists can be filtered on`)
  return found
}

const listing = faces(subjectsWithAny('cursor', 'paged', 'count'))
/** On these is tried what is refused for what a property declares: by the same code for all. */
const refusing = new Set(alike(listing, 'style', 'lists', 'within', 'order').map(({ name }) => name))

describe.each(listing)('reads of $name', (subject) => {
  const { style } = subject.api
  const entries = fieldEntries(subject)
  const types = modelTypes(entries)
  const kind = operationOf(subject, 'paged') ? 'paged' : 'cursor'
  let client: WorldClient
  let rows: readonly Row[]
  let all: Item[]
  /** The same items as the model has them. */
  let judgedRows: ModelRow[]
  let path: string

  beforeAll(async () => {
    const made = await worldClient(service, subject)
    client = { ...made, ...inProcess(service, made) }
    rows = await made.world.fill(subject, 1, ASKED_AT_ONCE * ITEMS_EACH)
    path = listPath(client, subject, kind)
    all = await listed(client, subject)
    judgedRows = all.map(modelRow)
    expect(all.length).toBeGreaterThanOrEqual(ASKED_AT_ONCE * ITEMS_EACH)
  })

  const asked = (query: Record<string, string>): Promise<Reply> => client.get(`${path}?${new URLSearchParams(query)}`)

  test('agree: list, pages, count and single items are the same', async () => {
    if (operationOf(subject, 'count')) {
      expect((await client.get(listPath(client, subject, 'count'))).text).toBe(String(all.length))
    }
    if (operationOf(subject, 'paged')) {
      expect((await asked({ pageSize: '100' })).json).toEqual(all.slice(0, 100))
    }
    for (const item of operationOf(subject, 'single') ? [all[0]!, all[7]!, all.at(-1)!] : []) {
      const single = await client.get(itemPath(client, subject, item))
      expect(single.status, single.text).toBe(200)
      expect(single.json).toEqual(item)
    }
  })

  test('leave false booleans out, and have every other property', () => {
    const isWrong = ([name, { facts }]: [string, Field], item: Item): boolean => {
      if (facts.type === 'boolean' && !facts.nullable)
        return ![undefined, true].includes(item[name] as undefined | true)
      if (!facts.nullable) return (item[name] ?? null) === null
      return style === 'problem' ? !(name in item) : item[name] === null
    }
    const order = entries.map(([name]) => name)
    for (const item of all) {
      expect(Object.keys(item)).toEqual(order.filter((name) => name in item))
      expect(entries.filter((entry) => isWrong(entry, item)).map(([name]) => name)).toEqual([])
    }
  })

  test('show each property as it is stored', () => {
    const { resource } = subject
    const { fields } = resource
    // What the path names is the same for all, and no body shows it.
    const key = resource.key.filter((name) => !fields[name]!.facts.hidden)
    const isStored = ([name, field]: [string, Field]): boolean =>
      !field.facts.expression &&
      !field.facts.readAs &&
      field.facts.type !== 'version' &&
      columnSql(resource, name) === `t.${columnName(name, field)}`
    const stored = entries.filter((entry) => isStored(entry) && columnName(...entry) in (rows[0] ?? {}))
    const nameOf = (values: Item): string => key.map((name) => String(values[name])).join(' ')
    const shown = new Map(judgedRows.map((row) => [nameOf(row), row]))
    const wrong = rows.flatMap((row) => {
      const item = shown.get(nameOf(Object.fromEntries(key.map((name) => [name, row[columnName(name, fields[name])]]))))
      return stored.flatMap(([name, { facts }]) => {
        const [value, read] = [row[columnName(name, fields[name])] ?? null, item?.[name] ?? null]
        if (facts.type === 'boolean') return (read ?? 'false') === String(value ?? false) ? [] : [[name, value, read]]
        if (value === null || read === null || facts.type === 'list') {
          return (read === null) === (value === null) ? [] : [[name, value, read]]
        }
        const isSame = facts.type === 'decimal' ? Number(read) === value : read === String(value)
        return isSame ? [] : [[name, value, read]]
      })
    })
    expect(wrong).toEqual([])
  })

  test('find by each operator that a property allows what the model finds', async () => {
    const identity = identityOf(subject, all)
    const rowOf = new Map(all.map((item, at) => [item, judgedRows[at]!]))
    const order = parseSort(identity)
    const sorted = all.toSorted((a, b) => compareRows(order, rowOf.get(a)!, rowOf.get(b)!, types))
    const parts = chunks(sorted, ITEMS_EACH)
    const filterable = entries.filter(([, { facts }]) => facts.filter.length > 0)
    const questions = filterable.flatMap(([property, field], at) =>
      someOf(predicatesOf(property, field, parts[at % ASKED_AT_ONCE]!), at),
    )
    for (const some of chunks(questions, ASKED_AT_ONCE)) {
      const filter = some.map((question, at) => {
        const [first, last] = [parts[at]![0]!, parts[at]!.at(-1)!]
        const of = (item: Item): string => filterValue(subject.resource.fields[identity]!, [item], identity)
        return `(${question}$and:${identity}$gte:${of(first)}$and:${identity}$lte:${of(last)})`
      })
      const found = new Set((await listed(client, subject, filter.join('$or:'))).map((item) => JSON.stringify(item)))
      const wrong = some.flatMap((question, at) => {
        const node = parseFilter(question)
        return parts[at]!.flatMap((item) => {
          const isFound = found.delete(JSON.stringify(item))
          return isFound === matches(node, rowOf.get(item)!, types) ? [] : [{ question, isFound, item }]
        })
      })
      expect([wrong, [...found]]).toEqual([[], []])
    }
  })

  testAmong(refusing, subject)(
    'refuse every operator that a property does not allow, and say which it does',
    async () => {
      const refused = entries.flatMap(([property, field]) =>
        OPERATORS.filter((operator) => !field.facts.filter.includes(operator)).map((operator) => ({
          property,
          field,
          operator,
        })),
      )
      for (const some of style === 'project' ? oneByOne(refused) : chunks(refused, 20)) {
        const filter = some.map(({ property, field, operator }) =>
          predicate(property, operator, filterValue(field, all, property)),
        )
        const reply = await asked({ filter: filter.join('$or:') })
        expectError(reply, { status: 400, code: 'FilterNotAllowed', style })
        const faults = faultsOf(reply)
        expect(faults.map(({ property, errorCode }) => `${property} ${errorCode}`)).toEqual(
          some.map(({ property }) => `${property} FilterNotAllowed`),
        )
        for (const [at, { operator, field }] of some.entries()) {
          const choice = field.facts.filter.map((name) => `$${name}:`).join(' ')
          const refusal =
            choice === '' ? 'cannot be filtered on.' : `does not allow $${operator}:, it allows ${choice}.`
          expect(faults[at]!.message).toContain(refusal)
        }
      }
    },
  )

  testAmong(refusing, subject)('refuse a value of another type, by property and value', async () => {
    const bad = entries.flatMap(([property, { facts }]) =>
      facts.filter.includes('eq')
        ? (BAD_VALUES[facts.asNumber ? 'int32' : facts.type] ?? []).map((value) => ({ property, value }))
        : [],
    )
    for (const some of style === 'project' ? oneByOne(bad) : chunks(bad, 90)) {
      const filter = some.map(({ property, value }) => `${property}$eq:${value}`).join('$or:')
      const reply = await asked({ filter })
      expectError(reply, { status: 400, code: 'FilterValueInvalid', style })
      const told = faultsOf(reply).map(({ property, errorCode, message }) => [
        property,
        errorCode,
        message.split("'")[1],
      ])
      expect(told).toEqual(some.map(({ property, value }) => [property, 'FilterValueInvalid', value]))
    }
  })

  if (kind === 'cursor') return

  test('are sorted by each sortable property, and by all of them, as the model sorts', async () => {
    const sortable = entries.flatMap(([name, { facts }]) => (facts.sortable ? [name] : []))
    const several = sortable
      .slice(0, 10)
      .map((name, at) => (at % 2 === 0 ? `-${name}` : name))
      .toReversed()
      .join(',')
    for (const sort of [...sortable, ...(several === '' ? [] : [several])]) {
      const order = parseSort(sort)
      const judged = judgedRows
        .map((_, at) => at)
        .sort((a, b) => compareRows(order, judgedRows[a]!, judgedRows[b]!, types) || a - b)
      const names = ((await asked({ sort, pageSize: '100' })).json as Item[]).map((item) => JSON.stringify(item))
      expect(names, sort).toEqual(judged.slice(0, 100).map((at) => JSON.stringify(all[at])))
    }
  })

  testAmong(refusing, subject)('refuse to be sorted by any other property', async () => {
    const others = entries.flatMap(([name, { facts }]) => (facts.sortable ? [] : [name]))
    for (const some of style === 'project' ? oneByOne(others) : chunks(others, 10)) {
      const reply = await asked({ sort: some.join(',') })
      expectError(reply, { status: 400, code: 'SortNotAllowed', style })
      expect(faultsOf(reply).map(({ property, errorCode }) => `${property} ${errorCode}`)).toEqual(
        some.map((name) => `${name} SortNotAllowed`),
      )
    }
  })
})

// Before the service stops, whatever the tests were: every statement sent binds every table to the agreement.
afterAll(() => expectBound(service))
