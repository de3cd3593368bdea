import type { Executor, Transaction } from '../database/connection.ts'
import type { ServedFile } from '../resource/operations.ts'
import { bytesOf } from '../documents/pieces.ts'
import { contentOf } from '../documents/serve.ts'
import { printed, type PrintedInvoice } from './printed-invoice.ts'

/**
 * Keeps what the files of these invoices are made of, before they are booked: so the booking seals it, and nothing
 * changes it (rule 12.9).
 * @returns that of those which may need a VAT number of their buyer, and have none.
 */
export async function keepData(
  transaction: Transaction,
  agreement: number,
  invoices: readonly { invoiceNumber: number; documentId: number }[],
): Promise<PrintedInvoice[]> {
  const [row] = await transaction.rows<{ unnamed: string | null }>(KEEP, [agreement, JSON.stringify(invoices)])
  return JSON.parse(row!.unnamed ?? '[]') as PrintedInvoice[]
}

const KEEP = `
  SELECT keep_issued($1, array_agg(f.number ORDER BY f.place), 'data', 'booking',
      array_agg(convert_to(f.told, 'UTF8') ORDER BY f.place))::text AS kept,
    '[' || string_agg(f.told, ',' ORDER BY f.place) FILTER (WHERE f.may_need_number) || ']' AS unnamed
  FROM (${printed('booked_invoice_line')}) AS f`

/** The files that an invoice or credit note is issued as. */
export type IssuedKind = 'pdf' | 'ubl'

interface Kept {
  bytes: number
  hash: string
}

/** What a file is made of, and the number of the last row that it is kept in. */
interface MadeOf {
  data: string
  recipient: string | null
  last: number
}

/**
 * The file of a booked document: the bytes that were kept when it was first made, or those that `make` makes now, which
 * are kept from now on. Of several calls at the same time all answer the same bytes. Undefined where there is no such
 * document. @throws what `make` throws: nothing is kept then.
 */
export async function issuedFile(
  database: Executor,
  agreement: number,
  document: number,
  kind: IssuedKind,
  make: (invoice: PrintedInvoice) => Promise<Uint8Array>,
): Promise<Omit<ServedFile, 'name'> | undefined> {
  for (;;) {
    const [kept] = await database.rows<Kept>(KEPT, [agreement, document, kind])
    if (kept) {
      const content = async () => contentOf(await keptBytes(database, agreement, document, kind))
      // The bytes, and the text that they come as.
      return { tag: kept.hash, held: 3 * kept.bytes, content }
    }
    const [of] = await database.rows<MadeOf>(MADE_OF, [agreement, document])
    if (!of) return undefined
    const made = await make(withRecipient(of, kind))
    // False where identifiers of the buyer came meanwhile: it is made anew.
    const text = `SELECT keep_issued_file($1, $2, $3, $4, decode($5, 'base64'))`
    await database.rows(text, [agreement, document, kind, of.last, Buffer.from(made).toString('base64')])
  }
}

const KEPT = `
  SELECT length(f.content) AS bytes, encode(sha256(f.content), 'hex') AS hash FROM issued_document f
  WHERE f.agreement = $1 AND f.document_id = $2 AND f.kind = $3`

const MADE_OF = `
  SELECT convert_from(d.content, 'UTF8') AS data, convert_from(r.content, 'UTF8') AS recipient,
    greatest(d.number, r.number) AS last
  FROM issued_document d
  LEFT JOIN LATERAL (SELECT x.number, x.content FROM issued_document x WHERE x.agreement = $1 AND x.document_id = $2
    AND x.kind = 'recipient'
    ORDER BY x.number DESC LIMIT 1) r ON true
  WHERE d.agreement = $1 AND d.document_id = $2 AND d.kind = 'data'`

async function keptBytes(
  database: Executor,
  agreement: number,
  document: number,
  kind: IssuedKind,
): Promise<Uint8Array> {
  const text = 'SELECT f.content FROM issued_document f WHERE f.agreement = $1 AND f.document_id = $2 AND f.kind = $3'
  const found = await database.bytes({ text, values: [agreement, document, kind] })
  return bytesOf(found!)
}

/**
 * The document as its data says it with the last identifiers that came later, and whether its UBL is made; undefined
 * where there is none.
 */
export async function issuedData(
  transaction: Transaction,
  agreement: number,
  document: number,
): Promise<{ invoice: PrintedInvoice; recipient: object; isMade: boolean } | undefined> {
  // Files of the agreement are made before or after, so that none is made of what is no longer the last.
  await transaction.rows(`SELECT FROM counter c WHERE c.agreement = $1 AND c.name = 'issued_document' FOR UPDATE`, [
    agreement,
  ])
  const [of] = await transaction.rows<MadeOf>(MADE_OF, [agreement, document])
  if (!of) return undefined
  const [made] = await transaction.rows<Kept>(KEPT, [agreement, document, 'ubl'])
  const recipient = JSON.parse(of.recipient ?? '{}') as object
  return { invoice: withRecipient(of, 'ubl'), recipient, isMade: made !== undefined }
}

/** Keeps identifiers of the buyer that came after the booking. */
export async function keepRecipient(
  transaction: Transaction,
  agreement: number,
  document: number,
  recipient: object,
): Promise<void> {
  const text = `SELECT keep_issued($1, ARRAY[$2::int], 'recipient', NULL, ARRAY[convert_to($3, 'UTF8')])`
  await transaction.rows(text, [agreement, document, JSON.stringify(recipient)])
}

/** What came later of the buyer is for the UBL alone: the PDF is as it was at the booking. */
function withRecipient({ data, recipient }: MadeOf, kind: IssuedKind): PrintedInvoice {
  const invoice = JSON.parse(data) as PrintedInvoice
  if (kind === 'pdf' || recipient === null) return invoice
  return { ...invoice, buyer: { ...invoice.buyer, ...(JSON.parse(recipient) as object) } }
}
