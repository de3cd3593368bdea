import type { Transaction } from '../../database/connection.ts'
import type { SafTFile } from '../model.ts'
import { CHART_VERSION, typeOfStandard } from '../standard-chart.ts'
import type { Notes } from './notes.ts'
import type { PlannedAccounts } from './plan.ts'

/**
 * Maps accounts of a Danish file to the standard chart, where the agreement has not mapped them. What cannot be mapped
 * is noted.
 */
export async function mapAccounts(
  transaction: Transaction,
  agreement: number,
  file: SafTFile,
  accounts: PlannedAccounts,
  notes: Notes,
): Promise<void> {
  const wanted = [...accounts.values()].flatMap(({ number, standard }) =>
    standard === undefined ? [] : [{ number, standard, type: typeOfStandard(standard) }],
  )
  if (file.chartVersion !== CHART_VERSION) return notes.add('standardOlder', wanted.length)
  const mapped = await transaction.rows(
    `UPDATE account a SET standard_account_number = w.standard
     FROM json_to_recordset($2::json) AS w(number int, standard int, type int)
     JOIN standard_account s ON s.agreement = $1 AND s.number = w.standard AND NOT s.is_sum
     WHERE a.agreement = $1 AND a.number = w.number AND a.type = w.type
       AND coalesce(a.standard_account_number, w.standard) = w.standard
     RETURNING a.number`,
    [agreement, JSON.stringify(wanted)],
  )
  notes.add('standardLost', wanted.length - mapped.length)
}
