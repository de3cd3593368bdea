import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../resources/bookkeeping.ts'
import { change, customer, CUSTOMERS, make, OURS } from '../resources/sales.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { book, drafted, selling } from './selling.ts'

let service: TestService
let client: Client
beforeAll(async () => {
  service = await sharedService()
  client = await selling(service)
})
afterAll(() => service.stop())

const supplier = (more: object): object => ({ number: 700, name: 'Ny', groupNumber: 1, currency: 'DKK', ...more })

test('an employee who is a reference stays, and is told whose first: customers, suppliers, booked invoices, drafts', async () => {
  await make(client, `${OURS}/employees`, { number: 8, name: 'Ida' })
  await make(client, `${CUSTOMERS}/Customers`, customer({ ourRef: 8 }))
  await make(client, `${OURS}/suppliers`, supplier({ ourReferenceNumber: 8 }))
  expect((await book(client, await drafted(client, [{}], { ourReferenceNumber: 8 }))).status).toBe(201)
  await drafted(client, [], { ourReferenceNumber: 8 })
  const gone = async (): Promise<unknown[]> => codeOf(await client.delete(`${OURS}/employees/8`))
  const code = (what: string): unknown[] => [400, `ERROR_BOUNDCOWORKERACCOUNTCOWORKERIS${what}`, 'number']

  expect(await gone()).toEqual(code('SALESMANFORNUMBEROFDEBITORS'))
  expect((await client.delete(`${CUSTOMERS}/Customers/1000`)).status).toBe(204)
  expect(await gone()).toEqual(code('OURREFFORNUMBEROFCREDITORS'))
  expect((await client.get(`${OURS}/suppliers/700`)).json.ourReferenceNumber).toBe(8)
  const left = { ourReferenceNumber: undefined }
  expect((await change(client, `${OURS}/suppliers/700`, left, `${OURS}/suppliers`)).status).toBe(204)
  expect(await gone()).toEqual(code('SALESMANFORNUMBEROFINVOICES'))
})

test('a supplier’s reference is an employee', async () => {
  const reply = await client.post(`${OURS}/suppliers`, supplier({ number: 701, ourReferenceNumber: 99 }))
  expect(codeOf(reply)).toEqual([400, 'EmployeeDoesNotExist', 'ourReferenceNumber'])
})
