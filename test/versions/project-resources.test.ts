import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationsOf, versionsOf } from '../../src/resource/versions.ts'
import { projectResourcesApi } from '../../src/resources/projects/newer-name.ts'
import { api, ok, projectManager, registered } from '../resources/project-books.ts'
import type { Client } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'

const published = (
  JSON.parse(readFileSync(new URL('../contract/operation-ids.json', import.meta.url), 'utf8')) as {
    Projects: { operationIds: Record<string, string> }
  }
).Projects.operationIds

test.each(versionsOf(projectResourcesApi))('$version has the 98 published operations', (version) => {
  const served = operationsOf([version]).map(({ operation: { method, path } }) => `${method} ${path}`)
  expect(served.toSorted()).toEqual(Object.keys(published).toSorted())
  expect(served).toHaveLength(98)
})

describe.each(['1.1.0', '1.0.0'])('/projectsapi/v%s', (version) => {
  const at = (path: string): string => `/projectsapi/v${version}${path}`
  let service: SharedService
  let client: Client
  beforeAll(async () => {
    service = await sharedService()
    client = await projectManager(service)
  })
  afterAll(() => service.stop())

  test('has the rows of the older name, and camel-case query names', async () => {
    const [project] = (await client.get(at('/Projects/paged?pageSize=1&sort=-number'))).json
    expect(project).toMatchObject({ number: 20, name: 'Havnen', mileage: 0 })
    expect(project).not.toHaveProperty('otherReference')
    const made = await ok(client.post(at('/ProjectGroups'), { number: 7, name: 'Nye', type: 1 }))
    expect(made.headers.get('location')).toBe(at('/ProjectGroups/7'))
    expect((await client.get(api('/projectgroups/7'))).json.name).toBe('Nye')
  })

  test('answers errors as problems', async () => {
    const { status, headers, json } = await client.get(at('/Projects/999'))
    expect([status, headers.get('content-type'), json.errorCode]).toEqual([
      404,
      expect.stringContaining('application/problem+json'),
      'NotFound',
    ])
  })

  test('says of activities and employees that they are barred, where the older name says that they are not', async () => {
    await ok(client.post(at('/Activities'), { number: 90, name: 'Ny', groupNumber: 1 }))
    await ok(client.post(at('/Activities'), { number: 91, name: 'Gammel', groupNumber: 1, isBarred: true }))
    const older = async (number: number): Promise<unknown> =>
      (await client.get(api(`/activities/${number}`))).json.isAccessible
    expect([await older(90), await older(91)]).toEqual([true, undefined])
    const { json } = await client.get(at('/Activities?filter=isBarred$eq:true$and:number$gte:90'))
    expect(json.items).toMatchObject([{ number: 91, isBarred: true }])
    expect(json.items[0]).not.toHaveProperty('isAccessible')
    const refused = await client.post(at('/Activities'), { number: 92, name: 'A', groupNumber: 1, isAccessible: true })
    expect(refused.json).toMatchObject({ errorCode: 'PropertyUnknown' })
    const allowed = (await client.get(at('/Activities/allowed?employeeNumber=1&projectNumber=20'))).json as object[]
    expect(allowed).toContainEqual(expect.objectContaining({ number: 90 }))
    for (const activity of allowed) expect(activity).not.toHaveProperty('isAccessible')
    await ok(client.post(at('/Employees'), { number: 90, name: 'Bo', groupNumber: 1, isBarred: true }))
    const employee = (await client.get(at('/Employees/90'))).json
    expect([employee.isBarred, 'access' in employee]).toEqual([true, false])
    expect((await client.get(api('/employees/90'))).json.access).toBeUndefined()
  })

  test('does not say of mileages whether they can be approved', async () => {
    const body = { employeeNumber: 1, projectNumber: 20, date: '2026-06-30', distance: 42 }
    const { number } = (await ok(client.post(at('/Mileages'), body))).json
    expect((await client.get(at(`/Mileages/${number}`))).json).not.toHaveProperty('includeApprove')
    expect((await client.get(api(`/mileages/${number}`))).json.includeApprove).toBe(true)
  })

  test('books approved time at the end of its month, or on its own day', async () => {
    const booked = async (bookOn?: number): Promise<unknown> => {
      // 2.5 hours at 400 and 10 %: cost 1100.00; at 900: sales 2250.00.
      const numbers = [await registered(client, { date: '2026-06-12' })]
      await ok(client.post(at('/TimeEntries/approve'), { numbers, bookOn }))
      const rows = await service.database.rows<{ told: string }>(
        `SELECT e.date || ' ' || e.account_number || ' ' || e.amount AS told FROM booked_entry e
         WHERE e.agreement = $1 AND e.amount > 0 ORDER BY e.entry_number DESC LIMIT 2`,
        [client.agreement],
      )
      return rows.map(({ told }) => told).toReversed()
    }
    const monthEnd = ['2026-06-30 5900 1100.00', '2026-06-30 5910 2250.00']
    expect(await booked()).toEqual(monthEnd)
    expect(await booked(0)).toEqual(monthEnd)
    expect(await booked(1)).toEqual(['2026-06-12 5900 1100.00', '2026-06-12 5910 2250.00'])
    const refused = await client.post(at('/TimeEntries/approve'), { numbers: [await registered(client)], bookOn: 2 })
    expect(refused.json).toMatchObject({ errorCode: 'ValueNotAllowed', errors: [{ property: 'bookOn' }] })
  })

  test('the older name knows no bookOn', async () => {
    const refused = await client.post(api('/timeentries/approve'), { numbers: [await registered(client)], bookOn: 1 })
    expect([refused.status, refused.json.property]).toEqual([400, 'bookOn'])
  })
})
