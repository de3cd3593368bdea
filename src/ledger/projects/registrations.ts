import type { Transaction } from '../../database/connection.ts'
import { arrayOf, elements } from '../arrays.ts'

/** The kinds of registrations: time entries and mileages. */
export type RegistrationKind = 'time' | 'mileage'

/** Where cost or sales are booked: `type` 0 debits the ongoing account, 1 credits it. */
interface Accounts {
  type: number
  ongoing: number
  contra: number
  closed: number
}

/** A registration to be approved, with the facts that decide whether it can be, and where it is booked. */
export interface Registration {
  number: number
  /** ISO day. */
  date: string
  text: string | null
  projectNumber: number
  employeeNumber: number
  departmentNumber: number | null
  isApproved: boolean
  isProjectBarred: boolean
  isProjectClosed: boolean
  isEmployeeBarred: boolean
  isActivityBarred: boolean
  /** The project has activities of its own, and this is not one of them. */
  isForeign: boolean
  /** The activity is completed, over, or not begun on the day. */
  isOver: boolean
  /** Decimal text; null without a price. */
  costPrice: string | null
  salesPrice: string | null
  cost: Accounts | null
  sales: Accounts | null
}

/** SQL: the row's accounts for the part, as JSON; NULL if the part is not included in finance. */
const accountsIn = (row: string, part: 'cost' | 'sales'): string =>
  `CASE WHEN ${row}.include_${part}_price_in_finance THEN json_build_object('type', ${row}.${part}_account_ongoing_type,
    'ongoing', ${row}.${part}_account_ongoing, 'contra', ${row}.${part}_contra_account_ongoing, 'closed',
      ${row}.${part}_account_closed) END`

/** SQL: the accounts of the activity's group, else those of the project's group. */
const accountsOf = (part: 'cost' | 'sales'): string => `coalesce(${accountsIn('ag', part)}, ${accountsIn('pg', part)})`

const SHARED = `t.number, t.date::text, t.project_number AS "projectNumber", t.employee_number AS "employeeNumber",
  p.department_number AS "departmentNumber", t.is_approved AS "isApproved", p.is_barred AS "isProjectBarred", p.is_closed AS "isProjectClosed",
  m.is_barred AS "isEmployeeBarred", t.cost_price::text AS "costPrice", t.sales_price::text AS "salesPrice"`

const TIME = `
  SELECT ${SHARED}, t.text, NOT a.is_accessible AS "isActivityBarred",
    own.number IS NULL AND EXISTS (SELECT FROM project_activity x WHERE x.agreement = $1
      AND x.project_number = t.project_number) AS "isForeign",
    coalesce(own.completed OR t.date < own.start_date OR t.date > own.end_date, false) AS "isOver",
    ${accountsOf('cost')} AS cost, ${accountsOf('sales')} AS sales
  FROM time_entry t
  JOIN project p ON p.agreement = $1 AND p.number = t.project_number
  JOIN project_group pg ON pg.agreement = $1 AND pg.number = p.project_group_number
  JOIN employee m ON m.agreement = $1 AND m.number = t.employee_number
  JOIN activity a ON a.agreement = $1 AND a.number = t.activity_number
  JOIN activity_group ag ON ag.agreement = $1 AND ag.number = a.group_number
  LEFT JOIN project_activity own ON own.agreement = $1 AND own.project_number = t.project_number
    AND own.activity_number = t.activity_number
  WHERE t.agreement = $1 AND t.number = ANY ($2::int[]) ORDER BY t.number`

const MILEAGE = `
  SELECT ${SHARED}, NULL AS text, false AS "isActivityBarred", false AS "isForeign", false AS "isOver",
    CASE WHEN s.include_cost_in_finance THEN json_build_object('type', s.cost_account_type, 'ongoing', s.cost_account,
      'contra', s.contra_account, 'closed', s.cost_account_closed) END AS cost, NULL::json AS sales
  FROM mileage t
  JOIN project p ON p.agreement = $1 AND p.number = t.project_number
  JOIN employee m ON m.agreement = $1 AND m.number = t.employee_number
  JOIN mileage_setup s ON s.agreement = $1
  WHERE t.agreement = $1 AND t.number = ANY ($2::int[]) ORDER BY t.number`

/** The registrations of these numbers, locked, by number. Prices do not change until the transaction ends. */
export async function lockRegistrations(
  transaction: Transaction,
  kind: RegistrationKind,
  agreement: number,
  numbers: readonly number[],
): Promise<Map<number, Registration>> {
  await transaction.rows('SELECT FROM mileage_setup s WHERE s.agreement = $1 FOR SHARE', [agreement])
  const list = arrayOf(elements([...new Set(numbers)]))
  const table = kind === 'time' ? 'time_entry' : 'mileage'
  const lock = `SELECT FROM ${table} t WHERE t.agreement = $1 AND t.number = ANY ($2::int[]) ORDER BY t.number
    FOR UPDATE OF t`
  await transaction.rows(lock, [agreement, list])
  // Reads after locking: changes of the registrations' projects and activities that this waited for are in.
  type Row = Omit<Registration, 'cost' | 'sales'> & { cost: string | null; sales: string | null }
  const rows = await transaction.rows<Row>(kind === 'time' ? TIME : MILEAGE, [agreement, list])
  const accounts = (text: string | null): Accounts | null => (text === null ? null : (JSON.parse(text) as Accounts))
  return new Map(rows.map((row) => [row.number, { ...row, cost: accounts(row.cost), sales: accounts(row.sales) }]))
}
