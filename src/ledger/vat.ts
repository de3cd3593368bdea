import { divideRounded, HUNDRED_PER_CENT } from './money.ts'

/** A VAT code as booking needs it. */
export interface VatFact {
  code: string
  /** Ten-thousandths of a per cent: 25 % is 250000. */
  rate: bigint
  accountNumber: number
  /** Reverse charge: takes the opposite of the tax; null for an ordinary code. */
  contraAccountNumber: number | null
  /** How much of the tax is deducted, in ten-thousandths of a per cent. */
  deductible: bigint
}

/**
 * What an amount in cents becomes under a VAT code. `net + tax` is the amount, except under reverse charge. Of the tax,
 * `deductible` goes to the code's account, and the rest is a cost.
 */
export interface VatSplit {
  net: bigint
  tax: bigint
  deductible: bigint
}

/**
 * Splits an amount (rule 7.1). An ordinary code: the amount is gross, net = amount / (1 + rate) rounded once, tax =
 * amount - net. Reverse charge: the invoice carries no tax, so the amount is the net, and tax = amount x rate is posted
 * twice, to the code's account with the same sign and to its contra account with the opposite one. Where only a share
 * is deductible, that is amount x rate x share, of a gross amount divided by (1 + rate), rounded once.
 */
export function splitVat(
  cents: bigint,
  { rate, contraAccountNumber, deductible: share }: Pick<VatFact, 'rate' | 'contraAccountNumber' | 'deductible'>,
): VatSplit {
  const whole = contraAccountNumber === null ? HUNDRED_PER_CENT + rate : HUNDRED_PER_CENT
  const net = contraAccountNumber === null ? divideRounded(cents * HUNDRED_PER_CENT, whole) : cents
  const tax = contraAccountNumber === null ? cents - net : divideRounded(cents * rate, whole)
  if (share === HUNDRED_PER_CENT) return { net, tax, deductible: tax }
  return { net, tax, deductible: divideRounded(cents * rate * share, whole * HUNDRED_PER_CENT) }
}
