import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BODY_DEPTH_MAX, BODY_MAX_BYTES } from '../../src/limits.ts'
import type { Field } from '../../src/resource/fields.ts'
import type { Item } from '../../src/resource/operations.ts'
import { type Client, type Reply, type TestService, testService } from '../service/harness.ts'
import { expectProblem, faultNames, faultsOf } from './replies.ts'
import { fieldEntries, operationOf, pathOf, subjectsOf, writableEntries } from './subjects.ts'
import { freshBody, worldClient } from './world.ts'
import { edges, someValue, wrongTypes } from './wrong-values.ts'

let service: TestService

beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

/** Faults of a value's shape, which the edge of a bound must not have. */
const SHAPE = /: Value(TooLong|TooShort|OutOfRange|NotAllowed|TypeInvalid)$/

/** The body as JSON, with the decimal that `property` has as a text written as a number. */
function withDecimal(body: Item, property: string, value: unknown): string {
  return JSON.stringify({ ...body, [property]: '§' }).replace('"§"', String(value))
}

/** Whether what was read is what was sent: days gain a time, false booleans are left out. */
function expectRead(field: Field, sent: unknown, read: unknown, name: string): void {
  if (field.facts.type === 'day') expect(read, name).toBe(`${String(sent).slice(0, 10)}T00:00:00Z`)
  else if (field.facts.type === 'boolean') expect(read ?? false, name).toBe(sent)
  else expect(read, name).toEqual(sent)
}

describe.each(subjectsOf('create', 'create'))('create of $name', (subject) => {
  const { style } = subject.api
  const path = pathOf(subject, 'create')
  const writable = writableEntries(subject)
  let client: Client

  beforeAll(async () => void (client = await worldClient(service, subject)))

  const faultsOn = (reply: Reply, property: string): string[] =>
    faultsOf(reply).flatMap((fault) => (fault.property === property ? [fault.errorCode] : []))

  test('answers 201 with the identifier, and a link to the item as it was sent', async () => {
    const body = freshBody(client, subject)
    const made = await client.post(path, body)
    expect(made.status, made.text).toBe(201)
    const read = await client.get(made.headers.get('location')!)
    expect(read.status, read.text).toBe(200)
    const key = subject.resource.key.at(-1)!
    const answersNothing = 'answersNothing' in operationOf(subject, 'create')!
    expect(made.text).toBe(answersNothing ? '' : JSON.stringify({ [key]: read.json[key] }))
    if (!answersNothing) expect(made.headers.get('content-type')).toBe('application/json; charset=utf-8')
    for (const [name, value] of Object.entries(body)) {
      expectRead(subject.resource.fields[name]!, value, read.json[name], name)
    }
  })

  test('has every property that can be written in the fixture, so that none goes untried', () => {
    const given = Object.keys(freshBody(client, subject))
    const never = Object.keys(subject.fixture.never ?? {})
    expect(writable.map(([name]) => name).filter((name) => !given.includes(name))).toEqual(never)
  })

  test.each(writable)('null is no value of %s, nor is another type', async (property, field) => {
    const body = freshBody(client, subject)
    const { nullIsAbsent } = field.facts
    const isNull = field.facts.required ? (field.facts.codes.required ?? 'ValueRequired') : 'ValueNull'
    const reply = await client.post(path, { ...body, [property]: null })
    if (!nullIsAbsent) await expectProblem(service, reply, { status: 400, code: isNull, property, style })
    else expect(faultNames(reply).filter((fault) => fault.startsWith(`${property}: `))).toEqual([])
    for (const value of wrongTypes(field)) {
      const wrong = await client.post(path, { ...body, [property]: value })
      await expectProblem(service, wrong, { status: 400, code: 'ValueTypeInvalid', property, says: 'must be', style })
    }
  })

  test.each(writable.flatMap(([name, field]) => edges(field).map((edge) => ({ name, field, ...edge }))))(
    '$name of $shown → $code',
    async ({ name, field, value, code }) => {
      const body = freshBody(client, subject)
      const raw =
        field.facts.type === 'decimal' ? withDecimal(body, name, value) : JSON.stringify({ ...body, [name]: value })
      const reply = await client.call('POST', path, { raw, headers: { 'content-type': 'application/json' } })
      if (code !== undefined) {
        await expectProblem(service, reply, { status: 400, code, property: name, style })
      } else if (reply.status === 201) {
        const read = await client.get(reply.headers.get('location')!)
        if (field.facts.type === 'decimal') expect(read.text).toContain(`"${name}":${String(value)}`)
        else expect(read.json[name]).toBe(value)
      } else {
        // Within the property's own bounds; a rule of the resource may still refuse it.
        expect([400, 404], reply.text).toContain(reply.status)
        await expectProblem(service, reply, { status: reply.status, style })
        const rules = subject.resource.rules.map((rule) => `${rule.property}: ${rule.code}`)
        // Where the property names no values, one that is not allowed is one that nothing has.
        if (!field.facts.values) rules.push(`${name}: ValueNotAllowed`)
        const others = faultNames(reply).filter((fault) => SHAPE.test(fault) && !rules.includes(fault))
        expect(others, reply.text).toEqual([])
      }
    },
  )

  test('a property that does not exist is refused by name, with what may have been meant', async () => {
    const body = freshBody(client, subject)
    const reply = await client.post(path, { ...body, nosuch: 1 })
    const expected = { status: 400, code: 'PropertyUnknown', style }
    await expectProblem(service, reply, { ...expected, property: 'nosuch', says: writable[0]![0] })
    const [name, field] = writable.find(([candidate]) => /[A-Z]/.test(candidate)) ?? writable[0]!
    const misspelt = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase()
    const { [name]: value, ...rest } = body
    const cased = await client.post(path, { ...rest, [misspelt]: value })
    const hint = faultsOf(cased).find((fault) => fault.property === misspelt)
    if (style === 'problem') expect(hint?.message).toContain(`Did you mean ${name}?`)
    expect(cased.status).toBe(400)
    if (style === 'problem' && field.facts.required) expect(faultsOn(cased, name)).not.toEqual([])
    const inherited = await client.call('POST', path, {
      raw: JSON.stringify({ [misspelt]: 0 })
        .replace(misspelt, '__proto__')
        .replace('0', JSON.stringify(body)),
      headers: { 'content-type': 'application/json' },
    })
    expect(inherited.status, inherited.text).toBe(400)
  })

  test.each(fieldEntries(subject).filter(([, { facts }]) => facts.readOnly))(
    '%s is read-only',
    async (property, field) => {
      const reply = await client.post(path, { ...freshBody(client, subject), [property]: someValue(field) })
      await expectProblem(service, reply, { status: 400, code: 'PropertyReadOnly', property, style })
    },
  )

  test('every fault comes at once, in the order of the fields', async () => {
    const isRequired = ([, { facts }]: [string, Field]): boolean =>
      facts.required && !facts.requiredByRule && facts.type !== 'boolean'
    const reply = await client.post(path, { nosuch: 1, ...Object.fromEntries(writable.map(([name]) => [name, null])) })
    await expectProblem(service, reply, { status: 400, style })
    if (style === 'project') return
    const nulls = writable
      .filter(([, { facts }]) => !facts.nullIsAbsent)
      .map(
        ([name, { facts }]) => `${name}: ${facts.required ? (facts.codes.required ?? 'ValueRequired') : 'ValueNull'}`,
      )
    const listed = faultNames(reply)
    expect(listed.filter((fault) => nulls.includes(fault))).toEqual(nulls)
    expect(listed).toContain('nosuch: PropertyUnknown')
    const order = fieldEntries(subject).map(([name]) => name)
    const ranks = faultsOf(reply).map(({ property }) =>
      order.includes(property) ? order.indexOf(property) : order.length,
    )
    expect(ranks).toEqual([...ranks].sort((left, right) => left - right))
    const empty = faultNames(await client.post(path, {}))
    const missing = writable
      .filter(isRequired)
      .map(([name, { facts }]) => `${name}: ${facts.codes.required ?? 'ValueRequired'}`)
    expect(empty.filter((fault) => missing.includes(fault))).toEqual(missing)
  })

  test.each(writable.filter(([, { facts }]) => facts.required && !facts.requiredByRule && facts.type !== 'boolean'))(
    '%s is required',
    async (property, field) => {
      const { [property]: _left, ...body } = freshBody(client, subject)
      const code = field.facts.codes.required ?? 'ValueRequired'
      await expectProblem(service, await client.post(path, body), { status: 400, code, property, style })
    },
  )
})

const MALFORMED: [string, string | Uint8Array, string, RegExp | string][] = [
  ['that ends early', '{"name": "x"', 'InvalidJson', /position 12/],
  ['with a comma too many', '{"name": "x",}', 'InvalidJson', /position 13/],
  ['with two texts', '{} {}', 'InvalidJson', /position 3/],
  ['that is no JSON', 'name=x', 'InvalidJson', /position 0/],
  ['with a name twice', '{"name": "x", "name": "y"}', 'InvalidJson', 'name'],
  ['that is not UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), 'InvalidJson', 'UTF-8'],
  ['of no characters', '', 'BodyRequired', /./],
  ['of blanks', ' \n ', 'BodyRequired', /./],
  ['that is a list', '[]', 'ValueTypeInvalid', 'JSON object'],
  ['that is a number', '5', 'ValueTypeInvalid', 'JSON object'],
  ['that is null', 'null', 'ValueTypeInvalid', 'JSON object'],
  ['that is too deep', '['.repeat(BODY_DEPTH_MAX + 1), 'BodyTooDeep', /position 16/],
  ['that is far too deep', '{"a":'.repeat(100_000), 'BodyTooDeep', /position/],
]

describe.each(subjectsOf('create', 'create'))('bodies of $name', (subject) => {
  const { style } = subject.api
  let client: Client

  beforeAll(async () => void (client = await worldClient(service, subject)))

  test.each(MALFORMED)('one %s is refused', async (_what, raw, code, says) => {
    for (const method of ['POST', ...(subjectsOf('update', 'update').includes(subject) ? ['PUT'] : [])]) {
      const reply = await client.call(method, pathOf(subject, 'create'), {
        raw,
        headers: { 'content-type': 'application/json' },
      })
      await expectProblem(service, reply, { status: 400, code, property: 'body', says, style })
    }
  })

  test('one that is too large is refused with 413', async () => {
    const reply = await client.call('POST', pathOf(subject, 'create'), {
      raw: JSON.stringify({ name: 'x'.repeat(BODY_MAX_BYTES) }),
      headers: { 'content-type': 'application/json' },
    })
    await expectProblem(service, reply, { status: 413, code: 'BodyTooLarge', property: 'body', style })
  })
})
