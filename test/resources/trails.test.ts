import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { columnName, isResource } from '../../src/resource/resource.ts'
import { apis } from '../../src/resources/index.ts'
import { type Client, newClient, type TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { bookkeeper, change } from './bookkeeping.ts'
import { bookDrafts, REPORTS } from './report-books.ts'

const ACCOUNTS = '/accountsapi/v7.0.0/Accounts'

let service: TestService
let client: Client
beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())
beforeEach(async () => void (client = await bookkeeper(service)))

interface Listed {
  number: number
  resource: string
  key: string
  name: string | null
  time: string
  app: number | null
  properties: { number: number; property: string; before: string | null; after: string | null }[]
}

/** One property of a change. */
type Change = Omit<Listed, 'properties'> & Listed['properties'][number]

const listed = async (filter: string): Promise<Listed[]> => {
  const { json, status, text } = await client.get(`${REPORTS}/changes?filter=${filter}`)
  if (status !== 200) throw new Error(text)
  return json.items
}
const changes = async (filter: string): Promise<Change[]> =>
  (await listed(filter)).flatMap(({ properties, ...change }) => properties.map((one) => ({ ...change, ...one })))
const told = ({ property, before, after, app }: Change): unknown[] => [property, before, after, app]

/** Tables whose partitions are trailed, each by its own name: one of them. */
const PARTS: Readonly<Record<string, string>> = {
  dimension_distribution: 'other_distribution',
  dimension_value: 'other_dimension_value',
}

/** Runs a statement with every trigger off, as the owner of the database can. */
const tamper = (statement: string): Promise<unknown> =>
  service.database.transaction(async (transaction) => {
    await transaction.rows('SET LOCAL session_replication_role = replica')
    await transaction.rows(statement, [client.agreement])
  })

describe('changes', () => {
  test('tell creates, changes and deletes, property by property, with app and time', async () => {
    const since = Date.now() - 60_000
    await client.post(ACCOUNTS, { number: 7001, name: 'Ny', type: 2, isBlockedForDirectEntries: true })
    await change(client, ACCOUNTS, 7001, { name: 'Ny konto', isCredit: false, isBlockedForDirectEntries: undefined })
    await client.delete(`${ACCOUNTS}/7001`)
    const { app } = client
    const found = await changes('resource$eq:Accounts$and:key$eq:7001')
    expect(found.map(told)).toEqual([
      ['isBlockedForDirectEntries', null, 'true', app],
      ['name', null, 'Ny', app],
      ['number', null, '7001', app],
      ['type', null, '2', app],
      ['isBlockedForDirectEntries', 'true', 'false', app],
      ['isCredit', null, 'false', app],
      ['name', 'Ny', 'Ny konto', app],
      ['isCredit', 'false', null, app],
      ['name', 'Ny konto', null, app],
      ['number', '7001', null, app],
      ['type', '2', null, app],
    ])
    expect(found.every(({ time }) => Date.parse(time) >= since)).toBe(true)
    expect(found.map(({ number }) => number)).toEqual(found.map((_, at) => found[0]!.number + at))
    // What one write did to an item is one change, from its first property.
    const three = await listed('resource$eq:Accounts$and:key$eq:7001')
    expect(three.map(({ number, properties }) => [number, properties.length])).toEqual([
      [found[0]!.number, 4],
      [found[4]!.number, 3],
      [found[7]!.number, 4],
    ])
    const one = await client.get(`${REPORTS}/changes/${found[4]!.number}`)
    expect(one.json).toEqual(three[1])
    expect((await client.get(`${REPORTS}/changes/${found[5]!.number}`)).status).toBe(404)
  })

  test('name each item as it was called then', async () => {
    await client.post(ACCOUNTS, { number: 7002, name: 'Ny', type: 2 })
    await change(client, ACCOUNTS, 7002, { isCredit: false })
    await change(client, ACCOUNTS, 7002, { name: 'Ny konto' })
    await change(client, ACCOUNTS, 7002, { isCredit: true })
    await client.delete(`${ACCOUNTS}/7002`)
    await client.post(ACCOUNTS, { number: 7003, name: 'En anden', type: 2 })
    await client.post(`${REPORTS}/accounting-years/2026/periods/4/bar`)
    const names = async (filter: string) => (await listed(filter)).map(({ name }) => name)
    expect(await names('resource$eq:Accounts$and:key$eq:7002')).toEqual([
      'Ny',
      'Ny',
      'Ny konto',
      'Ny konto',
      'Ny konto',
    ])
    expect(await names('resource$eq:AccountingPeriods$and:key$eq:2026~4')).not.toContain('Ny konto')
    const last = (await listed('resource$eq:AccountingPeriods$and:key$eq:2026~4')).at(-1)!
    expect((await client.get(`${REPORTS}/changes/${last.number}`)).json.name).toBeNull()
  })

  test('tell who of several apps did what, in creates written together too', async () => {
    const other = await newClient(service.database, service.baseUrl, { agreement: client.agreement })
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (at % 2 ? client : other).post(`${REPORTS}/departments`, {
          number: 100 + at,
          name: `A${at % 2 ? client.app : other.app}`,
        }),
      ),
    )
    const names = (await changes('resource$eq:Departments')).filter(
      ({ key, property }) => property === 'name' && Number(key) >= 100,
    )
    expect(names).toHaveLength(20)
    expect(names.every(({ after, app }) => after === `A${app}`)).toBe(true)
  })

  test('tell system accounts, years and their barring, and journals but not the voucher numbers they give', async () => {
    await client.put(`${REPORTS}/system-accounts/rounding`, { accountNumber: 2210 })
    await client.post(`${REPORTS}/accounting-years/2026/periods/3/bar`)
    expect((await changes('resource$eq:SystemAccounts')).at(-1)).toMatchObject({
      key: 'rounding',
      property: 'accountNumber',
      before: '4900',
      after: '2210',
      app: client.app,
    })
    expect((await changes('resource$eq:AccountingPeriods$and:key$eq:2026~3')).at(-1)).toMatchObject({
      property: 'isBarred',
      after: 'true',
      app: client.app,
    })
    const before = (await changes('resource$eq:Journals')).length
    const sale = { entryTypeNumber: 5, date: '2026-04-15', accountNumber: 1010, contraAccountNumber: 5820, amount: -1 }
    await bookDrafts(client, sale)
    expect(await changes('resource$eq:Journals')).toHaveLength(before)
    await change(client, '/journalsapi/v15.0.1/journals', 1, { name: 'Andet' })
    expect((await changes('resource$eq:Journals')).slice(before).map(told)).toEqual([
      ['name', 'Daglig', 'Andet', client.app],
    ])
  })

  test('are told in the transaction of what they tell', async () => {
    const before = await changes('resource$eq:Accounts')
    await service.database
      .transaction(async (transaction) => {
        await transaction.rows("UPDATE account SET name = 'X' WHERE agreement = $1", [client.agreement])
        throw new Error('undone')
      })
      .catch(() => {})
    expect(await changes('resource$eq:Accounts')).toEqual(before)
  })

  test('are never changed or removed', async () => {
    const by = (statement: string) => service.database.rows(statement, [client.agreement])
    for (const statement of [
      "UPDATE change SET after = 'x' WHERE agreement = $1",
      'DELETE FROM change WHERE agreement = $1',
    ]) {
      await expect(by(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^(23001|42501)$/) as string })
    }
  })

  test('are told of every resource that is master data, of all its properties', async () => {
    const trailed = await service.database.rows<{
      name: string
      resource: string
      keys: string
      left: string
      columns: string
    }>(
      `SELECT t.name, t.arguments[1] AS resource, t.arguments[2] AS keys, t.arguments[3] AS left,
         (SELECT string_agg(a.attname || ' ' || property_of(a.attname), ',') FROM pg_attribute a
          WHERE a.attrelid = t.name::regclass AND a.attnum > 0) AS columns
       FROM trailed_table t`,
    )
    const byTable = new Map(trailed.map((one) => [one.name, one]))
    expect(new Set(trailed.map(({ resource }) => resource)).size).toBe(trailed.length)
    // Tables of work in progress have no trail: they are no master data, and the books keep the result.
    const documents = ['draft_invoice', 'sales_order', 'sales_quote'].flatMap((table) => [table, `${table}_line`])
    const none = [
      ...documents,
      'attached_document',
      'draft_entry',
      'draft_entry_accrual',
      'mileage',
      'time_entry',
      'webhook',
    ]
    for (const { groups } of apis) {
      for (const group of groups) {
        const writes = group.operations.some(({ kind }) => ['create', 'update', 'delete', 'bulkCreate'].includes(kind))
        // A view's rows are of what stands below it.
        if (!isResource(group) || !writes || group.isView || none.includes(group.table)) continue
        const trail = byTable.get(PARTS[group.table] ?? group.table)
        expect(trail, group.table).toBeDefined()
        expect(trail!.keys).toBe(`{${group.key.map((name) => columnName(name, group.fields[name])).join(',')}}`)
        for (const [property, field] of Object.entries(group.fields)) {
          if (field.facts.readOnly || field.facts.expression || field.facts.type === 'version') continue
          const column = columnName(property, field)
          expect(trail!.columns.split(',').map((words) => words.split(' ')[0])).toContain(column)
          expect(trail!.left.slice(1, -1).split(',')).not.toContain(column)
        }
      }
    }
  })
})

describe('verify', () => {
  test.each([
    [
      'a change',
      "UPDATE change SET after = 'x' WHERE agreement = $1 AND number = 3",
      /change 3: its seal does not fit/,
    ],
    ['a change gone', 'DELETE FROM change WHERE agreement = $1 AND number = 4', /change 4 is missing/],
    [
      'the last change gone',
      'DELETE FROM change c WHERE c.agreement = $1 AND c.number = (SELECT max(x.number) FROM change x WHERE x.agreement = $1)',
      /counter change/,
    ],
    [
      'the type of an account',
      'UPDATE account SET type = 2 WHERE agreement = $1 AND number = 1010',
      /Accounts 1010: type is 2, its trail says 1/,
    ],
    [
      'the rate of a VAT code',
      "UPDATE vat_code SET rate = 12 WHERE agreement = $1 AND code = 'U25'",
      /VatCodes U25: rate is 12.0000, its trail says 25.0000/,
    ],
    [
      'the name of a party',
      "UPDATE customer SET name = 'X' WHERE agreement = $1 AND number = 201",
      /Customers 201: name is X/,
    ],
    [
      'an account nobody made',
      "INSERT INTO account (agreement, number, name, type) VALUES ($1, 7001, 'X', 1)",
      /Accounts 7001: name is X, its trail says nothing/,
    ],
    [
      'an account that is gone',
      'DELETE FROM account WHERE agreement = $1 AND number = 2290',
      /Accounts 2290: isBarred is nothing, its trail says true/,
    ],
    [
      'a use of a VAT code',
      "UPDATE vat_code_use SET first_date = '2026-01-01' WHERE agreement = $1",
      /VAT code U25 is first used on 2026-03-15/,
    ],
    ['the app of a booking', 'UPDATE booking SET app = NULL WHERE agreement = $1', /booking 1: its seal/],
    [
      'the grant of a booking',
      'UPDATE booking SET grant_number = grant_number + 1 WHERE agreement = $1',
      /booking 1: its seal/,
    ],
    ['the vouchers of a booking', "UPDATE booking SET vouchers = '[]' WHERE agreement = $1", /booking 1: its vouchers/],
  ])('notices %s', async (_, statement, fault) => {
    await bookDrafts(client, {
      entryTypeNumber: 5,
      date: '2026-03-15',
      accountNumber: 1010,
      vatCode: 'U25',
      contraAccountNumber: 5820,
      amount: -125,
    })
    expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
    await tamper(statement)
    expect(await verify(service.database, client.agreement)).toMatchObject({
      ok: false,
      fault: expect.stringMatching(fault) as string,
    })
  })
})

test('bookings tell number, time, app, grant, journal, vouchers, seal and entries', async () => {
  const sale = {
    entryTypeNumber: 5,
    date: '2026-03-15',
    accountNumber: 1010,
    vatCode: 'U25',
    contraAccountNumber: 5820,
    amount: -125,
  }
  await bookDrafts(client, sale, sale)
  await client.post(`${REPORTS}/vouchers/1/2026/2/reverse`, { date: '2026-03-31' })
  const { json, text } = await client.get(`${REPORTS}/bookings`)
  if (json.items === undefined) throw new Error(text)
  const [own] = await service.database.rows<{ number: number }>(
    'SELECT number FROM access_grant WHERE agreement = $1 AND app = $2',
    [client.agreement, client.app],
  )
  const by = { app: client.app, grant: own!.number }
  const voucher = (voucherNumber: number) => ({ accountingYear: '2026', voucherNumber })
  expect(json.items).toMatchObject([
    {
      number: 1,
      ...by,
      journalNumber: 1,
      vouchers: [voucher(1), voucher(2)],
      firstEntry: 1,
      lastEntry: 6,
      entries: 6,
      amount: 250,
    },
    {
      number: 2,
      ...by,
      journalNumber: 1,
      vouchers: [voucher(3)],
      firstEntry: 7,
      lastEntry: 9,
      entries: 3,
      amount: 125,
    },
  ])
  expect(json.items[1].previousSeal).toBe(json.items[0].seal)
  expect(await verify(service.database, client.agreement)).toEqual({ ok: true, entries: 9 })
})
