import type { Database } from '../database/connection.ts'

/** Files per statement: few enough not to delay others, whatever their size. */
const AT_ONCE = 100

/**
 * Deletes kept files of all agreements: files of documents that were taken off booked vouchers, once nobody has to keep them (rule 15.6). The log
 * of attached files stays, with the hash.
 * @returns how many files it deleted.
 */
export async function sweepKeptFiles(database: Pick<Database, 'everywhere'>): Promise<number> {
  let swept = 0
  for (;;) {
    const gone = await database.everywhere(
      `DELETE FROM document_file WHERE (agreement, hash) IN (
         SELECT f.agreement, f.hash FROM document_file f
         WHERE (f.agreement, f.hash) IN (
             SELECT a.agreement, a.hash FROM document_log d
             JOIN document_log a ON a.agreement = d.agreement AND a.document_number = d.document_number AND a.hash IS NOT NULL
             WHERE d.kept_until < current_date
             UNION ALL
             SELECT a.agreement, a.hash FROM sandbox_clock c
             JOIN document_log d ON d.agreement = c.agreement AND d.kept_until < today_of(c.agreement)
             JOIN document_log a ON a.agreement = d.agreement AND a.document_number = d.document_number AND a.hash IS NOT NULL)
           AND NOT EXISTS (SELECT FROM document_part p WHERE p.agreement = f.agreement AND p.hash = f.hash)
           AND NOT is_file_kept(f.agreement, f.hash) AND NOT is_file_of_inbox(f.agreement, f.hash)
         ORDER BY f.agreement, f.hash LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
       RETURNING 1`,
    )
    swept += gone.length
    if (gone.length < AT_ONCE) return swept
  }
}
