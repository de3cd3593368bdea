import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { customer, CUSTOMERS, make, seller } from './sales.ts'
import { subscription, SUBSCRIPTIONS } from './subscription.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await seller(service)
})
afterAll(() => service.stop())

/** Makes the owner with two parts, deletes it, and makes it again with one. @returns the number of that part. */
async function numberAfter(
  owner: [list: string, item: string, body: object],
  [parts, body, number]: [path: string, body: (name: string) => object, number: string],
): Promise<unknown> {
  const [list, item, made] = owner
  await make(client, list, made)
  for (const name of ['Ida', 'Åse']) await make(client, parts, body(name))
  expect((await client.delete(item)).status).toBe(204)
  await make(client, list, made)
  await make(client, parts, body('Bo'))
  const read = await client.get(parts)
  const items = (read.json.items ?? read.json) as Record<string, unknown>[]
  return items.at(-1)![number]
}

const customers = (customerNumber: number): [string, string, object] => [
  `${CUSTOMERS}/Customers`,
  `${CUSTOMERS}/Customers/${customerNumber}`,
  customer({ customerNumber }),
]

test('contacts and delivery locations of a customer that was deleted and made again count from 1', async () => {
  const contact = (name: string): object => ({ customerNumber: 3001, name })
  const location = (name: string): object => ({ customerNumber: 3002, address: name })
  const shown = 'userInterfaceNumber'
  expect(await numberAfter(customers(3001), [`${CUSTOMERS}/Contacts`, contact, shown])).toBe(1)
  expect(await numberAfter(customers(3002), [`${CUSTOMERS}/DeliveryLocations`, location, shown])).toBe(1)
})

test('lines of a subscription that was deleted and made again count from 1', async () => {
  const path = `${SUBSCRIPTIONS}/77`
  const line = (description: string): object => ({ description })
  expect(
    await numberAfter([SUBSCRIPTIONS, path, subscription({ number: 77 })], [`${path}/lines`, line, 'number']),
  ).toBe(1)
})

test('contacts of a supplier that was deleted and made again count from 1', async () => {
  const supplier =
    'INSERT INTO supplier (agreement, number, name, group_number, currency) SELECT $1, 591, name, group_number, currency FROM supplier WHERE agreement = $1 AND number = 501'
  const contacts = '/suppliersapi/v2.0.0/Contacts'
  const contact = { supplierNumber: 591, name: 'Ida' }
  await service.database.rows(supplier, [client.agreement])
  await make(client, contacts, contact)
  await service.database.rows('DELETE FROM supplier_contact WHERE agreement = $1 AND supplier_number = 591', [
    client.agreement,
  ])
  await service.database.rows('DELETE FROM supplier WHERE agreement = $1 AND number = 591', [client.agreement])
  await service.database.rows(supplier, [client.agreement])
  await make(client, contacts, contact)
  const items = (await client.get(contacts)).json.items as { userInterfaceNumber: number }[]
  expect(items.at(-1)!.userInterfaceNumber).toBe(1)
})
