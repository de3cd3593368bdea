import type { Transaction } from '../database/connection.ts'
import { approve } from '../ledger/projects/approve.ts'
import { closeProject } from '../ledger/projects/close.ts'
import { bookTransfers } from '../ledger/projects/post-projects.ts'
import type { RegistrationKind } from '../ledger/projects/registrations.ts'
import { bookInvoices } from '../sales/book-invoices.ts'
import { invoiceProject } from '../sales/invoice-project.ts'
import { addDays, type DemoDays, workday } from './calendar.ts'
import { fillLineDimensions } from './dimensions.ts'
import { BANK } from './groundwork.ts'
import type { CustomerRow } from './parties.ts'
import { WORK_PRODUCT } from './products.ts'
import {
  CLOSING_DAY,
  demoExpenses,
  demoMileages,
  demoTime,
  DRAFTED_DAY,
  INVOICED_DAY,
  LAST_APPROVED_DAY,
  LEAVER,
} from './project-work.ts'
import {
  activityGroups,
  costTypeGroups,
  costTypes,
  demoActivities,
  demoEmployees,
  demoProjectActivities,
  demoProjects,
  DRAFTED_PROJECT,
  employeeGroups,
  INVOICED_PROJECTS,
  mileageSetup,
  PROJECT,
  PROJECT_ACCOUNT,
  projectGroups,
  projectStatuses,
} from './projects.ts'

/** Fills what projects need: groups of employees, projects, activities and cost types, and the rates of a kilometre. */
export async function fillProjectGroundwork(
  transaction: Transaction,
  agreement: number,
  cutOff: string,
): Promise<void> {
  await transaction.rows(
    `WITH employee_groups AS (
       INSERT INTO employee_group (agreement, number, name)
       SELECT $1::int, number, name FROM json_populate_recordset(NULL::employee_group, $2::json)
       ON CONFLICT (agreement, number) DO UPDATE SET name = excluded.name
     ), activity_groups AS (
       INSERT INTO activity_group (agreement, number, name, type)
       SELECT $1::int, number, name, type FROM json_populate_recordset(NULL::activity_group, $3::json)
     ), statuses AS (
       INSERT INTO project_status (agreement, number, name, type, priority)
       SELECT $1::int, number, name, type, priority FROM json_populate_recordset(NULL::project_status, $4::json)
     ), project_groups AS (
       INSERT INTO project_group (agreement, number, name, type, include_cost_price_in_finance, cost_account_ongoing_type, cost_account_ongoing,
         cost_contra_account_ongoing, cost_account_closed, include_sales_price_in_finance, sales_account_ongoing_type, sales_account_ongoing,
         sales_contra_account_ongoing, sales_account_closed)
       SELECT $1::int, number, name, type, include_cost_price_in_finance, cost_account_ongoing_type, cost_account_ongoing,
         cost_contra_account_ongoing, cost_account_closed, include_sales_price_in_finance, sales_account_ongoing_type, sales_account_ongoing,
         sales_contra_account_ongoing, sales_account_closed
       FROM json_populate_recordset(NULL::project_group, $5::json)
       ON CONFLICT (agreement, number) DO UPDATE SET name = excluded.name
     ), cost_type_groups AS (
       INSERT INTO cost_type_group (agreement, number, name, type, markup, account_on_going, account_closed)
       SELECT $1::int, number, name, type, markup, account_on_going, account_closed
       FROM json_populate_recordset(NULL::cost_type_group, $6::json)
     ), cost_types AS (
       INSERT INTO cost_type (agreement, number, name, cost_group_number, vat_code)
       SELECT $1::int, number, name, cost_group_number, vat_code FROM json_populate_recordset(NULL::cost_type, $7::json)
     )
     UPDATE mileage_setup s SET cut_off_date = m.cut_off_date, cost_rate_before = m.cost_rate_before, cost_rate_after = m.cost_rate_after,
       sales_rate_before = m.sales_rate_before, sales_rate_after = m.sales_rate_after, include_cost_in_finance = m.include_cost_in_finance,
       cost_account_type = m.cost_account_type, cost_account = m.cost_account, contra_account = m.contra_account,
       cost_account_closed = m.cost_account_closed
     FROM json_populate_record(NULL::mileage_setup, $8::json) AS m WHERE s.agreement = $1`,
    [
      agreement,
      ...[
        employeeGroups,
        activityGroups,
        projectStatuses,
        projectGroups,
        costTypeGroups,
        costTypes,
        mileageSetup(cutOff),
      ].map((rows) => JSON.stringify(rows)),
    ],
  )
}

/** Fills the demo company's people, projects, and a year of their work: registered, approved except for the last month, posted, and in part invoiced. */
export async function fillProjects(
  transaction: Transaction,
  agreement: number,
  days: DemoDays,
  customers: readonly CustomerRow[],
): Promise<void> {
  const cutOff = days.inFirst('12-31')
  const projects = demoProjects(customers)
  await transaction.rows(MASTER_DATA, [
    agreement,
    ...[demoEmployees(cutOff), demoActivities(cutOff), projects, demoProjectActivities(days)].map((rows) =>
      JSON.stringify(rows),
    ),
  ])
  await transaction.rows(WORK, [
    agreement,
    JSON.stringify(demoTime(days, projects)),
    JSON.stringify(demoMileages(days, projects)),
  ])
  for (const kind of ['time', 'mileage'] as const) {
    const numbers = await transaction.rows<{ number: number }>(DONE[kind], [agreement, days.inLast(LAST_APPROVED_DAY)])
    // As on the day after the last booked one, whatever day it is: the books are the same on every install.
    const today = addDays(days.lastBooked, 1)
    await approve(
      transaction,
      kind,
      agreement,
      numbers.map(({ number }) => number),
      { today },
    )
  }
  const expenses = demoExpenses(days, projects).map((expense) => ({
    ...expense,
    debit: PROJECT_ACCOUNT.cost,
    credit: BANK.DKK,
    employeeNumber: null,
    departmentNumber: null,
  }))
  await bookTransfers(transaction, agreement, 'DKK', expenses)
  await invoiceWork(transaction, agreement, days)
  await closeProject(transaction, agreement, PROJECT.finished, days.inLast(CLOSING_DAY))
  await transaction.rows('UPDATE employee e SET is_barred = true WHERE e.agreement = $1 AND e.number = $2', [
    agreement,
    LEAVER,
  ])
}

/** Invoices approved work and expenses of some projects, and drafts the invoice of another. Does nothing where the agreement may have no project on an invoice. */
async function invoiceWork(transaction: Transaction, agreement: number, { inLast }: DemoDays): Promise<void> {
  const [allowed] = await transaction.rows(
    `SELECT FROM agreement a WHERE a.agreement = $1 AND 'Projects' = ANY (a.modules)`,
    [agreement],
  )
  if (!allowed) return
  const draft = (projectNumber: number, day: string): Promise<number> =>
    invoiceProject(transaction, agreement, { projectNumber, date: workday(inLast(day)), productNumber: WORK_PRODUCT })
  const drafts: number[] = []
  for (const project of INVOICED_PROJECTS) drafts.push(await draft(project, INVOICED_DAY))
  await draft(DRAFTED_PROJECT, DRAFTED_DAY)
  await fillLineDimensions(transaction, agreement)
  await bookInvoices(transaction, agreement, drafts)
}

const MASTER_DATA = `
  WITH employees AS (
    INSERT INTO employee (agreement, number, name, group_number, email, can_approve, can_invoice, employee_type, cut_off_date,
      cost_price_before, cost_price_after, sales_price_before, sales_price_after)
    SELECT $1::int, number, name, group_number, email, can_approve, can_invoice, employee_type, cut_off_date,
      cost_price_before, cost_price_after, sales_price_before, sales_price_after
    FROM json_populate_recordset(NULL::employee, $2::json)
  ), activities AS (
    INSERT INTO activity (agreement, number, name, group_number, is_accessible, cutoff_date, sales_price_before, sales_price_after,
      cost_price_markup_percentage)
    SELECT $1::int, number, name, group_number, is_accessible, cutoff_date, sales_price_before, sales_price_after, cost_price_markup_percentage
    FROM json_populate_recordset(NULL::activity, $3::json)
  ), projects AS (
    INSERT INTO project (agreement, number, name, project_group_number, customer_number, is_main_project, main_project_number,
      is_mileage_invoiced, responsible_employee_number, department_number, status, fixed_price)
    SELECT $1::int, number, name, project_group_number, customer_number, is_main_project, main_project_number,
      is_mileage_invoiced, responsible_employee_number, department_number, status, fixed_price
    FROM json_populate_recordset(NULL::project, $4::json)
  ), numbers AS (
    SELECT take_numbers($1::int, 'project_activity', json_array_length($5::json)) AS first
  )
  INSERT INTO project_activity (agreement, number, project_number, activity_number, responsible_employee_number, start_date, end_date)
  SELECT $1::int, first + number - 1, project_number, activity_number, responsible_employee_number, start_date, end_date
  FROM numbers, json_populate_recordset(NULL::project_activity, $5::json)`

const WORK = `
  WITH numbers AS (
    SELECT take_numbers($1::int, 'time_entry', json_array_length($2::json)) AS time, take_numbers($1::int, 'mileage', json_array_length($3::json)) AS drive
  ), time AS (
    INSERT INTO time_entry (agreement, number, employee_number, project_number, activity_number, date, text, number_of_hours)
    SELECT $1::int, n.time + t.place - 1, t.employee_number, t.project_number, t.activity_number, t.date, t.text, t.number_of_hours
    FROM numbers n, ROWS FROM (json_to_recordset($2::json) AS (employee_number int, project_number int, activity_number int, date date, text text,
      number_of_hours numeric)) WITH ORDINALITY AS t(employee_number, project_number, activity_number, date, text, number_of_hours, place)
    ORDER BY t.place
  )
  INSERT INTO mileage (agreement, number, employee_number, project_number, date, distance, from_place, to_place)
  SELECT $1::int, n.drive + d.place - 1, d.employee_number, d.project_number, d.date, d.distance, d.from_place, d.to_place
  FROM numbers n, ROWS FROM (json_to_recordset($3::json) AS (employee_number int, project_number int, date date, distance numeric, from_place text,
    to_place text)) WITH ORDINALITY AS d(employee_number, project_number, date, distance, from_place, to_place, place)
  ORDER BY d.place`

const doneOf = (table: string): string =>
  `SELECT t.number FROM ${table} t WHERE t.agreement = $1 AND t.date <= $2 ORDER BY t.number`
const DONE: Readonly<Record<RegistrationKind, string>> = { time: doneOf('time_entry'), mileage: doneOf('mileage') }
