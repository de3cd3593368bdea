import { divideRounded } from './money.ts'

/** A VAT code as booking needs it. */
export interface VatFact {
  code: string
  /** Ten-thousandths of a per cent: 25 % is 250000. */
  rate: bigint
  accountNumber: number
  /** Reverse charge: takes the opposite of the tax; null for an ordinary code. */
  contraAccountNumber: number | null
}

/** What an amount in cents becomes under a VAT code. `net + tax` is the amount, except under reverse charge. */
export interface VatSplit {
  net: bigint
  tax: bigint
}

const HUNDRED_PER_CENT = 1_000_000n

/**
 * Splits an amount (rule 7.1). An ordinary code: the amount is gross, net = amount / (1 + rate) rounded once,
 * tax = amount - net. Reverse charge: the invoice carries no tax, so the amount is the net, and tax = amount x rate is
 * posted twice, to the code's account with the same sign and to its contra account with the opposite one.
 */
export function splitVat(cents: bigint, vat: Pick<VatFact, 'rate' | 'contraAccountNumber'>): VatSplit {
  if (vat.contraAccountNumber !== null) return { net: cents, tax: divideRounded(cents * vat.rate, HUNDRED_PER_CENT) }
  const net = divideRounded(cents * HUNDRED_PER_CENT, HUNDRED_PER_CENT + vat.rate)
  return { net, tax: cents - net }
}
