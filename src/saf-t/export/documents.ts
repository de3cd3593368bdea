import type { Transaction } from '../../database/connection.ts'
import { readFile, type StoredFile } from '../../documents/store.ts'
import type { ExportDays } from './rows.ts'
import type { Zip } from './zip.ts'

/** A file of a document, and the voucher that it belongs to. */
interface Part extends StoredFile {
  number: number
  place: number
  accountingYear: string
  source: string
  journalNumber: number | null
  voucherNumber: number
  note: string | null
  /** Of a document that was taken off its voucher: when, and why. */
  detachedOn: string | null
  reason: string | null
}

/** Documents whose files are looked up at a time. */
const AT_ONCE = 500
const COLUMNS = 'document;accountingYear;journal;voucher;place;file;bytes;sha256;note;source;detachedOn;reason\r\n'

/**
 * Writes the documents of vouchers with entries of these days under `documents/`, each file as it was sent, and a list
 * of them. Those that were taken off a voucher, and that the law still keeps, stand beside them (rule 15.6).
 * @returns how many documents.
 */
export async function writeDocuments(
  transaction: Transaction,
  agreement: number,
  { from, to }: ExportDays,
  zip: Zip,
): Promise<number> {
  let list = COLUMNS
  let documents = 0
  for (let last: number | undefined = 0; last !== undefined;) {
    const parts: Part[] = await transaction.rows<Part>(PARTS, [agreement, from, to, last, AT_ONCE])
    for (const part of parts) {
      const name = nameOf(part)
      await zip.add(name, readFile(transaction, agreement, part.hash, 0, part.bytes), 1)
      list += lineOf(part, name)
    }
    documents += new Set(parts.map(({ number }) => number)).size
    last = parts.at(-1)?.number
  }
  await zip.add('documents.csv', once(list), 6)
  return documents
}

// oxlint-disable-next-line require-await
async function* once(text: string): AsyncGenerator<string> {
  yield text
}

/**
 * Years may have a slash in their name. What was taken off is named by its document too: its voucher may have another.
 */
function nameOf({
  number,
  accountingYear,
  source,
  journalNumber,
  voucherNumber,
  place,
  kind,
  detachedOn,
}: Part): string {
  const year = accountingYear.replaceAll(/[^\da-z]/gi, '-')
  const voucher = `${journalNumber ?? source}-${voucherNumber}`
  return detachedOn === null
    ? `documents/${year}/${voucher}-${place}.${kind}`
    : `documents/${year}/detached/${voucher}-${number}-${place}.${kind}`
}

function lineOf(part: Part, name: string): string {
  const { number, accountingYear, source, journalNumber, voucherNumber, place, bytes, hash, note, detachedOn, reason } =
    part
  const cells = [
    number,
    accountingYear,
    journalNumber ?? '',
    voucherNumber,
    place,
    name,
    bytes,
    hash,
    quoted(note ?? ''),
    source,
    detachedOn ?? '',
    quoted(reason ?? ''),
  ]
  return `${cells.join(';')}\r\n`
}

/** A text in a cell. No spreadsheet takes it for a formula. */
const quoted = (text: string): string => `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`

/** SQL: whether the voucher of `d` has entries of the days. */
const HAS_ENTRIES = `EXISTS (SELECT FROM booked_entry e WHERE e.agreement = $1 AND e.voucher_number = d.voucher_number
      AND e.journal_number IS NOT DISTINCT FROM d.journal_number AND e.accounting_year = d.accounting_year
        AND e.date BETWEEN $2 AND $3
      AND coalesce(d.source, 'journal')
        IN ('journal', source_of_voucher($1, e.journal_number, e.booking, e.voucher_number, e.type)))`

/** Documents that are attached, and those that were: the log names their files. */
const PARTS = `
  WITH chosen AS (
    SELECT d.number, d.accounting_year, d.source, d.journal_number, d.voucher_number, d.note,
      NULL::timestamptz AS detached_at, NULL AS reason
    FROM attached_document d WHERE d.agreement = $1 AND d.number > $4 AND ${HAS_ENTRIES}
    UNION ALL
    SELECT d.document_number, d.accounting_year,
      coalesce(d.source, CASE WHEN d.journal_number IS NULL THEN 'system' ELSE 'journal' END),
      d.journal_number, d.voucher_number, NULL, d.logged_at, d.reason
    FROM document_log d WHERE d.agreement = $1 AND d.document_number > $4 AND d.is_detached
      AND d.kept_until >= today_of($1) AND ${HAS_ENTRIES}
    ORDER BY 1 LIMIT $5
  ), parts AS (
    SELECT p.document_number, p.place, p.hash FROM chosen c JOIN document_part p ON p.agreement = $1
      AND p.document_number = c.number
    UNION ALL
    SELECT a.document_number, row_number() OVER (PARTITION BY a.document_number ORDER BY a.number)::int, a.hash
    FROM chosen c JOIN document_log a ON a.agreement = $1 AND a.document_number = c.number AND NOT a.is_detached
    WHERE c.detached_at IS NOT NULL
  )
  SELECT c.number, c.accounting_year AS "accountingYear", c.source, c.journal_number AS "journalNumber",
    c.voucher_number AS "voucherNumber", c.note, to_char(c.detached_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')
    AS "detachedOn", c.reason, p.place, encode(f.hash, 'hex') AS hash, f.bytes, f.kind
  FROM chosen c
  JOIN parts p ON p.document_number = c.number
  JOIN document_file f ON f.agreement = $1 AND f.hash = p.hash
  ORDER BY c.number, p.place`
