import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultNames } from '../conventions/replies.ts'
import type { TestService } from '../service/harness.ts'
import { librarian, LIBRARY, libraryService } from './library.ts'

let service: TestService
beforeAll(async () => void (service = await libraryService()))
afterAll(() => service.stop())

test('a property that cannot change counts in the rules of an update that leaves it out', async () => {
  const client = await librarian(service)
  for (const [code, note] of [
    ['a', 'one'],
    ['b', 'two'],
  ])
    await client.post(`${LIBRARY}/tags`, { code, note, family: 'x' })
  await client.post(`${LIBRARY}/tags`, { code: 'c', note: 'one', family: 'y' })
  const { objectVersion } = (await client.get(`${LIBRARY}/tags/b`)).json
  const refused = await client.put(`${LIBRARY}/tags/bulk`, { items: [{ code: 'b', note: 'One', objectVersion }] })
  expect([refused.status, ...faultNames(refused)]).toEqual([400, 'items[0].note: SupplierContactNameAlreadyExists'])
  expect((await client.put(`${LIBRARY}/tags`, { code: 'b', note: 'three', objectVersion })).status).toBe(204)
  expect((await client.get(`${LIBRARY}/tags/b`)).json).toMatchObject({ code: 'b', family: 'x', note: 'three' })
})
