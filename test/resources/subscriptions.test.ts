import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { codeOf } from './bookkeeping.ts'
import { change, customer, CUSTOMERS, make, OURS, product, PRODUCTS, seller } from './sales.ts'
import { subscriber, SUBSCRIBERS, subscription, SUBSCRIPTIONS } from './subscription.ts'

let service: TestService
let client: Client
/** Of the same books without any module. */
let bare: Client

beforeAll(async () => {
  service = await sharedService()
  client = await seller(service, ['Projects', 'Dimension', 'Accruals', 'Complete'])
  bare = await seller(service)
  for (const one of [client, bare]) {
    await make(one, `${PRODUCTS}/products`, product({ salesPrice: 200 }))
    await make(one, `${CUSTOMERS}/Customers`, customer())
    await make(one, `${CUSTOMERS}/Customers`, customer({ customerNumber: 1001, access: false }))
    await make(one, `${OURS}/projects`, { number: 1, name: 'Bro' })
  }
})
afterAll(() => service.stop())

let next = 1000
/** Makes a customer. @returns its number. */
async function buyer(at = client): Promise<number> {
  return (await make(at, `${CUSTOMERS}/Customers`, customer({ customerNumber: ++next + 1000 })))
    .customerNumber as number
}
/** Makes a subscription. @returns its number. */
const made = async (more: object = {}, at = client): Promise<number> =>
  (await make(at, SUBSCRIPTIONS, subscription(more))).number as number

describe('subscriptions', () => {
  test('keep every property that is sent, and take the names of the specification', async () => {
    const full = { ...subscription(), number: 70, description: 'Rengøring', isCalendarBased: true, collection: 1 }
    const reply = await client.post(SUBSCRIPTIONS, { ...full, addName: true, addPeriod: true, accrue: true })
    const path = `${SUBSCRIPTIONS}/70`
    expect([reply.status, reply.text, reply.headers.get('location')]).toEqual([201, '{"number":70}', path])
    const read = { ...full, includeName: true, includePeriod: true, accrue: true }
    const kept = { lastUpdated: expect.any(String), objectVersion: expect.any(String) }
    expect((await client.get(path)).json).toEqual({ ...read, ...kept })
    const { includeName: _name, ...nameless } = read
    expect((await change(client, path, { includeName: undefined, addName: false }, SUBSCRIPTIONS)).status).toBe(204)
    expect((await client.get(path)).json).toEqual({ ...nameless, ...kept })
    const both = await change(client, path, { includeName: true, addName: false }, SUBSCRIPTIONS)
    expect(codeOf(both)).toEqual([400, 'ValueNotAllowed', 'includeName'])
    const filtered = await client.get(`${SUBSCRIPTIONS}/paged?filter=addName$eq:true`)
    expect([...codeOf(filtered), filtered.json.errors[0].message]).toEqual([
      400,
      'FilterNotAllowed',
      'includeName',
      expect.stringContaining('includeName'),
    ])
  })

  test('are numbered by the client or go on, whatever was given', async () => {
    const first = await made()
    await made({ number: first + 1 })
    await made({ number: first + 2 })
    expect(await made()).toBe(first + 3)
    const taken = await client.post(SUBSCRIPTIONS, subscription({ number: first }))
    expect(codeOf(taken)).toEqual([400, 'SubscriptionNumberAlreadyExists', 'number'])
    const beyond = await client.post(SUBSCRIPTIONS, subscription({ number: 0 }))
    expect(codeOf(beyond)).toEqual([400, 'ValueOutOfRange', 'number'])
  })

  test('give no number twice to many who ask at once', async () => {
    const given = await made()
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        client.post(SUBSCRIPTIONS, subscription(at % 3 === 0 ? { number: given + 1 + at } : {})),
      ),
    )
    const numbers = replies.filter(({ status }) => status === 201).map(({ json }) => json.number as number)
    expect(new Set(numbers).size).toBe(numbers.length)
    const refused = replies.filter(({ status }) => status !== 201).map(codeOf)
    expect(refused).toEqual(refused.map(() => [400, 'SubscriptionNumberAlreadyExists', 'number']))
    const asked = replies.filter((_, at) => at % 3 !== 0)
    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 201))
  })

  test.each([1, 2, 7, 12, 13])('of interval %i do not follow the calendar', async (interval) => {
    const reply = await client.post(SUBSCRIPTIONS, subscription({ interval, isCalendarBased: true }))
    expect(codeOf(reply)).toEqual([400, 'SubscriptionIntervalCannotUseCalendarYear', 'isCalendarBased'])
  })

  test('accrue with the module alone, and keep it as it is without', async () => {
    const refused = await bare.post(SUBSCRIPTIONS, subscription({ accrue: true }))
    expect(codeOf(refused)).toEqual([400, 'SubscriptionAcrrualsMissingAcces', 'accrue'])
    const path = `${SUBSCRIPTIONS}/${await made({}, bare)}`
    const changed = await change(bare, path, { accrue: true }, SUBSCRIPTIONS)
    expect(codeOf(changed)).toEqual([400, 'SubscriptionAcrrualsMissingAcces', 'accrue'])
    await service.database.rows('UPDATE subscription SET accrue = true WHERE agreement = $1', [bare.agreement])
    expect((await change(bare, path, { name: 'Vagt' }, SUBSCRIPTIONS)).status).toBe(204)
    const cleared = await change(bare, path, { accrue: false }, SUBSCRIPTIONS)
    expect(codeOf(cleared)).toEqual([400, 'SubscriptionAcrrualsMissingAcces', 'accrue'])
  })

  test('with projects do not begin to accrue', async () => {
    const number = await made({ allowMoreThanOnePerCustomer: true })
    await make(client, SUBSCRIBERS, subscriber(number, { projectNumber: 1 }))
    const reply = await change(client, `${SUBSCRIPTIONS}/${number}`, { accrue: true }, SUBSCRIPTIONS)
    expect(codeOf(reply)).toEqual([400, 'ValueNotAllowed', 'accrue'])
  })

  test('stay while they have subscribers, current or not, and take their lines along', async () => {
    const number = await made()
    const path = `${SUBSCRIPTIONS}/${number}`
    await make(client, `${path.toLowerCase()}/lines`, { description: 'Tekst' })
    const one = await make(client, SUBSCRIBERS, subscriber(number))
    await service.database.rows('UPDATE subscriber SET booked_invoice_id = 1 WHERE agreement = $1 AND number = $2', [
      client.agreement,
      one.number,
    ])
    expect(codeOf(await client.delete(path))).toEqual([400, 'SubscriptionHasSubscribers', 'number'])
    expect((await client.delete(`${SUBSCRIBERS}/${one.number}`)).status).toBe(204)
    expect((await client.delete(path)).status).toBe(204)
    expect((await client.get(`${path.toLowerCase()}/lines`)).json).toEqual([])
  })
})

describe('lines', () => {
  test('are numbered within their subscription, and listed bare', async () => {
    const number = await made()
    const path = `${SUBSCRIPTIONS}/${number}/lines`
    const full = { productNumber: 'P-1', description: 'Øl', quantity: 2.5, specialPrice: 180.25, departmentNumber: 1 }
    const reply = await client.post(path, full)
    const at = path.replace('Subscriptions', 'subscriptions')
    expect([reply.status, reply.text, reply.headers.get('location')]).toEqual([201, '{"number":1}', `${at}/1`])
    await make(client, path, { description: 'Tekst alene', number: 3 })
    const [one, three] = (await client.get(path)).json
    expect(one).toEqual({ number: 1, subscriptionNumber: number, ...full, objectVersion: expect.any(String) })
    expect([three.number, three.productNumber, three.quantity]).toEqual([3, null, null])
    expect((await client.get(`${at}/3`)).json).toEqual(three)
    const all = `${SUBSCRIPTIONS.replace('Subscriptions', 'subscriptionlines')}`
    const filter = `filter=subscriptionNumber$eq:${number}`
    expect((await client.get(`${all}/paged?${filter}&sort=-number`)).json).toEqual([three, one])
    expect((await client.get(`${all}/count?${filter}`)).json).toBe(2)
    expect((await change(client, `${at}/1`, { quantity: 3 }, path)).status).toBe(204)
    expect((await client.get(`${at}/1`)).json.quantity).toBe(3)
    expect((await client.delete(`${at}/1`)).status).toBe(204)
    expect((await client.get(`${at}/1`)).status).toBe(404)
  })

  test.each<[string, string, object]>([
    ['SubscriptionLineProductDoesNotExist', 'productNumber', { productNumber: 'none' }],
    ['SubscriptionLineProductIsBarred', 'productNumber', { productNumber: 'BARRED' }],
    ['SubscriptionLineQuantityNotNullOrZero', 'quantity', { quantity: 0 }],
    ['SubscriptionLineQuantityNotNullOrZero', 'quantity', { quantity: undefined }],
    ['SubscriptionLineDescriptionNotNullOrEmpty', 'description', { description: ' ' }],
    ['SubscriptionLineDescriptionNotNullOrEmpty', 'description', { description: undefined }],
    ['SubscriptionLineInvalidDepartment', 'departmentNumber', { departmentNumber: 9 }],
    ['SubscriptionCannotChangeNumbers', 'subscriptionNumber', { subscriptionNumber: 999_999 }],
    ['NumberAlreadyInUse', 'number', { number: 1 }],
  ])('%s of %s: %j', async (code, property, more) => {
    await client.post(`${PRODUCTS}/products`, product({ productNumber: 'BARRED', isAccessible: false }))
    const path = `${SUBSCRIPTIONS}/${await made()}/lines`
    const line = { productNumber: 'P-1', description: 'Øl', quantity: 1 }
    await make(client, path, line)
    expect(codeOf(await client.post(path, { ...line, ...more }))).toEqual([400, code, property])
    if (code === 'NumberAlreadyInUse') return
    const changed = await change(client, `${path}/1`, more, path)
    expect(codeOf(changed)).toEqual([400, code, property])
  })

  test('need a subscription, and modules for departments', async () => {
    const line = { description: 'Tekst' }
    const nowhere = await client.post(`${SUBSCRIPTIONS}/999999/lines`, line)
    expect(codeOf(nowhere)).toEqual([400, 'SubscriptionLineSubscriptionDoesNotExist', 'subscriptionNumber'])
    const path = `${SUBSCRIPTIONS}/${await made({}, bare)}/lines`
    const departed = { ...line, departmentNumber: 1 }
    const code = async () => codeOf(await bare.post(path, departed))
    expect(await code()).toEqual([400, 'SubscriptionLineDimensionAccessError', 'departmentNumber'])
    const has = (modules: string) =>
      service.database.rows('UPDATE agreement SET modules = $2::text[] WHERE agreement = $1', [bare.agreement, modules])
    await has('{Dimension}')
    await service.database.rows(
      `INSERT INTO dimension (agreement, number, name, is_active) VALUES ($1, 2, 'Bærer', true), ($1, 3, 'Formål', false)`,
      [bare.agreement],
    )
    // A remembered grant, at most 0.8 s old, does not decide rules: they ask the agreement.
    expect(await code()).toEqual([400, 'SubscriptionLineMultipleDimensionAccessError', 'departmentNumber'])
    await service.database.rows('UPDATE dimension SET is_active = false WHERE agreement = $1 AND number > 1', [
      bare.agreement,
    ])
    expect((await bare.post(path, departed)).status).toBe(201)
    await has('{}')
  })

  test('keep their product', async () => {
    const path = `${SUBSCRIPTIONS}/${await made()}/lines`
    await make(client, `${PRODUCTS}/products`, product({ productNumber: 'KEPT' }))
    await make(client, path, { productNumber: 'KEPT', description: 'Øl', quantity: 1 })
    const reply = await client.delete(`${PRODUCTS}/products/KEPT`)
    expect(codeOf(reply)).toEqual([400, 'ProductUsedInSubscriptions', 'productNumber'])
  })
})

describe('subscribers', () => {
  test('keep every property that is sent', async () => {
    const contact = await make(client, `${CUSTOMERS}/Contacts`, { customerNumber: 1000, name: 'Åse' })
    const full = {
      ...subscriber(await made()),
      yourRef: contact.number as number,
      otherRef: 'Ordre 7',
      specialPrice: 180,
      discountPercentage: 15,
      discountExpiryDate: '2026-03-31',
      quantityFactor: 3,
      priceFactor: 1.1,
      registrationDate: '2026-01-15',
      expiryDate: '2027-12-31',
      projectNumber: 1,
      departmentNumber: 1,
      extraTextForInvoice: 'Tak',
      comments: 'Ringer selv',
    }
    const { number } = await make(client, SUBSCRIBERS, full)
    expect((await client.get(`${SUBSCRIBERS}/${number}`)).json).toEqual({
      number,
      ...full,
      bookedInvoiceId: null,
      draftDocumentId: null,
      lastUpdated: expect.any(String),
      objectVersion: expect.any(String),
    })
    expect(codeOf(await client.delete(`${CUSTOMERS}/Customers/1000`))).toEqual([400, 'ItemInUse', 'customerNumber'])
  })

  test.each<[string, string, object]>([
    ['SubscriberSubscriptionDoesNotExist', 'subscriptionNumber', { subscriptionNumber: 999_999 }],
    ['SubscriberCustomerDoesNotExist', 'customerNumber', { customerNumber: 999_999 }],
    ['SubscriberCustomerIsBarred', 'customerNumber', { customerNumber: 1001 }],
    ['SubscriberYourReferenceContactDoesNotExist', 'yourRef', { yourRef: 999_999 }],
    ['SubscriberStartDateHasToBeBeforeEndDate', 'startDate', { endDate: '2025-12-31' }],
    ['SubscriberStartDateHasToBeBeforeExpiryDate', 'startDate', { expiryDate: '2025-12-31' }],
    ['ValueOutOfRange', 'endDate', { expiryDate: '2026-01-30' }],
    ['ValueTypeInvalid', 'startDate', { startDate: '2026-01-01T00:00:00Z' }],
    ['ValueTypeInvalid', 'endDate', { endDate: '2026-01-31T00:00:00' }],
    ['ValueTypeInvalid', 'expiryDate', { expiryDate: '2026-12-31T00:00:00Z' }],
    ['ValueTypeInvalid', 'registrationDate', { registrationDate: '2026-01-31T10:00:00Z' }],
    ['ValueTypeInvalid', 'discountExpiryDate', { discountExpiryDate: '2026-01-31 00:00' }],
    ['ValueOutOfRange', 'discountPercentage', { discountPercentage: 100.5 }],
    ['SubscriberQuanityFactorCannotBeZero', 'quantityFactor', { quantityFactor: 0 }],
    ['SubscriberProjectDoesNotExist', 'projectNumber', { projectNumber: 9 }],
    ['SubscriberProjectIsClosed', 'projectNumber', { projectNumber: 2 }],
    ['SubscriberInvalidDepartment', 'departmentNumber', { departmentNumber: 9 }],
    ['SubscriberCommentsMaxLengthExceeded', 'comments', { comments: 'x'.repeat(501) }],
    ['PropertyReadOnly', 'draftDocumentId', { draftDocumentId: 1 }],
    ['NumberAlreadyInUse', 'number', { number: 7_000 }],
  ])('%s of %s: %j', async (code, property, more) => {
    const number = await made({ allowMoreThanOnePerCustomer: true })
    await client.post(`${OURS}/projects`, { number: 2, name: 'Tunnel' })
    await change(client, `${OURS}/projects/2`, { isBarred: true }, `${OURS}/projects`)
    await client.post(SUBSCRIBERS, subscriber(number, { number: 7_000 }))
    expect(codeOf(await client.post(SUBSCRIBERS, { ...subscriber(number), ...more }))).toEqual([400, code, property])
  })

  test('of a subscription that accrues have no project, and more than one day', async () => {
    const number = await made({ accrue: true })
    const codes = async (more: object) => codeOf(await client.post(SUBSCRIBERS, subscriber(number, more)))
    expect(await codes({ projectNumber: 1 })).toEqual([
      400,
      'SubscriberAccrueCannotHaveProjectWithAccrue',
      'projectNumber',
    ])
    expect(await codes({ endDate: '2026-01-01' })).toEqual([
      400,
      'SubscriberAccrueStartCannotBeEqualEndDate',
      'startDate',
    ])
  })

  test('need modules for projects and departments', async () => {
    const number = await made({}, bare)
    const codes = async (more: object) => codeOf(await bare.post(SUBSCRIBERS, subscriber(number, more)))
    expect(await codes({ projectNumber: 1 })).toEqual([400, 'SubscriberProjectAccessError', 'projectNumber'])
    expect(await codes({ departmentNumber: 1 })).toEqual([400, 'SubscriberDimensionAccessError', 'departmentNumber'])
  })

  test('name a living contact of the customer, whom they do not keep from being deleted', async () => {
    const [number, other] = [await made(), await buyer()]
    const path = `${CUSTOMERS}/Contacts`
    const contact = await make(client, path, { customerNumber: 1000, name: 'Bo' })
    const foreign = await make(client, path, { customerNumber: other, name: 'Bo' })
    const one = await make(client, SUBSCRIBERS, subscriber(number, { yourRef: contact.number }))
    expect((await client.delete(`${path}/${contact.number}`)).status).toBe(204)
    const at = `${SUBSCRIBERS}/${one.number}`
    const codes = async (yourRef: number) => codeOf(await change(client, at, { yourRef }, SUBSCRIBERS))
    expect(await codes(contact.number)).toEqual([400, 'SubscriberYourReferenceContactIsDeleted', 'yourRef'])
    expect(await codes(foreign.number)).toEqual([
      400,
      'SubscriberYourReferenceContactDoesNotBelongToCustomer',
      'yourRef',
    ])
  })

  test('stay with their subscription, customer and registration', async () => {
    const number = await made()
    const one = await make(client, SUBSCRIBERS, subscriber(number, { registrationDate: '2026-01-10' }))
    const at = `${SUBSCRIBERS}/${one.number}`
    const codes = async (more: object) => codeOf(await change(client, at, more, SUBSCRIBERS))
    expect(await codes({ subscriptionNumber: await made() })).toEqual([
      400,
      'SubscriberSubscriptionNumberCannotBeUpdated',
      'subscriptionNumber',
    ])
    expect(await codes({ customerNumber: await buyer() })).toEqual([
      400,
      'SubscriberCustomerNumberCannotBeUpdated',
      'customerNumber',
    ])
    expect(await codes({ registrationDate: '2026-01-11' })).toEqual([
      400,
      'SubscriberRegistrationDateCannotBeUpdated',
      'registrationDate',
    ])
    expect((await change(client, at, { registrationDate: undefined }, SUBSCRIBERS)).status).toBe(204)
    expect((await client.get(at)).json.registrationDate).toBe('2026-01-10')
  })

  test('of a customer barred since can still be ended', async () => {
    const [number, customerNumber] = [await made(), await buyer()]
    const one = await make(client, SUBSCRIBERS, subscriber(number, { customerNumber }))
    const path = `${CUSTOMERS}/Customers/${customerNumber}`
    expect((await change(client, path, { access: undefined })).status).toBe(204)
    const ended = await change(client, `${SUBSCRIBERS}/${one.number}`, { expiryDate: '2026-01-31' }, SUBSCRIBERS)
    expect(ended.status).toBe(204)
  })

  test('are one for each customer, unless the subscription allows more', async () => {
    const number = await made()
    const one = await make(client, SUBSCRIBERS, subscriber(number))
    const code = async () => codeOf(await client.post(SUBSCRIBERS, subscriber(number)))
    expect(await code()).toEqual([400, 'SubscriberCustomerAlreadyHasSubscription', 'customerNumber'])
    const holds = (column: string) =>
      service.database.rows(`UPDATE subscriber SET ${column} WHERE agreement = $1 AND number = $2`, [
        client.agreement,
        one.number,
      ])
    await holds('draft_document_id = 1')
    expect(await code()).toEqual([400, 'SubscriberCustomerHasNonInvoicedSubscription', 'customerNumber'])
    await holds('draft_document_id = NULL, booked_invoice_id = 1')
    expect((await client.post(SUBSCRIBERS, subscriber(number))).status).toBe(201)
    expect(await code()).toEqual([400, 'SubscriberCustomerAlreadyHasSubscription', 'customerNumber'])
    const several = await made({ allowMoreThanOnePerCustomer: true })
    for (const _ of [1, 2]) expect((await client.post(SUBSCRIBERS, subscriber(several))).status).toBe(201)
  })

  test('have each period once', async () => {
    const number = await made({ allowMoreThanOnePerCustomer: true })
    const [one, other] = [
      await make(client, SUBSCRIBERS, subscriber(number)),
      await make(client, SUBSCRIBERS, subscriber(number, { startDate: '2026-01-20' })),
    ]
    await service.database.rows('UPDATE subscriber SET chain = $2 WHERE agreement = $1 AND number = $3', [
      client.agreement,
      one.number,
      other.number,
    ])
    const reply = await change(client, `${SUBSCRIBERS}/${other.number}`, { startDate: '2026-01-01' }, SUBSCRIBERS)
    expect(codeOf(reply)).toEqual([400, 'SubscriberPeriodAlreadyExists', 'startDate'])
  })

  test('are one for each customer, however many ask at once', async () => {
    const number = await made()
    const replies = await Promise.all(Array.from({ length: 8 }, () => client.post(SUBSCRIBERS, subscriber(number))))
    const refused = replies.filter(({ status }) => status !== 201)
    expect(refused.map(codeOf)).toEqual(
      Array.from({ length: 7 }, () => [400, 'SubscriberCustomerAlreadyHasSubscription', 'customerNumber']),
    )
  })
})
