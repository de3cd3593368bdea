import {
  type Frequency,
  vatDeadline,
  type VatPeriod,
  vatPeriod,
  vatPeriodOf,
} from '../../ledger/vat-returns/periods.ts'
import { isTakenBack } from '../../sales/reminders/take-back.ts'
import { CLOCK_BODY, instantText } from './clock.ts'
import { CURRENT_SUBSCRIBER, DUE_ON, runDay, WAITING } from './coming.ts'

/** What falls due, by the clock: one of each kind, the first that comes. */
export const COMING_KINDS = [
  'subscriptionRun',
  'subscriptionDue',
  'webhookAttempt',
  'invoiceDue',
  'billDue',
  'reminderDue',
  'bookedAhead',
  'vatPeriodEnd',
  'vatDeadline',
] as const

type ComingKind = (typeof COMING_KINDS)[number]

/** SQL: the day as the moment that it begins with. */
const begins = (day: string): string => instantText(`${day}::timestamp AT TIME ZONE 'UTC'`)

/** SQL: what comes, as the text of its JSON. @param facts SQL: names and values, which may be NULL. */
const coming = (kind: ComingKind, at: string, facts: string): string =>
  `json_strip_nulls(json_build_object('at', ${at}, 'kind', '${kind}', ${facts}))::text`

/** SQL: the open invoices of customers, or of suppliers, of the next day on which some fall due. */
const due = (kind: ComingKind, isOwed: string): string => `(
  SELECT ${coming(
    kind,
    begins('e.due_date'),
    `'number', min(e.entry_number), 'count', count(*), 'amount', abs(sum(o.remainder)), 'invoiceNumber',
    CASE count(*) WHEN 1 THEN min(coalesce(e.customer_invoice_number::text, e.supplier_invoice_number,
      e.external_number)) END`,
  )}
  FROM booked_entry e JOIN open_item o ON o.agreement = $1 AND o.entry_number = e.entry_number AND ${isOwed}
  WHERE e.agreement = $1 AND e.due_date > today_of($1) GROUP BY e.due_date ORDER BY e.due_date LIMIT 1)`

const ATTEMPT = `(
  SELECT ${coming(
    'webhookAttempt',
    instantText('d.due_at'),
    `'number', d.number, 'eventType', d.event_type, 'attempt', d.round_attempts + 1`,
  )}
  FROM ${WAITING} ORDER BY d.due_at, d.number LIMIT 1)`

const RUN = `(
  SELECT ${coming(
    'subscriptionRun',
    begins('r.day'),
    `'count', (SELECT count(*) ${CURRENT_SUBSCRIBER} AND ${DUE_ON} <= r.day)`,
  )}
  FROM subscription_schedule c CROSS JOIN LATERAL (SELECT ${runDay(() => 'true')} AS day) r
  WHERE c.agreement = $1 AND c.is_active AND r.day IS NOT NULL)`

/** SQL: subscriptions that nobody runs by a schedule, of the next day on which periods begin. */
const SUBSCRIPTIONS = `(
  SELECT ${coming('subscriptionDue', begins('s.start_date'), `'count', count(*)`)}
  ${CURRENT_SUBSCRIBER} AND s.start_date > today_of($1)
    AND NOT EXISTS (SELECT FROM subscription_schedule c WHERE c.agreement = $1 AND c.is_active)
  GROUP BY s.start_date ORDER BY s.start_date LIMIT 1)`

/** SQL: the customers of the next day on which some may be reminded who may not be today. */
const REMINDERS = `(
  SELECT ${coming('reminderDue', begins('a.day'), `'count', count(*)`)}
  FROM (
    SELECT greatest(i.due + 1, i.reminded_on + i.days_between) AS day FROM (
      SELECT min(coalesce(e.due_date, e.date)) AS due, min(r.days_between) AS days_between, (
        SELECT max(m.date) FROM reminder m
        WHERE m.agreement = $1 AND m.customer_number = o.customer_number AND NOT ${isTakenBack('m')}) AS reminded_on
      FROM reminder_setup r JOIN open_item o ON o.agreement = $1 AND o.customer_number IS NOT NULL
        AND o.remainder_in_currency > 0
      JOIN booked_entry e ON e.agreement = $1 AND e.entry_number = o.entry_number AND e.type <> 6
      WHERE r.agreement = $1
        AND NOT EXISTS (SELECT FROM disputed_item d WHERE d.agreement = $1 AND d.entry_number = o.entry_number)
        AND r.levels > (SELECT count(*) FROM reminder_item x
          JOIN reminder m ON m.agreement = $1 AND m.number = x.reminder_number
          WHERE x.agreement = $1 AND x.entry_number = o.entry_number AND NOT ${isTakenBack('m')})
      GROUP BY o.customer_number) i) a
  WHERE a.day > today_of($1) GROUP BY a.day ORDER BY a.day LIMIT 1)`

/** SQL: entries that are booked on a later day: months of an accrual, mostly. */
const AHEAD = `(
  SELECT ${coming('bookedAhead', begins('e.date'), `'count', count(*)`)}
  FROM booked_entry e WHERE e.agreement = $1 AND e.date > today_of($1) GROUP BY e.date ORDER BY e.date LIMIT 1)`

const CLOCK = `'clock', ${CLOCK_BODY}::json,
  'advancingTo', (SELECT ${instantText('v.goes_to')} FROM sandbox_advance v WHERE v.agreement = $1
    AND v.finished_at IS NULL LIMIT 1)`

/** What the clock of the agreement `$1` shows, without what comes. */
export const SHOWN = `SELECT json_build_object(${CLOCK})::text`

/** What the clock of the agreement `$1` shows and what comes next, and what deadlines of VAT follow from. */
export const COMING = `SELECT json_build_object(${CLOCK},
  'coming', json_build_array(${RUN}, ${SUBSCRIPTIONS}, ${ATTEMPT}, ${REMINDERS}, ${AHEAD},
    ${due('invoiceDue', 'o.customer_number IS NOT NULL AND o.remainder > 0')},
    ${due('billDue', 'o.supplier_number IS NOT NULL AND o.remainder < 0')}),
  'frequency', (SELECT s.frequency FROM vat_setup s WHERE s.agreement = $1),
  'settled', coalesce((SELECT json_agg(r.period) FROM vat_return r WHERE r.agreement = $1 AND NOT r.undone
    AND r.date_to > today_of($1) - 400), '[]'))::text`

interface Found {
  clock: { today: string }
  advancingTo: string | null
}

interface FoundComing extends Found {
  /** The texts of JSON: amounts are numbers there, which none of JavaScript's holds. */
  coming: readonly (string | null)[]
  frequency: Frequency | null
  settled: readonly string[]
}

/** The body of what `SHOWN` or `COMING` found: the first that comes, first. */
export function clockBody(found: Uint8Array): Uint8Array {
  const told = JSON.parse(Buffer.from(found).toString()) as Found | FoundComing
  const { clock, advancingTo } = told
  const shown = JSON.stringify({ ...clock, ...(advancingTo !== null && { advancingTo }) })
  if (!('coming' in told)) return Buffer.from(shown)
  const { coming: texts, frequency, settled } = told
  const atOf = (text: string): string => (JSON.parse(text) as { at: string }).at
  const next = [...texts, ...vatNext(clock.today, frequency ?? 'quarter', settled)]
    .filter((text) => text !== null)
    .toSorted((one, other) => (atOf(one) < atOf(other) ? -1 : 1))
  return Buffer.from(`${shown.slice(0, -1)},"next":[${next.join()}]}`)
}

/** The next end of a period of VAT, and the next deadline of a return that was not settled. */
function vatNext(today: string, frequency: Frequency, settled: readonly string[]): string[] {
  const first = (kind: ComingKind, dayOf: (period: VatPeriod) => string, done: readonly string[]): string => {
    let day = new Date(Date.parse(today) - 220 * 86_400_000)
    for (;;) {
      const period = vatPeriod(vatPeriodOf(day.toISOString().slice(0, 10), frequency))!
      const at = dayOf(period)
      if (at > today && !done.includes(period.name))
        return JSON.stringify({ at: `${at}T00:00:00.000Z`, kind, period: period.name })
      day = new Date(Date.parse(period.to) + 86_400_000)
    }
  }
  return [first('vatPeriodEnd', ({ to }) => to, []), first('vatDeadline', vatDeadline, settled)]
}
