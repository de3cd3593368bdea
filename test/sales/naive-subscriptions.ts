/*
 * A naive model of subscription runs, written from SALES.md alone. It goes from day to day by adding one, counts days,
 * and calculates with fractions. It shares no code with the product.
 */

/** A subscription as the model knows it. */
export interface NaiveSubscription {
  number: number
  interval: number
  isCalendarBased: boolean
  isProportional: boolean
  isBarred: boolean
  /** It was barred and is no longer: the next run bills what it missed, or passes it over. */
  hasMissed?: boolean
  /** Of each line with a product: quantity and special price, in thousandths and cents. */
  lines: { quantity: number; special: number | null }[]
}

/** A customer's chain of periods; money in cents, factors in thousandths, percent in whole per cent. */
export interface NaiveChain {
  subscription: NaiveSubscription
  customer: number
  start: string
  end: string
  anchor: number
  special: number | null
  percent: number | null
  percentUntil: string | null
  quantityFactor: number
  priceFactor: number
  registration: string | null
  expiry: string | null
  isOver: boolean
  /** The end of the current period if no expiry cut it; where absent, its end. */
  uncut?: string
}

/** What a period was invoiced as. */
export interface NaiveInvoice {
  customer: number
  period: string
  lines: [quantity: string, price: string, discount: string][]
}

const LEAP = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const lengthOf = (year: number, month: number): number => LENGTHS[month - 1]! + (month === 2 && LEAP(year) ? 1 : 0)
const split = (day: string): [number, number, number] => day.split('-').map(Number) as [number, number, number]
const join = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** The day after. */
export function tomorrow(day: string): string {
  const [year, month, date] = split(day)
  if (date < lengthOf(year, month)) return join(year, month, date + 1)
  return month < 12 ? join(year, month + 1, 1) : join(year + 1, 1, 1)
}

const yesterday = (day: string): string => {
  const [year, month, date] = split(day)
  if (date > 1) return join(year, month, date - 1)
  return month > 1 ? join(year, month - 1, lengthOf(year, month - 1)) : join(year - 1, 12, 31)
}

function count(from: string, to: string): number {
  let days = 0
  for (let day = from; day <= to; day = tomorrow(day)) days++
  return days
}

const WEEKS: Record<number, number> = { 1: 1, 2: 2, 12: 4, 13: 8 }
const MONTHS: Record<number, number> = { 3: 1, 7: 2, 4: 3, 5: 6, 6: 12, 8: 24, 9: 36, 10: 48, 11: 60 }

/** The first and last day of the whole interval that begins, or with the calendar lies around, a day. */
export function intervalOf(of: NaiveSubscription, start: string, anchor: number): [string, string] {
  const weeks = WEEKS[of.interval]
  if (weeks !== undefined) {
    let last = start
    for (let left = weeks * 7; left > 1; left--) last = tomorrow(last)
    return [start, last]
  }
  const months = MONTHS[of.interval]!
  if (of.isCalendarBased) return calendarOf(months, start)
  // The day on which the next one begins: the anchor, so many months on, or the month's last.
  let [year, month] = split(start)
  for (let left = months; left > 0; left--) [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1]
  const next = join(year, month, Math.min(anchor, lengthOf(year, month)))
  let last = start
  while (tomorrow(last) !== next) last = tomorrow(last)
  return [start, last]
}

function calendarOf(months: number, start: string): [string, string] {
  const [year, month] = split(start)
  if (months > 12) return [join(year, 1, 1), join(year + months / 12 - 1, 12, 31)]
  for (let first = 1; ; first += months) {
    const last = first + months - 1
    if (month >= first && month <= last) return [join(year, first, 1), join(year, last, lengthOf(year, last))]
  }
}

/** A fraction rounded to a whole number, half away from zero. */
const rounded = (above: bigint, below: bigint): bigint => {
  const [size, rest] = [(above < 0n ? -above : above) / below, (above < 0n ? -above : above) % below]
  const whole = rest * 2n >= below ? size + 1n : size
  return above < 0n ? -whole : whole
}

const text = (units: bigint, scale: number): string => {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/**
 * Invoices everything that is due by a day. The product costs `usual` cents, and customers have a discount of their
 * own.
 */
export function naiveRun(
  chains: readonly NaiveChain[],
  day: string,
  {
    usual,
    customerPercent,
    index,
    shareOn,
  }: { usual: number; customerPercent: number; index: number; shareOn: 'price' | 'quantity' },
): NaiveInvoice[] {
  const made: NaiveInvoice[] = []
  for (const chain of chains) {
    while (!chain.isOver && !chain.subscription.isBarred && chain.start <= day) {
      const of = chain.subscription
      const [first, last] = intervalOf(of, chain.start, chain.anchor)
      const from = chain.registration !== null && chain.registration > chain.start ? chain.registration : chain.start
      const [days, whole] = of.isProportional ? [count(from, chain.end), count(first, last)] : [1, 1]
      const hasPercent = chain.percent !== null && (chain.percentUntil === null || chain.start <= chain.percentUntil)
      const lines = of.lines.map(({ quantity, special }): [string, string, string] => {
        const own = chain.special ?? special
        const [ofPrice, ofQuantity] = shareOn === 'price' ? [days, 1] : [1, days]
        const [wholePrice, wholeQuantity] = shareOn === 'price' ? [whole, 1] : [1, whole]
        const price = rounded(
          BigInt(own ?? usual) * BigInt(chain.priceFactor) * BigInt(index) * BigInt(ofPrice),
          1_000_000n * BigInt(wholePrice),
        )
        const amount = rounded(
          BigInt(quantity) * BigInt(chain.quantityFactor) * BigInt(ofQuantity) * 1_000_000n,
          1_000_000n * BigInt(wholeQuantity),
        )
        const discount = hasPercent ? chain.percent! : own !== null ? 0 : customerPercent
        return [String(Number(text(amount, 6))), text(price, 2), String(discount)]
      })
      made.push({ customer: chain.customer, period: `${chain.start}..${chain.end}`, lines })
      const next = tomorrow(chain.end)
      if (chain.end !== last) chain.anchor = split(next)[2]
      if (chain.expiry !== null && next > chain.expiry) chain.isOver = true
      else begin(chain, next)
    }
  }
  for (const { subscription } of chains) if (!subscription.isBarred) subscription.hasMissed = false
  return made
}

/** Makes a period current that begins on a day; expiry cuts it. */
function begin(chain: NaiveChain, start: string, end = intervalOf(chain.subscription, start, chain.anchor)[1]): void {
  const { expiry } = chain
  Object.assign(chain, { start, isOver: false, uncut: end, end: expiry !== null && end > expiry ? expiry : end })
}

/**
 * The stored expiry of any subscriber of the chain was changed: a current period that begins later was never invoiced
 * and goes, one that contains the day is cut. A day taken back, or a later one, brings the chain on from its last end.
 */
export function expire(chain: NaiveChain, day: string | null): void {
  chain.expiry = day
  const start = chain.isOver ? tomorrow(chain.end) : chain.start
  if (day === null || start <= day) {
    begin(chain, start, chain.isOver ? undefined : (chain.uncut ?? chain.end))
    return
  }
  if (chain.isOver) return
  chain.isOver = true
  chain.end = yesterday(start)
}

/**
 * Moves the chains of subscriptions that were paused past what they missed: they go on with the first period that
 * begins after the day.
 */
export function skipMissed(chains: readonly NaiveChain[], day: string): void {
  for (const chain of chains) if (chain.subscription.hasMissed && !chain.subscription.isBarred) pass(chain, day)
}

/** Bars a subscription, or lets it go on. */
export function pause(subscription: NaiveSubscription, isBarred: boolean): void {
  if (subscription.isBarred && !isBarred) subscription.hasMissed = true
  subscription.isBarred = isBarred
}

function pass(chain: NaiveChain, day: string): void {
  while (!chain.isOver && chain.start <= day) {
    const last = intervalOf(chain.subscription, chain.start, chain.anchor)[1]
    const next = tomorrow(chain.end)
    if (chain.end !== last) chain.anchor = split(next)[2]
    if (chain.expiry !== null && next > chain.expiry) chain.isOver = true
    else begin(chain, next)
  }
}
