import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catalogue } from '../../src/errors/catalogue.ts'
import { conventionErrors } from '../../src/errors/conventions.ts'
import type { Field } from '../../src/resource/fields.ts'
import type { Item, StandardOperation } from '../../src/resource/operations.ts'
import { inProcess, type Reply } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { eventsOf, listen } from './events.ts'
import { expectError, faultNames, faultsOf } from './replies.ts'
import { checkedAnew, testAmong } from './shapes.ts'
import { expectBound } from './statements.ts'
import { fieldEntries, operationOf, type Subject, subjectsWith, writableEntries } from './subjects.ts'
import { asItem, create, freshBody, givenEntries, pathFor, placeOf, type WorldClient, worldClient } from './world.ts'
import { bodyText, edges, RawNumber, someValue, type Wrong, wrongValues } from './wrong-values.ts'

/** Faults of a value's shape, which a value within its bounds must not have. */
const SHAPE = /: Value(Required|Null|TooLong|TooShort|OutOfRange|NotAllowed|TypeInvalid|InvalidCharacter)$/

let service: SharedService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

/** Whether the item read is the item sent: days gain a time, and false booleans are left out. */
function isRead(field: Field, sent: unknown, read: unknown): boolean {
  if (field.facts.type === 'day') return read === `${String(sent).slice(0, 10)}T00:00:00Z`
  if (field.facts.type === 'boolean') return (read ?? false) === sent
  return JSON.stringify(read) === JSON.stringify(sent)
}

/** The properties of what was sent that are read otherwise. */
const differing = ({ resource }: Subject, sent: Item, read: Reply): unknown[] =>
  Object.entries(sent).flatMap(([name, value]) => {
    const field = resource.fields[name]!
    const isSame =
      value instanceof RawNumber ? read.text.includes(`"${name}":${value.text}`) : isRead(field, value, read.json[name])
    return isSame ? [] : [{ name, value, read: read.json[name] }]
  })

/** Whether a rule may be the reason for the fault of a value that is within its property's bounds. */
function isOfRule({ resource }: Subject, fault: string): boolean {
  const [property, code] = fault.split(': ')
  if (resource.create || resource.check) return true
  const rules = [...resource.rules, ...Object.values(resource.constraints)]
  return rules.some((rule) => rule.property === property && rule.code === code)
}

/** The k-th of each list, for each k that some list has. */
function rounds<T>(lists: readonly (readonly T[])[]): T[][] {
  const most = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: most }, (_, k) => lists.flatMap((list) => (k < list.length ? [list[k]!] : [])))
}

const created = subjectsWith('create')
const bounded = checkedAnew(created)

describe.each(created)('create of $name', (subject) => {
  const { style } = subject.api
  const { resource } = subject
  const writable = writableEntries(subject)
  const given = givenEntries(subject)
  const key = resource.key.at(-1)!
  let client: WorldClient

  // Values that the reading of other apps mends have their own suite (compatibility.test.ts).
  beforeEach(async () => {
    if (!client || subject.override.few) {
      const made = await worldClient(service, subject, 'strict')
      client = { ...made, ...inProcess(service, made) }
      if (resource.emits) await listen(client, resource.emits)
    }
    // Those of the test before.
    if (resource.emits) await eventsOf(client)
  })

  /** Posts where `place` belongs, whatever the body says. */
  const post = (body: Item, place = body): Promise<Reply> =>
    client.call('POST', pathFor(client, subject, 'create', placeOf(client, subject, place)), {
      raw: bodyText(body),
      headers: { 'content-type': 'application/json' },
    })

  const readBack = async (made: Reply): Promise<Reply> => {
    const read = await client.get(made.headers.get('location')!)
    expect(read.status, read.text).toBe(200)
    return asItem(subject, read)
  }

  test('answers 201 with the identifier, and a link to the item as it was sent', async () => {
    const body = freshBody(client, subject)
    const made = await create(client, subject, body)
    expect(made.status, `${JSON.stringify(body)} → ${made.text}`).toBe(201)
    const read = await readBack(made)
    const { answers = key, answersNothing } = operationOf(subject, 'create') as StandardOperation
    expect(made.text).toBe(answersNothing ? '' : JSON.stringify({ [answers]: read.json[answers] }))
    if (!answersNothing) expect(made.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(differing(subject, body, read)).toEqual([])
    if (resource.emits) expect(await eventsOf(client)).toEqual([['', String(read.json[key])]])
  })

  test('needs no more than what is required, and has the rest by default', async () => {
    const isOptional = ([name, { facts }]: [string, Field]): boolean =>
      !facts.required && !subject.override.properties?.[name]?.isDemanded && !resource.key.includes(name)
    const left = given.filter(isOptional)
    const names = left.map(([name]) => name)
    const body = Object.fromEntries(
      Object.entries(freshBody(client, subject)).filter(([name]) => !names.includes(name)),
    )
    const made = await create(client, subject, body)
    expect(made.status, `${JSON.stringify(body)} → ${made.text}`).toBe(201)
    const read = await readBack(made)
    expect(differing(subject, body, read)).toEqual([])
    // A create of the resource's own has its own defaults, and tests of its own for them.
    if (resource.create) return
    const wrong = left.filter(
      ([name, { facts }]) =>
        !facts.fallback?.mayBeNothing && (facts.fallback === undefined) !== ((read.json[name] ?? null) === null),
    )
    expect(wrong.map(([name]) => name)).toEqual([])
  })

  testAmong(bounded, subject)('takes every value on a bound', async () => {
    const lists = given.map(([name, field]) =>
      field.facts.references ? [] : edges(field).map((value) => ({ name, value })),
    )
    for (const round of rounds(lists)) {
      const together = Object.fromEntries(round.map(({ name, value }) => [name, value]))
      // A rule of the resource may refuse values that their own bounds allow: then each is tried alone.
      if (await isTaken(together)) continue
      for (const { name, value } of round) await isTaken({ [name]: value })
    }
  })

  /** Whether an item with these values is created, and read as it was sent; where not, its rules are the reason. */
  async function isTaken(values: Item): Promise<boolean> {
    const made = await post({ ...freshBody(client, subject), ...values })
    if (made.status === 201) {
      const shown = Object.entries(values).filter(([name]) => !resource.fields[name]!.facts.readAs)
      expect(differing(subject, Object.fromEntries(shown), await readBack(made))).toEqual([])
      return true
    }
    expect([400, 404], made.text).toContain(made.status)
    const broken = faultNames(made).filter((fault) => SHAPE.test(fault) && !isOfRule(subject, fault))
    expect(broken, made.text).toEqual([])
    return false
  }

  testAmong(bounded, subject)(
    'refuses every value that a property does not take, all at once and in the order of the fields',
    async () => {
      const lists = writable.map(([name, field]) => wrongValues(name, field))
      const order = fieldEntries(subject).map(([name]) => name)
      for (const round of style === 'project' ? lists.flat().map((wrong) => [wrong]) : rounds(lists)) {
        const good = freshBody(client, subject)
        const body = { ...good, ...Object.fromEntries(round.map(({ property, value }) => [property, value])) }
        const reply = await post(round[0]!.value === null ? { ...body, nosuch: 1 } : body, good)
        const expected = round.map(({ at, code }) => `${at}: ${code}`)
        const told = [...new Set(faultNames(reply))]
        expect(
          told.filter((fault) => expected.includes(fault)),
          bodyText(body).slice(0, 2000),
        ).toEqual(expected)
        const others = told.filter((fault) => SHAPE.test(fault) && !expected.includes(fault))
        expect(others.filter((fault) => !isOfRule(subject, fault))).toEqual([])
        if (round[0]!.value === null && style !== 'project') expect(told).toContain('nosuch: PropertyUnknown')
        const ranks = faultsOf(reply).map(({ property }) => {
          const at = order.indexOf(property.split(/[[.]/)[0]!)
          return at < 0 ? order.length : at
        })
        expect(ranks).toEqual([...ranks].sort((left, right) => left - right))
      }
    },
  )

  test('says of an empty body what it lacks', async () => {
    const required = given.filter(
      ([, { facts }]) => facts.required && !facts.requiredByRule && facts.type !== 'boolean',
    )
    const reply = await post({}, freshBody(client, subject))
    const expected = required.map(([name, { facts }]) => `${name}: ${facts.codes.required ?? 'ValueRequired'}`)
    if (expected.length > 0) expect(reply.status, reply.text).toBe(400)
    const told = faultNames(reply).filter((fault) => expected.includes(fault))
    expect(told).toEqual(style === 'project' ? expected.slice(0, 1) : expected)
  })

  test('takes no read-only property', async () => {
    const readOnly = fieldEntries(subject).filter(([, { facts }]) => facts.readOnly)
    for (const some of style === 'project' ? readOnly.map((entry) => [entry]) : readOnly.length > 0 ? [readOnly] : []) {
      const values = Object.fromEntries(some.map(([name, field]) => [name, someValue(field)]))
      const reply = await post({ ...freshBody(client, subject), ...values })
      expect(reply.status, reply.text).toBe(400)
      expect(faultNames(reply)).toEqual(expect.arrayContaining(some.map(([name]) => `${name}: PropertyReadOnly`)))
    }
  })

  test('answers each code of a property of its own for itself', async () => {
    const wrong = writable.flatMap(([name, field]) => wrongValues(name, field))
    const own = new Map(
      wrong
        .filter(({ code }) => !(code in conventionErrors))
        .map((one): [string, Wrong] => [`${one.property} ${one.code}`, one]),
    )
    for (const { property, value, code } of own.values()) {
      const good = freshBody(client, subject)
      const reply = await post({ ...good, [property]: value }, good)
      expect(faultNames(reply).join(), reply.text).toContain(code)
      expectError(reply, {
        status: catalogue[code as 'NotFound'].status,
        ...(!resource.create && !resource.check && { code }),
        style,
      })
    }
  })

  test('refuses a value that another item has', async () => {
    const unique = Object.entries(resource.fields).filter(
      ([name, { facts }]) => facts.unique && !facts.readOnly && !facts.hidden && name in freshBody(client, subject),
    )
    for (const [name, field] of unique) {
      const taken = freshBody(client, subject)
      const made = await create(client, subject, taken)
      expect(made.status, made.text).toBe(201)
      const within = field.facts.unique!.within.filter((one) => one in taken)
      const same = Object.fromEntries([name, ...within].map((one) => [one, taken[one]]))
      const again = { ...freshBody(client, subject), ...same }
      // Texts are the same whatever their case.
      if (typeof again[name] === 'string' && field.facts.type === 'string') again[name] = again[name].toLowerCase()
      const reply = await create(client, subject, again)
      expect(faultNames(reply), reply.text).toContain(`${name}: ${field.facts.codes.taken}`)
      expectError(reply, { status: catalogue[field.facts.codes.taken!].status, style })
    }
  })
})

// Before the service stops, whatever the tests were: every statement sent binds every table to the agreement.
afterAll(() => expectBound(service))
