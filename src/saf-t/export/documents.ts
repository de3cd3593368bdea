import type { Transaction } from '../../database/connection.ts'
import { readFile, type StoredFile } from '../../documents/store.ts'
import type { ExportDays } from './header.ts'
import type { Zip } from './zip.ts'

/** A file of a document, and the voucher that it belongs to. */
interface Part extends StoredFile {
  number: number
  place: number
  accountingYear: string
  journalNumber: number | null
  voucherNumber: number
  note: string | null
}

/** Documents whose files are looked up at a time. */
const AT_ONCE = 500
const COLUMNS = 'document;accountingYear;journal;voucher;place;file;bytes;sha256;note\r\n'

/**
 * Writes the documents of vouchers with entries of these days under `documents/`, each file as it was sent, and a list of them.
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

/** Years may have a slash in their name. */
const nameOf = ({ accountingYear, journalNumber, voucherNumber, place, kind }: Part): string =>
  `documents/${accountingYear.replaceAll(/[^\da-z]/gi, '-')}/${journalNumber ?? 0}-${voucherNumber}-${place}.${kind}`

function lineOf(part: Part, name: string): string {
  const { number, accountingYear, journalNumber, voucherNumber, place, bytes, hash, note } = part
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
  ]
  return `${cells.join(';')}\r\n`
}

/** A text in a cell. No spreadsheet takes it for a formula. */
const quoted = (text: string): string => `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`

const PARTS = `
  WITH chosen AS (
    SELECT d.* FROM attached_document d
    WHERE d.agreement = $1 AND d.number > $4 AND EXISTS (SELECT FROM booked_entry e WHERE e.agreement = $1 AND e.voucher_number = d.voucher_number
      AND e.journal_number IS NOT DISTINCT FROM d.journal_number AND e.accounting_year = d.accounting_year AND e.date BETWEEN $2 AND $3)
    ORDER BY d.number LIMIT $5
  )
  SELECT c.number, c.accounting_year AS "accountingYear", c.journal_number AS "journalNumber", c.voucher_number AS "voucherNumber", c.note,
    p.place, encode(f.hash, 'hex') AS hash, f.bytes, f.kind
  FROM chosen c
  JOIN document_part p ON p.agreement = $1 AND p.document_number = c.number
  JOIN document_file f ON f.agreement = $1 AND f.hash = p.hash
  ORDER BY c.number, p.place`
