import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subjectOf } from '../conventions/subjects.ts'
import { worldClient } from '../conventions/world.ts'
import { type Client, newClient, type TestService, testNode, testService } from '../service/harness.ts'

const CONTACTS = '/suppliersapi/v2.0.0/Contacts'
const JOURNALS = '/journalsapi/v15.0.1/journals'

let service: TestService
let node: Awaited<ReturnType<typeof testNode>>
let [strict, lenient]: Client[] = []

beforeAll(async () => {
  service = await testService()
  node = await testNode(service.database, { isLenient: true })
  strict = await worldClient(service, subjectOf('suppliers/Contacts'))
  lenient = await newClient(service.database, node.baseUrl, { agreement: strict.agreement })
})
afterAll(async () => {
  await node.app.close()
  await service.stop()
})

describe('DAYBOOK_LENIENT', () => {
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

test('a journal’s types may be called by their other name', async () => {
  const made = await strict!.post(JOURNALS, { name: 'Cash', allowedEntryType: 5 })
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  expect((await strict!.get(`${JOURNALS}/${made.json.number}`)).json).toMatchObject({ entryTypeRestrictedTo: 5 })
})
