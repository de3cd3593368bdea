import type { Database, Transaction } from '../../database/connection.ts'
import { isDistributed } from '../../database/distribution/distribute.ts'
import { settle } from '../copying.ts'
import { BackupError } from '../format.ts'

/** Where an agreement is read or written: one transaction, or two where Citus spreads the agreements. */
export interface Transactions {
  /** Has what no agreement has: migrations, the catalogue, the key of secrets, numbers that are drawn for all. */
  whole: Transaction
  /** Has the agreement's rows, and those of apps and grants. */
  there: Transaction
  /** The table that rows of a table are written to. */
  stored(table: string): string
}

/**
 * Tables with rows on the agreement's server, and where those lie. A table that is on every server is written by its
 * own name, which writes to all.
 */
const STORED = `
  SELECT quote_ident(c.relname) AS name, CASE d.partmethod WHEN 'h' THEN shard_name(s.logicalrelid, s.shardid)
    ELSE 'public.' || quote_ident(c.relname) END AS stored
  FROM pg_dist_shard s JOIN pg_class c ON c.oid = s.logicalrelid JOIN pg_dist_partition d
    ON d.logicalrelid = s.logicalrelid
    JOIN pg_dist_shard a ON a.shardid = substring(current_schema() FROM '[0-9]+$')::bigint
  WHERE d.partmethod = 'n' OR d.partmethod = 'h' AND s.shardminvalue = a.shardminvalue`

/**
 * Runs `work` where an agreement is, or will be. All that it writes is in the transaction of the agreement's rows, and
 * is there once that has ended.
 * @param kind 'snapshot' for what only reads, as of one moment.
 * @throws BackupError where the agreement's server cannot be connected to.
 */
export async function inTransactions<T>(
  database: Database,
  agreement: number,
  kind: 'transaction' | 'snapshot',
  work: (transactions: Transactions) => Promise<T>,
): Promise<T> {
  return await database[kind](async (whole) => {
    await settle(whole)
    if (!(await isDistributed(whole))) {
      return await work({ whole, there: whole, stored: (table) => table })
    }
    return await database.at(agreement)[kind](async (there) => {
      await settle(there)
      if (!there.isAtHome) throw new BackupError(UNREACHED)
      const rows = await there.rows<{ name: string; stored: string }>(STORED)
      const stored = new Map(rows.map((row) => [row.name, row.stored]))
      return await work({ whole, there, stored: (table) => stored.get(table)! })
    })
  })
}

const UNREACHED =
  'This command has to connect to the server that the agreement is on, and cannot: the coordinator knows its address. See docs/scaling.md.'
