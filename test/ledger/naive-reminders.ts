/** An invoice as the naive accountant knows it: cents, and days counted from 2025-01-01, which is 0. */
export interface NaiveInvoice {
  customer: number
  cents: bigint
  due: number
  paid: boolean
  reminded: number
  /** Interest was counted up to and with this day. */
  counted: number | undefined
}

/**
 * The terms: at most 3, 10 days apart, 100.00 each, 310.00 of businesses, and rates in hundredths of a per cent, each
 * from a day on.
 */
interface NaiveTerms {
  businesses: ReadonlySet<number>
  rates: readonly { from: number; hundredths: bigint }[]
}

/** A letter: whose, and what it charges, in cents. */
export interface NaiveLetter {
  customer: number
  level: number
  fee: bigint
  compensation: bigint
  interest: bigint
}

/** Adds up interest day by day, as one would on paper, and rounds once. */
function naiveInterest({ cents, due, counted }: NaiveInvoice, day: number, { rates }: NaiveTerms): bigint {
  let hundredths = 0n
  for (let one = (counted ?? due) + 1; one <= day; one += 1) {
    hundredths += rates.filter(({ from }) => from <= one).at(-1)?.hundredths ?? 0n
  }
  const divisor = 365n * 10_000n
  return (2n * cents * hundredths + divisor) / (2n * divisor)
}

/** The letters of a day, by customer; notes that they were sent. */
export function naiveLetters(
  invoices: readonly NaiveInvoice[],
  day: number,
  last: Map<number, number>,
  terms: NaiveTerms,
): NaiveLetter[] {
  const customers = [...new Set(invoices.map(({ customer }) => customer))].sort((a, b) => a - b)
  const letters: NaiveLetter[] = []
  for (const customer of customers) {
    if ((last.get(customer) ?? -1000) > day - 10) continue
    const due = invoices.filter((one) => one.customer === customer && !one.paid && one.due < day && one.reminded < 3)
    if (due.length === 0) continue
    const isFirst = due.some(({ reminded }) => reminded === 0)
    letters.push({
      customer,
      level: 1 + Math.max(...due.map(({ reminded }) => reminded)),
      fee: 10_000n,
      compensation: isFirst && terms.businesses.has(customer) ? 31_000n : 0n,
      interest: due.reduce((sum, one) => sum + naiveInterest(one, day, terms), 0n),
    })
    last.set(customer, day)
    for (const one of due) {
      one.reminded += 1
      one.counted = day
    }
  }
  return letters
}
