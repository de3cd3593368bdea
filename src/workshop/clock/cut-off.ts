import type { Database } from '../../database/connection.ts'
import { CUT_OFF_SECONDS } from '../../limits.ts'
import { finishAdvance } from './advance.ts'

/**
 * Goes on with advances of clocks that nobody seems to carry out any more, of all sandboxes. Harmless beside somebody
 * who does.
 */
export async function finishCutOff(database: Database): Promise<void> {
  const found = await database.rows<{ agreement: number }>(CUT_OFF, [CUT_OFF_SECONDS])
  for (const { agreement } of found) await finishAdvance(database.at(agreement), agreement)
}

const CUT_OFF = `SELECT DISTINCT v.agreement FROM sandbox_advance v
  WHERE v.finished_at IS NULL AND v.begun_at < clock_timestamp() - make_interval(secs => $1)`
