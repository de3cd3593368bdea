import type { PrintedInvoice, PrintedLine } from '../printed-invoice.ts'

/** The VAT category of a line in EN 16931 (UNCL 5305). */
export interface VatCategory {
  code: 'S' | 'Z' | 'E' | 'AE' | 'O'
  /** Per cent; none where VAT does not apply at all. */
  rate: string | undefined
  /** Why there is no VAT. */
  reason: string | undefined
}

const STANDARD_ZONE = 1
const EU_ZONE = 2
const ABROAD_ZONE = 3
const ZERO = '0'

const exempt: VatCategory = { code: 'E', rate: ZERO, reason: 'Exempt from VAT' }
const zeroRated: VatCategory = { code: 'Z', rate: ZERO, reason: undefined }
const reverseCharge: VatCategory = { code: 'AE', rate: ZERO, reason: 'Reverse charge' }
const outside: VatCategory = { code: 'O', rate: undefined, reason: 'Not subject to VAT' }

/**
 * The category of lines (rule 12.8). A line with VAT is standard (S). Without VAT the invoice's zone decides: zero-rated at home (Z), reverse charge
 * in the EU (AE), outside of VAT abroad (O), exempt elsewhere (E). Reverse charge needs a buyer with a number; otherwise the line is exempt. Outside
 * of VAT must be the only category of an invoice (BR-O-11); beside VAT the line is exempt.
 */
export function vatCategories(invoice: PrintedInvoice, buyerHasNumber: boolean): (line: PrintedLine) => VatCategory {
  const hasVat = invoice.lines.some((line) => line.net !== null && isRated(line))
  const unrated = { [STANDARD_ZONE]: zeroRated, [EU_ZONE]: buyerHasNumber ? reverseCharge : exempt }[invoice.zone]
  const none = unrated ?? (invoice.zone === ABROAD_ZONE && !hasVat ? outside : exempt)
  return (line) => (isRated(line) ? { code: 'S', rate: plain(line.rate), reason: undefined } : none)
}

const isRated = ({ rate }: PrintedLine): boolean => /[1-9]/.test(rate)

/** Drops trailing zeros: `25.00` becomes `25`. */
const plain = (rate: string): string => (rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate)
