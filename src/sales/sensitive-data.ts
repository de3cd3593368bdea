import type { Transaction } from '../database/connection.ts'
import { ApiError } from '../errors/catalogue.ts'
import type { Vault } from '../secrets/vault.ts'

/** Data about the recipient of a service. The API writes the CPR number and never returns it. */
export interface SensitiveData {
  /** 0 none, 1 common, 2 sensitive. */
  sensitivityLevel: number | null
  serviceRecipientCpr: string | null
}

/**
 * Sets the sensitive data of the draft invoice with the number that people see; null clears a value (rule 12.4).
 * @throws ApiError NotFound, ValueNotAllowed for an invalid CPR number.
 */
export async function setSensitiveData(
  transaction: Transaction,
  agreement: number,
  draftInvoiceNumber: number,
  { sensitivityLevel, serviceRecipientCpr }: SensitiveData,
  vault: Vault,
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
  const cpr = serviceRecipientCpr === null ? null : await vault.encrypt(agreement, serviceRecipientCpr.replace('-', ''))
  await transaction.rows(
    `UPDATE draft_invoice d SET sensitivity_level = $3, service_recipient_cpr = decode($4, 'hex')
     WHERE d.agreement = $1 AND d.draft_invoice_number = $2`,
    [agreement, draftInvoiceNumber, sensitivityLevel, cpr],
  )
}
