import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, type TestService, testService } from '../service/harness.ts'
import { bookkeeper, codeOf } from './bookkeeping.ts'
import { DAYBOOK } from './dimension-books.ts'

const API = '/dimensionsapi/v5.3.1'
const MODULES = ['Dimension', 'Complete']

let service: TestService

beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

const dimension = (more: object): object => ({ name: 'Bærer', active: true, ...more })
const value = (dimensionNumber: number, key: number, more: object = {}): object => ({
  ...{ dimensionNumber, key, name: `V${key}`, active: true, ...more },
})
const removed = (client: Client, path: string, dimensionNumber: number, key: number) =>
  client.delete(path, { body: { dimensionNumber, key } })

describe('dimensions', () => {
  test('begin with the first; two more get the lowest free number', async () => {
    const client = await bookkeeper(service, MODULES)
    expect((await client.get(`${API}/dimensions`)).json.items).toMatchObject([
      { number: 1, name: 'Dimension 1', active: true },
    ])
    const made = await client.post(`${API}/dimensions`, dimension({}))
    expect([made.status, made.json, made.headers.get('location')]).toEqual([201, { number: 2 }, `${API}/dimensions/2`])
    expect((await client.post(`${API}/dimensions`, { name: 'Formål' })).json).toEqual({ number: 3 })
    expect((await client.get(`${API}/dimensions/3`)).json).not.toHaveProperty('active')
    expect((await client.delete(`${API}/dimensions/2`)).status).toBe(204)
    expect((await client.post(`${API}/dimensions`, dimension({}))).json).toEqual({ number: 2 })
    const refused = async (body: object) => codeOf(await client.post(`${API}/dimensions`, body))
    expect(await refused(dimension({}))).toEqual([400, 'DimensionAllowedUpTo3', 'number'])
    expect(await refused(dimension({ number: 4 }))).toEqual([400, 'DimensionAllowedUpTo3', 'number'])
    expect(await refused(dimension({ number: 3 }))).toEqual([400, 'DimensionAlreadyExists', 'number'])
    expect(codeOf(await client.delete(`${API}/dimensions/1`))).toEqual([400, 'Dimension1CannotBeDeleted', 'number'])
    expect(codeOf(await client.get(`${API}/dimensions/4`))).toEqual([404, 'DimensionDoesNotExist', 'number'])
    expect((await client.get(`${API}/dimensions/count`)).text).toBe('3')
  })

  test('need the module Dimension, and beyond the first the module Complete', async () => {
    const bare = await bookkeeper(service, ['Complete'])
    expect(codeOf(await bare.post(`${API}/dimensions`, dimension({})))).toEqual([
      400,
      'DimensionIncorrectModule',
      'number',
    ])
    const small = await bookkeeper(service, ['Dimension'])
    const refused = codeOf(await small.post(`${API}/dimensions`, dimension({})))
    expect(refused).toEqual([400, 'DimensionIncorrectPackageLevel', 'number'])
    const { objectVersion } = (await small.get(`${API}/dimensions/1`)).json
    expect((await small.put(`${API}/dimensions`, dimension({ number: 1, objectVersion }))).status).toBe(204)
  })

  test('are in use by their values and distributions: the message says so', async () => {
    const client = await bookkeeper(service, MODULES)
    await client.post(`${API}/dimensions`, dimension({}))
    await client.post(`${API}/values`, value(2, 7))
    const one = await client.delete(`${API}/dimensions/2`)
    expect(codeOf(one)).toEqual([400, 'DimensionInUse', 'number'])
    expect(one.json.detail).toContain('dimension values')
    const distributions = [{ key: 7, percent: 100 }]
    await client.post(`${DAYBOOK}/distributions`, { dimensionNumber: 2, key: 8, name: 'D', distributions })
    const several = await client.delete(`${API}/dimensions/2`)
    expect(codeOf(several)).toEqual([400, 'DimensionInUseMultiple', 'number'])
    expect(several.json.detail).toContain('dimension values, distributions')
  })

  test('that are not active end the duty of accounts', async () => {
    const client = await bookkeeper(service, MODULES)
    const account = { number: 7100, name: 'X', type: 1, isDepartmentMandatory: true }
    await client.post('/accountsapi/v7.0.0/Accounts', account)
    const { objectVersion } = (await client.get(`${API}/dimensions/1`)).json
    await client.put(`${API}/dimensions`, { number: 1, name: 'Afdelinger', objectVersion })
    expect((await client.get('/accountsapi/v7.0.0/Accounts/7100')).json).not.toHaveProperty('isDepartmentMandatory')
  })
})

describe('values and distributions', () => {
  test('of dimension 1 are the departments: the same rows, two faces', async () => {
    const client = await bookkeeper(service, MODULES)
    await client.post(`${API}/values`, value(1, 5, { active: false }))
    expect((await client.get(`${DAYBOOK}/departments/5`)).json).toMatchObject({ name: 'V5', isBarred: true })
    await client.post(`${DAYBOOK}/departments`, { number: 6, name: 'Kontor' })
    const read = (await client.get(`${API}/values/1/6`)).json
    expect(read).toMatchObject({ dimensionNumber: 1, key: 6, name: 'Kontor', active: true })
    const { objectVersion } = read
    await client.put(`${API}/values`, value(1, 6, { name: 'Lager', objectVersion }))
    expect((await client.get(`${DAYBOOK}/departments/6`)).json).toMatchObject({ name: 'Lager' })
    const lines = [{ departmentNumber: 6, percent: 100 }]
    await client.post(`${DAYBOOK}/departmental-distributions`, { number: 9, name: 'Nøgle', lines })
    const shown = (await client.get(`${API}/distributions/1/9`)).json
    expect(shown).toMatchObject({ key: 9, name: 'Nøgle', active: true, distributions: [{ key: 6, percent: 100 }] })
    const told = await client.get(`${DAYBOOK}/changes?filter=resource$eq:Departments$and:key$eq:6$and:property$eq:name`)
    expect(told.json.items.map(({ after }: { after: string }) => after)).toEqual(['Kontor', 'Lager'])
    expect(codeOf(await removed(client, `${API}/values`, 1, 6))).toEqual([
      400,
      'DimensionValueInUseByDistribution',
      'key',
    ])
    expect(codeOf(await client.delete(`${DAYBOOK}/departments/6`))[1]).toBe('ItemInUse')
    expect((await removed(client, `${DAYBOOK}/distributions`, 1, 9)).status).toBe(204)
    expect((await removed(client, `${API}/values`, 1, 6)).status).toBe(204)
    expect(codeOf(await removed(client, `${API}/values`, 1, 6))).toEqual([404, 'DimensionValueDoesNotExist', 'key'])
    expect((await client.get(`${DAYBOOK}/departments/6`)).status).toBe(404)
    expect(codeOf(await client.get(`${API}/distributions/1/9`))).toEqual([
      404,
      'DimensionDistributionDoesNotExist',
      'key',
    ])
  })

  test('share the keys of their dimension, and of no other', async () => {
    const client = await bookkeeper(service, MODULES)
    await client.post(`${API}/dimensions`, dimension({}))
    for (const number of [1, 2]) expect((await client.post(`${API}/values`, value(number, 5))).status).toBe(201)
    const distributions = [{ key: 5, percent: 100 }]
    const distribution = (key: number, more = {}) =>
      client.post(`${DAYBOOK}/distributions`, {
        dimensionNumber: 2,
        key,
        name: 'D',
        active: true,
        distributions,
        ...more,
      })
    expect(codeOf(await distribution(5))).toEqual([400, 'KeyInUse', 'key'])
    expect((await distribution(6)).status).toBe(201)
    expect(codeOf(await client.post(`${API}/values`, value(2, 6)))).toEqual([400, 'KeyInUse', 'key'])
    expect(codeOf(await client.post(`${API}/values`, value(2, 5)))).toEqual([400, 'KeyInUse', 'key'])
    expect((await client.post(`${API}/values`, value(1, 6))).status).toBe(201)
    await client.post(`${DAYBOOK}/distributions`, { dimensionNumber: 1, key: 7, name: 'D', distributions })
    expect(codeOf(await client.post(`${DAYBOOK}/departments`, { number: 7, name: 'x' }))[1]).toBe('NumberAlreadyInUse')
    for (const [more, code] of [
      [{ distributions: [] }, 'DimensionDistributionAtLeast1ChildRequired'],
      [{ distributions: undefined }, 'DimensionDistributionAtLeast1ChildRequired'],
      [{ distributions: [...distributions, { key: 5, percent: 0 }] }, 'DimensionDistributionOnlyOneOfEachValueAllowed'],
      [{ distributions: [{ key: 5, percent: 99.9999 }] }, 'DimensionDistributionPercentSumMustBe100'],
      [{ distributions: [{ key: 99, percent: 100 }] }, 'ValueNotAllowed'],
    ] as const) {
      expect(codeOf(await distribution(8, more))).toEqual([400, code, 'distributions'])
    }
  })
})
