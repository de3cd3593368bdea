import { expect } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import type { Client, TestService } from '../service/harness.ts'
import { API, bookkeeper } from './bookkeeping.ts'

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

/** The small books with departments 1 and 2, unit 1 of both dimensions, employee 7, asset group 1 and distribution 1. Other numbers are barred. */
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
