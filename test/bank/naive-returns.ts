import type { Day } from '../ledger/naive-facts.ts'
import { inText } from '../ledger/naive-money.ts'
import type { NaiveEntry } from '../ledger/naive-open-items.ts'

/** Boxes of tax, and what a credit in them is: owed, or to be had back. */
const TAX: Readonly<Record<string, bigint>> = {
  salesTax: -1n,
  goodsAbroadTax: -1n,
  servicesAbroadTax: -1n,
  purchaseTax: 1n,
}
/** Boxes of bases: what was bought is a debit, what was sold a credit. */
const BASES: Readonly<Record<string, bigint>> = {
  aGoods: 1n,
  aServices: 1n,
  bGoods: -1n,
  bGoodsNotListed: -1n,
  bServices: -1n,
  c: -1n,
}

/** What accounts and codes declare. */
export interface Boxes {
  /** Account → box. */
  accounts: ReadonlyMap<number, string>
  /** Code → box of its base. */
  reports: ReadonlyMap<string, string>
}

export interface NaiveReturn {
  /** `box exact rounded`, those of nothing left out. */
  boxes: string[]
  payable: bigint
  rounding: bigint
  /** `period box amount`, as on the return. */
  late: string[]
  /** `account amount`, as in the ledger. */
  unexplained: string[]
  /** What the voucher posts on each account, in cents. */
  voucher: Map<number, bigint>
}

/** Cents to whole kroner, halves away from zero. */
export function wholeKroner(amount: bigint): bigint {
  const size = amount < 0n ? -amount : amount
  const whole = (size + 50n) / 100n
  return amount < 0n ? -whole : whole
}

export const quarterOf = (day: Day): string => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`

const OPENING = 7

/** VAT returns, quarter by quarter, made from entries alone. */
export class NaiveReturns {
  readonly #boxes: Boxes
  /** Entries that settled returns have. */
  readonly #settled = new Set<NaiveEntry>()
  /** Vouchers of settlement are no movement. */
  readonly #journal: number

  constructor(boxes: Boxes, journal: number) {
    this.#boxes = boxes
    this.#journal = journal
  }

  /** What counts in the return of a quarter: all until its end that no return has. */
  counted(entries: readonly NaiveEntry[], to: Day): NaiveEntry[] {
    return entries.filter(
      (entry) =>
        entry.date <= to && entry.type !== OPENING && entry.journal !== this.#journal && !this.#settled.has(entry),
    )
  }

  settle(entries: readonly NaiveEntry[], to: Day): void {
    for (const entry of this.counted(entries, to)) this.#settled.add(entry)
  }

  return(entries: readonly NaiveEntry[], to: Day): NaiveReturn {
    const counted = this.counted(entries, to)
    const [sums, late, unexplained, voucher] = [1, 2, 3, 4].map(() => new Map<string, bigint>()) as Sums
    for (const entry of counted) {
      for (const [box, amount] of this.#boxesOf(entry)) {
        add(sums, box, amount)
        if (quarterOf(entry.date) !== quarterOf(to)) add(late, `${quarterOf(entry.date)} ${box}`, amount)
      }
      if (!this.#boxes.accounts.has(entry.account)) continue
      add(voucher, String(entry.account), -entry.base)
      if (entry.taxOf === undefined) add(unexplained, String(entry.account), entry.base)
    }
    const taxes = [...sums].filter(([box]) => box in TAX)
    const payable = taxes.reduce((all, [box, amount]) => all - TAX[box]! * wholeKroner(amount), 0n)
    const exact = taxes.reduce((all, [box, amount]) => all - TAX[box]! * amount, 0n)
    return {
      boxes: [...sums]
        .filter(([, amount]) => amount !== 0n)
        .map(([box, amount]) => `${box} ${inText(amount)} ${wholeKroner(amount)}`)
        .sort(),
      payable,
      rounding: payable * 100n - exact,
      late: told(late),
      unexplained: told(unexplained),
      voucher: new Map([...voucher].map(([account, amount]) => [Number(account), amount])),
    }
  }

  /** The boxes that an entry counts in, with amounts as on the return. */
  #boxesOf({ account, vat, base }: NaiveEntry): [box: string, amount: bigint][] {
    const found: [string, bigint][] = []
    const tax = this.#boxes.accounts.get(account)
    if (tax !== undefined) found.push([tax, TAX[tax]! * base])
    const report = vat === null ? undefined : this.#boxes.reports.get(vat)
    if (report !== undefined) found.push([report, BASES[report]! * base])
    return found
  }

  /** Sales to the EU of a quarter by customer, in cents: `customer` → goods and services. */
  soldToEu(entries: readonly NaiveEntry[], to: Day): Map<number, { bGoods: bigint; bServices: bigint }> {
    const list = new Map<number, { bGoods: bigint; bServices: bigint }>()
    const voucherOf = ({ journal, year, voucher }: NaiveEntry): string => `${journal} ${year} ${voucher}`
    const buyers = new Map(entries.flatMap((one) => (one.customer === null ? [] : [[voucherOf(one), one.customer]])))
    for (const entry of this.counted(entries, to)) {
      const report = entry.vat === null ? undefined : this.#boxes.reports.get(entry.vat)
      if (report !== 'bGoods' && report !== 'bServices') continue
      const customer = buyers.get(voucherOf(entry))!
      const sold = list.get(customer) ?? { bGoods: 0n, bServices: 0n }
      list.set(customer, { ...sold, [report]: sold[report] - entry.base })
    }
    return list
  }
}

type Sums = [Map<string, bigint>, Map<string, bigint>, Map<string, bigint>, Map<string, bigint>]

const add = (sums: Map<string, bigint>, key: string, amount: bigint): void =>
  void sums.set(key, (sums.get(key) ?? 0n) + amount)

const told = (sums: Map<string, bigint>): string[] =>
  [...sums].map(([key, amount]) => `${key} ${inText(amount)}`).sort()
