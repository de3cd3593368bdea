import type { Fault } from '../../errors/catalogue.ts'
import type { Item } from '../../resource/operations.ts'
import { isEan, isElectronicAddress, peppolId } from '../../sales/einvoice/electronic-address.ts'

const EMAILS = {
  email: 'CustomerInvalidEmail',
  defaultInvoiceRecipient: 'CustomerInvalidInvoiceEmail',
  defaultOrderRecipient: 'CustomerInvalidOrderEmail',
  defaultQuoteRecipient: 'CustomerInvalidQuotationEmail',
  defaultReminderRecipient: 'CustomerInvalidReminderEmail',
  defaultStatementOfAccountRecipient: 'CustomerInvalidStatementEmail',
} as const

/** A local part, and a domain of at least two labels. */
const ADDRESS = /^[^\s@,;<>()"]+@[^\s@,;<>()".]+(\.[^\s@,;<>()".]+)+$/

/** The faults that a customer has on its own (rule 11.1). */
export function customerFaults(item: Item): Fault[] {
  const faults: Fault[] = []
  const text = (property: string): string => (item[property] as string | undefined) ?? ''
  const report = (property: string, code: Fault['code']): void => void faults.push({ code, property })
  for (const [property, value] of Object.entries(item)) {
    if (typeof value !== 'string' || property === 'objectVersion') continue
    if (property === 'voucherNumber') {
      if (/\p{C}/u.test(value)) report(property, 'CustomerInvalidVoucher')
    } else if (/\p{Cc}/u.test(value)) report(property, 'CustomerInvalidCharacters')
  }
  for (const [property, code] of Object.entries(EMAILS)) {
    const addresses = text(property)
      .split(' ')
      .filter((part) => part !== '')
    if (!addresses.every((address) => ADDRESS.test(address))) report(property, code)
  }
  const ean = text('eanLocationNumber')
  if (ean !== '' && !/^\d{13}$/.test(ean)) report('eanLocationNumber', 'CustomerInvalidEANThirteenDigits')
  else if (ean !== '' && !isEan(ean)) report('eanLocationNumber', 'CustomerInvalidEAN')
  if (text('pnr') !== '' && !/^\d{10}$/.test(text('pnr'))) report('pnr', 'CustomerInvalidPNumber')
  const address = peppolId(text('recipientPeppol'))
  if (text('recipientPeppol') !== '' && !address) report('recipientPeppol', 'CustomerInvalidInputPEPPOLID')
  else if (address && !isElectronicAddress(address)) report('recipientPeppol', 'CustomerInvalidPEPPOLID')
  return faults
}
