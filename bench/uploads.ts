import { randomBytes } from 'node:crypto'
import type { Closing } from './closing.ts'
import { openGround } from './ground.ts'
import { loadNow } from './machine.ts'
import { newAgreement } from './product.ts'
import { measureBeside, type Noise } from './quiet-neighbour.ts'
import { post, type Tokens } from './request.ts'

/** Concurrent uploads, and the size of each: the largest that a file may have. */
const UPLOADERS = 16
const FILE_BYTES = 9_437_184
/** More vouchers than the run can use: each takes one document. */
const VOUCHERS = 500
const FIRST_VOUCHER = 1001
const DOCUMENTS = '/documentsapi/v4.0.1/AttachedDocuments'
const JOURNALS = '/journalsapi/v15.0.1'
const BOUNDARY = '----daybook-bench'

/**
 * Measures single reads of one agreement, and `/health`, while another always has 16 of the largest uploads in flight,
 * and without uploads.
 */
export async function measureUploads(seconds: number, closing: Closing): Promise<void> {
  const ground = await openGround(closing)
  const { headers } = await newAgreement(ground.address, 'Uploads')
  const year = await makeVouchers(ground.port, headers)
  process.stdout.write(`load before ${loadNow().toFixed(1)}\n`)
  const uploads = (): ReturnType<Noise> => Promise.resolve(keepUploading(ground.port, headers, year))
  const noises = [
    ['nothing', undefined],
    ['16 uploads of 9 MiB', uploads],
  ] as const
  await measureBeside(noises, { ground, seconds, closing })
}

/**
 * Makes drafts of this year's first day; each is a voucher to which a document can be attached. @returns their year.
 */
async function makeVouchers(port: number, headers: Tokens): Promise<string> {
  const year = String(new Date().getFullYear())
  const entries = Array.from({ length: VOUCHERS }, (_, at) => ({
    journalNumber: 1,
    voucherNumber: FIRST_VOUCHER + at,
    date: `${year}-01-01`,
    currency: 'DKK',
    entryTypeNumber: 5,
    amount: 100,
    accountNumber: 1310,
    contraAccountNumber: 5820,
  }))
  await post(port, `${JOURNALS}/draft-entries/bulk`, headers, { entries })
  return year
}

/**
 * Keeps UPLOADERS uploads in flight, each with its own voucher and bytes. @returns a function that stops them and
 * returns status counts.
 */
function keepUploading(port: number, headers: Tokens, year: string): () => Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  let next = FIRST_VOUCHER
  let isOver = false
  const file = largestPdf()
  const client = async (): Promise<void> => {
    while (!isOver) {
      const response = await fetch(`http://127.0.0.1:${port}${DOCUMENTS}`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
        body: formOf(file, next++, year),
      })
      await response.text()
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
    }
  }
  const clients = Array.from({ length: UPLOADERS }, client)
  // The stop function reports a failure; until then this prevents an unhandled rejection.
  for (const one of clients) one.catch(() => {})
  return async () => {
    isOver = true
    await Promise.all(clients)
    return statuses
  }
}

/** The offset of the bytes that make each upload a different file. */
const OWN_BYTES = 4096

/** A PDF with a page, and a stream that cannot be compressed. */
function largestPdf(): Buffer {
  const made = (note: Buffer): Buffer => {
    const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
    const places: number[] = []
    const objects: readonly (readonly Buffer[])[] = [
      [Buffer.from('<< /Type /Catalog /Pages 2 0 R /Note 4 0 R >>')],
      [Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>')],
      [Buffer.from('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>')],
      [Buffer.from(`<< /Length ${String(note.length).padStart(8)} >>\nstream\n`), note, Buffer.from('\nendstream')],
    ]
    for (const [at, object] of objects.entries()) {
      places.push(parts.reduce((sum, { length }) => sum + length, 0))
      parts.push(Buffer.from(`${at + 1} 0 obj\n`), ...object, Buffer.from('\nendobj\n'))
    }
    const end = parts.reduce((sum, { length }) => sum + length, 0)
    const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
    const size = objects.length + 1
    const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${String(end).padStart(8)}\n%%EOF\n`
    return Buffer.concat([...parts, Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`)])
  }
  return made(randomBytes(FILE_BYTES - made(Buffer.alloc(0)).length))
}

function formOf(file: Buffer, voucherNumber: number, year: string): Uint8Array<ArrayBuffer> {
  const field = (name: string, value: string): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const head = `${field('voucherNumber', String(voucherNumber))}${field('accountingYear', year)}--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="scan.pdf"\r\nContent-Type: application/pdf\r\n\r\n`
  const form = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
  form.writeUInt32BE(voucherNumber, Buffer.byteLength(head) + OWN_BYTES)
  return form
}
