import type { Transaction } from '../../database/connection.ts'
import { type Fault, throwFaults } from '../../errors/catalogue.ts'
import { arrayOf, elements } from '../arrays.ts'
import { lockLedger } from '../lock.ts'
import { centsOf } from '../money.ts'
import { PARTS } from '../booking/closed-projects.ts'
import { bookTransfers, type Transfer } from './post-projects.ts'

interface ProjectFacts {
  isClosed: boolean
  departmentNumber: number | null
  openSubProjects: number
  unapproved: number
  drafts: number
  invoices: number
  lastDay: string | null
}

/** A part of the project's balance on an ongoing account, and the account that it moves to. */
interface Moved {
  ongoing: number
  closed: number
  /** Decimal text, debit positive: the sum of approvals, expenses and invoices on the account. */
  amount: string
  /** The project's whole balance on the ongoing account. */
  balance: string
  /** Whether the whole balance moves, including amounts of unknown origin. */
  takesRest: boolean
}

/**
 * Closes a project for good (rule 14.5), on a day: moves its balance on each ongoing account to the closed one, as one
 * voucher. A registration made at the same time is seen, or is refused.
 * @throws ApiError with all faults.
 */
export async function closeProject(
  transaction: Transaction,
  agreement: number,
  number: number,
  date: string,
): Promise<void> {
  const { baseCurrency, texts } = await lockLedger(transaction, agreement)
  // Waits for registrations under way: their foreign key holds the project. Later ones find it closed (`hold_prices`).
  await transaction.rows('SELECT FROM project p WHERE p.agreement = $1 AND p.number = $2 FOR UPDATE', [
    agreement,
    number,
  ])
  const [facts] = await transaction.rows<ProjectFacts>(FACTS, [agreement, number])
  if (!facts) return throwFaults([{ code: 'NotFound', property: 'number' }])
  throwFaults(faultsOf(facts, date))
  const moved = await transaction.rows<Moved>(MOVED, [agreement, arrayOf(elements([number]))])
  const transfers = transfersOf(moved).map(({ ongoing, closed, cents }): Transfer => ({
    date,
    debit: closed,
    credit: ongoing,
    amount: cents,
    text: texts.projectClosed(number),
    projectNumber: number,
    employeeNumber: null,
    departmentNumber: facts.departmentNumber,
  }))
  if (transfers.length > 0) await bookTransfers(transaction, agreement, baseCurrency, transfers)
  await transaction.rows(CLOSE, [agreement, number, date])
}

function faultsOf(facts: ProjectFacts, date: string): Fault[] {
  const { isClosed, openSubProjects, unapproved, drafts, invoices, lastDay } = facts
  const faults: Fault[] = []
  const report = (code: Fault['code'], property = 'number', message?: string): void =>
    void faults.push({ code, property, ...(message !== undefined && { message }) })
  if (isClosed) report('ProjectIsClosedAlready')
  if (openSubProjects > 0) report('ProjectHasOpenSubProjects')
  if (unapproved > 0) report('ProjectHasUnapprovedEntries')
  if (drafts > 0) report('ProjectHasDraftEntries')
  if (invoices > 0) report('ProjectHasDraftInvoices')
  if (lastDay !== null && lastDay > date) {
    report('ProjectHasLaterEntries', 'date', `The last entry of the project is of ${lastDay}.`)
  }
  return faults
}

/**
 * The transfers of the known amounts. If the whole balance of an account moves, its first transfer includes the rest.
 */
function transfersOf(moved: readonly Moved[]): { ongoing: number; closed: number; cents: bigint }[] {
  const rests = new Map<number, bigint>()
  for (const { ongoing, amount, balance } of moved) {
    rests.set(ongoing, (rests.get(ongoing) ?? centsOf(balance)) - centsOf(amount))
  }
  const transfers = moved.map(({ ongoing, closed, amount, takesRest }) => {
    const rest = takesRest ? (rests.get(ongoing) ?? 0n) : 0n
    rests.delete(ongoing)
    return { ongoing, closed, cents: centsOf(amount) + rest }
  })
  return transfers.filter(({ ongoing, closed, cents }) => ongoing !== closed && cents !== 0n)
}

const FACTS = `
  SELECT p.is_closed AS "isClosed", p.department_number AS "departmentNumber",
    (SELECT count(*)::int FROM project s WHERE s.agreement = $1 AND s.main_project_number = $2 AND NOT s.is_closed)
      AS "openSubProjects",
    (SELECT count(*)::int FROM time_entry t WHERE t.agreement = $1 AND t.project_number = $2 AND NOT t.is_approved)
      + (SELECT count(*)::int FROM mileage t WHERE t.agreement = $1 AND t.project_number = $2 AND NOT t.is_approved)
        AS unapproved,
    (SELECT count(*)::int FROM draft_entry d WHERE d.agreement = $1 AND d.project_number = $2) AS drafts,
    (SELECT count(*)::int FROM draft_invoice d WHERE d.agreement = $1 AND d.project_number = $2) AS invoices,
    greatest((SELECT max(e.date) FROM booked_entry e WHERE e.agreement = $1 AND e.project_number = $2),
      (SELECT max(t.date) FROM time_entry t WHERE t.agreement = $1 AND t.project_number = $2),
      (SELECT max(t.date) FROM mileage t WHERE t.agreement = $1 AND t.project_number = $2))::text AS "lastDay"
  FROM project p WHERE p.agreement = $1 AND p.number = $2`

/** By account: the amounts of approvals, expenses and invoices, and the project's whole balance. */
const MOVED = `
  WITH ${PARTS}, balance AS (
    SELECT e.account_number, sum(e.amount_in_base_currency) AS balance FROM booked_entry e
    WHERE e.agreement = $1 AND e.project_number = ANY ($2::int[]) GROUP BY e.account_number
  )
  SELECT p.ongoing, p.closed, sum(p.amount)::text AS amount, b.balance::text AS balance,
    bool_or(p.takes_rest) AS "takesRest"
  FROM part p JOIN balance b ON b.account_number = p.ongoing
  GROUP BY p.ongoing, p.closed, b.balance ORDER BY p.ongoing, bool_or(p.takes_rest) DESC, p.closed`

const CLOSE = `
  WITH w AS (
    UPDATE project SET is_closed = true, closed_date = $3, last_updated = clock_timestamp(),
      object_version = nextval('object_version')
    WHERE agreement = $1 AND number = $2 RETURNING number
  )
  SELECT emit_events($1, 'PROJECT_UPDATED',
    array_agg(jsonb_build_object('OLDNUMBER', w.number::text, 'NEWNUMBER', w.number::text))) FROM w`
