import { daysAfter } from '../days.ts'
import { vatDeadline, vatPeriodsBetween } from './periods.ts'

/** Returns that long past, in days, are kept no longer by law: they are not told of. */
const DAYS_BACK = 1830
/** A settled year ends this many days ahead at most. */
const DAYS_AHEAD = 366

/** The periods of VAT around a day with their deadlines, as JSON for `NEXT_RETURN`. */
export const periodsAround = (date: string): string =>
  JSON.stringify(
    vatPeriodsBetween(daysAfter(date, -DAYS_BACK), daysAfter(date, DAYS_AHEAD)).map((period) => ({
      ...period,
      deadline: vatDeadline(period),
    })),
  )

/**
 * CTEs up to `next_return(period, state, deadline)`, the first return that is not reported: settled already, else the
 * one after the last settled, else that of the last period that had ended by the day, if anything was booked by then.
 * No row where there is none. `$1` is the agreement, `$2` the day, `$3` what `periodsAround` says of it.
 */
export const NEXT_RETURN = `told AS MATERIALIZED (
    SELECT p.* FROM json_to_recordset($3::json)
      AS p(name text, frequency text, "from" date, "to" date, deadline date)
  ), settled AS MATERIALIZED (
    SELECT r.period, r.date_to, r.reported_on FROM vat_return r WHERE r.agreement = $1 AND NOT r.undone
  ), unreported AS MATERIALIZED (
    SELECT s.period FROM settled s WHERE s.reported_on IS NULL ORDER BY s.date_to LIMIT 1
  ), next_return AS MATERIALIZED (
    SELECT u.period, 'settled' AS state, t.deadline FROM unreported u LEFT JOIN told t ON t.name = u.period
    UNION ALL
    (SELECT t.name, 'preview', t.deadline FROM told t
    WHERE NOT EXISTS (SELECT FROM unreported)
      AND t.frequency = coalesce((SELECT s.frequency FROM vat_setup s WHERE s.agreement = $1), 'quarter')
      AND CASE WHEN EXISTS (SELECT FROM settled) THEN t."from" = (SELECT max(s.date_to) + 1 FROM settled s)
        ELSE t."to" < $2::date
          AND EXISTS (SELECT FROM day_total d WHERE d.agreement = $1 AND d.date <= t."to") END
    ORDER BY t."to" DESC LIMIT 1)
  )`
