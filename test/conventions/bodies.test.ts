import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BODY_DEPTH_MAX, BODY_MAX_BYTES } from '../../src/limits.ts'
import type { Operation } from '../../src/resource/operations.ts'
import { someOf } from '../long.ts'
import type { Reply } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { expectProblem, faultsOf } from './replies.ts'
import { representatives } from './shapes.ts'
import { operationsOf, subjectsWith, writableEntries } from './subjects.ts'
import { create, filledPath, freshBody, placeOf, type WorldClient, worldClient } from './world.ts'

let service: SharedService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const MALFORMED: [string, string | Uint8Array, string, RegExp | string][] = [
  ['that ends early', '{"name": "x"', 'InvalidJson', /position 12/],
  ['with a comma too many', '{"name": "x",}', 'InvalidJson', /position 13/],
  ['with two texts', '{} {}', 'InvalidJson', /position 3/],
  ['that is no JSON', 'name=x', 'InvalidJson', /position 0\.$/],
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

const takingBodies = representatives(subjectsWith('create'), 'style', 'creation', 'updating', 'writes', 'deletion')

describe.each(takingBodies)('bodies of $name ($shape)', (subject) => {
  const { style } = subject.api
  let client: WorldClient
  let operations: Operation[]

  beforeAll(async () => {
    client = await worldClient(service, subject)
    const kinds = (['create', 'update', 'bulkCreate', 'bulkUpdate', 'delete'] as const).flatMap((kind) =>
      operationsOf(subject, kind),
    )
    operations = kinds.filter((operation) => operation.kind !== 'delete' || 'keyInBody' in operation)
  })

  const call = ({ method, path }: Operation, raw: string | Uint8Array): Promise<Reply> =>
    client.call(method, filledPath(subject, { path }, placeOf(client, subject)), {
      raw,
      headers: { 'content-type': 'application/json' },
    })

  test.each(MALFORMED.map((one, at) => [...one, at] as const))(
    'one %s is refused',
    async (_what, raw, code, says, at) => {
      for (const operation of someOf(operations, at)) {
        const reply = await call(operation, raw)
        await expectProblem(service, reply, { status: 400, code, property: 'body', says, style })
      }
    },
  )

  test('one that is too large is refused with 413', async () => {
    const reply = await call(operations[0]!, JSON.stringify({ name: 'x'.repeat(BODY_MAX_BYTES) }))
    await expectProblem(service, reply, { status: 413, code: 'BodyTooLarge', property: 'body', style })
  })

  test('a property that does not exist is refused by name, with what may have been meant', async () => {
    const writable = writableEntries(subject)
    const body = freshBody(client, subject)
    const reply = await create(client, subject, { ...body, nosuch: 1 })
    const expected = { status: 400, code: 'PropertyUnknown', style }
    await expectProblem(service, reply, { ...expected, property: 'nosuch', says: writable[0]![0] })
    const [name, field] = writable.find(([candidate]) => /[A-Z]/.test(candidate)) ?? writable[0]!
    const misspelt = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase()
    const { [name]: value, ...rest } = body
    const strict = { ...client, ...(await service.client({ agreement: client.agreement, compatibility: 'strict' })) }
    const cased = await create(strict, subject, { ...rest, [misspelt]: value })
    expect(cased.status, cased.text).toBe(400)
    const inherited = await call(operations[0]!, `{"__proto__":${JSON.stringify(body)}}`)
    expect(inherited.status, inherited.text).toBe(400)
    if (style === 'project') return
    const faults = faultsOf(cased)
    expect(faults.find(({ property }) => property === misspelt)?.message).toContain(`Did you mean ${name}?`)
    if (field.facts.required) expect(faults.filter(({ property }) => property === name)).not.toEqual([])
  })
})
