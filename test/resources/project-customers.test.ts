import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { api, changeFlat, DAYBOOK, ok, projectManager } from './project-books.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await projectManager(service)
})
afterAll(() => service.stop())

test('projects keep under /daybookapi a customer that their group, contact and delivery location suit', async () => {
  const made = await ok(client.post(api('/projects'), { name: 'Kaj', projectGroupNumber: 2, customerNumber: 201 }))
  const number = made.json.number as number
  const customer = async (given: object): Promise<unknown> => {
    const { objectVersion } = (await client.get(`${DAYBOOK}/projects/${number}`)).json
    const { status, json } = await client.put(`${DAYBOOK}/projects`, { number, name: 'Kaj', objectVersion, ...given })
    return status === 204 ? 204 : [status, json.errors]
  }
  const refused = (errorCode: string): unknown => [
    400,
    [expect.objectContaining({ errorCode, property: 'customerNumber' })],
  ]
  expect(await customer({})).toEqual(refused('ProjectCannotBeCreatedUpdatedCustomerNumberRequired'))
  expect([await customer({ customerNumber: 202 }), await customer({ customerNumber: 201 })]).toEqual([204, 204])
  const address = '/customersapi/v3.1.0'
  const contact = await ok(client.post(`${address}/Contacts`, { customerNumber: 201, name: 'Bo' }))
  const contactPersonId = contact.json.number as number
  const place = await ok(client.post(`${address}/DeliveryLocations`, { customerNumber: 201, address: 'Kajen' }))
  const deliveryLocationNumber = place.json.number as number
  const neither = { contactPersonId: undefined, deliveryLocationNumber: undefined }
  for (const [code, own] of [
    ['ProjectContactPersonInvalid', { contactPersonId }],
    ['ProjectDeliveryLocationInvalid', { deliveryLocationNumber }],
  ] as const) {
    expect(await changeFlat(client, '/projects', number, { ...neither, ...own })).toEqual([204])
    expect(await customer({ customerNumber: 202 })).toEqual(refused(code))
    expect(await customer({ customerNumber: 201 })).toBe(204)
  }
  await ok(client.delete(`${api('/projects')}/${number}`))
})
