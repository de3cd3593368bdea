import { seededAgreement } from '../service/books.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'

export const OURS = '/daybookapi/v1.0.0'
export const CUSTOMERS = '/customersapi/v3.1.0'
export const PRODUCTS = '/productsapi/v2.0.0'

/**
 * A client with the small books, and what sales begin with: barred term 2, layout 1, employee 1, discount group 1,
 * price group 1, units 1 and 2, zone 8, and product group 1 on the account of sales.
 */
export async function seller(service: TestService, modules: string[] = []): Promise<Client> {
  return await service.client({ agreement: await seededAgreement(service, modules, SALES) })
}

const SALES = [
  `INSERT INTO payment_term (agreement, number, name, type, days, is_barred) VALUES ($1, 2, 'Gammel', 1, 8, true)`,
  `INSERT INTO layout (agreement, number, name) VALUES ($1, 1, 'Standard')`,
  `INSERT INTO employee (agreement, number, name) VALUES ($1, 1, 'Åse')`,
  `INSERT INTO discount_group (agreement, number, name) VALUES ($1, 1, 'Gode')`,
  `INSERT INTO price_group (agreement, number, name) VALUES ($1, 1, 'Engros')`,
  `INSERT INTO unit (agreement, number, name) VALUES ($1, 1, 'stk.'), ($1, 2, 'kg')`,
  `INSERT INTO vat_zone (agreement, number, name) VALUES ($1, 8, 'Grønland')`,
  `INSERT INTO product_group (agreement, number, name, domestic_account_number) VALUES ($1, 1, 'Varer', 1010)`,
]

/** A customer as a client creates it. */
export const customer = (more: object = {}): object => ({
  customerNumber: 1000,
  name: 'Café Ærø',
  customerGroupNumber: 1,
  zone: 1,
  paymentTermId: 1,
  access: true,
  ...more,
})

/** A product as a client creates it. */
export const product = (more: object = {}): object => ({
  productNumber: 'P-1',
  productGroupId: 1,
  name: 'Øl',
  isAccessible: true,
  ...more,
})

/** The item at the path, as it can be sent back, with the changes of `more`. Undefined takes a property away. */
export async function changedAt(client: Client, path: string, more: object): Promise<object> {
  const item = (await client.get(path)).json as Record<string, unknown>
  const given = Object.entries({ ...item, ...more }).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(given)
}

/** Changes the item at the path by a PUT, to `at` if that is given. */
export async function change(client: Client, path: string, more: object, at = path): Promise<Reply> {
  return await client.put(at, await changedAt(client, path, more))
}

/** Makes an item that must succeed. @returns the answered identifier's object. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests reach into bodies freely
export async function make(client: Client, path: string, body: object): Promise<any> {
  const reply = await client.post(path, body)
  if (reply.status !== 201) throw new Error(`${path}: ${reply.text}`)
  return reply.json
}

/** Gives the agreement a webhook for the event. @returns what reads the events since then, each as `old→new`. */
export async function listen(service: TestService, { agreement, app }: Client, event: string) {
  await service.database.rows(
    `INSERT INTO webhook (agreement, event_type, app, name, url, content_type)
     VALUES ($1, $2, $3, $2, 'https://example.com', 'application/json')`,
    [agreement, event, app],
  )
  return async (): Promise<string[]> => {
    const rows = await service.database.rows<{ fields: string }>(
      'SELECT fields FROM webhook_delivery WHERE agreement = $1 AND event_type = $2 ORDER BY number',
      [agreement, event],
    )
    return rows.map(({ fields }) => {
      const { OLDNUMBER, NEWNUMBER } = JSON.parse(fields) as Record<string, string>
      return `${OLDNUMBER}→${NEWNUMBER}`
    })
  }
}
