import { type Frequency, vatDeadline, vatPeriod, vatPeriodOf } from '../../ledger/vat-returns/periods.ts'
import { CLOCK_BODY, instantText } from './clock.ts'
import { runDay, WAITING } from './coming.ts'

/** What falls due, by the clock: one of each kind, the first that comes. */
export const COMING_KINDS = ['subscriptionRun', 'webhookAttempt', 'invoiceDue', 'billDue', 'vatDeadline'] as const

interface Coming {
  at: string
  kind: (typeof COMING_KINDS)[number]
  number?: number
  eventType?: string
  period?: string
}

/** SQL: the day as the moment that it begins with. */
const begins = (day: string): string => instantText(`${day}::timestamp AT TIME ZONE 'UTC'`)

/** SQL: the next open invoice of a customer, or of a supplier, to fall due. */
const due = (kind: Coming['kind'], isOwed: string): string => `(
  SELECT json_build_object('at', ${begins('e.due_date')}, 'kind', '${kind}', 'number', e.entry_number)
  FROM booked_entry e JOIN open_item o ON o.agreement = $1 AND o.entry_number = e.entry_number AND ${isOwed}
  WHERE e.agreement = $1 AND e.due_date > today_of($1) ORDER BY e.due_date, e.entry_number LIMIT 1)`

const ATTEMPT = `(
  SELECT json_build_object('at', ${instantText('d.due_at')}, 'kind', 'webhookAttempt', 'number', d.number, 'eventType',
    d.event_type)
  FROM ${WAITING} ORDER BY d.due_at, d.number LIMIT 1)`

const RUN = `(
  SELECT json_build_object('at', ${begins(runDay(() => 'true'))}, 'kind', 'subscriptionRun')
  FROM subscription_schedule c WHERE c.agreement = $1 AND c.is_active)`

/** What the clock of the agreement `$1` shows and what comes next, and what deadlines of VAT follow from. */
export const COMING = `SELECT json_build_object('clock', ${CLOCK_BODY}::json,
  'advancingTo', (SELECT ${instantText('v.goes_to')} FROM sandbox_advance v WHERE v.agreement = $1
    AND v.finished_at IS NULL LIMIT 1),
  'coming', json_build_array(${RUN}, ${ATTEMPT},
    ${due('invoiceDue', 'o.customer_number IS NOT NULL AND o.remainder > 0')},
    ${due('billDue', 'o.supplier_number IS NOT NULL AND o.remainder < 0')}),
  'frequency', (SELECT s.frequency FROM vat_setup s WHERE s.agreement = $1),
  'settled', coalesce((SELECT json_agg(r.period) FROM vat_return r WHERE r.agreement = $1 AND NOT r.undone
    AND r.date_to > today_of($1) - 400), '[]'))::text`

interface Found {
  clock: { today: string }
  advancingTo: string | null
  coming: readonly (Coming | { at: null } | null)[]
  frequency: Frequency | null
  settled: readonly string[]
}

/** The body of what `COMING` found: the first that comes, first. */
export function comingBody(found: Uint8Array): Uint8Array {
  const { clock, advancingTo, coming, frequency, settled } = JSON.parse(Buffer.from(found).toString()) as Found
  const next = [...coming, vatNext(clock.today, frequency ?? 'quarter', settled)]
    .filter((one): one is Coming => one !== null && one.at !== null)
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
  return Buffer.from(JSON.stringify({ ...clock, ...(advancingTo !== null && { advancingTo }), next }))
}

/** The next deadline of a return that was not settled. */
function vatNext(today: string, frequency: Frequency, settled: readonly string[]): Coming {
  let day = new Date(Date.parse(today) - 220 * 86_400_000)
  for (;;) {
    const period = vatPeriod(vatPeriodOf(day.toISOString().slice(0, 10), frequency))!
    const deadline = vatDeadline(period)
    if (deadline > today && !settled.includes(period.name))
      return { at: `${deadline}T00:00:00.000Z`, kind: 'vatDeadline', period: period.name }
    day = new Date(Date.parse(period.to) + 86_400_000)
  }
}
