import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approve as approveEntries } from '../../src/ledger/projects/approve.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { untilBlocked } from '../faults/blocked.ts'
import { counted } from '../request/counted.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { BOOKED, codeOf } from './bookkeeping.ts'
import { oldHours } from './old-hours.ts'
import { api, changeFlat, COST, DAYBOOK, entry, flat, ok, projectManager, registered, SALES } from './project-books.ts'
import { change } from './sales.ts'

let service: TestService
let client: Client

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())
beforeEach(async () => void (client = await projectManager(service)))

const pricesOf = async (number: number, path = '/timeentryprices'): Promise<unknown> =>
  (await client.get(`${api(path)}/${number}`)).json

const totals = async (number = 20): Promise<unknown[]> => {
  const { costPrice, salesPrice, invoicedTotal } = (await client.get(`${api('/projects')}/${number}`)).json
  return [costPrice, salesPrice, invoicedTotal]
}

const sound = async (): Promise<void> => {
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
}

interface BookedRow {
  accountNumber: number
  amount: number
  date: string
  projectNumber: number
  entryTypeNumber: number
}

const booked = async (): Promise<(string | number)[][]> =>
  ((await client.get(`${BOOKED}/paged?filter=projectNumber$eq:20&pageSize=100`)).json as BookedRow[]).map(
    ({ date, accountNumber, amount }) => [date.slice(0, 10), accountNumber, amount],
  )

describe('prices', () => {
  /** Six entries, numbered from 1. */
  const six = async (): Promise<number[]> => [
    await registered(client),
    await registered(client, { date: '2026-07-01' }),
    await registered(client, { activityNumber: 11 }),
    await registered(client, { activityNumber: 12 }),
    await registered(client, { numberOfHours: undefined }),
    await registered(client, { numberOfHours: -1 }),
  ]

  test('are those of PROJECTS.md: of the employee with the mark-up, of the activity, else of the employee', async () => {
    const numbers = await six()
    expect(await Promise.all(numbers.map((number) => pricesOf(number)))).toEqual([
      { number: 1, costPrice: 1100, salesPrice: 2250 },
      { number: 2, costPrice: 1155, salesPrice: 2375 },
      { number: 3, costPrice: 1000, salesPrice: 2000 },
      { number: 4, costPrice: 1000, salesPrice: 0 },
      { number: 5, costPrice: 0, salesPrice: 0 },
      { number: 6, costPrice: -440, salesPrice: -900 },
    ])
    expect(await totals()).toEqual([3815, 5725, 0])
    await sound()
  })

  test('follow the employee, the activity, and the group of the project; no price is none', async () => {
    await six()
    expect(await changeFlat(client, '/project-employees', 1, { costPriceBefore: 500 })).toEqual([204])
    expect(await pricesOf(1)).toEqual({ number: 1, costPrice: 1375, salesPrice: 2250 })
    expect(await changeFlat(client, '/activities', 10, { costPriceMarkupPercentage: 15.5 })).toEqual([204])
    expect(await pricesOf(2)).toEqual({ number: 2, costPrice: 1212.75, salesPrice: 2375 })
    expect(await changeFlat(client, '/projects', 20, { projectGroupNumber: 3 })).toEqual([204])
    expect(await totals()).toEqual([1443.75 + 1212.75 + 1250 + 1250 - 577.5, 0, 0])
    expect(await changeFlat(client, '/projects', 20, { projectGroupNumber: 2 })).toEqual([204])
    const { costPriceAfter: _, ...without } = (await client.get(`${api('/project-employees')}/1`)).json
    await ok(client.put(api('/project-employees'), without))
    expect(await pricesOf(2)).toEqual({ number: 2, salesPrice: 2375 })
    expect(await changeFlat(client, '/timeentries', 2, { date: '2026-06-01', numberOfHours: 1 })).toEqual([204])
    expect(await pricesOf(2)).toEqual({ number: 2, costPrice: 577.5, salesPrice: 900 })
    await sound()
  })

  test('sum up to more digits than can be sent, and are sent back as they were read', async () => {
    const number = await oldHours(service, client.agreement, [20, 10], 999_999_999_999_999)
    const read = await client.get(`${api('/projects')}/20`)
    expect(read.text).toMatch(/"costPrice":\d{18}\.\d\d,/)
    await ok(client.put(api('/projects'), read.json))
    expect((await client.delete(`${api('/timeentries')}/${number}`)).status).toBe(204)
  })

  test('of mileages are the rates of the setup; a main project sums up its sub-projects', async () => {
    await ok(client.post(api('/projects'), { number: 30, name: 'Alt', projectGroupNumber: 1, isMainProject: true }))
    const sub = { number: 31, name: 'Del', projectGroupNumber: 2, customerNumber: 201, mainProjectNumber: 30 }
    await ok(client.post(api('/projects'), sub))
    const body = { employeeNumber: 1, projectNumber: 31, date: '2026-06-30', distance: 42, from: 'Køge', to: 'Århus' }
    const { number } = (await ok(client.post(api('/mileages'), body))).json
    const prices = { number, costPrice: 160.02, costRate: 3.81, salesPrice: 210, salesRate: 5 }
    expect(await pricesOf(number, '/mileageprices')).toEqual(prices)
    expect(await totals(30)).toEqual([160.02, 210, 0])
    const setup = (await client.get(`${DAYBOOK}/mileage-setup`)).json
    const later = { cutOffDate: '2026-06-29', costRateAfter: 4, salesRateAfter: 6 }
    const given = Object.fromEntries(Object.entries({ ...setup, ...later }).filter(([, value]) => value !== null))
    await ok(client.put(`${DAYBOOK}/mileage-setup`, given))
    expect(await totals(30)).toEqual([168, 252, 0])
    expect((await client.delete(`${api('/mileages')}/${number}`)).status).toBe(204)
    expect(await totals(30)).toEqual([0, 0, 0])
    await sound()
  })

  test('changed while time is registered miss no entry', async () => {
    for (let round = 1; round <= 6; round++) {
      const [reply] = await Promise.all([
        client.post(api('/timeentries'), entry({ activityNumber: 11 })),
        changeFlat(client, '/project-employees', 1, { costPriceBefore: 500 + round }),
        client.post(api('/timeentries'), entry({ activityNumber: 11 })),
      ])
      expect(reply.status).toBe(201)
    }
    await sound()
  })
})

describe('approval', () => {
  const approve = (numbers: unknown, path = '/timeentries/approve') => client.post(api(path), { numbers })

  test('books cost and sales on the last day of the month, and the prices stay', async () => {
    const number = await registered(client, { text: 'Tegninger' })
    expect((await approve([number])).status).toBe(204)
    expect(await booked()).toEqual([
      ['2026-06-30', COST.ongoing, 1100],
      ['2026-06-30', COST.contra, -1100],
      ['2026-06-30', SALES.ongoing, 2250],
      ['2026-06-30', SALES.contra, -2250],
    ])
    const rows = await service.database.rows(
      `SELECT DISTINCT type, text, department_number AS department, employee_number AS employee, journal_number AS journal, vat_code AS vat
       FROM booked_entry WHERE agreement = $1`,
      [client.agreement],
    )
    expect(rows).toEqual([{ type: 5, text: 'Tegninger', department: 1, employee: 1, journal: null, vat: null }])
    expect((await client.get(`${api('/timeentries')}/${number}`)).json).toMatchObject({ isApproved: true })
    expect(await changeFlat(client, '/project-employees', 1, { costPriceBefore: 999 })).toEqual([204])
    expect(await pricesOf(number)).toEqual({ number, costPrice: 1100, salesPrice: 2250 })
    const frozen = [400, 'TimeEntryCannotBeUpdatedAlreadyApproved', 'number']
    expect(await changeFlat(client, '/timeentries', number, { numberOfHours: 3 })).toEqual(frozen)
    expect(flat(await client.delete(`${api('/timeentries')}/${number}`))).toEqual(frozen)
    await sound()
  })

  test('is of all or none, and tells the first that is wrong', async () => {
    expect((await approve([await registered(client)])).status).toBe(204)
    const number = await registered(client)
    const before = await booked()
    expect(flat(await approve([number, 1]))).toEqual([400, 'TimeEntryIsApproved', 'numbers[1]'])
    expect(flat(await approve([number, number]))).toEqual([400, 'TimeEntryIsApproved', 'numbers[1]'])
    expect(flat(await approve([number, 9999]))).toEqual([404, 'TimeEntryCannotBeApprovedNotFound', 'numbers[1]'])
    expect(flat(await approve([]))).toEqual([400, 'TimeEntryNumberListCannotBeEmpty', 'numbers'])
    expect(flat(await approve([], '/mileages/approve'))).toEqual([400, 'MileageNumberListCannotBeEmpty', 'numbers'])
    expect(flat(await approve([9999], '/mileages/approve'))).toEqual([404, 'MileageIsNotFound', 'numbers[0]'])
    expect(await booked()).toEqual(before)
    expect((await client.get(`${api('/timeentries')}/${number}`)).json).not.toHaveProperty('isApproved')
  })

  test('of a negative entry takes back; of a group that includes nothing books nothing', async () => {
    const [back, none] = [
      await registered(client, { numberOfHours: -2, date: '2026-02-10' }),
      await registered(client, { activityNumber: 12, date: '2026-02-10' }),
    ]
    const before = await booked()
    expect((await approve([back, none])).status).toBe(204)
    expect((await booked()).slice(before.length)).toEqual([
      ['2026-02-28', COST.ongoing, -880],
      ['2026-02-28', COST.contra, 880],
      ['2026-02-28', SALES.ongoing, -1800],
      ['2026-02-28', SALES.contra, 1800],
    ])
    await sound()
  })

  test('of mileages goes by the setup', async () => {
    const body = { employeeNumber: 1, projectNumber: 20, date: '2026-03-02', distance: 42 }
    const { number } = (await ok(client.post(api('/mileages'), body))).json
    const read = async () => (await client.get(`${api('/mileages')}/${number}`)).json
    expect(await read()).toMatchObject({ includeApprove: true })
    const before = await booked()
    expect((await approve([number], '/mileages/approve')).status).toBe(204)
    expect((await booked()).slice(before.length)).toEqual([
      ['2026-03-31', COST.ongoing, 160.02],
      ['2026-03-31', COST.contra, -160.02],
    ])
    expect(await read()).toMatchObject({ isApproved: true })
    expect(await read()).not.toHaveProperty('includeApprove')
    const again = [400, 'MileageIsAlreadyApproved', 'numbers[0]']
    expect(flat(await approve([number], '/mileages/approve'))).toEqual(again)
    const frozen = [400, 'MileageCannotBeUpdatedAlreadyApproved', 'number']
    expect(flat(await client.delete(`${api('/mileages')}/${number}`))).toEqual(frozen)
    await sound()
  })

  test('takes 1,000 entries in one call, and no more', async () => {
    await service.database.rows(
      `INSERT INTO time_entry (agreement, number, employee_number, project_number, activity_number, date, number_of_hours)
       SELECT $1, 10000 + n, 1, 20, 10, '2026-05-01'::date + n % 30, 1 FROM generate_series(1, 1001) n`,
      [client.agreement],
    )
    await service.database.rows("SELECT take_numbers($1, 'time_entry', 11001)", [client.agreement])
    const numbers = Array.from({ length: 1001 }, (_, at) => 10_001 + at)
    expect(flat(await approve(numbers))).toEqual([400, 'ValueOutOfRange', 'numbers'])
    expect((await approve(numbers.slice(0, 1000))).status).toBe(204)
    const [row] = await service.database.rows<{ entries: number; bookings: number }>(
      `SELECT count(*)::int AS entries, count(DISTINCT booking)::int AS bookings FROM booked_entry
       WHERE agreement = $1 AND text LIKE 'Tidsregistrering 1____'`,
      [client.agreement],
    )
    expect(row).toEqual({ entries: 4000, bookings: 1 })
    await sound()
  })

  test('needs as many statements for hundreds as for a few', async () => {
    await service.database.rows(
      `INSERT INTO time_entry (agreement, number, employee_number, project_number, activity_number, date, number_of_hours)
       SELECT $1, 20000 + n, 1, 20, 10, '2026-05-01'::date + n % 30, 1 FROM generate_series(1, 603) n`,
      [client.agreement],
    )
    await service.database.rows("SELECT take_numbers($1, 'time_entry', 20603)", [client.agreement])
    const statements = async (from: number, to: number): Promise<number> => {
      const calls = { count: 0 }
      const numbers = Array.from({ length: to - from + 1 }, (_, at) => 20_000 + from + at)
      await counted(service.database, calls).transaction((transaction) =>
        approveEntries(transaction, 'time', client.agreement, numbers),
      )
      return calls.count
    }
    // A large booking counts a table that is counted as nearly empty, which takes a statement more.
    await statements(304, 603)
    await service.database.rows(`SELECT count_tables('booked_entry')`)
    const few = await statements(1, 3)
    expect(await statements(4, 303)).toBe(few)
  })

  test('closing moves what stands on the ongoing accounts to the closed ones, once', async () => {
    const close = (date: string) => client.post(`${DAYBOOK}/projects/20/close`, { date })
    const refusal = async (date: string) => (await close(date)).json.errorCode
    expect((await approve([await registered(client), await registered(client)])).status).toBe(204)
    await registered(client)
    expect(await refusal('2026-12-31')).toBe('ProjectHasUnapprovedEntries')
    const open = (await client.get(`${api('/timeentries')}?filter=isApproved$eq:false`)).json.items
    for (const { number } of open) await ok(client.delete(`${api('/timeentries')}/${number}`))
    expect(await refusal('2026-06-29')).toBe('ProjectHasLaterEntries')
    const before = await booked()
    const balance = (account: number) =>
      before.reduce((sum, [, number, amount]) => sum + (number === account ? Number(amount) : 0), 0)
    const sums = await service.database.rows<{ account: number; sum: string }>(
      `SELECT account_number AS account, sum(amount)::text AS sum FROM booked_entry
       WHERE agreement = $1 AND account_number IN (5900, 5910) GROUP BY 1 ORDER BY 1`,
      [client.agreement],
    )
    expect(balance(COST.ongoing)).not.toBe(0)
    expect((await close('2026-06-30')).status).toBe(204)
    const moved = await service.database.rows<{ account: number; sum: string }>(
      `SELECT account_number AS account, sum(amount)::text AS sum FROM booked_entry
       WHERE agreement = $1 AND text = 'Sag 20 afsluttet' GROUP BY 1 ORDER BY 1`,
      [client.agreement],
    )
    const [cost, sales] = sums.map(({ sum }) => sum)
    expect(moved).toEqual([
      { account: SALES.closed, sum: sales },
      { account: COST.closed, sum: cost },
      { account: COST.ongoing, sum: `-${cost}` },
      { account: SALES.ongoing, sum: `-${sales}` },
    ])
    expect((await client.get(`${api('/projects')}/20`)).json).toMatchObject({
      isClosed: true,
      closedDate: '2026-06-30T00:00:00Z',
    })
    expect(await refusal('2026-12-31')).toBe('ProjectIsClosedAlready')
    expect(flat(await client.post(api('/timeentries'), entry()))[1]).toBe('EntriesNotAllowedProjectIsClosed')
    await sound()
  })
})

describe('two who change a registration and its price at once do not wait for each other:', () => {
  const SETUP = 'SELECT FROM mileage_setup s WHERE s.agreement = $1'

  beforeEach(async () => {
    await ok(client.post(api('/projects'), { number: 30, name: 'Molen', projectGroupNumber: 1 }))
    await registered(client)
  })

  test('a price waits for what is being changed before it is locked', async () => {
    let priced: Promise<unknown> | undefined
    await service.database.transaction(async (transaction) => {
      await transaction.rows('SELECT FROM time_entry t WHERE t.agreement = $1 FOR UPDATE', [client.agreement])
      priced = changeFlat(client, '/project-employees', 1, { costPriceBefore: 500 })
      await untilBlocked(service.database, 1)
      await transaction.rows(`${SETUP} FOR SHARE NOWAIT`, [client.agreement])
    })
    expect(await priced).toEqual([204])
    expect(await pricesOf(1)).toEqual({ number: 1, costPrice: 1375, salesPrice: 2250 })
  })

  test('hours that change do not wait for the employee whose price changes', async () => {
    const changed = await service.database.transaction(async (transaction) => {
      await transaction.rows('SELECT FROM employee m WHERE m.agreement = $1 FOR UPDATE', [client.agreement])
      return await changeFlat(client, '/timeentries', 1, { numberOfHours: 3 })
    })
    expect(changed).toEqual([204])
    expect(await pricesOf(1)).toEqual({ number: 1, costPrice: 1320, salesPrice: 2700 })
  })

  test('what is changed waits for a price before the totals of projects are locked', async () => {
    let moved: Promise<unknown> | undefined
    await service.database.transaction(async (transaction) => {
      await transaction.rows(`${SETUP} FOR UPDATE`, [client.agreement])
      moved = changeFlat(client, '/timeentries', 1, { projectNumber: 30 })
      await untilBlocked(service.database, 1)
      const total = 'SELECT FROM project_total t WHERE t.agreement = $1 FOR UPDATE NOWAIT'
      expect(await transaction.rows(total, [client.agreement])).toHaveLength(1)
    })
    expect(await moved).toEqual([204])
    expect([await totals(20), await totals(30)]).toEqual([
      [0, 0, 0],
      [1100, 0, 0],
    ])
    await sound()
  })
})

test.each<[string, string, RegExp]>([
  [
    'a total',
    'UPDATE project_total SET cost_price = cost_price + 1 WHERE agreement = $1',
    /: project 20: its total is/,
  ],
  ['a price', 'UPDATE time_entry SET cost_price = cost_price + 1 WHERE agreement = $1', /: time entry 1 has cost 1101/],
  ['a rate', 'UPDATE mileage SET sales_price = 7 WHERE agreement = $1', /: mileage 1 has cost/],
  [
    'a posting',
    "UPDATE project_posting SET amount = amount + 1 WHERE agreement = $1 AND part = 'sales'",
    /: the sales of time 2 is booked as 2251/,
  ],
])('verify tells %s that is off', async (_, statement, fault) => {
  const [, approved] = [await registered(client), await registered(client)]
  await ok(client.post(api('/mileages'), { employeeNumber: 1, projectNumber: 20, date: '2026-03-02', distance: 1 }))
  await ok(client.post(api('/timeentries/approve'), { numbers: [approved] }))
  await sound()
  await service.database.transaction(async (transaction) => {
    await transaction.rows(`SET LOCAL session_replication_role = 'replica'`)
    await transaction.rows(statement, [client.agreement])
    if (/UPDATE (time_entry|mileage)/.test(statement)) {
      await transaction.rows(
        `UPDATE project_total t SET cost_price = (SELECT sum(x.c) FROM (SELECT cost_price AS c, agreement FROM time_entry UNION ALL
           SELECT cost_price, agreement FROM mileage) x WHERE x.agreement = $1),
           sales_price = (SELECT sum(x.c) FROM (SELECT sales_price AS c, agreement FROM time_entry UNION ALL
           SELECT sales_price, agreement FROM mileage) x WHERE x.agreement = $1) WHERE t.agreement = $1`,
        [client.agreement],
      )
    }
  })
  expect(await verify(service.database, client.agreement)).toMatchObject({
    ok: false,
    fault: expect.stringMatching(fault) as string,
  })
})

test('prices of hours and kilometres are not negative, and no mark-up takes more off than there is; what is stored so is kept', async () => {
  const refused = (property: string) => [400, 'ValueOutOfRange', property]
  const costTypes = `${DAYBOOK}/cost-type-groups`
  const group = { name: 'Udlæg', type: 1, accountOnGoing: COST.ongoing, accountClosed: COST.closed }
  await ok(client.post(costTypes, { ...group, number: 1, markup: -100 }))
  expect(codeOf(await client.post(costTypes, { ...group, number: 2, markup: -100.5 }))).toEqual(refused('markup'))
  const setup = async (more: object) => codeOf(await change(client, `${DAYBOOK}/mileage-setup`, more))
  for (const rate of ['costRateBefore', 'costRateAfter', 'salesRateBefore', 'salesRateAfter'])
    expect(await setup({ [rate]: -0.01 })).toEqual(refused(rate))
  for (const price of ['salesPriceBefore', 'salesPriceAfter', 'costPriceBefore', 'costPriceAfter'])
    expect(await changeFlat(client, '/project-employees', 1, { [price]: -1 })).toEqual(refused(price))
  for (const price of ['salesPriceBefore', 'salesPriceAfter'])
    expect(await changeFlat(client, '/activities', 10, { [price]: -1 })).toEqual(refused(price))
  const [property, least] = ['costPriceMarkupPercentage', -100]
  expect(await changeFlat(client, '/activities', 10, { [property]: least })).toEqual([204])
  expect(await changeFlat(client, '/activities', 10, { [property]: -500 })).toEqual(refused(property))
  await service.database.rows('UPDATE activity SET cost_price_markup_percentage = -500 WHERE agreement = $1', [
    client.agreement,
  ])
  expect(await changeFlat(client, '/activities', 10, { name: 'Rådgiver' })).toEqual([204])
  expect(await changeFlat(client, '/activities', 10, { [property]: -400 })).toEqual(refused(property))
})
