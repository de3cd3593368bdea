import type { Transaction } from '../database/connection.ts'
import { arrayOf, elements } from '../ledger/arrays.ts'
import { centsOf } from '../ledger/money.ts'
import { approve } from '../ledger/projects/approve.ts'
import { closeProject } from '../ledger/projects/close.ts'
import { bookTransfers } from '../ledger/projects/post-projects.ts'
import type { RegistrationKind } from '../ledger/projects/registrations.ts'
import { invoiceProject } from '../sales/invoice-project.ts'
import type { Part } from './booking.ts'
import { addDays, byDate, type DemoDays, workday } from './calendar.ts'
import { type DataRow, dataOf, fillTable, storyOf, withDays } from './data.ts'
import { fillLineDimensions } from './dimensions.ts'
import { BANK } from './groundwork.ts'
import {
  activityGroups,
  costTypeGroups,
  costTypes,
  employeeGroups,
  mileageSetup,
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
       INSERT INTO project_group (agreement, number, name, type, include_cost_price_in_finance,
         cost_account_ongoing_type, cost_account_ongoing, cost_contra_account_ongoing, cost_account_closed,
         include_sales_price_in_finance, sales_account_ongoing_type, sales_account_ongoing,
         sales_contra_account_ongoing, sales_account_closed)
       SELECT $1::int, number, name, type, include_cost_price_in_finance, cost_account_ongoing_type,
         cost_account_ongoing, cost_contra_account_ongoing, cost_account_closed, include_sales_price_in_finance,
         sales_account_ongoing_type, sales_account_ongoing, sales_contra_account_ongoing, sales_account_closed
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
     UPDATE mileage_setup s SET cut_off_date = m.cut_off_date, cost_rate_before = m.cost_rate_before,
       cost_rate_after = m.cost_rate_after, sales_rate_before = m.sales_rate_before,
       sales_rate_after = m.sales_rate_after, include_cost_in_finance = m.include_cost_in_finance,
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

/** A project whose invoice of everything is a draft, and how many days ago it was made. */
const DRAFTED_PROJECT = 1008
const DRAFTED_DAYS_AGO = 14
/** Projects whose work is invoiced each quarter, among them one with sub-projects. */
const INVOICED_PROJECTS = [1001, 1004, 1006, 1009]
/** A time entry that is approved every day, and waits to be invoiced. */
const APPROVED_FIRST = 2
/** The project that is finished, and the day on which it was closed; and the employee who left before that day. */
const FINISHED = 1012
const CLOSING_DAY = '2-03-31'
const LEAVER = 5
const LAST_DAY_OF_LEAVER = '2-02-27'
const LAST_DAY_OF_FINISHED = '2-03-20'

/** Work on projects, quarter by quarter. */
export interface ProjectWork extends Part {
  /** Drafts the invoice of a project, when everything is booked. */
  finish(): Promise<void>
}

/** Fills the demo company's people and projects, and registers their time and mileages until today. */
export async function projectWork(transaction: Transaction, agreement: number, days: DemoDays): Promise<ProjectWork> {
  await fillTable(transaction, agreement, 'employee', withDays(dataOf('employee'), days, 'cut_off_date'))
  await fillTable(transaction, agreement, 'activity', withDays(dataOf('activity'), days, 'cutoff_date'))
  await fillTable(transaction, agreement, 'project')
  const activities = withDays(dataOf('project_activity'), days, 'start_date', 'end_date')
  await fillTable(transaction, agreement, 'project_activity', activities)
  for (const table of ['time_entry', 'mileage'] as const) {
    await fillTable(transaction, agreement, table, registered(table, days))
  }
  await transaction.rows(COUNTERS, [agreement])
  await approve(transaction, 'time', agreement, [APPROVED_FIRST], { today: days.on('1-12-01') })
  const expenses = storyOf('project_expense', days).map((row) => ({ ...row, day: workday(row.day) }))
  let after = ''
  return {
    async until(end) {
      const isQuarter = end < days.today
      if (isQuarter) await approveUntil(transaction, agreement, end)
      await bookExpenses(transaction, agreement, expenses, { after, until: isQuarter ? end : days.matchedUntil })
      after = end
      if (isQuarter) await invoiceWork(transaction, agreement, INVOICED_PROJECTS, end)
      if (isQuarter && end === days.on(CLOSING_DAY)) {
        await closeProject(transaction, agreement, FINISHED, end)
        await transaction.rows('UPDATE employee e SET is_barred = true WHERE e.agreement = $1 AND e.number = $2', [
          agreement,
          LEAVER,
        ])
      }
      return []
    },
    async finish() {
      await invoiceWork(transaction, agreement, [DRAFTED_PROJECT], workday(addDays(days.today, -DRAFTED_DAYS_AGO)))
      await fillLineDimensions(transaction, agreement)
    },
  }
}

/**
 * Registrations of a data file until today, by the days of their weeks. Week 0 is the first whole one of the runs of
 * subscriptions.
 */
function registered(table: 'time_entry' | 'mileage', days: DemoDays): DataRow[] {
  const weekday = new Date(`${days.runsBegin}T00:00:00Z`).getUTCDay()
  const monday = addDays(days.runsBegin, (8 - weekday) % 7)
  const isDone = ({ date, employee_number: employee, project_number: project }: DataRow): boolean =>
    (employee === String(LEAVER) && date! > days.on(LAST_DAY_OF_LEAVER)) ||
    (project === String(FINISHED) && date! > days.on(LAST_DAY_OF_FINISHED))
  const all = dataOf(table)
  // Rows without a week come first, so that they have the same numbers every day.
  const fixed = all
    .filter(({ week }) => week === null)
    .map(({ week: _week, weekday: day, ...row }) => ({ ...row, date: days.on(day!) }))
  const rest = all
    .filter(({ week }) => week !== null)
    .map(({ week, weekday: day, ...row }) => ({ ...row, date: addDays(monday, 7 * Number(week) + Number(day) - 1) }))
    .filter((row) => row.date <= days.today && !isDone(row))
    .sort(byDate)
  return [...fixed, ...rest].map((row, at): DataRow => ({ number: String(at + 1), ...row }))
}

/** Approves what was registered until a day, as on the day after it. */
async function approveUntil(transaction: Transaction, agreement: number, end: string): Promise<void> {
  for (const kind of ['time', 'mileage'] as const) {
    const numbers = await transaction.rows<{ number: number }>(OPEN[kind], [agreement, end])
    const approved = numbers.map(({ number }) => number)
    if (approved.length > 0) await approve(transaction, kind, agreement, approved, { today: addDays(end, 1) })
  }
}

/** Books expenses that projects paid over the bank. */
async function bookExpenses(
  transaction: Transaction,
  agreement: number,
  expenses: readonly (DataRow & { day: string })[],
  { after, until }: { after: string; until: string },
): Promise<void> {
  const due = expenses.filter(({ day }) => day > after && day <= until)
  if (due.length === 0) return
  const transfers = due.map((row) => ({
    projectNumber: Number(row.project_number),
    costTypeNumber: Number(row.cost_type_number),
    date: row.day,
    text: row.text!,
    amount: centsOf(row.amount!),
    debit: PROJECT_ACCOUNT.cost,
    credit: BANK.DKK,
    employeeNumber: null,
    departmentNumber: null,
  }))
  await bookTransfers(transaction, agreement, 'DKK', transfers)
}

/**
 * Drafts invoices of the approved work of projects, where there is any. Does nothing where the agreement may have no
 * project on an invoice.
 */
async function invoiceWork(
  transaction: Transaction,
  agreement: number,
  projects: readonly number[],
  date: string,
): Promise<void> {
  const found = await transaction.rows<{ number: number }>(INVOICEABLE, [agreement, arrayOf(elements(projects))])
  for (const { number: projectNumber } of found) {
    await invoiceProject(transaction, agreement, { projectNumber, date, productNumber: WORK_PRODUCT })
  }
}

/** The product that invoices the work of projects. */
const WORK_PRODUCT = 'Y-2005'

const COUNTERS = `
  INSERT INTO counter (agreement, name, value)
  SELECT $1, c.name, c.value FROM (
    SELECT 'project_activity' AS name, max(number) AS value FROM project_activity WHERE agreement = $1
    UNION ALL SELECT 'time_entry', max(number) FROM time_entry WHERE agreement = $1
    UNION ALL SELECT 'mileage', max(number) FROM mileage WHERE agreement = $1) AS c`

const openOf = (table: string): string =>
  `SELECT t.number FROM ${table} t WHERE t.agreement = $1 AND t.date <= $2 AND NOT t.is_approved ORDER BY t.number`
const OPEN: Readonly<Record<RegistrationKind, string>> = { time: openOf('time_entry'), mileage: openOf('mileage') }

/** Projects of the list that have something to be invoiced, or whose sub-projects have. */
const INVOICEABLE = `
  SELECT p.number FROM agreement a JOIN project p ON p.agreement = $1 AND p.number = ANY ($2::int[])
  WHERE a.agreement = $1 AND 'Projects' = ANY (a.modules) AND EXISTS (
    SELECT FROM project s JOIN time_entry t ON t.agreement = $1 AND t.project_number = s.number
    WHERE s.agreement = $1 AND p.number IN (s.number, s.main_project_number) AND t.is_approved AND t.sales_price > 0
      AND t.document_id IS NULL)
  ORDER BY p.number`
