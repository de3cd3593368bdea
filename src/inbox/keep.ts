import type { Transaction } from '../database/connection.ts'
import { keepNewFile } from '../documents/attach.ts'
import type { Fault } from '../errors/catalogue.ts'
import type { Caller, Work } from '../resource/operations.ts'
import type { Looked, LookedEInvoice } from './looked.ts'

/** Who brings documents: a request, or a command that watches a folder. */
export interface Bringing extends Pick<Work, 'transaction'> {
  settings: Pick<Work['settings'], 'documentBytesMax'>
  caller: Pick<Caller, 'agreement' | 'person'> & { app: number | null; grantNumber: number | null }
}

/** A document that the inbox has already. */
interface There {
  number: number
  hash: string
  sender: string | null
  invoice: string | null
}

const ITEMS = `INSERT INTO inbox_item (agreement, number, kind, hash, file_name, note, received_at, app, grant_number,
  person, is_person_claimed,
    sender, supplier_name, invoice_number, invoice_date, due_date, currency, amount, einvoice)
  SELECT $1, s.number, s.kind, decode(s.hash, 'hex'), s.name, $3, clock_timestamp(), $4, $5, $6, $7,
    s.sender, s.supplier, s.invoice, s.date, s.due, s.currency, s.amount, s.einvoice
  FROM json_to_recordset($2::json) AS s(number int, kind text, hash text, name text, sender text, supplier text,
    invoice text, date date, due date, currency text, amount numeric(20, 2), einvoice text)`

const PARTS = `INSERT INTO inbox_part (agreement, inbox_number, place, hash, role, name)
  SELECT $1, s.number, s.place, decode(s.hash, 'hex'), s.role, s.name
  FROM json_to_recordset($2::json) AS s(number int, place int, hash text, role text, name text)`

/**
 * Takes files into the inbox, all of them unless there is a fault: the same file, or the same invoice of a supplier, is
 * there once.
 * @param placeOf the property of each file, by its place.
 * @returns the numbers of the documents, in the order given.
 */
export async function keepInInbox(
  { transaction, caller, settings }: Bringing,
  files: readonly Looked[],
  note: string | null,
  faults: Fault[],
  placeOf: (at: number) => string,
): Promise<number[]> {
  const { agreement, app, grantNumber, person } = caller
  // Documents of an agreement come one after the other from here on.
  const [taken] = await transaction.rows<{ first: number }>(`SELECT take_numbers($1, 'inbox_item', $2) AS first`, [
    agreement,
    files.length,
  ])
  const { first } = taken!
  const there = await alreadyThere(transaction, agreement, files)
  for (const [at, file] of files.entries()) {
    faults.push(...repeated(file, there, placeOf(at)))
    there.push(thereAs(first + at, file))
  }
  if (faults.length > 0) return []
  for (const { file, einvoice } of files) {
    for (const one of [file, ...(einvoice?.parts ?? []).map((part) => part.file)])
      await keepNewFile({ transaction, caller, settings }, one)
  }
  const rows = files.map((file, at) => ({
    number: first + at,
    kind: file.file.kind,
    hash: file.file.hash,
    name: file.name?.slice(-NAME_MAX).replace(/^[\uDC00-\uDFFF]/, '') ?? null,
    ...(file.einvoice && columnsOf(file.einvoice)),
  }))
  const who = [app, grantNumber, person?.initials ?? null, person?.isClaimed ?? false]
  await transaction.rows(ITEMS, [agreement, JSON.stringify(rows), note, ...who])
  const parts = files.flatMap(({ einvoice }, at) =>
    (einvoice?.parts ?? []).map(({ file, role, name }, place) => ({
      number: first + at,
      place: place + 1,
      hash: file.hash,
      role,
      name,
    })),
  )
  if (parts.length > 0) await transaction.rows(PARTS, [agreement, JSON.stringify(parts)])
  return rows.map(({ number }) => number)
}

/** Characters of a file's name that are kept: its end. */
const NAME_MAX = 255

const columnsOf = ({ sender, supplierName, number, date, dueDate, currency, amount, json }: LookedEInvoice) => ({
  sender,
  supplier: supplierName,
  invoice: number,
  date,
  due: dueDate,
  currency,
  amount,
  einvoice: json,
})

const thereAs = (number: number, { file, einvoice }: Looked): There => ({
  number,
  hash: file.hash,
  sender: einvoice?.sender ?? null,
  invoice: einvoice?.number.toLowerCase() ?? null,
})

/** Documents that are not rejected, and have the bytes or the invoice of one of the files. */
const alreadyThere = (transaction: Transaction, agreement: number, files: readonly Looked[]): Promise<There[]> =>
  transaction.rows<There>(
    `SELECT i.number, encode(i.hash, 'hex') AS hash, i.sender, lower(i.invoice_number) AS invoice
     FROM json_to_recordset($2::json) AS s(hash text, sender text, invoice text)
     JOIN inbox_item i ON i.agreement = $1 AND i.rejected_reason IS NULL
       AND (i.hash = decode(s.hash, 'hex') OR (i.sender = s.sender AND fold(i.invoice_number) = fold(s.invoice)))
     WHERE i.agreement = $1 ORDER BY i.number`,
    [
      agreement,
      JSON.stringify(
        files.map(({ file, einvoice }) => ({
          hash: file.hash,
          sender: einvoice?.sender ?? null,
          invoice: einvoice?.number ?? null,
        })),
      ),
    ],
  )

function repeated({ file, einvoice }: Looked, there: readonly There[], property: string): Fault[] {
  const same = there.find(({ hash }) => hash === file.hash)
  if (same) {
    const message = `Document ${same.number} of the inbox has the same file.`
    return [{ code: 'InboxFileAlreadyThere', property, message }]
  }
  const invoice = einvoice?.number.toLowerCase()
  const again = einvoice && there.find((one) => one.sender === einvoice.sender && one.invoice === invoice)
  if (!again) return []
  const message = `Document ${again.number} of the inbox is invoice '${einvoice.number}' of ${einvoice.supplierName}.`
  return [{ code: 'EInvoiceAlreadyThere', property, message }]
}
