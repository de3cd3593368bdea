import type { Transaction } from '../database/connection.ts'
import { chartOfAccounts } from '../templates/chart-of-accounts.ts'

/**
 * Maps accounts that are as the Danish template made them to the standard chart, where they are not mapped yet: known
 * by number, name and type. Others are left alone.
 * @returns the numbers of those that are mapped now.
 */
export async function mapAsTemplate(transaction: Transaction, agreement: number): Promise<number[]> {
  const rows = await transaction.rows<{ number: number }>(
    `UPDATE account a SET standard_account_number = t.standard_account_number,
      object_version = nextval('object_version'),
       last_updated = now()
     FROM json_populate_recordset(NULL::account, $2::json) t
     WHERE a.agreement = $1 AND a.number = t.number AND a.name = t.name AND a.type = t.type
       AND a.standard_account_number IS NULL AND t.standard_account_number IS NOT NULL
     RETURNING a.number`,
    [agreement, JSON.stringify(chartOfAccounts)],
  )
  return rows.map(({ number }) => number).toSorted((a, b) => a - b)
}
