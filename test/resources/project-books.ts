import { seededAgreement } from '../service/books.ts'
import { copyOfKept, keepIn } from '../service/copied-books.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { made } from './bookkeeping.ts'

export const PROJECTS_API = '/api/v20.0.1'
export const DAYBOOK = '/daybookapi/v1.0.0'

/** Accounts that projects are booked on: ongoing, contra and closed, of cost and of sales. */
export const COST = { ongoing: 5900, contra: 1320, closed: 1330 } as const
export const SALES = { ongoing: 5910, contra: 1020, closed: 1030 } as const

/** A group's properties for what is included in finance. */
export const inFinance = {
  includeCostPriceInFinance: true,
  costAccountOngoingType: 0,
  costAccountOngoing: COST.ongoing,
  costContraAccountOngoing: COST.contra,
  costAccountClosed: COST.closed,
  includeSalesPriceInFinance: true,
  salesAccountOngoingType: 0,
  salesAccountOngoing: SALES.ongoing,
  salesContraAccountOngoing: SALES.contra,
  salesAccountClosed: SALES.closed,
}

/** Sends what has to succeed. */
export const ok = async (reply: Promise<Reply>): Promise<Reply> => made(await reply)

/** A path of the project-related API. */
export const api = (path: string): string => `${PROJECTS_API}${path}`

/** Status, code and property of an error of the project-related API. */
export const flat = ({ status, json }: Reply): unknown[] => [status, json?.errorCode, json?.property]

/** Changes an item of the project-related API as it is now: [204], or status, code and property of the error. */
export async function changeFlat(client: Client, path: string, number: number, more: object): Promise<unknown[]> {
  const item = (await client.get(`${api(path)}/${number}`)).json as object
  const reply = await client.put(api(path), { ...item, ...more })
  return reply.status === 204 ? [204] : flat(reply)
}

/**
 * A project manager of a new agreement with the small books and, in this order: employee 1 at cost 400, 420 after June
 * and 800 for sale; project groups 2 (external, invoiceable) and 3 (external); activity groups 1 (invoiceable, included
 * in finance) and 2 (not); activity 10 at 900, 950 after June, 10 % mark-up, and 11 without a price, both of group 1;
 * 12 of group 2; project 20 of customer 201 in group 2, in department 1; mileages at 3.81 and 5.00.
 */
export async function projectManager(service: TestService): Promise<Client> {
  const known = await copyOfKept(service.database, 'project manager')
  if (known !== undefined) return await service.client({ agreement: known })
  const client = await service.client({ agreement: await seededAgreement(service, ['Projects']) })
  await service.database.rows(
    `INSERT INTO account (agreement, number, name, type) VALUES ($1, 5900, 'Igangværende', 2), ($1, 1320, 'Aktiveret arbejde', 1), ($1, 1330, 'Projektomkostninger', 1),
       ($1, 5910, 'Ej faktureret', 2), ($1, 1020, 'Igangværende salg', 1), ($1, 1030, 'Projektsalg', 1)`,
    [client.agreement],
  )
  const post = (path: string, body: object): Promise<Reply> => ok(client.post(api(path), body))
  await post('/project-employees', {
    number: 1,
    groupNumber: 1,
    name: 'Ida Ærø',
    cutOffDate: '2026-06-30',
    costPriceBefore: 400,
    costPriceAfter: 420,
    salesPriceBefore: 800,
    salesPriceAfter: 800,
  })
  await post('/projectgroups', { number: 2, name: 'Kunder', type: 2 })
  await post('/projectgroups', { number: 3, name: 'Kunder, gratis', type: 3 })
  await post('/activitygroups', { number: 1, name: 'Rådgivning', type: 1, ...inFinance })
  await post('/activitygroups', { number: 2, name: 'Kontor', type: 2 })
  const accessible = { groupNumber: 1, isAccessible: true }
  await post('/activities', {
    number: 10,
    name: 'Konsulent',
    ...accessible,
    cutoffDate: '2026-06-30',
    salesPriceBefore: 900,
    salesPriceAfter: 950,
    costPriceMarkupPercentage: 10,
  })
  await post('/activities', { number: 11, name: 'Møde', ...accessible })
  await post('/activities', { number: 12, name: 'Papir', ...accessible, groupNumber: 2 })
  await post('/projects', {
    number: 20,
    name: 'Havnen',
    projectGroupNumber: 2,
    customerNumber: 201,
    departmentNumber: 1,
  })
  const setup = (await client.get(`${DAYBOOK}/mileage-setup`)).json as { objectVersion: string }
  await ok(
    client.put(`${DAYBOOK}/mileage-setup`, {
      objectVersion: setup.objectVersion,
      costRateBefore: 3.81,
      salesRateBefore: 5,
      includeCostInFinance: true,
      costAccountType: 0,
      costAccount: COST.ongoing,
      contraAccount: COST.contra,
      costAccountClosed: COST.closed,
    }),
  )
  await keepIn(service.database, client.agreement, 'project manager')
  return client
}

/**
 * Adds what invoices of projects need. Product TIMER of group 1 is sold on 1010, and on 1040 once the project is
 * closed. Cost type 1 is of group 1 and has VAT code I25. It is invoiced with a mark-up of 15 %, and stands on the
 * ongoing costs. Cost type 2 is of group 2 and has no VAT. It is not invoiced.
 */
export async function sellsProjects(service: TestService, { agreement }: Client): Promise<void> {
  for (const statement of [
    `INSERT INTO account (agreement, number, name, type) VALUES ($1, 1040, 'Afsluttet salg', 1)`,
    `INSERT INTO layout (agreement, number, name) VALUES ($1, 1, 'Standard')`,
    `INSERT INTO product_group (agreement, number, name, domestic_account_number, project_account_number) VALUES ($1, 1, 'Rådgivning', 1010, 1040)`,
    `INSERT INTO product (agreement, number, name, product_group_number, is_barred) VALUES ($1, 'TIMER', 'Timer', 1, false)`,
    `INSERT INTO cost_type_group (agreement, number, name, type, markup, account_on_going, account_closed)
       VALUES ($1, 1, 'Udlæg', 1, 15, 5900, 1330), ($1, 2, 'Eget forbrug', 2, 20, 5900, 1330)`,
    `INSERT INTO cost_type (agreement, number, name, cost_group_number, vat_code) VALUES ($1, 1, 'Rejser', 1, 'I25'), ($1, 2, 'Kaffe', 2, NULL)`,
  ]) {
    await service.database.rows(statement, [agreement])
  }
}

/** The project manager of a new agreement that has what invoices of projects need. */
export async function projectSeller(service: TestService): Promise<Client> {
  const client = await projectManager(service)
  await sellsProjects(service, client)
  return client
}

/** Two and a half hours of employee 1 on project 20, consulting, unless told otherwise; the number it got. */
export async function registered(client: Client, more: object = {}): Promise<number> {
  return (await ok(client.post(api('/timeentries'), entry(more)))).json.number as number
}

/** The body of such a time entry. */
export const entry = (more: object = {}): object => ({
  employeeNumber: 1,
  projectNumber: 20,
  activityNumber: 10,
  date: '2026-06-30',
  numberOfHours: 2.5,
  ...more,
})
