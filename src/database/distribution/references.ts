import type { Transaction } from '../pool/statements.ts'

/** The tables that are on every server. */
export async function tablesEverywhere(transaction: Pick<Transaction, 'rows'>): Promise<ReadonlySet<string>> {
  const rows = await transaction.rows<{ name: string }>(
    `SELECT logicalrelid::text AS name FROM pg_dist_partition WHERE partmethod = 'n'`,
  )
  return new Set(rows.map(({ name }) => name))
}

/**
 * Whether Citus takes a foreign key: a table that is on every server cannot refer to rows that are on one.
 * @param key its definition, from FOREIGN KEY on
 */
export function canRefer(table: string, key: string, everywhere: ReadonlySet<string>): boolean {
  const [, referred = ''] = /\bREFERENCES (?:public\.)?(\w+)/.exec(key) ?? []
  return !everywhere.has(table) || !key.includes('(agreement') || everywhere.has(referred)
}
