import type { Transaction } from '../database/connection.ts'
import type { ReadVat } from './reading/einvoice.ts'

/** A VAT code of purchases. */
export interface PurchaseCode {
  code: string
  /** Decimal text without zeros at its end. */
  rate: string
  isReverse: boolean
  deductiblePercentage: string
  report: string | null
  /** The box of the other side of a reverse charge. */
  contraBox: string | null
}

/** The VAT codes of purchases, the fully deductible first. */
export const purchaseCodes = (transaction: Transaction, agreement: number): Promise<PurchaseCode[]> =>
  transaction.rows<PurchaseCode>(
    `SELECT v.code, trim_scale(v.rate)::text AS rate, v.contra_account_number IS NOT NULL AS "isReverse",
       trim_scale(v.deductible_percentage)::text AS "deductiblePercentage", v.report,
         coalesce(v.contra_box, a.vat_box) AS "contraBox"
     FROM vat_code v LEFT JOIN account a ON a.agreement = $1 AND a.number = v.contra_account_number
     WHERE v.agreement = $1 AND v.type = 2 ORDER BY v.deductible_percentage DESC, v.code`,
    [agreement],
  )

/** Where a seller is, as seen from the company. */
export type Place = 'home' | 'eu' | 'abroad'

const EU: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/** Where a seller is: by its VAT number, else its address; at home where neither says it. */
export function placeOf(vatNumber: string | null, country: string | null, home: string): Place {
  const [, letters] = /^([A-Z]{2})/.exec(vatNumber?.toUpperCase() ?? '') ?? []
  const where = letters ?? country ?? home
  return where === home ? 'home' : EU.has(where) ? 'eu' : 'abroad'
}

/** The codes that say the VAT of a category of an e-invoice; none where it has no Danish VAT. */
function codesOf({ category, rate }: ReadVat, place: Place, codes: readonly PurchaseCode[]): PurchaseCode[] {
  const reverse = codes.filter(({ isReverse }) => isReverse)
  const byReport = (report: string | null, box?: string): PurchaseCode[] =>
    reverse.filter((one) => one.report === report && (box === undefined || one.contraBox === box))
  if (category === 'K') return byReport('aGoods')
  if (category === 'G') return byReport(null, 'goodsAbroadTax')
  if (category === 'AE') {
    if (place === 'eu') return byReport('aServices')
    return byReport(null, place === 'home' ? 'salesTax' : 'servicesAbroadTax')
  }
  if (category !== 'S' || place !== 'home') return []
  return codes.filter((one) => !one.isReverse && one.rate === rate)
}

/** The VAT code of a category, and what is to be looked at. */
export interface ChosenCode {
  code: string | undefined
  note: string | undefined
}

/** Categories that have no VAT to tell. */
const WITHOUT = ['E', 'Z', 'O']

/** Chooses the VAT code of a category: as the supplier was last posted where that fits, else the first that does. */
export function chosenCode(
  vat: ReadVat,
  place: Place,
  { codes, alike }: { codes: readonly PurchaseCode[]; alike: readonly (string | null)[] },
): ChosenCode {
  const fitting = codesOf(vat, place, codes)
  const before = alike.find((code) => fitting.some((one) => one.code === code))
  const name = `${vat.category}${vat.rate === null ? '' : ` ${vat.rate} %`}`
  if (before) return { code: before, note: undefined }
  const full = fitting.filter(({ deductiblePercentage }) => deductiblePercentage === '100')
  const [first, ...others] = full.length > 0 ? full : fitting
  if (first) {
    const several =
      others.length === 0
        ? undefined
        : `VAT ${name}: ${first.code} was chosen of ${[first, ...others].map(({ code }) => code).join(', ')}.`
    return { code: first.code, note: several }
  }
  if (WITHOUT.includes(vat.category)) return { code: undefined, note: undefined }
  if (vat.category === 'S' && place !== 'home')
    return { code: undefined, note: `VAT ${name} is of another country: it is a part of the cost.` }
  return { code: undefined, note: `VAT ${name}: no VAT code of purchases fits. Give vatCode.` }
}
