import { afterAll, beforeAll, expect, test } from 'vitest'
import { approve } from '../../src/ledger/projects/approve.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { draft } from '../sales/selling.ts'
import { untilBlocked } from '../faults/blocked.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { change, codeOf, finance } from './bookkeeping.ts'
import { oldHours } from './old-hours.ts'
import {
  api,
  changeFlat,
  COST,
  DAYBOOK,
  entry,
  flat,
  inFinance,
  ok,
  projectManager,
  registered,
  projectSeller,
} from './project-books.ts'

const INVOICES = '/q2capi/v5.3.0/invoices/drafts'

let service: TestService
let client: Client

/** Accounts of project group 5, whose projects post cost and sales to the credit of its ongoing accounts. */
const OF_PROJECT = {
  costAccountOngoingType: 1,
  costAccountOngoing: 5920,
  costContraAccountOngoing: 1350,
  costAccountClosed: 5920,
  salesAccountOngoingType: 1,
  salesAccountOngoing: 5930,
  salesContraAccountOngoing: 1350,
  salesAccountClosed: 1030,
}

beforeAll(async () => {
  service = await sharedService()
  client = await projectSeller(service)
  await sql(
    `INSERT INTO account (agreement, number, name, type) VALUES ($1, 5920, 'Omkostninger', 2), ($1, 5930, 'Salg', 2), ($1, 1350, 'Modkonto', 1)`,
  )
  await ok(client.post(api('/projectgroups'), { number: 5, name: 'Entrepriser', type: 2, ...inFinance, ...OF_PROJECT }))
  const {
    includeCostPriceInFinance,
    costAccountOngoingType,
    costAccountOngoing,
    costContraAccountOngoing,
    costAccountClosed,
  } = inFinance
  const cost = {
    includeCostPriceInFinance,
    costAccountOngoingType,
    costAccountOngoing,
    costContraAccountOngoing,
    costAccountClosed,
  }
  await ok(client.post(api('/activitygroups'), { number: 3, name: 'Kun omkostninger', type: 1, ...cost }))
  await ok(client.post(api('/activities'), { number: 15, name: 'Kørsel', groupNumber: 3, isAccessible: true }))
  await ok(client.post(api('/projects'), { number: 40, name: 'Broen', projectGroupNumber: 5, customerNumber: 201 }))
})
afterAll(() => service.stop())

const sql = (statement: string): Promise<unknown[]> => service.database.rows(statement, [client.agreement])
const entriesOf = (project: number): Promise<unknown[]> =>
  sql(`SELECT e.date || ' ' || e.account_number || ' ' || e.amount AS told FROM booked_entry e
    WHERE e.agreement = $1 AND e.project_number = ${project} ORDER BY e.entry_number`)
const told = (...entries: string[]): unknown[] => entries.map((one) => ({ told: one }))
const sound = async (): Promise<void> =>
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })

test('cost and sales go each by the group of the activity, else by that of the project, debit or credit; equal accounts stay as they are', async () => {
  const numbers = [
    await registered(client, { projectNumber: 40, activityNumber: 15 }),
    await registered(client, { projectNumber: 40, activityNumber: 12 }),
  ]
  await ok(client.post(api('/timeentries/approve'), { numbers }))
  const approved = told(
    '2026-06-30 5900 1000.00',
    '2026-06-30 1320 -1000.00',
    '2026-06-30 5930 -2000.00',
    '2026-06-30 1350 2000.00',
    '2026-06-30 5920 -1000.00',
    '2026-06-30 1350 1000.00',
  )
  expect(await entriesOf(40)).toEqual(approved)
  expect((await client.post(`${DAYBOOK}/projects/40/close`, { date: '2026-06-30' })).status).toBe(204)
  expect((await entriesOf(40)).slice(approved.length)).toEqual(
    told('2026-06-30 1330 1000.00', '2026-06-30 5900 -1000.00', '2026-06-30 1030 -2000.00', '2026-06-30 5930 2000.00'),
  )
  await sound()
})

test('what is approved within its month is booked on the day, and later on the last of the month', async () => {
  const days = await Promise.all(
    ['2026-06-10', '2026-06-30', '2026-07-01'].map(async (today) => {
      const { number } = (
        await ok(client.post(api('/projects'), { name: today, projectGroupNumber: 5, customerNumber: 201 }))
      ).json as { number: number }
      const time = await registered(client, { projectNumber: number, activityNumber: 12, date: '2026-06-05' })
      await service.database.transaction((transaction) =>
        approve(transaction, 'time', client.agreement, [time], { today }),
      )
      return (await entriesOf(number))[0]
    }),
  )
  expect(days).toEqual(told('2026-06-10 5920 -1000.00', '2026-06-30 5920 -1000.00', '2026-06-30 5920 -1000.00'))
})

test('what keeps a project is told in the order that is published', async () => {
  await ok(client.post(api('/projects'), { number: 50, name: 'Alt', projectGroupNumber: 2, customerNumber: 201 }))
  const at = { projectNumber: 50 }
  const paths = [
    `${api('/timeentries')}/${await registered(client, at)}`,
    `${DAYBOOK}/draft-entries/${(await ok(client.post(`${DAYBOOK}/draft-entries`, finance(at)))).json.entryNumber}`,
    ...(await Promise.all(
      [INVOICES, `${DAYBOOK}/orders`, `${DAYBOOK}/quotes`].map(
        async (path) => `${path}/${(await ok(client.post(path, draft(at)))).json.number}`,
      ),
    )),
    `${api('/mileages')}/${(await ok(client.post(api('/mileages'), { employeeNumber: 1, ...at, date: '2026-06-30', distance: 1 }))).json.number}`,
  ]
  const codes: unknown[] = []
  for (const path of paths) {
    codes.push(flat(await client.delete(`${api('/projects')}/50`))[1])
    await ok(client.delete(path))
  }
  expect(codes).toEqual(
    ['TimeEntries', 'DraftEntries', 'SalesDocuments', 'SalesDocuments', 'SalesDocuments', 'Mileages'].map(
      (what) => `ProjectCannotBeDeletedHas${what}`,
    ),
  )
  await ok(client.delete(`${api('/projects')}/50`))
})

test('a project is invoiced for the net in base currency, less what is credited', async () => {
  const invoicedTotal = async () => (await client.get(`${api('/projects')}/20`)).json.invoicedTotal as number
  const euro = draft({ projectNumber: 20, currencyCode: 'EUR', exchangeRate: 746.0525 })
  const { number } = (await ok(client.post(INVOICES, euro))).json
  const line = { productNumber: 'TIMER', description: 'Timer', quantity: 1, unitNetPrice: 100 }
  await ok(client.post(`${INVOICES}/${number}/lines`, line))
  expect(await invoicedTotal()).toBe(0)
  await ok(client.post(`${DAYBOOK}/draft-invoices/${number}/book`))
  expect(await invoicedTotal()).toBe(746.05)
  expect(flat(await client.delete(`${api('/projects')}/20`))[1]).toBe('ProjectCannotBeDeletedHasBookedEntries')
  const credit = (await ok(client.post(`${DAYBOOK}/draft-invoices/${number}/credit`, { date: '2026-02-01' }))).json
    .number as number
  await ok(client.post(`${DAYBOOK}/draft-invoices/${credit}/book`))
  expect(await invoicedTotal()).toBe(0)
  await sound()
})

test('what is hidden from searches may still be registered on; barred customers are no customers of projects', async () => {
  expect(await changeFlat(client, '/activities', 11, { hideInSearch: true })).toEqual([204])
  const allowed = (await client.get(api('/activities/allowed?employeeNumber=1&projectNumber=20'))).json
  expect(allowed.map(({ number }: { number: number }) => number)).toContain(11)
  const customers = async () => (await client.get(`${api('/project-customers')}/count`)).json as number
  const before = await customers()
  await sql('UPDATE customer SET is_barred = true WHERE agreement = $1 AND number = 202')
  expect(await customers()).toBe(before - 1)
  expect((await client.get(`${api('/project-customers')}/202`)).status).toBe(404)
})

test('a day of closing that is sent is passed over, a closing is refused', async () => {
  expect(await changeFlat(client, '/projects', 20, { closedDate: '2026-01-01' })).toEqual([204])
  expect((await client.get(`${api('/projects')}/20`)).json).not.toHaveProperty('closedDate')
  expect(await changeFlat(client, '/projects', 20, { isClosed: true })).toEqual([400, 'PropertyReadOnly', 'isClosed'])
})

test('amounts of more than 18 digits are not booked: one is not approved, and a project whose sum is one is not closed', async () => {
  const other = await projectManager(service)
  const employee = (await other.get(`${api('/project-employees')}/1`)).json as object
  await ok(other.put(api('/project-employees'), { ...employee, costPriceBefore: 999999999999 }))
  await ok(other.post(api('/projects'), { number: 60, name: 'Tunnelen', projectGroupNumber: 3, customerNumber: 201 }))
  const worked = (hours: number): Promise<number> => oldHours(service, other.agreement, [60, 11], hours)
  const approved = (...numbers: number[]): Promise<Reply> => other.post(api('/timeentries/approve'), { numbers })
  const refused = [400, 'JournalEntryAmountExceedsDigitLimit', 'amount']
  const tooMuch = await worked(1000001)
  expect(flat(await approved(tooMuch))).toEqual(refused)
  await ok(other.delete(`${api('/timeentries')}/${tooMuch}`))
  await ok(approved(await worked(1000000), await worked(1000000)))
  const closing = await other.post(`${DAYBOOK}/projects/60/close`, { date: '2026-06-30' })
  expect(codeOf(closing)).toEqual(refused)
  expect(await verify(service.database, other.agreement)).toMatchObject({ ok: true })
})

test('the setup of mileages and a group of cost types keep an account that was barred since; it is not given anew', async () => {
  const account = { number: 5990, name: 'Ny', type: 2 }
  const accounts = '/accountsapi/v7.0.1/Accounts'
  await ok(client.post(accounts, account))
  const setup = async (more: object) => {
    const read = (await client.get(`${DAYBOOK}/mileage-setup`)).json as object
    const given = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== null))
    return codeOf(await client.put(`${DAYBOOK}/mileage-setup`, { ...given, ...more }))
  }
  const groups = `${DAYBOOK}/cost-type-groups`
  await ok(client.post(groups, { number: 60, name: 'Ny', type: 2, accountOnGoing: 5990, accountClosed: 1330 }))
  expect((await setup({ costAccount: 5990 }))[0]).toBe(204)
  const { objectVersion } = (await client.get(`${accounts}/5990`)).json
  await ok(client.put(accounts, { ...account, isBarred: true, objectVersion }))
  expect((await setup({ costRateBefore: 3.81 }))[0]).toBe(204)
  expect(await change(client, groups, 60, { name: 'Nyere' })).toEqual([204])
  expect(await setup({ contraAccount: 5990 })).toEqual([400, 'AccountIsBarred', 'contraAccount'])
  expect(await change(client, groups, 60, { accountClosed: 5990 })).toEqual([400, 'AccountIsBarred', 'accountClosed'])
  expect((await setup({ costAccount: COST.ongoing }))[0]).toBe(204)
})

test('closing waits for a registration under way, which does not wait for the closing', async () => {
  await ok(client.post(api('/projects'), { number: 70, name: 'Kajen', projectGroupNumber: 1 }))
  const registering = `SELECT FROM project p WHERE p.agreement = $1 AND p.number = 70 FOR KEY SHARE`
  let closing: Promise<Reply> | undefined
  await service.database.transaction(async (transaction) => {
    await transaction.rows(registering, [client.agreement])
    closing = client.post(`${DAYBOOK}/projects/70/close`, { date: '2026-06-30' })
    await untilBlocked(service.database, 1)
    await transaction.rows('SELECT FROM mileage_setup s WHERE s.agreement = $1 FOR SHARE NOWAIT', [client.agreement])
  })
  expect((await closing)!.status).toBe(204)
  expect(flat(await client.post(api('/timeentries'), entry({ projectNumber: 70 })))).toEqual([
    400,
    'EntriesNotAllowedProjectIsClosed',
    'projectNumber',
  ])
})
