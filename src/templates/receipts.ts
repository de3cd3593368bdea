import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Transaction } from '../database/connection.ts'
import { seededRandom } from './random.ts'

/** How many vouchers of the demo company have a document: the last that were booked. */
const RECEIPTS = 40

/** A supplier's invoice as it was booked. */
interface Purchase {
  accountingYear: string
  journalNumber: number
  voucherNumber: number
  date: string
  text: string
  invoice: string
  amount: string
  currency: string
}

/** Gives each of the last purchases of the demo company a document, a PDF or a picture. It is made from the booked entries, and the same on every install. */
export async function fillReceipts(transaction: Transaction, agreement: number): Promise<void> {
  const purchases = await transaction.rows<Purchase>(
    `SELECT e.accounting_year AS "accountingYear", e.journal_number AS "journalNumber", e.voucher_number AS "voucherNumber", e.date, e.text,
       e.supplier_invoice_number AS invoice, -e.amount AS amount, e.currency
     FROM booked_entry e WHERE e.agreement = $1 AND e.type = 3 AND e.supplier_number IS NOT NULL
     ORDER BY e.entry_number DESC LIMIT $2`,
    [agreement, RECEIPTS],
  )
  const documents = purchases.reverse().map((purchase, index) => {
    const kind = index % 4 === 3 ? 'png' : 'pdf'
    const file = kind === 'png' ? picture(purchase.voucherNumber) : invoice(purchase)
    const hash = createHash('sha256').update(file).digest('hex')
    return { ...purchase, number: index + 1, kind, hash, bytes: file.length, file: file.toString('base64') }
  })
  const listed = JSON.stringify(documents)
  for (const statement of STATEMENTS) await transaction.rows(statement, [agreement, listed])
}

const FROM = `FROM json_to_recordset($2::json) AS d("accountingYear" text, "journalNumber" int, "voucherNumber" int, text text, number int,
  kind text, hash text, bytes int, file text)`

const STATEMENTS: readonly string[] = [
  `INSERT INTO document_file (agreement, hash, bytes, kind, pages, is_mergeable, has_active_content)
   SELECT $1, decode(d.hash, 'hex'), d.bytes, d.kind, 1, true, false ${FROM}`,
  `INSERT INTO document_piece (agreement, hash, place, bytes) SELECT $1, decode(d.hash, 'hex'), 1, decode(d.file, 'base64') ${FROM}`,
  `INSERT INTO attached_document (agreement, number, note, page_count, voucher_number, accounting_year, journal_number, source)
   SELECT $1, d.number, d.text, 1, d."voucherNumber", d."accountingYear", d."journalNumber", 'journal' ${FROM}`,
  `INSERT INTO document_part (agreement, document_number, place, hash) SELECT $1, d.number, 1, decode(d.hash, 'hex') ${FROM}`,
  `INSERT INTO document_log (agreement, number, logged_at, is_detached, document_number, accounting_year, journal_number, voucher_number,
     hash, kind, bytes, pages, source)
   SELECT $1, d.number, clock_timestamp(), false, d.number, d."accountingYear", d."journalNumber", d."voucherNumber",
     decode(d.hash, 'hex'), d.kind, d.bytes, 1, 'journal' ${FROM}`,
  `INSERT INTO counter (agreement, name, value)
   SELECT $1, c.name, count(*) ${FROM} CROSS JOIN (VALUES ('attached_document'), ('document_log')) AS c(name) GROUP BY c.name`,
]

/** A PDF of one page with the text, date and amount of the purchase. */
function invoice({ text, invoice: number, date, amount, currency, voucherNumber }: Purchase): Buffer {
  const lines = [
    [24, `Faktura ${number}`],
    [12, text],
    [12, `Dato ${date}`],
    [12, `Bilag ${voucherNumber}`],
    [16, `I alt ${currency} ${amount}`],
  ] as const
  const escaped = (line: string): string => line.replace(/[\\()]/g, '\\$&')
  const drawn = lines.map(([size, line], at) => `BT /F1 ${size} Tf 60 ${760 - 40 * at} Td (${escaped(line)}) Tj ET`)
  const content = Buffer.from(drawn.join('\n'), 'latin1')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>`
  return Buffer.from(`${file}${table}\nstartxref\n${file.length}\n%%EOF\n`, 'latin1')
}

/** Pixels, one bit each. */
const PICTURE = { width: 240, height: 320 }

/** A PNG that looks like a till receipt: lines of print, different for each voucher. */
function picture(voucherNumber: number): Buffer {
  const { width, height } = PICTURE
  const random = seededRandom(voucherNumber)
  const rows = Array.from({ length: height }, () => Buffer.alloc(width / 8 + 1, 0xff).fill(0, 0, 1))
  for (let top = 24; top < height - 24; top += 16) {
    const end = random.between(8, 28)
    for (const row of rows.slice(top, top + 6)) row.fill(0, 4, end)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
