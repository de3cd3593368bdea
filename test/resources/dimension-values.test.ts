import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { untilBlocked } from '../faults/blocked.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { bookkeeper, codeOf } from './bookkeeping.ts'
import { DAYBOOK } from './dimension-books.ts'

const API = '/dimensionsapi/v5.3.1'
const MODULES = ['Dimension', 'Complete']

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const dimension = (more: object): object => ({ name: 'Bærer', active: true, ...more })
const value = (dimensionNumber: number, key: number, more: object = {}): object => ({
  dimensionNumber,
  key,
  name: `V${key}`,
  active: true,
  ...more,
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
    const stale = { number: 3, name: 'Formål', objectVersion: '1' }
    expect(codeOf(await client.put(`${API}/dimensions`, stale))).toEqual([
      409,
      'ObjectVersionMismatch',
      'objectVersion',
    ])
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
    expect(several.json.errors[0].message).toMatch(/: distributions, dimension values\.$/)
  })

  test('that are not active end the duty of accounts, which are given none', async () => {
    const client = await bookkeeper(service, MODULES)
    const account = { number: 7100, name: 'X', type: 1, isDepartmentMandatory: true }
    await client.post('/accountsapi/v7.0.0/Accounts', account)
    const { objectVersion } = (await client.get(`${API}/dimensions/1`)).json
    await client.put(`${API}/dimensions`, { number: 1, name: 'Afdelinger', objectVersion })
    expect((await client.get('/accountsapi/v7.0.0/Accounts/7100')).json).not.toHaveProperty('isDepartmentMandatory')
    const anew = await client.post('/accountsapi/v7.0.0/Accounts', { ...account, number: 7101 })
    expect(codeOf(anew)).toEqual([400, 'ValueNotAllowed', 'isDepartmentMandatory'])
  })

  test('that are not active give none of their values any more; what has one keeps it', async () => {
    const client = await bookkeeper(service, MODULES)
    const data = `${API}/dimension-data/accounts`
    await client.post(`${API}/dimensions`, dimension({}))
    for (const key of [5, 6]) await client.post(`${API}/values`, value(2, key))
    const item = { accountNumber: 2210, dimensionNumber: 2, dimensionKey: 5 }
    expect((await client.post(data, item)).status).toBe(201)
    const { objectVersion } = (await client.get(`${API}/dimensions/2`)).json
    expect((await client.put(`${API}/dimensions`, { number: 2, name: 'Formål', objectVersion })).status).toBe(204)
    const given = await client.post(data, { ...item, accountNumber: 1010 })
    expect(codeOf(given)).toEqual([400, 'CONTAINSBARREDDIMENSIONVALUE', 'dimensionKey'])
    const [kept] = (await client.get(data)).json.items as Record<string, unknown>[]
    expect(kept).toMatchObject(item)
    expect((await client.put(data, kept!)).status).toBe(204)
    const [again] = (await client.get(data)).json.items as Record<string, unknown>[]
    expect(codeOf(await client.put(data, { ...again, dimensionKey: 6 }))[1]).toBe('CONTAINSBARREDDIMENSIONVALUE')
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
    // Neither face asks for a name: what one leaves out, the other could not promise.
    await client.post(`${API}/values`, value(1, 7, { name: undefined }))
    const { name, ...nameless } = (await client.get(`${DAYBOOK}/departments/7`)).json
    expect([name, (await client.put(`${DAYBOOK}/departments`, nameless)).status]).toEqual(['', 204])
    const lines = [{ departmentNumber: 6, percent: 100 }]
    await client.post(`${DAYBOOK}/departmental-distributions`, { number: 9, name: 'Nøgle', lines })
    const shown = (await client.get(`${API}/distributions/1/9`)).json
    expect(shown).toMatchObject({ key: 9, name: 'Nøgle', active: true, distributions: [{ key: 6, percent: 100 }] })
    const told = await client.get(`${DAYBOOK}/changes?filter=resource$eq:Departments$and:key$eq:6`)
    const changed: { property: string; after: string }[] = told.json.items.flatMap(
      (one: { properties: unknown }) => one.properties,
    )
    expect(changed.filter(({ property }) => property === 'name').map(({ after }) => after)).toEqual(['Kontor', 'Lager'])
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
    const absent = [400, 'ValueNotAllowed', 'dimensionNumber']
    expect(codeOf(await client.post(`${API}/values`, value(3, 5)))).toEqual(absent)
    expect(codeOf(await distribution(8, { dimensionNumber: 3 }))).toEqual(absent)
    expect((await client.post(`${API}/values`, value(1, 6))).status).toBe(201)
    const ofDepartments = { number: 6, name: 'D', lines: [{ departmentNumber: 5, percent: 100 }] }
    const refused = await client.post(`${DAYBOOK}/departmental-distributions`, ofDepartments)
    expect(codeOf(refused)).toEqual([400, 'NumberAlreadyInUse', 'number'])
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
    for (const [part, code] of [
      [{ percent: 100 }, 'ValueRequired'],
      [{ key: 'x', percent: 100 }, 'ValueTypeInvalid'],
    ] as const) {
      const { json } = await distribution(8, { distributions: [part] })
      expect(json.errors).toEqual([expect.objectContaining({ errorCode: code, property: 'distributions[0].key' })])
    }
  })
})

describe('an import', () => {
  const imported = (client: Client, csv: string, dimensionNumber = 1) =>
    client.post(`${DAYBOOK}/dimension-values/import`, { dimensionNumber, csv })
  const names = async (client: Client): Promise<[number, string][]> => {
    const { items } = (await client.get(`${API}/values?filter=dimensionNumber$eq:1`)).json
    return items.map(({ key, name }: { key: number; name: string }) => [key, name])
  }

  test('makes values and names those that are there, whatever way the text is written', async () => {
    const client = await bookkeeper(service, MODULES)
    const [[first], ...others] = (await names(client)) as [[number, string], ...[number, string][]]
    const csv = `\uFEFFkey;name\r\n70; "Syd; øst ""2""" \r\n\r\n71; Nord \n${first};Kontor\n72`
    const { status, json } = await imported(client, csv)
    expect([status, json]).toEqual([200, { created: 3, updated: 1 }])
    const made = [
      [70, 'Syd; øst "2"'],
      [71, 'Nord'],
      [72, ''],
    ]
    expect(await names(client)).toEqual([[first, 'Kontor'], ...others, ...made])
    expect((await imported(client, '9;73;Vest\n10;74;Øst')).json).toEqual({ created: 2, updated: 0 })
  })

  test('waits for another of the dimension, and names what that has made', async () => {
    const client = await bookkeeper(service, MODULES)
    let waiting: ReturnType<typeof imported> | undefined
    await service.database.transaction(async (transaction) => {
      const under = 'SELECT FROM dimension d WHERE d.agreement = $1 AND d.number = 1 FOR NO KEY UPDATE'
      await transaction.rows(under, [client.agreement])
      waiting = imported(client, '1001;Nord\n1000;Syd')
      await untilBlocked(service.database, 1)
      const made = `INSERT INTO dimension_value (agreement, dimension_number, number, name) VALUES ($1, 1, 1000, 'Øst')`
      await transaction.rows(made, [client.agreement])
    })
    expect((await waiting)!.json).toEqual({ created: 1, updated: 1 })
  })

  test('reads a first line as a header for its key alone, and keeps what follows a quote', async () => {
    const client = await bookkeeper(service, MODULES)
    const before = await names(client)
    expect((await imported(client, '70;key\n71;"Malmö" Nord\n72;"Syd" ')).json).toEqual({ created: 3, updated: 0 })
    const made = [
      [70, 'key'],
      [71, '"Malmö" Nord'],
      [72, 'Syd'],
    ]
    expect(await names(client)).toEqual([...before, ...made])
    expect((await imported(client, 'index;key;name\n1;73;Vest')).json).toEqual({ created: 1, updated: 0 })
    expect(codeOf(await imported(client, '1;74;75;Øst'))).toEqual([400, 'ValueNotAllowed', 'csv'])
    expect((await imported(client, `90;${'😀'.repeat(255)}`)).json).toEqual({ created: 1, updated: 0 })
  })

  test('that is wrong in one line changes nothing, and names every line', async () => {
    const client = await bookkeeper(service, MODULES)
    const before = await names(client)
    const faults = async (csv: string): Promise<unknown[]> => {
      const { errors } = (await imported(client, csv)).json as { errors: Record<string, string>[] }
      return errors.map(({ errorCode, message }) => [errorCode, message!.slice(0, 7)])
    }
    expect(await faults('1;80;A\n1;80;B\n2;0;C\n3;x;D\n4;1234567890;E')).toEqual([
      ['DimensionValueImportDuplicateKey', 'Line 2:'],
      ['DimensionValueImportDuplicateIndex', 'Line 2:'],
      ['KeyNumberIsZeroOrNegative', 'Line 3:'],
      ['ValueTypeInvalid', 'Line 4:'],
      ['KeyNumberExceedsMaximumDigits', 'Line 5:'],
    ])
    expect(await faults('1;80;A\n1;81;B')).toEqual([['DimensionValueImportDuplicateIndex', 'Line 2:']])
    expect(await faults(`81;${'x'.repeat(256)}`)).toEqual([['ValueTooLong', 'Line 1:']])
    expect(await faults(`81;${'😀'.repeat(256)}`)).toEqual([['ValueTooLong', 'Line 1:']])
    const [digits, zeros, index] = ['9', '0', 'i'].map((sign) => sign.repeat(100_000))
    const long = await imported(client, `${digits};A\n${zeros};B\n${index};81;C\n${index};82;D`)
    expect([long.status, long.json.errors.length]).toEqual([400, 3])
    expect(long.text.length).toBeLessThan(1500)
    expect((await imported(client, `${'x'.repeat(29)}😀😀;A`)).json.detail).toContain(`'${'x'.repeat(29)}😀…'`)
    expect((await imported(client, '81;A', 3)).json.errorCode).toBe('ValueNotAllowed')
    const lines = Array.from({ length: 10_001 }, (_, at) => `${100 + at};V`)
    expect((await imported(client, lines.join('\n'))).json.errorCode).toBe('ValueOutOfRange')
    const distributions = [{ key: before[0]![0], percent: 100 }]
    const shared = { dimensionNumber: 1, key: 90, name: 'Fordelt', active: true, distributions }
    expect((await client.post(`${DAYBOOK}/distributions`, shared)).status).toBe(201)
    expect(await faults('91;A\n90;B')).toEqual([['DimensionValueImportDistributionKeyInUse', 'Line 2:']])
    expect(await names(client)).toEqual(before)
    expect((await imported(client, lines.slice(1).join('\n'))).json).toEqual({ created: 10_000, updated: 0 })
  })
})
