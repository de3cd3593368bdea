import { MODULES } from '../../src/access/roles.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../src/errors/catalogue.ts'
import type { Field } from '../../src/resource/fields.ts'
import { inProcess } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { expectError, faultNames } from './replies.ts'
import { expectBound } from './statements.ts'
import { type Subject, subjectsWith, writableEntries } from './subjects.ts'
import { absentValue } from './values.ts'
import { create, freshBody, worldClient } from './world.ts'

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

test('every statement sent binds every table to the agreement', () => expectBound(service))
