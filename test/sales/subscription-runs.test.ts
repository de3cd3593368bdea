import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from '../resources/bookkeeping.ts'
import { change, CUSTOMERS, make, OURS, product, PRODUCTS } from '../resources/sales.ts'
import { subscriber, SUBSCRIBERS, SUBSCRIPTIONS } from '../resources/subscription.ts'
import type { TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { LINE, subscribed, type Subscribed } from './subscription-world.ts'

let service: TestService
/** Everything but what a test runs for itself is over before 2026, and so never due. */
let world: Subscribed

beforeAll(async () => void (service = await sharedService()))
beforeEach(async () => void (world = await subscribed(service)))
afterAll(() => service.stop())

/** The lines of the first document of a run. */
const linesOf = async (subscription: number, date: string, more: object = {}) => {
  const { documents } = await world.runOf(subscription, date, more)
  return (await world.document(documents[0].documentNumber)).lines
}

describe('a run', () => {
  test('makes a draft invoice of what is due, and the period after it', async () => {
    const of = await world.subscription()
    const customer = await world.customer()
    const number = await world.subscriber(of, { customerNumber: customer })
    expect(await world.runOf(of, '2025-12-31')).toMatchObject({ documents: [], skipped: [], missed: [] })
    const { documents, skipped } = await world.runOf(of, '2026-01-01', { invoiceDate: '2026-01-05' })
    const [one] = documents
    expect([documents, skipped]).toEqual([
      [{ documentNumber: expect.any(Number), customerNumber: customer, subscriberNumbers: [number] }],
      [],
    ])
    expect(await world.document(one.documentNumber)).toEqual({
      number: one.documentNumber,
      customer,
      date: '2026-01-05',
      lines: [['Øl', '1', '200.00', '0']],
    })
    expect(await world.periods(of)).toEqual([
      { number, period: '2026-01-01..2026-01-31', draft: one.documentNumber },
      { number: expect.any(Number), period: '2026-02-01..2026-02-28', draft: null },
    ])
    const before = (await world.client.get(`${SUBSCRIBERS}/${number}`)).json
    expect(before.draftDocumentId).toBe(one.documentNumber)
    expect(await world.runOf(of, '2026-01-31')).toMatchObject({ documents: [], skipped: [], missed: [] })
  })

  test('goes on until nothing is due, and never past the expiry', async () => {
    const of = await world.subscription()
    await world.subscriber(of, { expiryDate: '2026-03-15' })
    const { documents } = await world.runOf(of, '2026-12-31')
    expect(documents).toHaveLength(3)
    expect((await world.periods(of)).map(({ period }) => period)).toEqual([
      '2026-01-01..2026-01-31',
      '2026-02-01..2026-02-28',
      '2026-03-01..2026-03-15',
    ])
  })

  test('in arrears takes what has ended', async () => {
    const of = await world.subscription()
    await world.subscriber(of)
    expect((await world.runOf(of, '2026-01-30', { dueBy: 'end' })).documents).toEqual([])
    expect((await world.runOf(of, '2026-01-31', { dueBy: 'end' })).documents).toHaveLength(1)
  })

  test('leaves barred subscriptions out', async () => {
    const of = await world.subscription({ isBarred: true })
    await world.subscriber(of)
    expect(await world.runOf(of, '2026-01-01')).toMatchObject({ documents: [], skipped: [], missed: [] })
  })

  test('makes orders where it is asked for them, which stay with their subscribers until they are booked', async () => {
    const of = await world.subscription()
    const subscriber = await world.subscriber(of)
    const { documents } = await world.runOf(of, '2026-01-01', { makesOrders: true })
    const number = documents[0].documentNumber as number
    expect((await world.document(number, 'sales_order')).lines).toHaveLength(1)
    expect((await world.client.post(`${OURS}/orders/${number}/draft-invoice`)).status).toBe(201)
    expect((await world.client.get(`${SUBSCRIBERS}/${subscriber}`)).json.draftDocumentId).toBe(number)
    expect((await world.client.post(`${OURS}/draft-invoices/${number}/book`)).status).toBe(201)
    const { bookedInvoiceId, draftDocumentId } = (await world.client.get(`${SUBSCRIBERS}/${subscriber}`)).json
    expect([bookedInvoiceId, draftDocumentId]).toEqual([number, null])
  })

  test('refuses a body that is no good', async () => {
    expect(codeOf(await world.run('2026-01-01T00:00:00Z'))).toEqual([400, 'ValueTypeInvalid', 'date'])
    expect(codeOf(await world.run('2026-01-01', { index: 0 }))).toEqual([400, 'ValueOutOfRange', 'index'])
    expect(codeOf(await world.run('2026-01-01', { dueBy: 'never' }))).toEqual([400, 'ValueNotAllowed', 'dueBy'])
  })

  test('leaves what is too much for one to the next', async () => {
    const of = await world.subscription({ interval: 1 })
    await world.subscriber(of, { startDate: '2020-01-01', endDate: '2020-01-07' })
    const { documents, skipped } = await world.runOf(of, '2022-05-01')
    expect([documents.length, skipped]).toEqual([
      120,
      [{ subscriberNumber: expect.any(Number), errorCode: 'SubscriptionRunPeriodsLeft', message: expect.any(String) }],
    ])
    expect((await world.runOf(of, '2022-05-01')).documents).toHaveLength(2)
  })
})

describe('lines', () => {
  test('have texts, factors, the discount and the department', async () => {
    const of = await world.subscription({ name: 'Vagt', includeName: true, includePeriod: true }, [
      { ...LINE, quantity: 2, departmentNumber: 1 },
      { description: 'Kun tekst' },
    ])
    await world.subscriber(of, {
      priceFactor: 1.1,
      quantityFactor: 3,
      discountPercentage: 15,
      extraTextForInvoice: 'Tak for tilliden',
    })
    expect(await linesOf(of, '2026-01-01')).toEqual([
      'Tak for tilliden',
      'Vagt 01.01.2026 - 31.01.2026',
      ['Øl', '6', '220.00', '15'],
      'Kun tekst',
    ])
  })

  test('take special prices: the subscriber’s before the line’s, and the index last', async () => {
    const of = await world.subscription({}, [{ ...LINE, quantity: 2, specialPrice: 190 }])
    await world.subscriber(of, { priceFactor: 1.1, quantityFactor: 3, discountPercentage: 15, specialPrice: 180 })
    expect(await linesOf(of, '2026-01-01', { index: 1.03 })).toEqual([['Øl', '6', '203.94', '15']])
    const other = await world.subscription({}, [{ ...LINE, specialPrice: 190 }])
    await world.subscriber(other)
    expect(await linesOf(other, '2026-01-01')).toEqual([['Øl', '1', '190.00', '0']])
  })

  test('stand for the days that are invoiced, on price or quantity', async () => {
    const quarter = { startDate: '2026-04-01', endDate: '2026-05-31', expiryDate: '2026-05-31', specialPrice: 180 }
    for (const [more, line] of [
      [{}, ['Øl', '3', '132.73', '0']],
      [{ shareOn: 'quantity' }, ['Øl', '2.010989', '198.00', '0']],
    ] as const) {
      const of = await world.subscription({ interval: 4, collection: 1 }, [{ ...LINE, quantity: 3 }])
      await world.subscriber(of, { ...quarter, priceFactor: 1.1 })
      expect(await linesOf(of, '2026-04-01', more)).toEqual([line])
    }
  })

  test('have the customer’s discount where the subscriber’s is over, and none off a special price', async () => {
    const of = await world.subscription()
    const customerNumber = await world.customer({ defaultDiscountPct: 5 })
    await world.subscriber(of, { customerNumber, discountPercentage: 15, discountExpiryDate: '2026-01-31' })
    await world.subscriber(of, { customerNumber, specialPrice: 150, otherRef: 'B' })
    const { documents } = await world.runOf(of, '2026-02-01')
    const lines = []
    for (const { documentNumber } of documents) lines.push((await world.document(documentNumber)).lines)
    expect(lines).toEqual([
      [['Øl', '1', '200.00', '15']],
      [['Øl', '1', '150.00', '0']],
      [['Øl', '1', '200.00', '5']],
      [['Øl', '1', '150.00', '0']],
    ])
  })

  test('cost what the customer’s price group pays, in its currency', async () => {
    await make(world.client, `${PRODUCTS}/products`, product({ productNumber: 'P-2', salesPrice: 200 }))
    await make(world.client, `${PRODUCTS}/pricegroups/1/specialprices`, {
      productNumber: 'P-2',
      discountPercentage: 12.5,
    })
    const of = await world.subscription({}, [{ ...LINE, productNumber: 'P-2' }])
    await world.subscriber(of, {
      customerNumber: await world.customer({ priceGroupNumber: 1, defaultDiscountPct: 5 }),
    })
    await world.subscriber(of, { customerNumber: await world.customer({ currency: 'EUR' }) })
    const { documents } = await world.runOf(of, '2026-01-02')
    const [first, second] = await Promise.all(
      documents.map(({ documentNumber }: { documentNumber: number }) => world.document(documentNumber)),
    )
    expect([first!.lines, second!.lines]).toEqual([[['Øl', '1', '175.00', '0']], [['Øl', '1', '26.80', '0']]])
  })
})

describe('documents', () => {
  test('are one for a customer, subscription and period, and others for other references', async () => {
    const of = await world.subscription()
    const customerNumber = await world.customer()
    const numbers = []
    for (const more of [{}, {}, { otherRef: 'Ordre 7' }, { endDate: '2026-01-15' }]) {
      numbers.push(await world.subscriber(of, { customerNumber, ...more }))
    }
    const { documents } = await world.runOf(of, '2026-01-01')
    expect(documents.map((one: { subscriberNumbers: number[] }) => one.subscriberNumbers)).toEqual([
      [numbers[0], numbers[1]],
      [numbers[2]],
      [numbers[3]],
    ])
  })

  test('combined are one for a customer, with an empty line between its subscriptions', async () => {
    const [one, other] = [await world.subscription(), await world.subscription({ interval: 4 })]
    const customerNumber = await world.customer()
    await world.subscriber(other, { customerNumber, endDate: '2026-03-31' })
    await world.subscriber(one, { customerNumber })
    const how = { fromSubscriptionNumber: one, toSubscriptionNumber: other, isCombined: true, heading: 'Januar' }
    const { documents } = (await world.run('2026-01-01', how)).json
    expect(documents).toHaveLength(1)
    const { lines } = await world.document(documents[0].documentNumber)
    expect(lines).toEqual([['Øl', '1', '200.00', '0'], '', ['Øl', '1', '200.00', '0']])
  })

  test('deleted make their subscribers current again, and the uninvoiced period after goes', async () => {
    const of = await world.subscription({ allowMoreThanOnePerCustomer: false })
    await world.subscriber(of)
    const first = (await world.runOf(of, '2026-01-01')).documents[0].documentNumber as number
    await remove(first)
    expect(await shown(of)).toEqual([['2026-01-01..2026-01-31', false]])
    const again = (await world.runOf(of, '2026-02-01')).documents.map(
      ({ documentNumber }: { documentNumber: number }) => documentNumber,
    ) as number[]
    await remove(again[0]!)
    expect(await shown(of)).toEqual([
      ['2026-01-01..2026-01-31', false],
      ['2026-02-01..2026-02-28', true],
      ['2026-03-01..2026-03-31', false],
    ])
    expect((await world.runOf(of, '2026-02-01')).documents).toHaveLength(1)
    expect((await shown(of)).map(([, isInvoiced]) => isInvoiced)).toEqual([true, true, false])
  })

  test('deleted, and made anew for other days, leave the periods after them alone', async () => {
    const of = await world.subscription()
    const cases = [
      { endDate: '2026-01-15', periods: ['2026-01-01..2026-01-15', '2026-01-16..2026-01-31'] },
      { endDate: '2026-02-10', periods: ['2026-01-01..2026-02-10'] },
    ]
    for (const { endDate, periods } of cases) {
      const number = await world.subscriber(of)
      const [january] = (await world.runOf(of, '2026-02-01')).documents as [{ documentNumber: number }]
      await remove(january.documentNumber)
      expect((await change(world.client, `${SUBSCRIBERS}/${number}`, { endDate }, SUBSCRIBERS)).status).toBe(204)
      expect((await world.runOf(of, '2026-03-01')).documents).toHaveLength(periods.length + 1)
      const later = ['2026-02-01..2026-02-28', '2026-03-01..2026-03-31']
      const invoiced = [...periods, ...later].map((period) => [period, true])
      expect(await shown(of)).toEqual([...invoiced, ['2026-04-01..2026-04-30', false]])
      for (const one of await world.periods(of)) await world.client.delete(`${SUBSCRIBERS}/${one.number}`)
    }
  })

  test('that were upgraded from an order make their subscribers current, and the order stays archived', async () => {
    const of = await world.subscription()
    await world.subscriber(of)
    const order = (await world.runOf(of, '2026-01-01', { makesOrders: true })).documents[0].documentNumber as number
    expect((await world.client.post(`${OURS}/orders/${order}/draft-invoice`)).status).toBe(201)
    await remove(order)
    expect(await shown(of)).toEqual([['2026-01-01..2026-01-31', false]])
    const takenUp = await change(world.client, `${OURS}/orders/${order}`, { status: 'drafts' }, `${OURS}/orders`)
    expect(codeOf(takenUp)).toEqual([409, 'DocumentIsArchived', 'status'])
  })

  test('go on in a chain that no later subscriber joins by the number of its first', async () => {
    const of = await world.subscription()
    const first = await world.subscriber(of)
    await world.runOf(of, '2026-01-01')
    expect((await world.client.delete(`${SUBSCRIBERS}/${first}`)).status).toBe(204)
    const body = subscriber(of, { customerNumber: await world.customer(), number: first })
    expect(codeOf(await world.client.post(SUBSCRIBERS, body))).toEqual([400, 'NumberAlreadyInUse', 'number'])
    await make(world.client, SUBSCRIBERS, { ...body, number: undefined })
    // A subscriber whose number is counted does not get it either.
    await service.database.rows(`UPDATE counter SET value = $2 WHERE agreement = $1 AND name = 'subscriber'`, [
      world.client.agreement,
      first - 1,
    ])
    expect(await world.subscriber(await world.subscription())).toBeGreaterThan(first)
    expect((await world.runOf(of, '2026-02-01')).documents).toHaveLength(3)
    expect(await shown(of)).toEqual([
      ['2026-01-01..2026-01-31', true],
      ['2026-02-01..2026-02-28', true],
      ['2026-02-01..2026-02-28', true],
      ['2026-03-01..2026-03-31', false],
      ['2026-03-01..2026-03-31', false],
    ])
  })

  const remove = (number: number) =>
    service.database.rows('DELETE FROM draft_invoice WHERE agreement = $1 AND number = $2', [
      world.client.agreement,
      number,
    ])
  const shown = async (of: number) => (await world.periods(of)).map(({ period, draft }) => [period, draft !== null])
})

describe('what is no good any more', () => {
  /**
   * Runs a subscription whose one subscriber cannot be invoiced any more, and one that can. @returns the code it was
   * skipped with.
   */
  async function skippedOf(of: number, date = '2026-01-01') {
    const good = await world.subscription()
    await world.subscriber(good)
    const [from, to] = [Math.min(of, good), Math.max(of, good)]
    const subscriptions = { fromSubscriptionNumber: from, toSubscriptionNumber: to }
    const preview = (await world.run(date, { ...subscriptions, preview: true })).json
    const { documents, skipped } = (await world.run(date, subscriptions)).json
    expect([preview.documents.length, preview.skipped]).toEqual([documents.length, skipped])
    expect(documents).toHaveLength(1)
    expect((await world.periods(of)).map(({ draft }) => draft)).toEqual([null])
    return skipped.map(({ errorCode }: { errorCode: string }) => errorCode)
  }
  const becomes = async (path: string, more: object, at = path.replace(/\/[^/]+$/, '')) =>
    expect((await change(world.client, path, more, at)).status).toBe(204)

  test('is left as it is, and the others go on', async () => {
    const of = await world.subscription()
    const customerNumber = await world.customer()
    await world.subscriber(of, { customerNumber })
    const path = `${CUSTOMERS}/Customers/${customerNumber}`
    await becomes(path, { access: undefined }, path)
    expect(await skippedOf(of)).toEqual(['SubscriberCustomerIsBarred'])
    await becomes(path, { access: true }, path)
    expect((await world.runOf(of, '2026-01-01')).documents).toHaveLength(1)
  })

  test('is told by code', async () => {
    const { client } = world
    const project = await world.subscription()
    await make(client, `${OURS}/projects`, { number: 5, name: 'Bro' })
    await world.subscriber(project, { projectNumber: 5 })
    await becomes(`${OURS}/projects/5`, { isBarred: true })
    expect(await skippedOf(project)).toEqual(['SubscriberProjectIsClosed'])
    const contact = await world.subscription()
    const customerNumber = await world.customer()
    const { number } = await make(client, `${CUSTOMERS}/Contacts`, { customerNumber, name: 'Bo' })
    await world.subscriber(contact, { customerNumber, yourRef: number })
    await client.delete(`${CUSTOMERS}/Contacts/${number}`)
    expect(await skippedOf(contact)).toEqual(['SubscriberYourReferenceContactIsDeleted'])
    const barred = await world.subscription({}, [{ ...LINE, productNumber: 'P-3' }].slice(1))
    await make(client, `${PRODUCTS}/products`, product({ productNumber: 'P-3' }))
    await make(client, `${SUBSCRIPTIONS}/${barred}/lines`, { ...LINE, productNumber: 'P-3' })
    await world.subscriber(barred)
    await becomes(`${PRODUCTS}/products/P-3`, { isAccessible: undefined }, `${PRODUCTS}/products/P-3`)
    expect(await skippedOf(barred)).toEqual(['SubscriptionLineProductIsBarred'])
    const empty = await world.subscription({}, [{ description: 'Tekst' }])
    await world.subscriber(empty)
    expect(await skippedOf(empty)).toEqual(['SubscriptionHasNoProducts'])
    const abroad = await world.subscription()
    await world.subscriber(abroad, { customerNumber: await world.customer({ zone: 3 }) })
    expect(await skippedOf(abroad)).toEqual(['SubscriptionAccountMissing'])
    const accrued = await world.subscription({ accrue: true })
    await world.subscriber(accrued, { expiryDate: '2026-02-01' })
    expect(await skippedOf(accrued)).toEqual(['LineAccrualAccountMissing'])
  })

  test('in a combined document stops its own subscription alone', async () => {
    const [one, other] = [await world.subscription(), await world.subscription({ accrue: true })]
    const customerNumber = await world.customer()
    await world.subscriber(one, { customerNumber })
    const bad = await world.subscriber(other, { customerNumber })
    const how = { fromSubscriptionNumber: one, toSubscriptionNumber: other, isCombined: true }
    const { documents, skipped } = (await world.run('2026-01-01', how)).json
    expect((await world.document(documents[0].documentNumber)).lines).toEqual([['Øl', '1', '200.00', '0']])
    expect(skipped.map((each: { subscriberNumber: number }) => each.subscriberNumber)).toEqual([bad])
  })

  test('a period of one day that would accrue is told when it comes', async () => {
    await service.database.rows('UPDATE product_group SET accrual_account_number = 6500 WHERE agreement = $1', [
      world.client.agreement,
    ])
    const of = await world.subscription({ accrue: true })
    await world.subscriber(of, { expiryDate: '2026-02-01' })
    const { documents, skipped } = await world.runOf(of, '2026-02-01')
    expect([documents.length, skipped.map(({ errorCode }: { errorCode: string }) => errorCode)]).toEqual([
      1,
      ['SubscriberAccrueStartCannotBeEqualEndDate'],
    ])
  })
})
