import type { Database } from '../../database/connection.ts'
import { type RunOptions, runOn } from './options.ts'
import { runSubscriptionsByParts } from './run.ts'

/** Takes the name for this process among all that use the database; undefined while another has it. */
export type TryTake = (
  name: readonly [number: number, text: string],
) => Promise<{ release(): Promise<void> } | undefined>

/** What a schedule tells of: an agreement's run of a day. */
export type Tell = (done: { agreement: number; date: string; documents: number; skipped: number }) => void

type Scheduled = Pick<RunOptions, 'makesOrders' | 'isCombined' | 'dueBy' | 'shareOn'> & { agreement: number }

/**
 * Runs the subscriptions of every agreement whose schedule is on and has not had its run of the day; each by one process at a time. A run that
 * ends early is not noted, and so begun again, which invoices nothing twice.
 * @param date the day, ISO.
 * @throws what the last run that failed has thrown, once all others are done.
 */
export async function runSchedules(database: Database, date: string, tryTake: TryTake, tell: Tell): Promise<void> {
  const due = await database.rows<Scheduled>(
    `SELECT s.agreement, s.makes_orders AS "makesOrders", s.is_combined AS "isCombined", s.due_by AS "dueBy", s.share_on AS "shareOn"
     FROM subscription_schedule s WHERE s.is_active AND coalesce(s.last_run_date, '-infinity') < $1::date ORDER BY s.agreement`,
    [date],
  )
  let failure: unknown
  for (const { agreement, ...how } of due) {
    const lease = await tryTake([agreement, 'subscription run'])
    if (!lease) continue
    try {
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
