import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setCompatibility } from '../../src/access/issue.ts'
import { eventually } from '../patience.ts'
import { subjectOf } from '../conventions/subjects.ts'
import { sendable, worldClient } from '../conventions/world.ts'
import { type Client, newClient, type Reply, type TestService, testNode, testService } from '../service/harness.ts'

const CONTACTS = '/suppliersapi/v2.0.0/Contacts'
const JOURNALS = '/journalsapi/v15.0.1/journals'

let service: TestService
let node: Awaited<ReturnType<typeof testNode>>
let [strict, lenient]: Client[] = []

beforeAll(async () => {
  service = await testService()
  node = await testNode(service.database, { compatibility: 'lenient' })
  strict = await worldClient(service, subjectOf('suppliers/Contacts'))
  lenient = await newClient(service.database, node.baseUrl, { agreement: strict.agreement })
})
afterAll(async () => {
  await node.app.close()
  await service.stop()
})

describe('DAYBOOK_COMPATIBILITY=lenient, for an app that says nothing', () => {
  const old = { supplierNumber: 101, name: 'Old', number: 0, notes: null, colour: 'red', objectVersion: null }

  test('lets pass what old clients send: unknown properties, nulls, read-only zeros', async () => {
    const refused = await strict!.post(CONTACTS, old)
    const codes = refused.json.errors.map(({ errorCode }: { errorCode: string }) => errorCode)
    expect([refused.status, ...codes.sort()]).toEqual([400, 'PropertyReadOnly', 'PropertyUnknown', 'ValueNull'])
    const made = await lenient!.post(CONTACTS, old)
    expect(made.status).toBe(201)
    const path = `${CONTACTS}/${made.json.number}`
    const { json } = await lenient!.get(path)
    expect(json).toMatchObject({ name: 'Old', notes: null })
    expect((await lenient!.put(CONTACTS, { ...json, name: 'New', colour: 'blue' })).status).toBe(204)
    expect((await lenient!.get(path)).json.name).toBe('New')
  })

  test('passes over the sorting of a cursor list, and a query parameter that is unknown', async () => {
    expect((await strict!.get(`${CONTACTS}?sort=name`)).json.errorCode).toBe('SortNotAllowed')
    expect((await lenient!.get(`${CONTACTS}?sort=name&colour=red`)).status).toBe(200)
  })

  test('still misses what is required, and refuses what is wrong', async () => {
    const reply = await lenient!.post(CONTACTS, { supplierNumber: 101, name: null })
    expect([reply.status, reply.json.errorCode]).toEqual([400, 'SupplierContactNameNullOrEmpty'])
    expect((await lenient!.post(CONTACTS, { ...old, supplierNumber: 'x' })).json.errorCode).toBe('ValueTypeInvalid')
  })
})

test('an app’s own compatibility counts more than the setting, from within a second of its change', async () => {
  const own = await newClient(service.database, node.baseUrl, {
    agreement: strict!.agreement,
    compatibility: 'strict',
  })
  expect((await own.get(`${CONTACTS}?colour=red`)).status).toBe(400)
  await setCompatibility(service.database, own.app, 'default')
  await eventually(async () => (await own.get(`${CONTACTS}?colour=red`)).status === 200)
})

test('a notice is told with a kept answer too, and to who repeats it at another spelling of the path', async () => {
  const headers = { 'idempotency-key': 'one' }
  const body = { SupplierNumber: 101, name: 'Slash' }
  const replies = []
  for (const path of [CONTACTS, `${CONTACTS}/`, `${CONTACTS.toLowerCase()}/`]) {
    const { status, text, headers: told } = await strict!.post(path, body, { headers })
    replies.push([status, text, told.get('x-resultfromcache'), told.get('daybook-notice')])
  }
  const [status, text, , notice] = replies[0]!
  expect([status, notice]).toEqual([201, 'supplierNumber is understood in another case'])
  expect(replies.slice(1)).toEqual([
    [201, text, 'true', notice],
    [201, text, 'true', notice],
  ])
})

test('a notice is ASCII, and bounded whatever is sent', async () => {
  const query = Array.from({ length: 50 }, (_, at) => `${at + 10}${'ø'.repeat(60)}=1`).join('&')
  const notice = (await strict!.get(`${CONTACTS}?${query}`)).headers.get('daybook-notice')!
  expect(notice).toMatch(/^[\x20-\x7e]{200}$/)
  expect(notice.startsWith(`'10${'?'.repeat(38)}...', '11`)).toBe(true)
  expect(notice.endsWith('...')).toBe(true)
})

test('a journal’s types may be called by their other name', async () => {
  const made = await strict!.post(JOURNALS, { name: 'Cash', allowedEntryType: 5 })
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  const path = `${JOURNALS}/${made.json.number}`
  const { json } = await strict!.get(path)
  expect(json).toMatchObject({ entryTypeRestrictedTo: 5, allowedEntryType: 5 })
  const { entryTypeRestrictedTo: _, ...read } = json
  expect((await strict!.put(JOURNALS, { ...sendable(read), allowedEntryType: 2 })).status).toBe(204)
  expect((await strict!.get(path)).json).toMatchObject({ entryTypeRestrictedTo: 2, allowedEntryType: 2 })
  const written = (more: object): Promise<Reply> =>
    strict!.get(path).then((read) => strict!.put(JOURNALS, { ...sendable(read.json), ...more }))
  // A program that read both names, and changed one of them.
  for (const [more, type] of [
    [{ allowedEntryType: 3 }, 3],
    [{ entryTypeRestrictedTo: 4 }, 4],
    [{ allowedEntryType: 0 }, 0],
    [{ entryTypeRestrictedTo: 2, allowedEntryType: 2 }, 2],
  ] as const) {
    expect((await written(more)).status).toBe(204)
    expect((await strict!.get(path)).json).toMatchObject({ entryTypeRestrictedTo: type, allowedEntryType: type })
  }
  const neither = await written({ entryTypeRestrictedTo: 3, allowedEntryType: 4 })
  expect([neither.status, neither.json.errorCode, neither.json.errors[0].property]).toEqual([
    400,
    'ValueNotAllowed',
    'entryTypeRestrictedTo',
  ])
  const stale = await written({ entryTypeRestrictedTo: 3, allowedEntryType: 4, objectVersion: json.objectVersion })
  expect([stale.status, stale.json.errorCode]).toEqual([409, 'ObjectVersionMismatch'])
  for (const [unknown, refused] of [
    [{ objectVersion: 'x' }, [409, 'ObjectVersionMismatch', 'objectVersion']],
    [{ objectVersion: '9'.repeat(20) }, [409, 'ObjectVersionMismatch', 'objectVersion']],
    [{ objectVersion: undefined }, [400, 'ObjectVersionRequired', 'objectVersion']],
    [{ number: undefined }, [400, 'ValueRequired', 'number']],
    [{ number: 'x' }, [400, 'ValueTypeInvalid', 'number']],
    [{ number: 2 ** 31 }, [400, 'ValueOutOfRange', 'number']],
  ] as const) {
    const reply = await written({ entryTypeRestrictedTo: 3, allowedEntryType: 4, ...unknown })
    expect([reply.status, reply.json.errorCode, reply.json.errors[0].property]).toEqual(refused)
  }
  const both = await strict!.post(JOURNALS, { name: 'Both', allowedEntryType: 2, entryTypeRestrictedTo: 5 })
  expect([both.status, both.json.errorCode]).toEqual([400, 'ValueNotAllowed'])
  expect((await strict!.get(path.replace('15.0.1', '13.0.1'))).text).not.toContain('EntryType')
})
