import { endOf, type Rhythm } from '../sales/subscriptions/periods.ts'
import { addDays, type DemoDays } from './calendar.ts'
import type { CustomerRow } from './parties.ts'
import { type ProductRow, subscriptionProduct } from './products.ts'
import { type Random, seededRandom } from './random.ts'

/** A row of table `subscription`, named as its columns. */
export interface SubscriptionRow {
  number: number
  name: string
  /** The contract's number: 3 month, 4 quarter, 5 half a year, 6 a year, 7 two months, 12 four weeks. */
  interval: number
  is_calendar_based: boolean
  collection: 0 | 1
  include_name: boolean
  include_period: boolean
  allow_more_than_one_per_customer: boolean
  accrue: boolean
  is_barred: boolean
}

/** A row of table `subscription_line`. */
export interface SubscriptionLineRow {
  subscription_number: number
  number: number
  product_number: string | null
  description: string
  quantity: string | null
  special_price: string | null
}

/** A row of table `subscriber`: a customer's first period, before any run. */
export interface SubscriberRow {
  number: number
  subscription_number: number
  customer_number: number
  start_date: string
  end_date: string
  registration_date: string | null
  expiry_date: string | null
  special_price: string | null
  discount_percentage: string | null
  discount_expiry_date: string | null
  quantity_factor: string
  price_factor: string
}

const subscription = (
  number: number,
  name: string,
  interval: number,
  isCalendarBased: boolean,
  more: Partial<SubscriptionRow> = {},
): SubscriptionRow => ({
  number,
  name,
  interval,
  is_calendar_based: isCalendarBased,
  collection: 0,
  include_name: true,
  include_period: true,
  allow_more_than_one_per_customer: false,
  accrue: false,
  is_barred: false,
  ...more,
})

/** What the demo company's customers subscribe to. */
export const demoSubscriptions: readonly SubscriptionRow[] = [
  subscription(1, 'Serviceaftale, basis', 4, true, { collection: 1 }),
  subscription(2, 'Serviceaftale, udvidet', 4, true),
  subscription(3, 'Leje af planter', 3, true, { collection: 1 }),
  subscription(4, 'Pleje af møbler', 5, true),
  subscription(5, 'Indretningsrådgivning', 6, false, { allow_more_than_one_per_customer: true }),
  subscription(6, 'Vinduespudsning', 12, false),
  subscription(7, 'Leje af mødeudstyr', 7, false, { include_name: false }),
  subscription(8, 'Kaffeordning (udgået)', 3, true, { is_barred: true }),
]

/** Quantities of lines by interval: its months, as products are priced by the month. */
const MONTHS: Readonly<Record<number, string>> = { 3: '1', 4: '3', 5: '6', 6: '12', 7: '2', 12: '1' }
/** The products of each subscription, by their place in the list. */
const PRODUCTS: Readonly<Record<number, readonly number[]>> = {
  1: [0],
  2: [1, 0],
  3: [2, 3],
  4: [4],
  5: [5],
  6: [6],
  7: [7],
  8: [8],
}

/** The lines of subscriptions: their products, and a text where there are several. */
export function demoSubscriptionLines(products: readonly ProductRow[]): SubscriptionLineRow[] {
  const names = new Map(products.map(({ number, name }) => [number, name]))
  return demoSubscriptions.flatMap(({ number, interval }) => {
    const sold = PRODUCTS[number]!.map(subscriptionProduct)
    const lines = sold.map((product_number) => ({
      product_number,
      description: names.get(product_number)!,
      special_price: null,
      quantity: MONTHS[interval]!,
    }))
    const text = { product_number: null, description: 'Efter aftale', quantity: null, special_price: null }
    return [...lines, ...(sold.length > 1 ? [text] : [])].map((line, at) => ({
      subscription_number: number,
      number: at + 1,
      ...line,
    }))
  })
}

/** How many customers take each, by the subscription's number. */
const TAKEN: readonly (readonly [subscription: number, customers: number])[] = [
  [1, 5],
  [2, 3],
  [3, 4],
  [4, 4],
  [5, 4],
  [6, 2],
  [7, 2],
  [8, 1],
]

const LAST_DAY_OF_SOME = '09-30'
const LAST_DAY_OF_DISCOUNTS = '06-30'

/** The demo company's subscribers. Some are there when the runs begin, others come later. Some have factors, discounts or an end. */
export function demoSubscribers(days: DemoDays, customers: readonly CustomerRow[]): SubscriberRow[] {
  const random = seededRandom(20_250_108)
  const buying = customers.filter(({ is_barred: isBarred }) => !isBarred)
  const wanted = TAKEN.flatMap(([number, count]) => Array.from({ length: count }, () => number))
  const taken = new Set<string>()
  return wanted.map((subscriptionNumber, at) => {
    let customer = random.pick(buying)
    while (taken.has(`${subscriptionNumber} ${customer.number}`)) customer = random.pick(buying)
    taken.add(`${subscriptionNumber} ${customer.number}`)
    return subscriber(days, random, at + 1, demoSubscriptions[subscriptionNumber - 1]!, customer)
  })
}

function subscriber(
  { runsBegin, inLast }: DemoDays,
  random: Random,
  number: number,
  { number: subscription_number, interval, is_calendar_based: isCalendarBased }: SubscriptionRow,
  { number: customer_number, currency }: CustomerRow,
): SubscriberRow {
  const rhythm: Rhythm = { interval, isCalendarBased }
  const comesLater = random.chance(40)
  const start = addDays(runsBegin, isCalendarBased || !comesLater ? (comesLater ? 61 : 0) : random.between(3, 200))
  const isCut = isCalendarBased && random.chance(30)
  const hasDiscount = random.chance(25)
  const lastOfSome = inLast(LAST_DAY_OF_SOME)
  const end = endOf(rhythm, start, Number(start.slice(8)))
  return {
    number,
    subscription_number,
    customer_number,
    start_date: start,
    end_date: end,
    registration_date: isCut ? addDays(start, random.between(1, 20)) : null,
    expiry_date: random.chance(12) && end <= lastOfSome ? lastOfSome : null,
    special_price: currency === 'DKK' && random.chance(15) ? '495.00' : null,
    discount_percentage: hasDiscount ? '10' : null,
    discount_expiry_date: hasDiscount ? inLast(LAST_DAY_OF_DISCOUNTS) : null,
    quantity_factor: random.chance(20) ? '2' : '1',
    price_factor: random.chance(20) ? '1.05' : '1',
  }
}
