import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'

const GROUPS = '/suppliersapi/v2.0.0/Groups'
const CONTACTS = '/suppliersapi/v2.0.0/Contacts'

let service: TestService
let client: Client

beforeAll(async () => void (service = await sharedService()))
beforeEach(async () => {
  client = await service.client()
  await seed(client.agreement)
})
afterAll(() => service.stop())

/** Two bookable accounts and a heading, a group, two suppliers. */
async function seed(agreement: number): Promise<void> {
  await service.database.rows(
    `WITH accounts AS (INSERT INTO account (agreement, number, name, type)
       VALUES ($1, 6800, 'Kreditorer', 2), ($1, 1310, 'Vareforbrug', 1), ($1, 1000, 'Resultat', 4)),
     currencies AS (INSERT INTO currency (agreement, code, name) VALUES ($1, 'DKK', 'Danske kroner')),
     groups AS (INSERT INTO supplier_group (agreement, number, name, account_number) VALUES ($1, 1, 'Danske', 6800))
     INSERT INTO supplier (agreement, number, name, group_number, currency)
       VALUES ($1, 501, 'Ørsted A/S', 1, 'DKK'), ($1, 502, 'Ålborg Portland', 1, 'DKK')`,
    [agreement],
  )
}

const contact = (more: object = {}): object => ({ supplierNumber: 501, name: `Contact ${Math.random()}`, ...more })

describe('supplier contacts', () => {
  test('are created, read, updated and deleted', async () => {
    const made = await client.post(CONTACTS, {
      supplierNumber: 501,
      name: 'Ida Øst',
      email: 'ida@orsted.example',
      notes: 'a "b" \\ ☃',
    })
    expect(made.status).toBe(201)
    expect(made.json).toEqual({ number: expect.any(Number) })
    const read = await client.get(made.headers.get('location')!)
    expect(read.json).toEqual({
      number: made.json.number,
      supplierNumber: 501,
      userInterfaceNumber: 1,
      name: 'Ida Øst',
      email: 'ida@orsted.example',
      phone: null,
      notes: 'a "b" \\ ☃',
      lastUpdated: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      objectVersion: expect.any(String),
      active: true,
    })
    const { phone: _phone, ...sendable } = read.json
    const put = await client.put(CONTACTS, { ...sendable, name: 'Ida Vest' })
    expect([put.status, put.text]).toEqual([204, ''])
    const again = await client.get(`${CONTACTS}/${made.json.number}`)
    expect(again.json.name).toBe('Ida Vest')
    expect(again.json.objectVersion).not.toBe(read.json.objectVersion)
    expect((await client.delete(`${CONTACTS}/${made.json.number}`)).status).toBe(204)
    const gone = (await client.get(`${CONTACTS}/${made.json.number}`)).json
    expect([gone.isDeleted, gone.active]).toEqual([true, undefined])
    const found = await client.get(`${CONTACTS}/count?filter=number$eq:${made.json.number}$and:active$eq:true`)
    expect(found.json).toBe(0)
    expect((await client.delete(`${CONTACTS}/${made.json.number}`)).status).toBe(404)
  })

  test('a stale objectVersion is 409 in its documented shape', async () => {
    const { json } = await client.post(CONTACTS, contact())
    const reply = await client.put(CONTACTS, contact({ number: json.number, objectVersion: '1' }))
    expect(reply.status).toBe(409)
    expect(reply.json).toMatchObject({
      property: 'objectVersion',
      errorCode: 'ObjectVersionMismatch',
      logId: reply.json.traceId,
    })
  })

  test.each([
    ['SupplierContactNameNullOrEmpty', 'name', { name: '' }],
    ['SupplierContactNameNullOrEmpty', 'name', { name: undefined }],
    ['SupplierDoesNotExist', 'supplierNumber', { supplierNumber: 999 }],
  ])('%s on %s', async (code, property, more) => {
    const reply = await client.post(CONTACTS, contact(more))
    expect([reply.status, reply.json.errorCode, reply.json.errors[0].property]).toEqual([400, code, property])
  })
})

describe('supplier groups', () => {
  test('all faults of a body come at once, in field order', async () => {
    const reply = await client.post(GROUPS, { number: 1, name: '', accountNumber: 1000, nmae: 'x' })
    expect(
      reply.json.errors.map((fault: { errorCode: string; property: string }) => [fault.errorCode, fault.property]),
    ).toEqual([
      ['SupplierGroupIdAlreadyExists', 'number'],
      ['SupplierGroupNameEmpty', 'name'],
      ['ERROR_CODE_AccountIsNotBalanceOrProfitAndLossType', 'accountNumber'],
      ['PropertyUnknown', 'nmae'],
    ])
  })

  test.each([
    ['SupplierGroupIdAlreadyExists', 'number', { number: 1 }],
    ['SupplierGroupNameEmpty', 'name', { name: '' }],
    ['ERROR_CODE_AccountDoesNotExist', 'accountNumber', { accountNumber: 999 }],
    ['ERROR_CODE_AccountIsNotBalanceOrProfitAndLossType', 'accountNumber', { accountNumber: 1000 }],
  ])('%s on %s', async (code, property, more) => {
    const reply = await client.post(GROUPS, { number: 2, name: 'Norske', accountNumber: 6800, ...more })
    expect([reply.status, reply.json.errorCode, reply.json.errors[0].property]).toEqual([400, code, property])
    expect(reply.json.errors).toHaveLength(1)
  })

  test('lists', async () => {
    expect((await client.get(GROUPS)).json.items).toHaveLength(1)
    expect(
      (await client.get(`${GROUPS}/paged?sort=-number&filter=name$like:dan$and:number$in:[1,2]`)).json,
    ).toHaveLength(1)
    expect((await client.get(`${GROUPS}/count?filter=name$eq:DANSKE`)).text).toBe('1')
    expect((await client.get(`${GROUPS.toLowerCase()}/1`)).json.name).toBe('Danske')
    const wrong = await client.call('PATCH', GROUPS)
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, PUT'])
    expect((await client.get('/suppliersapi/v1.2.3/Groups')).json.detail).toContain('/suppliersapi/v2.0.0')
    const sorted = await client.get(`${GROUPS}?sort=number`)
    expect([sorted.status, sorted.json.errorCode]).toEqual([400, 'SortNotAllowed'])
  })
})
