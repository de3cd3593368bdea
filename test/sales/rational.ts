/** An exact fraction; `d` is above 0. Shares no code with the product: the judge of invoices reckons with it. */
export interface Rational {
  n: bigint
  d: bigint
}

export const of = (text: string): Rational => {
  const [whole, fraction = ''] = text.split('.') as [string, string?]
  return { n: BigInt(whole + fraction), d: 10n ** BigInt(fraction.length) }
}
export const plus = (a: Rational, b: Rational): Rational => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d })
export const minus = (a: Rational, b: Rational): Rational => plus(a, { n: -b.n, d: b.d })
export const times = (a: Rational, b: Rational): Rational => ({ n: a.n * b.n, d: a.d * b.d })
export const over = (a: Rational, b: Rational): Rational =>
  b.n < 0n ? { n: -a.n * b.d, d: a.d * -b.n } : { n: a.n * b.d, d: a.d * b.n }

/** To 2 decimals, half away from zero. */
export const cents = ({ n, d }: Rational): Rational => {
  const size = n < 0n ? -n : n
  const down = (size * 100n) / d
  const rest = size * 100n - down * d
  const rounded = rest * 2n >= d ? down + 1n : down
  return { n: n < 0n ? -rounded : rounded, d: 100n }
}

/** Cents as text with 2 decimals. */
export function text(value: Rational): string {
  const { n } = cents(value)
  const digits = String(n < 0n ? -n : n).padStart(3, '0')
  return `${n < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
