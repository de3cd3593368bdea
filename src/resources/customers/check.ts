import type { Fault } from '../../errors/catalogue.ts'
import type { Item } from '../../resource/operations.ts'

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

/** Identifiers of the schemes by which Danish firms are found: which texts can be one. Those of other schemes are taken as they are. */
const PEPPOL: Readonly<Record<string, (id: string) => boolean>> = {
  '0088': isEan,
  '0184': (id) => /^(DK)?\d{8}$/.test(id),
  '0096': (id) => /^\d{10,18}$/.test(id),
  '0198': (id) => /^DK\d{8}$/.test(id),
}
/** Schemes of the Peppol code list (ISO 6523 and the 99xx of Peppol), but for those above. */
const isOtherScheme = (scheme: string): boolean =>
  /^(000[279]|0037|0060|0097|0106|0130|0135|0142|0151|0158|0170|0177|0183|0188|019[0-9]|02\d\d|99\d\d)$/.test(scheme)

/** What is wrong with a customer in itself (SALES.md, Customers). */
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
  const [, scheme, id] = /^(\d{4}):(.+)$/.exec(text('recipientPeppol')) ?? []
  if (text('recipientPeppol') !== '' && scheme === undefined) report('recipientPeppol', 'CustomerInvalidInputPEPPOLID')
  else if (scheme !== undefined && !(PEPPOL[scheme]?.(id!) ?? isOtherScheme(scheme))) {
    report('recipientPeppol', 'CustomerInvalidPEPPOLID')
  }
  return faults
}

/** 13 digits of which the last checks the others (GS1): weights 1 and 3 in turn sum to a multiple of 10. */
function isEan(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false
  const sum = [...text].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
