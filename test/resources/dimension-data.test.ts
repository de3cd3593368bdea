import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookEntries } from '../../src/ledger/booking/book.ts'
import { DISTRIBUTION_LINES_MAX } from '../../src/limits.ts'
import { untilBlocked } from '../faults/blocked.ts'
import type { Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API as JOURNALS, bookkeeper, change, codeOf, finance } from './bookkeeping.ts'

const API = '/daybookapi/v1.0.0'
const DEPARTMENTS = `${API}/departments`
const DISTRIBUTIONS = `${API}/departmental-distributions`
const JSON_BODY = { 'content-type': 'application/json' }

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const line = (departmentNumber: number, percent: number): object => ({ departmentNumber, percent })

describe('departmental distributions', () => {
  test('keep the order of their lines and the digits of their percentages', async () => {
    const client = await bookkeeper(service)
    await client.post(DEPARTMENTS, { number: 2, name: 'Lager' })
    const lines = [line(2, 0.0001), line(1, 99.9999)]
    expect((await client.post(DISTRIBUTIONS, { number: 7, name: 'Nøgle', lines })).status).toBe(201)
    const read = await client.get(`${DISTRIBUTIONS}/7`)
    expect(read.text).toContain('"percent":0.0001')
    expect(read.json).toMatchObject({ number: 7, name: 'Nøgle', lines })
    const { objectVersion } = read.json
    const whole = { number: 7, name: 'Nøgle', lines: [line(1, 100)], objectVersion }
    expect((await client.put(DISTRIBUTIONS, whole)).status).toBe(204)
    expect((await client.get(`${DISTRIBUTIONS}/7`)).json.lines).toEqual([line(1, 100)])
  })

  test('of booked entries keep their parts and their order, whatever zeros their percentages end with', async () => {
    const client = await bookkeeper(service, ['Dimension'])
    await client.post(DEPARTMENTS, { number: 2, name: 'Lager' })
    const parts = '[{"departmentNumber": 1, "percent": 33.30}, {"departmentNumber": 2, "percent": 66.7}]'
    const raw = `{"number": 7, "name": "Nøgle", "lines": ${parts}}`
    expect((await client.call('POST', DISTRIBUTIONS, { raw, headers: JSON_BODY })).status).toBe(201)
    const own = { departmentalDistributionNumber: 7, contraAccountNumber: undefined, voucherNumber: 1 }
    expect((await client.post(`${API}/draft-entries`, finance(own))).status).toBe(201)
    const contra = { accountNumber: 5820, contraAccountNumber: undefined, amount: -125, voucherNumber: 1 }
    expect((await client.post(`${API}/draft-entries`, finance(contra))).status).toBe(201)
    expect((await client.post(`${JOURNALS}/journals/1/book`)).status).toBe(204)
    expect(await change(client, DISTRIBUTIONS, 7, { name: 'Nøgle 2' })).toEqual([204])
    const lines = [line(2, 66.7), line(1, 33.3)]
    // The last part of an entry takes the cent, so another order would change totals of the past.
    expect(await change(client, DISTRIBUTIONS, 7, { lines })).toEqual([400, 'ValueNotAllowed', 'lines'])
    expect((await client.get(`${DISTRIBUTIONS}/7`)).json).toMatchObject({ name: 'Nøgle 2', lines: lines.toReversed() })
  })

  test.each([1, 2])('of dimension %i keep their parts while a booking with them is under way', async (dimension) => {
    const client = await bookkeeper(service, ['Dimension', 'Complete'])
    const of = { dimensionNumber: dimension, active: true }
    await client.post('/dimensionsapi/v5.3.1/dimensions', { number: 2, name: 'Formål', active: true })
    for (const key of [21, 22]) await client.post('/dimensionsapi/v5.3.1/values', { ...of, key, name: 'V' })
    const parts = (first: number) => [
      { key: 21, percent: first },
      { key: 22, percent: 100 - first },
    ]
    const shared = { ...of, key: 7, name: 'Nøgle', distributions: parts(40) }
    expect((await client.post(`${API}/distributions`, shared)).status).toBe(201)
    const { entryNumber } = (await client.post(`${API}/draft-entries`, finance())).json
    const data = { journalNumber: 1, entryNumber, dimensionNumber: dimension, dimensionKey: 7 }
    const given = await client.post('/dimensionsapi/v5.3.1/dimension-data/draft-entries', data)
    expect(given.status, given.text).toBe(201)
    const path = `${API}/distributions/${dimension}/7`
    const { objectVersion } = (await client.get(path)).json
    let changed: Promise<Reply> | undefined
    await service.database.transaction(async (transaction) => {
      await bookEntries(transaction, { agreement: client.agreement, journalNumber: 1, selection: { kind: 'all' } })
      changed = client.put(`${API}/distributions`, { ...shared, distributions: parts(60), objectVersion })
      await untilBlocked(service.database, 1)
    })
    expect(codeOf(await changed!)).toEqual([400, 'ValueNotAllowed', 'distributions'])
    expect((await client.get(path)).json.distributions).toEqual(parts(40))
  })

  test.each([
    ['DistributionDepartmentDoesNotExist', [line(1, 50), line(9, 50)]],
    ['DistributionDepartmentRepeated', [line(1, 50), line(1, 50)]],
    ['DistributionNotWhole', [line(1, 99.9999)]],
    ['DistributionNotWhole', [line(1, 60), line(2, 60)]],
    ['DistributionNotWhole', [line(1, 150), line(2, -50)]],
    ['DistributionNotWhole', [line(1, 100), line(2, 0)]],
  ])('%s of %j, created or changed', async (code, lines) => {
    const client = await bookkeeper(service)
    await client.post(DEPARTMENTS, { number: 2, name: 'Lager' })
    expect(codeOf(await client.post(DISTRIBUTIONS, { number: 31, name: 'x', lines }))).toEqual([400, code, 'lines'])
    await client.post(DISTRIBUTIONS, { number: 31, name: 'x', lines: [line(1, 100)] })
    const { objectVersion } = (await client.get(`${DISTRIBUTIONS}/31`)).json
    const changed = await client.put(DISTRIBUTIONS, { number: 31, name: 'x', lines, objectVersion })
    expect(codeOf(changed)).toEqual([400, code, 'lines'])
  })

  test('tell what is wrong with a line where it is wrong, and nothing that follows from it', async () => {
    const client = await bookkeeper(service)
    const lines = [{ departmentNumber: 1 }, null, { departmentNumber: 'x', percent: 50 }]
    const { json } = await client.post(DISTRIBUTIONS, { number: 31, name: 'x', lines })
    expect(json.errors.map(({ property, errorCode }: Record<string, string>) => [property, errorCode])).toEqual([
      ['lines[0].percent', 'ValueRequired'],
      ['lines[1]', 'ValueNull'],
      ['lines[2].departmentNumber', 'ValueTypeInvalid'],
    ])
    for (const [count, status] of [
      [DISTRIBUTION_LINES_MAX, 201],
      [DISTRIBUTION_LINES_MAX + 1, 400],
    ] as const) {
      for (let number = 2; number <= count; number++) await client.post(DEPARTMENTS, { number, name: 'x' })
      const many = Array.from({ length: count }, (_, at) => line(at + 1, at === 0 ? 100 - (count - 1) * 0.5 : 0.5))
      const reply = await client.post(DISTRIBUTIONS, { number: 1000 + count, name: 'x', lines: many })
      expect(reply.status, reply.text).toBe(status)
    }
  })

  test('a department that is deleted while a distribution names it: one of the two is refused', async () => {
    const client = await bookkeeper(service)
    for (let number = 40; number < 48; number++) {
      await client.post(DEPARTMENTS, { number, name: 'Kort' })
      const [made, deleted] = await Promise.all([
        client.post(DISTRIBUTIONS, { number: 100 + number, name: 'x', lines: [line(number, 100)] }),
        client.delete(`${DEPARTMENTS}/${number}`),
      ])
      const codes = [made, deleted].map((reply) => (reply.status === 400 ? codeOf(reply)[1] : reply.status))
      expect([
        [201, 'ItemInUse'],
        ['DistributionDepartmentDoesNotExist', 204],
      ]).toContainEqual(codes)
    }
  })
})

test('are for the roles SuperUser and Bookkeeping', async () => {
  const seller = await service.client({ roles: ['Sales'] })
  for (const path of ['units1', 'units2', 'employees', 'asset-groups', 'assets', 'departmental-distributions']) {
    expect(codeOf(await seller.get(`${API}/${path}`))[1]).toBe('RoleMissing')
  }
})
