import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { codeOf } from './bookkeeping.ts'
import { api, flat } from './project-books.ts'
import { change, customer, CUSTOMERS, make, OURS, product, PRODUCTS, seller } from './sales.ts'
import { subscriber, SUBSCRIBERS, subscription, SUBSCRIPTIONS } from './subscription.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await seller(service, ['Projects', 'Dimension', 'Accruals', 'Complete'])
  for (const number of [91, 92]) await make(client, `${OURS}/departments`, { number, name: 'Afdeling' })
  await make(client, `${CUSTOMERS}/Customers`, customer())
  const { number } = await make(client, SUBSCRIPTIONS, subscription({ allowMoreThanOnePerCustomer: true }))
  lines = `${SUBSCRIPTIONS.replace('Subscriptions', 'subscriptions')}/${number}/lines`
  ofSubscription = number as number
})
afterAll(() => service.stop())

let lines: string
let ofSubscription: number

const set = (sql: string) => service.database.rows(`UPDATE ${sql} WHERE agreement = $1`, [client.agreement])

test.each<[string, string, () => string, () => object]>([
  ['a subscriber', 'SubscriberInvalidDepartment', () => SUBSCRIBERS, () => subscriber(ofSubscription)],
  ['a line of a subscription', 'SubscriptionLineInvalidDepartment', () => lines, () => ({ description: 'Tekst' })],
  ['a project', 'ProjectDepartmentDoesNotExist', () => api('/projects'), () => ({ name: 'N', projectGroupNumber: 1 })],
])(
  '%s is given no barred department, or one of a dimension that is not active, and keeps its own',
  async (_, code, at, body) => {
    const path = at()
    const one = await make(client, path, { ...body(), departmentNumber: 91 })
    const codes = (reply: Awaited<ReturnType<Client['post']>>): unknown =>
      reply.status < 300 ? reply.status : 'errors' in reply.json ? codeOf(reply) : flat(reply)
    const put = async (more: object) => codes(await change(client, `${path}/${one.number}`, more, path))
    const post = async (more: object) => codes(await client.post(path, { ...body(), ...more }))
    const refused = [400, code, 'departmentNumber']
    for (const [off, on] of [
      ['department SET is_barred = true', 'department SET is_barred = false'],
      ['dimension SET is_active = false', 'dimension SET is_active = true'],
    ] as const) {
      await set(off)
      expect([await put({}), await put({ departmentNumber: 92 })]).toEqual([204, refused])
      expect(await post({ departmentNumber: 91 })).toEqual(refused)
      await set(on)
    }
    expect(await put({ departmentNumber: 92 })).toBe(204)
  },
)

test('a line of a subscription keeps a product that was barred since', async () => {
  await make(client, `${PRODUCTS}/products`, product())
  const line = { productNumber: 'P-1', description: 'Øl', quantity: 1 }
  const { number } = await make(client, lines, line)
  await change(client, `${PRODUCTS}/products/P-1`, { isAccessible: undefined })
  expect((await change(client, `${lines}/${number}`, { quantity: 2 }, lines)).status).toBe(204)
  const barred = [400, 'SubscriptionLineProductIsBarred', 'productNumber']
  expect(codeOf(await client.post(lines, line))).toEqual(barred)
  const other = await make(client, lines, { description: 'Tekst' })
  expect(codeOf(await change(client, `${lines}/${other.number}`, line, lines))).toEqual(barred)
})
