import { createCipheriv, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transaction } from '../database/connection.ts'
import { ApiError } from '../errors/catalogue.ts'

const KEY_BYTES = 32
const NONCE_BYTES = 12

/** What is kept of who receives a service; the CPR number is written and never read over the API. */
export interface SensitiveData {
  /** 0 none, 1 common, 2 sensitive. */
  sensitivityLevel: number | null
  serviceRecipientCpr: string | null
}

/** The key that CPR numbers are encrypted with: `secret.key` in the data directory, made when it is first needed. Nodes of one database share it. */
async function secretKey(directory: string): Promise<Buffer> {
  const path = join(directory, 'secret.key')
  await mkdir(directory, { recursive: true })
  // Whoever comes first makes it; the others find it there.
  await writeFile(path, randomBytes(KEY_BYTES), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const key = await readFile(path)
  if (key.length !== KEY_BYTES) throw new Error(`${path} has ${key.length} bytes; a key has ${KEY_BYTES}.`)
  return key
}

/** AES-256-GCM, bound to its agreement: nonce, tag and text together, as hex. */
function encrypted(key: Buffer, agreement: number, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(String(agreement)))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('hex')
}

/**
 * Sets the sensitive data of the draft invoice that people know by the number; what is null is cleared (SALES.md, Draft invoices).
 * @throws ApiError NotFound, ValueNotAllowed of what is no CPR number.
 */
export async function setSensitiveData(
  transaction: Transaction,
  agreement: number,
  draftInvoiceNumber: number,
  { sensitivityLevel, serviceRecipientCpr }: SensitiveData,
  directory: string,
): Promise<void> {
  const [found] = await transaction.rows(
    'SELECT 1 FROM draft_invoice d WHERE d.agreement = $1 AND d.draft_invoice_number = $2 FOR NO KEY UPDATE',
    [agreement, draftInvoiceNumber],
  )
  if (!found) throw new ApiError({ code: 'NotFound', property: 'draftInvoiceNumber' })
  if (serviceRecipientCpr !== null && !/^\d{6}-?\d{4}$/.test(serviceRecipientCpr)) {
    const message = 'serviceRecipientCpr must be ten digits, with a hyphen after the sixth or without.'
    throw new ApiError({ code: 'ValueNotAllowed', property: 'serviceRecipientCpr', message })
  }
  const cpr =
    serviceRecipientCpr === null
      ? null
      : encrypted(await secretKey(directory), agreement, serviceRecipientCpr.replace('-', ''))
  await transaction.rows(
    `UPDATE draft_invoice d SET sensitivity_level = $3, service_recipient_cpr = decode($4, 'hex')
     WHERE d.agreement = $1 AND d.draft_invoice_number = $2`,
    [agreement, draftInvoiceNumber, sensitivityLevel, cpr],
  )
}
