import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../resources/bookkeeping.ts'
import { api, projectManager, registered } from '../resources/project-books.ts'
import { change, changedAt, customer, CUSTOMERS, make, OURS, product, PRODUCTS } from '../resources/sales.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { draft, drafted, DRAFTS, selling } from './selling.ts'

/*
 * What is sent back as it was read. What a line has not is null there, and null is left out of what is sent.
 */

let service: TestService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await selling(service)
  await make(client, `${PRODUCTS}/pricegroups/1/specialprices`, { productNumber: 'P-1', salesPriceBaseCurrency: 80 })
})
afterAll(() => service.stop())

interface Line {
  number: number
  [property: string]: unknown
}

/** The lines at the path: a bare list, or one with a cursor. */
const linesAt = async (path: string): Promise<Line[]> => {
  const found = (await client.get(path)).json as Line[] | { items: Line[] }
  return 'items' in found ? found.items : found
}

test('a line at a special price keeps it: the discount of the customer does not come on top', async () => {
  const body = customer({ customerNumber: 1001, priceGroupNumber: 1, defaultDiscountPct: 10 })
  await make(client, `${CUSTOMERS}/Customers`, body)
  const number = await drafted(client, [{}], { customerNumber: 1001 })
  const path = `${DRAFTS}/${number}/lines`
  const [line] = await linesAt(path)
  expect(line).toMatchObject({ unitNetPrice: 80, discountPercentage: null, totalNetAmount: 80 })
  expect((await change(client, `${path}/${line!.number}`, {}, path)).status).toBe(204)
  expect((await linesAt(path))[0]).toMatchObject({ unitNetPrice: 80, discountPercentage: null, totalNetAmount: 80 })
})

test.each(['draft', 'order'])('a line of a %s stays without what customer and product got since', async (kind) => {
  const customerNumber = kind === 'draft' ? 1002 : 1003
  await make(client, `${CUSTOMERS}/Customers`, customer({ customerNumber }))
  const productNumber = `BARE-${kind}`
  await make(client, `${PRODUCTS}/products`, product({ productNumber, salesPrice: 200 }))
  const documents = kind === 'draft' ? DRAFTS : `${OURS}/orders`
  const { number } = (await make(client, documents, draft({ customerNumber }))) as { number: number }
  const path = `${documents}/${number}/lines`
  await make(client, path, { productNumber, description: 'Øl', quantity: 1 })
  const [before] = await linesAt(path)
  await change(client, `${CUSTOMERS}/Customers/${customerNumber}`, { defaultDiscountPct: 7 })
  const more = { costPrice: 60, recommendedPrice: 90, unitId: 1 }
  await change(client, `${PRODUCTS}/products/${productNumber}`, more)
  const put = async (properties: object): Promise<Line | undefined> => {
    expect((await change(client, `${path}/${before!.number}`, properties, path)).status).toBe(204)
    return (await linesAt(path))[0]
  }
  expect(await put({})).toEqual({ ...before, objectVersion: expect.any(String) })
  // Another product brings what it has, and so does the customer.
  expect(await put({ productNumber: 'P-1', unitNetPrice: undefined })).toMatchObject({
    unitNetPrice: 100,
    unitCostPrice: 60,
    unitNumber: 1,
    discountPercentage: 7,
  })
})

test('a line whose amounts and place others have changed meanwhile can be sent back', async () => {
  const number = await drafted(client, [{}, { unitNetPrice: 125 }])
  const path = `${DRAFTS}/${number}/lines`
  const [first, second] = await linesAt(path)
  const body = await changedAt(client, `${path}/${second!.number}`, { description: 'Vin' })
  expect((await client.delete(`${path}/${first!.number}`)).status).toBe(204)
  expect((await change(client, `${DRAFTS}/${number}`, { isVatIncluded: true })).status).toBe(204)
  const reply = await client.put(path, body)
  expect(reply.status, reply.text).toBe(204)
  expect(await linesAt(path)).toMatchObject([{ description: 'Vin', userInterfaceNumber: 1, totalNetAmount: 100 }])
})

test('a project can be sent back though work was registered on it meanwhile', async () => {
  const manager = await projectManager(service)
  const body = await changedAt(manager, `${api('/projects')}/20`, { name: 'Havneøen' })
  await registered(manager)
  const reply = await manager.put(api('/projects'), body)
  expect(reply.status, reply.text).toBe(204)
  expect((await manager.get(`${api('/projects')}/20`)).json).toMatchObject({ name: 'Havneøen', costPrice: 1100 })
})

test.each(['draft', 'order'])(
  'a document (%s) keeps what was barred since, and is given nothing barred',
  async (kind) => {
    const seller = await selling(service)
    const sql = (statement: string) => service.database.rows(statement, [seller.agreement])
    await sql(`INSERT INTO payment_term (agreement, number, name, type, days) VALUES ($1, 7, 'Netto', 1, 8)`)
    await sql(`INSERT INTO layout (agreement, number, name) VALUES ($1, 7, 'Ny')`)
    for (const number of [1, 2]) await make(seller, `${OURS}/projects`, { number, name: 'Bro' })
    const place = await make(seller, `${CUSTOMERS}/DeliveryLocations`, { customerNumber: 201, address: 'Kajen 1' })
    const collection = kind === 'draft' ? DRAFTS : `${OURS}/orders`
    const made = async (more: object): Promise<string> => {
      const { number } = (await make(seller, collection, draft(more))) as { number: number }
      return `${collection}/${number}`
    }
    const one = await made({ deliveryLocationNumber: place.number, projectNumber: 1 })
    const other = await made({ customerNumber: 202, customerName: 'Zoo', layoutNumber: 7, termOfPaymentNumber: 7 })
    for (const table of ['customer', 'payment_term', 'layout', 'delivery_location', 'project']) {
      await sql(`UPDATE ${table} SET is_barred = true WHERE agreement = $1`)
    }
    const put = async (path: string, more: object): Promise<unknown> => {
      const reply = await change(seller, path, more, kind === 'draft' ? path : collection)
      return reply.status === 204 ? 204 : codeOf(reply).slice(1)
    }
    expect(await put(one, { heading: 'Juni' })).toBe(204)
    expect(await put(one, { projectNumber: 2 })).toEqual(['ProjectIsClosedOrBarred', 'projectNumber'])
    expect(await put(one, { deliveryLocationNumber: undefined })).toBe(204)
    const location = ['DeliveryLocationIsNotOfCustomer', 'deliveryLocationNumber']
    expect(await put(one, { deliveryLocationNumber: place.number })).toEqual(location)
    expect(await put(other, { customerNumber: 201 })).toEqual(['CustomerIsBarred', 'customerNumber'])
    expect(await put(other, { termOfPaymentNumber: 1 })).toEqual(['PaymentTermIsBarred', 'termOfPaymentNumber'])
    expect(await put(other, { layoutNumber: 1 })).toEqual(['LayoutIsBarred', 'layoutNumber'])
  },
)

test('an activity of a project keeps a responsible employee who was barred since', async () => {
  const manager = await projectManager(service)
  const path = api('/project-activities')
  const body = { projectNumber: 20, activityNumber: 10, responsibleEmployeeNumber: 1 }
  const { number } = (await make(manager, path, body)) as { number: number }
  const other = (await make(manager, path, { ...body, activityNumber: 11, responsibleEmployeeNumber: undefined })) as {
    number: number
  }
  await service.database.rows('UPDATE employee SET is_barred = true WHERE agreement = $1', [manager.agreement])
  expect((await change(manager, `${path}/${number}`, { completed: true }, path)).status).toBe(204)
  const { json } = await change(manager, `${path}/${other.number}`, { responsibleEmployeeNumber: 1 }, path)
  expect([json.errorCode, json.property]).toEqual(['EntriesNotAllowedEmployeeIsBarred', 'responsibleEmployeeNumber'])
})
