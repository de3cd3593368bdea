import { IS_CURRENT } from '../../sales/subscriptions/due.ts'

/** SQL: the first delivery `d` that waits of each enabled webhook of the agreement `$1`. */
export const WAITING = `webhook w CROSS JOIN LATERAL (SELECT * FROM webhook_delivery x
    WHERE x.agreement = $1 AND x.event_type = w.event_type AND x.state = 'pending' ORDER BY x.position LIMIT 1) d
  WHERE w.agreement = $1 AND NOT w.is_disabled`

/** SQL: the current subscribers `s` of the agreement `$1`, of subscriptions that are not barred; conditions follow. */
export const CURRENT_SUBSCRIBER = `FROM subscriber s
  JOIN subscription p ON p.agreement = $1 AND p.number = s.subscription_number AND NOT p.is_barred
  WHERE s.agreement = $1 AND ${IS_CURRENT}`

/** SQL: the day that the period of the subscriber `s` is due on, by the schedule `c`. */
export const DUE_ON = `CASE WHEN c.due_by = 'end' THEN s.end_date ELSE s.start_date END`

/**
 * SQL: the next day on which the schedule `c` of the agreement `$1` has something to run, today at the earliest; NULL
 * where nothing comes.
 * @param among SQL: a condition of the day that a subscriber `s` is due on.
 */
export const runDay = (among: (dueOn: string) => string): string => `(
  SELECT greatest(today_of($1), c.last_run_date + 1, min(${DUE_ON})) ${CURRENT_SUBSCRIBER}
    AND ${among(DUE_ON)} HAVING count(*) > 0)`
