import type { Database } from '../../database/connection.ts'
import { type RunOptions, runOn } from './options.ts'
import { runSubscriptionsByParts } from './run.ts'

/** Takes a lease on the name among all processes of the database; undefined while another process holds it. */
export type TryTake = (
  name: readonly [number: number, text: string],
) => Promise<{ release(): Promise<void> } | undefined>

/** Called after each agreement's run of a day. */
export type Tell = (done: { agreement: number; date: string; documents: number; skipped: number }) => void

type Scheduled = Pick<RunOptions, 'makesOrders' | 'isCombined' | 'dueBy' | 'shareOn'>

/** SQL: the schedules `s` that are to run on the day named. */
const due = (day: string): string =>
  `subscription_schedule s WHERE s.is_active AND coalesce(s.last_run_date, '-infinity') < ${day}`
/** Those of agreements by the real day, and those of sandboxes by their own clocks, unless an advance runs them. */
const DUE = `
  SELECT s.agreement, $1::text AS date FROM ${due('$1::date')}
    AND s.agreement NOT IN (SELECT c.agreement FROM sandbox_clock c)
  UNION ALL
  SELECT s.agreement, today_of(s.agreement)::text FROM ${due('today_of(s.agreement)')}
    AND s.agreement IN (SELECT c.agreement FROM sandbox_clock c)
    AND NOT EXISTS (SELECT FROM sandbox_advance v WHERE v.agreement = s.agreement AND v.finished_at IS NULL)
  ORDER BY agreement`
const STILL_DUE = `
  SELECT s.makes_orders AS "makesOrders", s.is_combined AS "isCombined", s.due_by AS "dueBy", s.share_on AS "shareOn"
  FROM ${due('$1::date')} AND s.agreement = $2`

/**
 * Runs the subscriptions of every agreement whose schedule is active and has not run on the day. One process at a time
 * runs an agreement. A run that ends early is not recorded, so it starts again; that invoices nothing twice.
 * @param today the day, ISO, of agreements that have no clock of their own.
 * @throws the error of the last failed run, after all others are done.
 */
export async function runSchedules(database: Database, today: string, tryTake: TryTake, tell: Tell): Promise<void> {
  const found = await database.rows<{ agreement: number; date: string }>(DUE, [today])
  let failure: unknown
  for (const { agreement, date } of found) {
    const lease = await tryTake([agreement, 'subscription run'])
    if (!lease) continue
    try {
      // Another process may have run it before this one took the lease.
      const [how] = await database.at(agreement).rows<Scheduled>(STILL_DUE, [date, agreement])
      if (!how) continue
      const { documents, skipped } = await runSubscriptionsByParts(database, agreement, runOn(date, how))
      await database
        .at(agreement)
        .rows(`UPDATE subscription_schedule SET last_run_date = $2::date WHERE agreement = $1`, [agreement, date])
      tell({ agreement, date, documents: documents.length, skipped: skipped.length })
    } catch (error) {
      failure = error
    } finally {
      await lease.release()
    }
  }
  if (failure !== undefined) throw failure
}
