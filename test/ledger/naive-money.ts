/** An exact number. Everything of the naive ledger is kept so until it is posted. */
export interface Fraction {
  over: bigint
  under: bigint
}

/** Decimal text, such as `-12.345`. */
export function fraction(text: string): Fraction {
  const dot = text.indexOf('.')
  const decimals = dot < 0 ? 0 : text.length - dot - 1
  return { over: BigInt(text.replace('.', '')), under: BigInt(`1${'0'.repeat(decimals)}`) }
}

export const ofCents = (amount: bigint): Fraction => ({ over: amount, under: 100n })

export const times = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.over, under: a.under * b.under })

export const plus = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
})

export const negative = (a: Fraction): Fraction => ({ over: -a.over, under: a.under })

/** `under` may not be negative. */
export const divided = (a: Fraction, by: Fraction): Fraction => ({ over: a.over * by.under, under: a.under * by.over })

/** Rounds to whole cents, and halves away from zero. */
export function cents(value: Fraction): bigint {
  const size = (value.over < 0n ? -value.over : value.over) * 100n
  let whole = size / value.under
  if ((size % value.under) * 2n >= value.under) whole += 1n
  return value.over < 0n ? -whole : whole
}

/** The same of a currency without decimals: cents of whole units. */
export const whole = (value: Fraction): bigint => cents(times(value, { over: 1n, under: 100n })) * 100n

/** Cents as the ledger writes them: `-0.05`. */
export function inText(amount: bigint): string {
  const size = amount < 0n ? -amount : amount
  return `${amount < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}
