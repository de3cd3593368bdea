import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { api, DAYBOOK, flat, ok, projectManager } from './project-books.ts'

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

test('a project or group without a number gets the highest plus one, also beside others; after the highest of all a project needs one', async () => {
  const other = await projectManager(service)
  const created = async (path: string, more: object): Promise<unknown> => {
    const reply = await other.post(api(path), { name: 'N', projectGroupNumber: 1, ...more })
    return reply.json.number ?? flat(reply)
  }
  const made = (number?: number) => created('/projects', number === undefined ? {} : { number })
  const given = [await made(500), await made(), await made(7), await made()]
  expect(given).toEqual([500, 501, 7, 502])
  const numbers = await Promise.all([made(), made(3), made(), made(600), made()])
  expect(new Set(numbers).size).toBe(5)
  expect(Math.min(...[numbers[0], numbers[2], numbers[4]].map(Number))).toBeGreaterThan(502)
  expect([await made(999999999), await made(), await made(9)]).toEqual([
    999999999,
    [400, 'ProjectCannotBeCreatedUpdatedNumberIsInvalid', 'number'],
    9,
  ])
  for (const path of ['/projectgroups', '/activitygroups']) {
    const group = (number?: number) => ok(other.post(api(path), { name: 'G', type: 2, ...(number && { number }) }))
    const groups = [await group(40), await group(), await group(2147483647), await group()]
    expect(groups.map(({ json }) => json.number)).toEqual([40, 41, 2147483647, expect.any(Number)])
    for (const number of [0, -1]) {
      const refused = await other.post(api(path), { name: 'G', type: 2, number })
      expect(flat(refused)).toEqual([400, 'ValueOutOfRange', 'number'])
    }
  }
})

test('project 0 can be changed, be a main project and be forbidden under /daybookapi, too', async () => {
  const client = await projectManager(service)
  await ok(client.post(api('/projects'), { number: 0, name: 'Fælles', projectGroupNumber: 1, isMainProject: true }))
  const { objectVersion } = (await client.get(`${DAYBOOK}/projects/0`)).json
  const changed = await client.put(`${DAYBOOK}/projects`, {
    number: 0,
    name: 'Fælles sager',
    isMainProject: true,
    objectVersion,
  })
  expect(changed.status, changed.text).toBe(204)
  const sub = await client.post(`${DAYBOOK}/projects`, { number: 1, name: 'Kontoret', mainProjectNumber: 0 })
  expect(sub.status, sub.text).toBe(201)
  const rule = await client.post(`${DAYBOOK}/recording-rules`, { employeeNumber: 1, projectNumber: 0 })
  expect(rule.status, rule.text).toBe(201)
})
