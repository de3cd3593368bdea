import { expect } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import type { Client, TestService } from '../service/harness.ts'
import { API, bookkeeper, codeOf } from './bookkeeping.ts'

export const DAYBOOK = '/daybookapi/v1.0.0'
/** Draft entries with their dimensions. */
export const WHOLE = `${DAYBOOK}/draft-entries`
export const LEDGER = `${DAYBOOK}/booked-entries`

const line = (departmentNumber: number, percent: number): object => ({ departmentNumber, percent })

const DATA: [path: string, body: object][] = [
  ['departments', { number: 2, name: 'Lager' }],
  ['departments', { number: 3, name: 'Nedlagt', isBarred: true }],
  ['units1', { number: 1, name: 'Varevogn' }],
  ['units1', { number: 2, name: 'Solgt', isBarred: true }],
  ['units2', { number: 1, name: 'Gravemaskine' }],
  ['units2', { number: 2, name: 'Solgt', isBarred: true }],
  ['employees', { number: 7, name: 'Ida Ærø' }],
  ['employees', { number: 8, name: 'Fratrådt', isBarred: true }],
  ['asset-groups', { number: 1, name: 'Biler' }],
  ['asset-groups', { number: 2, name: 'Fly', isBarred: true }],
  ['departmental-distributions', { number: 11, name: 'Husleje', lines: [line(1, 33.3333), line(2, 66.6667)] }],
  ['departmental-distributions', { number: 12, name: 'Gammel', isBarred: true, lines: [line(1, 100)] }],
  ['departmental-distributions', { number: 13, name: 'Delvis', lines: [line(1, 50), line(3, 50)] }],
]

/**
 * The small books with departments 1 and 2, unit 1 of both dimensions, employee 7, asset group 1 and distribution 1.
 * Other numbers are barred.
 */
export async function dimensionBooks(service: TestService, modules = ['Dimension', 'Accruals']): Promise<Client> {
  const client = await bookkeeper(service, modules)
  for (const [path, body] of DATA) expect((await client.post(`${DAYBOOK}/${path}`, body)).status).toBe(201)
  return client
}

/** Books journal 1; afterwards the ledger is sound. */
export async function book(service: TestService, client: Client): Promise<void> {
  const reply = await client.post(`${API}/journals/1/book`)
  expect(reply.status, reply.text).toBe(204)
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
}

/** The properties of every booked entry, or of those that the filter leaves. */
export async function booked(client: Client, properties: readonly string[], filter?: string): Promise<unknown[][]> {
  const query = filter === undefined ? '' : `?filter=${encodeURIComponent(filter)}`
  const { items } = (await client.get(LEDGER + query)).json as { items: Record<string, unknown>[] }
  return items.map((item) => properties.map((property) => item[property]))
}

const DIMENSIONS = '/dimensionsapi/v5.3.1'

/**
 * Makes values 71 and 72 and distributions 75, 76 and 77 of dimensions 2 and 3: 72 and 76 are not active, nor has 77 an
 * active value.
 */
export async function keysForRules(client: Client): Promise<void> {
  const made = async (path: string, body: object) => expect((await client.post(path, body)).status).toBe(201)
  for (const number of [2, 3]) {
    const { status } = await client.get(`${DIMENSIONS}/dimensions/${number}`)
    if (status === 404) await made(`${DIMENSIONS}/dimensions`, { number, name: 'D', active: true })
    const of = { dimensionNumber: number, name: 'X' }
    for (const key of [71, 72]) await made(`${DIMENSIONS}/values`, { ...of, key, active: key === 71 })
    for (const key of [75, 76, 77]) {
      const distributions = [{ key: key === 77 ? 72 : 71, percent: 100 }]
      await made(`${DAYBOOK}/distributions`, { ...of, key, active: key !== 76, distributions })
    }
  }
}

/**
 * Asserts the rules of the data of one owner (rule 15.3), which has none of dimensions 2 and 3 yet, with the keys of
 * `keysForRules`.
 */
export async function expectRulesOfData(service: TestService, client: Client, kind: string, owner: object) {
  const path = `${DIMENSIONS}/dimension-data/${kind}`
  const post = (dimensionNumber: number, dimensionKey: number, more: object = {}) =>
    client.post(path, { ...owner, dimensionNumber, dimensionKey, ...more })
  const refused = async (...given: Parameters<typeof post>) => codeOf(await post(...given))
  expect(await refused(2, 9)).toEqual([400, 'CONTAINSINVALIDVALUES', 'dimensionKey'])
  expect(await refused(2, 72)).toEqual([400, 'CONTAINSBARREDDIMENSIONVALUE', 'dimensionKey'])
  for (const key of [76, 77])
    expect(await refused(2, key)).toEqual([400, 'CONTAINSBARREDDISTRIBUTIONKEY', 'dimensionKey'])
  expect(await refused(2, 71, { isDistribution: true })).toEqual([400, 'CONTAINSINVALIDVALUES', 'isDistribution'])
  expect((await post(2, 75, { isDistribution: true })).status).toBe(201)
  expect(await refused(2, 71)).toEqual([400, 'ONLYONEITEMPERDIMENSION', 'dimensionNumber'])
  expect(await refused(3, 75)).toEqual([400, 'ONLYONEDISTRIBUTIONALLOWED', 'dimensionKey'])
  expect((await post(3, 71)).status).toBe(201)
  const items = (await client.get(path)).json.items as Record<string, unknown>[]
  const own = items.find(
    (item) => item.dimensionNumber === 3 && Object.entries(owner).every(([name, value]) => item[name] === value),
  )
  const change = async (dimensionKey: number) => codeOf(await client.put(path, { ...own, dimensionKey }))
  expect(await change(72)).toEqual([400, 'CONTAINSBARREDDIMENSIONVALUE', 'dimensionKey'])
  for (const key of [76, 77]) expect(await change(key)).toEqual([400, 'CONTAINSBARREDDISTRIBUTIONKEY', 'dimensionKey'])
  expect(await change(75)).toEqual([400, 'ONLYONEDISTRIBUTIONALLOWED', 'dimensionKey'])
  const twice = await client.put(`${path}/bulk`, { items: [own, own] })
  expect(codeOf(twice)).toEqual([400, 'ItemRepeated', 'items[1].dimensionNumber'])
  expect((await client.put(path, own)).status).toBe(204)
  expect(codeOf(await client.put(path, own))).toEqual([409, 'ObjectVersionMismatch', 'objectVersion'])
  const missing = [404, 'NotFound', 'dimensionNumber']
  const gone = { body: { ...owner, dimensionNumber: 3, dimensionKey: 71 } }
  expect((await client.delete(path, gone)).status).toBe(204)
  expect(codeOf(await client.delete(path, gone))).toEqual(missing)
  expect(codeOf(await client.put(path, own))).toEqual(missing)
  const set = (modules: string) =>
    service.database.rows(`UPDATE agreement SET modules = ${modules} WHERE agreement = $1`, [client.agreement])
  await set(`array_remove(modules, 'Dimension')`)
  expect((await post(2, 75)).json.errors).toContainEqual(
    expect.objectContaining({ errorCode: 'ValueNotAllowed', property: 'dimensionNumber' }),
  )
  await set(`array_append(modules, 'Dimension')`)
}
