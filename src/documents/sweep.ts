import type { Database, Executor } from '../database/connection.ts'

/** Files per statement: few enough not to delay others, whatever their size. */
const AT_ONCE = 100

/** SQL: attachments `a` of documents `d` whose years are over. */
const logged = (isOver: string, of = 'document_log d'): string => `SELECT a.agreement, a.hash FROM ${of}
             JOIN document_log a ON a.agreement = d.agreement AND a.document_number = d.document_number
               AND a.hash IS NOT NULL
             WHERE ${isOver}`

/** SQL: deletes some of the files among `over` that nobody needs. */
const sweep = (over: string): string => `DELETE FROM document_file WHERE (agreement, hash) IN (
         SELECT f.agreement, f.hash FROM document_file f
         WHERE (f.agreement, f.hash) IN (${over})
           AND NOT EXISTS (SELECT FROM document_part p WHERE p.agreement = f.agreement AND p.hash = f.hash)
           AND NOT is_file_kept(f.agreement, f.hash) AND NOT is_file_of_inbox(f.agreement, f.hash)
         ORDER BY f.agreement, f.hash LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
       RETURNING 1`

const SWEEP = sweep(
  `${logged('d.kept_until < current_date')} UNION ALL
   ${logged(
     'd.kept_until < today_of(c.agreement)',
     'sandbox_clock c JOIN document_log d ON d.agreement = c.agreement',
   )}`,
)
const SWEEP_ONE = sweep(logged('d.agreement = $1 AND d.kept_until < today_of($1)'))

/**
 * Deletes kept files of all agreements: files of documents that were taken off booked vouchers, once nobody has to keep
 * them (rule 15.6). The log of attached files stays, with the hash.
 * @returns how many files it deleted.
 */
export async function sweepKeptFiles(database: Pick<Database, 'everywhere'>): Promise<number> {
  let swept = 0
  for (;;) {
    const gone = await database.everywhere(SWEEP)
    swept += gone.length
    if (gone.length < AT_ONCE) return swept
  }
}

/** Deletes some of those of one agreement, by its clock; as many as one statement does. @returns how many. */
export const sweepKeptFilesOf = async (executor: Executor, agreement: number): Promise<number> =>
  (await executor.rows(SWEEP_ONE, [agreement])).length
