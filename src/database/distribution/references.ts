import type { Transaction } from '../pool/statements.ts'

/** The tables that are on every server. */
export async function tablesEverywhere(transaction: Pick<Transaction, 'rows'>): Promise<ReadonlySet<string>> {
  const rows = await transaction.rows<{ name: string }>(
    `SELECT logicalrelid::text AS name FROM pg_dist_partition WHERE partmethod = 'n'`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** A table that is on every server cannot refer to rows that are on one: Citus refuses such a foreign key. */
export const canRefer = (table: string, key: string, everywhere: ReadonlySet<string>): boolean =>
  !(everywhere.has(table) && key.includes('(agreement'))
