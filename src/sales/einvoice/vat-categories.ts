import type { PrintedInvoice, PrintedLine } from '../printed-invoice.ts'

/** The VAT categories that a code may have (UNCL 5305). */
export const VAT_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const
type Code = (typeof VAT_CATEGORIES)[number]

/** The VAT category of a line in EN 16931. */
export interface VatCategory {
  code: Code
  /** Per cent; none where VAT does not apply at all. */
  rate: string | undefined
  /** Why there is no VAT, and the code of that in the list VATEX where it has one. */
  reason: Reason | undefined
}

/** A reason as an e-invoice says it, and as a Danish invoice does. */
export interface Reason {
  text: string
  danish: string
  code?: string
}

const REASONS: Readonly<Record<Exclude<Code, 'S' | 'Z'>, Reason>> = {
  E: { text: 'Exempt from VAT', danish: 'Fritaget for moms' },
  AE: { text: 'Reverse charge', danish: 'Omvendt betalingspligt: køberen afregner momsen', code: 'VATEX-EU-AE' },
  K: {
    text: 'Intra-community supply',
    danish: 'Momsfrit varesalg til EU: køberen afregner momsen',
    code: 'VATEX-EU-IC',
  },
  G: { text: 'Export outside the EU', danish: 'Eksport til lande uden for EU, uden moms', code: 'VATEX-EU-G' },
  O: { text: 'Not subject to VAT', danish: 'Ikke omfattet af dansk moms', code: 'VATEX-EU-O' },
}

const STANDARD_ZONE = 1
const EU_ZONE = 2
const ABROAD_ZONE = 3
/** Categories whose buyer is told by a VAT number (BR-IC-02, BR-AE-02). */
const NAMING_BUYER: readonly string[] = ['K', 'AE']

/**
 * The category of lines (rule 12.8). A line with VAT is standard (S). Without VAT the VAT code says it, and where it
 * says nothing the zone: zero-rated at home (Z), reverse charge in the EU (AE), outside of VAT abroad (O), exempt
 * elsewhere (E). Outside of VAT must be the only category of an invoice (BR-O-11): beside others the line is exempt,
 * for the same reason.
 */
export function vatCategories(invoice: PrintedInvoice): (line: PrintedLine) => VatCategory {
  const zonal: Code = ({ [STANDARD_ZONE]: 'Z', [EU_ZONE]: 'AE', [ABROAD_ZONE]: 'O' }[invoice.zone] as Code) ?? 'E'
  const codeOf = (line: PrintedLine): Code => (isRated(line) ? 'S' : ((line.category as Code | null) ?? zonal))
  const codes = new Set(invoice.lines.filter(({ net }) => net !== null).map(codeOf))
  const isMixed = codes.size > 1
  return (line) => {
    const code = codeOf(line)
    if (code === 'S') return { code, rate: plain(line.rate), reason: undefined }
    if (code === 'Z') return { code, rate: '0', reason: undefined }
    if (code !== 'O') return { code, rate: '0', reason: REASONS[code] }
    const { text, danish } = REASONS.O
    return isMixed ? { code: 'E', rate: '0', reason: { text, danish } } : { code, rate: undefined, reason: REASONS.O }
  }
}

/** The categories of a document that need the buyer's VAT number. */
export function categoriesNamingBuyer(invoice: PrintedInvoice): string[] {
  const categoryOf = vatCategories(invoice)
  const sold = invoice.lines.filter(({ net }) => net !== null).map((line) => categoryOf(line).code)
  return NAMING_BUYER.filter((code) => sold.includes(code as Code))
}

const isRated = ({ rate }: PrintedLine): boolean => /[1-9]/.test(rate)

/** Drops trailing zeros: `25.00` becomes `25`. */
const plain = (rate: string): string => (rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate)
