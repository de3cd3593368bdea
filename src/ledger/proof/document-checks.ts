/**
 * What must hold of documents, each as a statement of the agreement ($1) that answers one row with a `fault` when it
 * does not.
 */
export const DOCUMENT_CHECKS: readonly string[] = [
  // Every file is the bytes that its hash was taken of.
  `SELECT 'the file ' || encode(f.hash, 'hex') || ' is not what was sent.' AS fault
   FROM document_file f
   LEFT JOIN LATERAL (
     SELECT string_agg(p.bytes, ''::bytea ORDER BY p.place) AS bytes, count(*) AS pieces, max(p.place) AS last
     FROM document_piece p WHERE p.agreement = $1 AND p.hash = f.hash
   ) AS whole ON true
   WHERE f.agreement = $1 AND (whole.bytes IS NULL OR sha256(whole.bytes) <> f.hash OR length(whole.bytes) <> f.bytes
     OR whole.pieces <> whole.last)
   ORDER BY f.hash LIMIT 1`,

  // Every file belongs to a document, or is in the inbox, or the law keeps it.
  `SELECT 'the file ' || encode(f.hash, 'hex') || ' belongs to no document.' AS fault
   FROM document_file f
   WHERE f.agreement = $1 AND NOT EXISTS (SELECT FROM document_part p WHERE p.agreement = $1 AND p.hash = f.hash)
     AND NOT is_file_of_inbox($1, f.hash)
     AND NOT EXISTS (
       SELECT FROM document_log a
       JOIN document_log d ON d.agreement = $1 AND d.document_number = a.document_number AND d.is_detached
         AND d.kept_until IS NOT NULL
       WHERE a.agreement = $1 AND a.hash = f.hash)
   ORDER BY f.hash LIMIT 1`,

  // A document has the files that the log says were attached, and is not there when the log says it was taken off.
  `WITH logged AS (
     SELECT a.document_number, a.accounting_year, a.journal_number, a.voucher_number, a.source, a.hash,
       row_number() OVER (PARTITION BY a.document_number ORDER BY a.number)::int AS place
     FROM document_log a
     WHERE a.agreement = $1 AND NOT a.is_detached AND NOT EXISTS (
       SELECT FROM document_log d WHERE d.agreement = $1 AND d.document_number = a.document_number AND d.is_detached)
   ), attached AS (
     SELECT d.number AS document_number, d.accounting_year, d.journal_number, d.voucher_number, d.source, p.hash,
       p.place
     FROM attached_document d LEFT JOIN document_part p ON p.agreement = $1 AND p.document_number = d.number
     WHERE d.agreement = $1
   )
   SELECT 'document ' || coalesce(l.document_number, a.document_number) || ' is not what the log says.' AS fault
   FROM logged l FULL JOIN attached a ON a.document_number = l.document_number AND a.place = l.place
   WHERE (a.accounting_year, a.journal_number, a.voucher_number, a.source, a.hash)
     IS DISTINCT FROM (l.accounting_year, l.journal_number, l.voucher_number, coalesce(l.source, a.source), l.hash)
   ORDER BY coalesce(l.document_number, a.document_number) LIMIT 1`,

  // A document has the pages of its files.
  `SELECT 'document ' || d.number || ' has ' || coalesce(d.page_count::text, 'no') || ' pages, its files have '
    || sum(f.pages) || '.' AS fault
   FROM attached_document d
   JOIN document_part p ON p.agreement = $1 AND p.document_number = d.number
   JOIN document_file f ON f.agreement = $1 AND f.hash = p.hash
   WHERE d.agreement = $1
   GROUP BY d.number, d.page_count HAVING d.page_count IS DISTINCT FROM sum(f.pages)
   ORDER BY d.number LIMIT 1`,

  // Since the last seal the log is numbered without a gap, to the last number given out. Seals prove the rows before,
  // whose numbers they contain (before 0095, documents that were deleted together could leave numbers out).
  `SELECT 'the log of documents has ' || count(l.number) || ' rows after row ' || sealed.last
    || ', the last that is sealed; its last is '
     || greatest(max(l.number), sealed.last) || ', and ' || coalesce(max(c.value), 0) || ' were given out.' AS fault
   FROM (SELECT coalesce(max(b.last_document), 0) AS last FROM booking b WHERE b.agreement = $1) AS sealed
   LEFT JOIN document_log l ON l.agreement = $1 AND l.number > sealed.last
   LEFT JOIN counter c ON c.agreement = $1 AND c.name = 'document_log'
   GROUP BY sealed.last
   HAVING count(l.number) <> coalesce(max(c.value), 0) - sealed.last
     OR greatest(max(l.number), sealed.last) <> coalesce(max(c.value), 0)`,
]
