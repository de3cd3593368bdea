import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { microsecondsOf } from '../instants.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { codeOf } from './bookkeeping.ts'
import { change, changedAt, customer, CUSTOMERS, listen, make, OURS, seller } from './sales.ts'

const PATH = `${CUSTOMERS}/Customers`
const CONTACTS = `${CUSTOMERS}/Contacts`
const LOCATIONS = `${CUSTOMERS}/DeliveryLocations`

let service: TestService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await seller(service)
})
afterAll(() => service.stop())

let next = 2000
/** Makes a customer. @returns its number. */
async function made(more: object = {}): Promise<number> {
  return (await make(client, PATH, customer({ customerNumber: ++next, ...more }))).customerNumber as number
}

/** A customer with every property that a new one can have. */
const full = {
  ...customer({ customerNumber: 1001, zone: 8, currency: 'EUR' }),
  address1: 'Torvet 1',
  address2: '2. sal',
  postCode: '5970',
  city: 'Ærøskøbing',
  country: 'Danmark',
  contactPerson: 'Ida',
  phone: '+45 10 20 30 40',
  email: 'post@cafe.example faktura@cafe.example',
  paymentDays: 8,
  bankAccount: '1234 5678',
  cvrNo: '12345678',
  ourRef: 1,
  layoutGroup: 1,
  homepage: 'https://cafe.example',
  layoutGroupPrint: 1,
  language: 2,
  discountGroupNumber: 1,
  priceGroupNumber: 1,
  eanLocationNumber: '5790000000005',
  voucherNumber: 'ORDRE 17 / æ',
  county: 'Fyn',
  vatNo: 'DK12345678',
  creditMaximum: 5000.5,
  recipientPeppol: '0088:5790000000005',
  defaultDiscountPct: 12.5,
  bankGiroNumber: '1',
  iban: 'DK5000400440116243',
  swift: 'DABADKKK',
  directDebitMandateDate: '2026-01-31T00:00:00Z',
  pnr: '1234567890',
  nemHandelReceiverType: 4,
  mobilePhone: '+45 10',
  emailAttachmentLanguage: 5,
  defaultDisableEInvoicing: true,
  defaultInvoiceRecipient: 'a@b.dk',
  defaultInvoiceTemplate: 1,
  defaultOrderRecipient: 'a@b.dk',
  defaultOrderTemplate: 2,
  defaultQuoteRecipient: 'a@b.dk',
  defaultQuoteTemplate: 3,
  defaultReminderRecipient: 'a@b.dk',
  defaultReminderTemplate: 4,
  defaultStatementOfAccountRecipient: 'a@b.dk',
  defaultStatementOfAccountTemplate: 5,
}

describe('customers', () => {
  test('keep every property that is sent', async () => {
    const reply = await client.post(PATH, full)
    expect([reply.status, reply.text, reply.headers.get('location')]).toEqual([
      201,
      '{"customerNumber":1001}',
      `${PATH}/1001`,
    ])
    const read = (await client.get(`${PATH}/1001`)).json
    expect(read).toEqual({
      ...full,
      defaultTheirRef: null,
      defaultAttention: null,
      defaultDeliveryLocation: null,
      objectVersion: expect.any(String),
    })
    const {
      access: _access,
      city: _city,
      ...less
    } = (await changedAt(client, `${PATH}/1001`, { name: 'Café Ø' })) as Record<string, unknown>
    expect((await client.put(`${PATH}/1001`, less)).status).toBe(204)
    expect((await client.get(`${PATH}/1001`)).json).toEqual({
      ...less,
      city: null,
      defaultTheirRef: null,
      defaultAttention: null,
      defaultDeliveryLocation: null,
      objectVersion: expect.any(String),
    })
  })

  test('have an identifier of any scheme on the list of Peppol', async () => {
    for (const [at, scheme] of ['0002', '0147', '0154', '0240', '9959'].entries()) {
      const reply = await client.post(PATH, customer({ customerNumber: 1900 + at, recipientPeppol: `${scheme}:12345` }))
      expect([scheme, reply.status]).toEqual([scheme, 201])
    }
  })

  test('take currency and group by default, and are barred without access', async () => {
    const number = await made({ access: undefined })
    expect((await client.get(`${PATH}/${number}`)).json).toMatchObject({ currency: 'DKK', emailAttachmentLanguage: 0 })
    expect((await client.get(`${PATH}/${number}`)).json.access).toBeUndefined()
    expect((await client.get(`${OURS}/customers/${number}`)).json.isBarred).toBe(true)
    const without = customer({ customerNumber: ++next, customerGroupNumber: undefined })
    expect(codeOf(await client.post(PATH, without))).toEqual([400, 'CustomerInvalidGroupId', 'customerGroupNumber'])
    expect((await client.get(`${CUSTOMERS}/Setup`)).json.defaultCustomerGroupNumber).toBe(null)
    const setup = { defaultCustomerGroupNumber: 1, defaultLayoutNumber: 1 }
    expect((await change(client, `${OURS}/sales-setup`, setup)).status).toBe(204)
    expect((await client.get(`${CUSTOMERS}/Setup`)).json).toEqual({ ...setup, objectVersion: expect.any(String) })
    expect((await client.post(PATH, without)).status).toBe(201)
    expect((await client.get(`${PATH}/${next}`)).json.customerGroupNumber).toBe(1)
    expect(codeOf(await change(client, `${OURS}/sales-setup`, { objectVersion: '1' }))[0]).toBe(409)
    expect(codeOf(await change(client, `${OURS}/sales-setup`, { defaultLayoutNumber: 9 }))[1]).toBe(
      'LayoutDoesNotExist',
    )
    expect(codeOf(await client.delete(`${OURS}/layouts/1`))).toEqual([400, 'ItemInUse', 'number'])
    expect((await change(client, `${OURS}/sales-setup`, { defaultCustomerGroupNumber: undefined })).status).toBe(204)
  })

  test.each<[string, string, object]>([
    ['CustomerInvalidCustomerNumber', 'customerNumber', { customerNumber: undefined }],
    ['CustomerInvalidCustomerNumber', 'customerNumber', { customerNumber: 0 }],
    ['CustomerInvalidCustomerNumber', 'customerNumber', { customerNumber: 1_000_000_000 }],
    ['CustomerAlreadyExists', 'customerNumber', { customerNumber: 201 }],
    ['CustomerMissingName', 'name', { name: undefined }],
    ['CustomerMissingName', 'name', { name: '' }],
    ['CustomerInvalidName', 'name', { name: '  ' }],
    ['CustomerInvalidCharacters', 'name', { name: 'Café\tÆrø' }],
    ['CustomerInvalidCharacters', 'city', { city: 'Ærø\n' }],
    ['CustomerInvalidGroupId', 'customerGroupNumber', { customerGroupNumber: 9 }],
    ['CustomerInvalidGroupId', 'customerGroupNumber', { customerGroupNumber: undefined }],
    ['CustomerInvalidVatZone', 'zone', { zone: undefined }],
    ...[0, 5, 6, 7, 9].map((zone): [string, string, object] => ['CustomerInvalidVatZone', 'zone', { zone }]),
    ['CustomerInvalidPaymentTerm', 'paymentTermId', { paymentTermId: undefined }],
    ['CustomerInvalidPaymentTerm', 'paymentTermId', { paymentTermId: 9 }],
    ['CustomerBarredPaymentTerm', 'paymentTermId', { paymentTermId: 2 }],
    ['CurrencyDoesNotExist', 'currency', { currency: 'XXX' }],
    ['CustomerInvalidEANThirteenDigits', 'eanLocationNumber', { eanLocationNumber: '579000000000' }],
    ['CustomerInvalidEANThirteenDigits', 'eanLocationNumber', { eanLocationNumber: '57900000000051' }],
    ['CustomerInvalidEANThirteenDigits', 'eanLocationNumber', { eanLocationNumber: '579000000000A' }],
    ['CustomerInvalidEAN', 'eanLocationNumber', { eanLocationNumber: '5790000000006' }],
    ['CustomerInvalidPNumber', 'pnr', { pnr: '123456789' }],
    ['CustomerInvalidVoucher', 'voucherNumber', { voucherNumber: 'A\u200b' }],
    ['CustomerInvalidInputPEPPOLID', 'recipientPeppol', { recipientPeppol: '12345678' }],
    ['CustomerInvalidPEPPOLID', 'recipientPeppol', { recipientPeppol: '0184:1234567' }],
    ['CustomerInvalidPEPPOLID', 'recipientPeppol', { recipientPeppol: '0088:5790000000006' }],
    ['CustomerInvalidPEPPOLID', 'recipientPeppol', { recipientPeppol: '1234:12345678' }],
    ['CustomerInvalidPEPPOLID', 'recipientPeppol', { recipientPeppol: '9999:12345678' }],
    ['CustomerInvalidPEPPOLID', 'recipientPeppol', { recipientPeppol: '0206:12345678' }],
    ['CustomerInvalidEmail', 'email', { email: 'a@b.dk ab' }],
    ['CustomerInvalidInvoiceEmail', 'defaultInvoiceRecipient', { defaultInvoiceRecipient: 'a@b' }],
    ['CustomerInvalidOrderEmail', 'defaultOrderRecipient', { defaultOrderRecipient: '@b.dk' }],
    ['CustomerInvalidQuotationEmail', 'defaultQuoteRecipient', { defaultQuoteRecipient: 'a@b.dk,c@d.dk' }],
    ['CustomerInvalidReminderEmail', 'defaultReminderRecipient', { defaultReminderRecipient: 'a' }],
    [
      'CustomerInvalidStatementEmail',
      'defaultStatementOfAccountRecipient',
      { defaultStatementOfAccountRecipient: 'a@b.' },
    ],
    ['CustomerInvalidEmailAttachmentLanguage', 'emailAttachmentLanguage', { emailAttachmentLanguage: 6 }],
    ['ValueNotAllowed', 'language', { language: 0 }],
    ['ValueNotAllowed', 'nemHandelReceiverType', { nemHandelReceiverType: 5 }],
    ['CustomerInvalidDiscount', 'defaultDiscountPct', { defaultDiscountPct: 100.5 }],
    ['CustomerInvalidDiscount', 'defaultDiscountPct', { defaultDiscountPct: -1 }],
    ['CustomerInvalidDiscountGroup', 'discountGroupNumber', { discountGroupNumber: 9 }],
    ['CustomerInvalidPriceGroup', 'priceGroupNumber', { priceGroupNumber: 9 }],
    ['EmployeeDoesNotExist', 'ourRef', { ourRef: 9 }],
    ['LayoutDoesNotExist', 'layoutGroup', { layoutGroup: 9 }],
    ['CustomerInvalidDefaultAttention', 'defaultAttention', { defaultAttention: 9 }],
    ['CustomerInvalidDefaultTheirRef', 'defaultTheirRef', { defaultTheirRef: 9 }],
    ['CustomerInvalidDefaultDeliveryLocation', 'defaultDeliveryLocation', { defaultDeliveryLocation: 9 }],
  ])('%s of %s: %j', async (code, property, more) => {
    const reply = await client.post(PATH, customer({ customerNumber: ++next, ...more }))
    expect(codeOf(reply)).toEqual([400, code, property])
    expect(reply.json.errors).toHaveLength(1)
  })

  test('are named by the body, which the path may not differ from', async () => {
    const number = await made()
    const reply = await change(client, `${PATH}/${number}`, { customerNumber: 202 })
    expect(codeOf(reply)).toEqual([400, 'CustomerannotChangeNumber', 'customerNumber'])
    expect((await change(client, `${PATH}/${number}`, { customerNumber: undefined })).status).toBe(204)
    expect(
      (await client.put(`${PATH}/999`, await changedAt(client, `${PATH}/${number}`, { customerNumber: 999 }))).status,
    ).toBe(404)
  })

  test('are one row in two faces: each keeps what the other has', async () => {
    const number = await made({ creditMaximum: 100, vatNo: 'DK1' })
    const ours = `${OURS}/customers/${number}`
    const before = (await client.get(ours)).json
    expect(before).toMatchObject({ number, groupNumber: 1, paymentTermNumber: 1, vatNumber: 'DK1', currency: 'DKK' })
    const body = await changedAt(client, ours, { contraAccountNumber: 1010, city: 'Ribe' })
    expect((await client.put(`${OURS}/customers`, body)).status).toBe(204)
    expect((await client.get(`${PATH}/${number}`)).json).toMatchObject({
      city: 'Ribe',
      creditMaximum: 100,
      access: true,
    })
    expect((await change(client, `${PATH}/${number}`, { city: 'Rom', access: undefined })).status).toBe(204)
    const after = (await client.get(ours)).json
    expect(after).toMatchObject({ city: 'Rom', isBarred: true, contraAccountNumber: 1010 })
    expect(microsecondsOf(after.lastUpdated)).toBeGreaterThan(microsecondsOf(before.lastUpdated))
    const barred = await client.post(`${OURS}/customers`, {
      number: ++next,
      name: 'x',
      groupNumber: 1,
      currency: 'DKK',
      paymentTermNumber: 2,
    })
    expect(codeOf(barred)).toEqual([400, 'PaymentTermIsBarred', 'paymentTermNumber'])
  })

  test('are told by events of both faces', async () => {
    const told = await listen(service, client, 'CUSTOMER_UPDATED')
    const number = await made()
    await change(client, `${PATH}/${number}`, { city: 'Ribe' })
    await client.delete(`${PATH}/${number}`)
    await make(client, `${OURS}/customers`, { number, name: 'x', groupNumber: 1, currency: 'DKK' })
    expect(await told()).toEqual([`→${number}`, `${number}→${number}`, `${number}→`, `→${number}`])
  })

  test('stay while entries or projects name them, and take contacts and locations with them', async () => {
    const number = await made()
    const contact = await make(client, CONTACTS, { customerNumber: number, name: 'Ida' })
    const location = await make(client, LOCATIONS, { customerNumber: number })
    await make(client, `${OURS}/projects`, { number, name: 'Sag', customerNumber: number })
    expect(codeOf(await client.delete(`${PATH}/${number}`))).toEqual([400, 'ItemInUse', 'customerNumber'])
    await client.delete(`${OURS}/projects/${number}`)
    const own = {
      defaultAttention: contact.number,
      defaultTheirRef: contact.number,
      defaultDeliveryLocation: location.number,
    }
    expect((await change(client, `${PATH}/${number}`, own)).status).toBe(204)
    expect((await client.delete(`${PATH}/${number}`)).status).toBe(204)
    expect((await client.get(`${CONTACTS}/${contact.number}`)).status).toBe(404)
    expect((await client.get(`${LOCATIONS}/${location.number}`)).status).toBe(404)
  })
})

describe('contacts of customers', () => {
  test('are numbered per customer, kept when deleted, and then no longer active', async () => {
    const [one, other] = [await made(), await made()]
    const contact = {
      name: 'Ida Øst',
      email: 'ida@x.dk',
      phone: '1',
      notes: 'a\nb',
      eInvoiceId: 'E1',
      receiveQuotes: true,
      receiveOrders: true,
      receiveInvoices: true,
      receiveEInvoices: true,
      receiveStatementOfAccounts: true,
      receiveReminders: true,
    }
    const { number } = await make(client, CONTACTS, { customerNumber: one, ...contact })
    await make(client, CONTACTS, { customerNumber: other, name: 'Ida Øst' })
    const second = await make(client, CONTACTS, { customerNumber: one, name: 'Bo' })
    expect((await client.get(`${CONTACTS}/${number}`)).json).toEqual({
      number,
      customerNumber: one,
      userInterfaceNumber: 1,
      ...contact,
      active: true,
      lastUpdated: expect.any(String),
      objectVersion: expect.any(String),
    })
    expect((await client.get(`${CONTACTS}/${second.number}`)).json.userInterfaceNumber).toBe(2)
    const named = await client.post(CONTACTS, { customerNumber: one, name: 'IDA ØST' })
    expect(codeOf(named)).toEqual([400, 'CustomerContactNameAlreadyExists', 'name'])
    expect((await client.delete(`${CONTACTS}/${number}`)).status).toBe(204)
    const gone = (await client.get(`${CONTACTS}/${number}`)).json
    expect([gone.isDeleted, gone.active]).toEqual([true, undefined])
    await make(client, CONTACTS, { customerNumber: one, name: 'Ida øst' })
  })

  test('say what is wrong', async () => {
    const number = await made()
    const contact = await make(client, CONTACTS, { customerNumber: number, name: 'Ida' })
    const path = `${CONTACTS}/${contact.number}`
    expect(codeOf(await client.post(CONTACTS, { customerNumber: number }))).toEqual([
      400,
      'CustomerContactNameNullOrEmpty',
      'name',
    ])
    expect(codeOf(await client.post(CONTACTS, { customerNumber: 99, name: 'x' }))).toEqual([
      400,
      'CustomerDoesNotExist',
      'customerNumber',
    ])
    expect(codeOf(await change(client, path, { customerNumber: 201 }, CONTACTS))).toEqual([
      400,
      'CustomerNumberMismatch',
      'customerNumber',
    ])
    for (const property of ['defaultAttention', 'defaultTheirRef']) {
      expect((await change(client, `${PATH}/${number}`, { [property]: contact.number })).status).toBe(204)
      expect(codeOf(await client.delete(path))).toEqual([400, 'CustomerContactIsInUse', 'number'])
      expect((await change(client, `${PATH}/${number}`, { [property]: undefined })).status).toBe(204)
    }
    expect((await client.delete(path)).status).toBe(204)
    const named = await change(client, `${PATH}/${number}`, { defaultAttention: contact.number })
    expect(codeOf(named)).toEqual([400, 'CustomerInvalidDefaultAttention', 'defaultAttention'])
  })
})

describe('delivery locations', () => {
  test('are numbered per customer and keep what is sent', async () => {
    const customerNumber = await made()
    const full = {
      customerNumber,
      address: 'Kajen 1',
      city: 'Ribe',
      country: 'Danmark',
      postalCode: '6760',
      termsOfDelivery: 'Ab værk',
      eInvoiceId: '1',
      isBarred: true,
    }
    const { number } = await make(client, LOCATIONS, full)
    const second = await make(client, LOCATIONS, { customerNumber })
    expect((await client.get(`${LOCATIONS}/${number}`)).json).toEqual({
      number,
      userInterfaceNumber: 1,
      ...full,
      lastUpdated: expect.any(String),
      objectVersion: expect.any(String),
    })
    expect((await client.get(`${LOCATIONS}/${second.number}`)).json.userInterfaceNumber).toBe(2)
  })

  test('say what is wrong', async () => {
    const number = await made()
    const location = await make(client, LOCATIONS, { customerNumber: number })
    const path = `${LOCATIONS}/${location.number}`
    expect(codeOf(await client.post(LOCATIONS, { customerNumber: 99 }))).toEqual([
      400,
      'CustomerNotFound',
      'customerNumber',
    ])
    expect(codeOf(await change(client, path, { customerNumber: 201 }, LOCATIONS))).toEqual([
      400,
      'CustomerNumberMismatch',
      'customerNumber',
    ])
    expect((await change(client, `${PATH}/${number}`, { defaultDeliveryLocation: location.number })).status).toBe(204)
    expect(codeOf(await client.delete(path))).toEqual([400, 'DeliveryLocationUsedOnCustomers', 'number'])
    expect(
      (await change(client, `${PATH}/${number}`, { defaultDeliveryLocation: undefined, access: undefined })).status,
    ).toBe(204)
    expect(codeOf(await client.post(LOCATIONS, { customerNumber: number }))).toEqual([
      400,
      'CustomerIsBarred',
      'customerNumber',
    ])
    expect((await client.delete(path)).status).toBe(204)
  })
})

test('roles Sales and SuperUser may, Bookkeeping may not', async () => {
  for (const [role, status] of [
    ['Sales', 200],
    ['Bookkeeping', 403],
  ] as const) {
    const other = await service.client({ agreement: client.agreement, roles: [role] })
    for (const path of ['Customers', 'Contacts', 'DeliveryLocations', 'Setup']) {
      expect((await other.get(`${CUSTOMERS}/${path}`)).status, `${role} ${path}`).toBe(status)
    }
  }
})
