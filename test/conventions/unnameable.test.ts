import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SharedService, sharedService } from '../service/shared.ts'
import { expectError, faultsOf } from './replies.ts'
import { subjectsWith } from './subjects.ts'
import { create, freshBody, itemPath, placeOf, worldClient } from './world.ts'

let service: SharedService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

/** Resources whose items a text of the client's own names in paths. */
const named = subjectsWith('create').flatMap((subject) => {
  const { key, fields } = subject.resource
  const own = key.filter((name) => {
    const { type, references, readOnly, assigned } = fields[name]!.facts
    return type === 'string' && !references && !readOnly && !assigned
  })
  return own.length > 0 ? [{ ...subject, own: own[0]! }] : []
})

test('there are such resources', () => {
  expect(named.map(({ resource }) => resource.name)).toEqual(expect.arrayContaining(['Products', 'VatCodes']))
})

describe.each(named)('an item of $name', ({ own, ...subject }) => {
  test('is not made under . or .., which every client drops from an address', async () => {
    const client = await worldClient(service, subject)
    for (const text of ['.', '..']) {
      expect(new URL(`http://a/b/${encodeURIComponent(text)}`).pathname).not.toContain('.')
      const reply = await create(client, subject, { ...freshBody(client, subject), [own]: text })
      expectError(reply, { status: 400, property: own, style: subject.api.style })
      const told = faultsOf(reply).filter(({ property }) => property === own)
      expect(told[0]!.message, reply.text).toBe(`${own} must not be . or .., which addresses cannot name.`)
    }
  })
})

describe.each(named.filter(({ resource }) => ['Products', 'VatCodes'].includes(resource.name)))(
  'an item of $name',
  ({ own, ...subject }) => {
    test('is made and read under other texts with dots', async () => {
      const client = await worldClient(service, subject)
      for (const text of ['...', '.a', 'a.', '. ', '%2e']) {
        const made = await create(client, subject, { ...freshBody(client, subject), [own]: text })
        expect(made.status, made.text).toBe(201)
        const read = await client.get(itemPath(client, subject, { ...placeOf(client, subject), [own]: text }))
        expect([read.status, read.json[own]]).toEqual([200, text])
      }
    })
  },
)
