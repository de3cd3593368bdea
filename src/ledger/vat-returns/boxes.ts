/** A box of the Danish VAT return: its sign in the ledger, and what it does to what is payable. */
interface Box {
  code: string
  /** 1: positive where the ledger debits; -1: where it credits. */
  sign: 1 | -1
  /** What the box adds to what is payable: 1, -1, or 0 where it only tells. */
  weight: 1 | 0 | -1
  /** Whose late entries are told apart. */
  side: 'sales' | 'purchases'
}

const owed = (code: string, side: Box['side']): Box => ({ code, sign: -1, weight: 1, side })
const deducted = (code: string): Box => ({ code, sign: 1, weight: -1, side: 'purchases' })
const bought = (code: string): Box => ({ code, sign: 1, weight: 0, side: 'purchases' })
const sold = (code: string): Box => ({ code, sign: -1, weight: 0, side: 'sales' })

/** Boxes of a tax: those that accounts declare (MONTH.md 2). Duties are paid back, so they are deducted. */
const TAXES: readonly Box[] = [
  owed('salesTax', 'sales'),
  owed('goodsAbroadTax', 'purchases'),
  owed('servicesAbroadTax', 'purchases'),
  deducted('purchaseTax'),
  ...['oilDuty', 'electricityDuty', 'gasDuty', 'coalDuty', 'co2Duty', 'waterDuty'].map(deducted),
]

/** Boxes of a value without tax: those that codes declare as their `report`. */
const VALUES: readonly Box[] = [
  bought('aGoods'),
  bought('aServices'),
  sold('bGoods'),
  sold('bGoodsNotListed'),
  sold('bServices'),
  sold('c'),
]

/** The boxes that an account can declare. */
export const TAX_BOXES: readonly string[] = TAXES.map(({ code }) => code)
/** The boxes that a code can report its base in. */
export const VALUE_BOXES: readonly string[] = VALUES.map(({ code }) => code)

const rows = [...TAXES, ...VALUES].map(
  ({ code, sign, weight, side }, place) => `('${code}', ${place}, ${sign}, ${weight}, '${side}')`,
)

/** CTE `box(code, place, sign, weight, side)`: the boxes in the order of a return. */
export const BOXES = `box(code, place, sign, weight, side) AS (VALUES ${rows.join(', ')})`
