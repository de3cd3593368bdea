import type { Chance } from '../chance.ts'
import type { Client, Reply } from '../service/harness.ts'
import { dayIn, type Days } from './judge-drafts.ts'
import { addDays, type NaiveFacts } from './naive-facts.ts'
import { type InvoiceBody, SOLD, TERM } from './naive-invoices.ts'

const DRAFTS = '/q2capi/v5.3.0/invoices/drafts'
const OWN = '/daybookapi/v1.0.0'

/** A random invoice or credit note of a customer that is not barred; undefined where all are. */
export function randomInvoice(chance: Chance, facts: NaiveFacts, days: Days): InvoiceBody | undefined {
  const customers = [...facts.customers].filter(([, { barred }]) => !barred).map(([number]) => number)
  if (customers.length === 0) return undefined
  const date = dayIn(chance, chance.maybe(0.1) ? { from: days.from, to: addDays(days.to, 60) } : days)
  const currency = chance.maybe(0.5) ? facts.baseCurrency : chance.pick(['DKK', 'EUR', 'NOK', 'JPY'])
  const isBase = currency === facts.baseCurrency
  return {
    customer: chance.pick(customers),
    date,
    currency,
    rate: isBase ? '100' : chance.decimal(chance.pick([200_000_000, 2_000_000_000]), 6),
    isVatIncluded: chance.maybe(0.3),
    lines: Array.from({ length: chance.int(1, 6) }, () => ({
      product: chance.pick(Object.keys(SOLD)),
      quantity: (chance.maybe(0.25) ? '-' : '') + chance.decimal(chance.pick([9, 9_999]), chance.int(0, 3)),
      price: chance.decimal(chance.pick([99, 99_999, 9_999_999]), chance.int(0, 4)),
      discount: chance.maybe(0.3) ? chance.pick(['10', '33.3333', '100', '0.5']) : '0',
      accrual: chance.maybe(0.15) ? { start: date, end: addDays(date, chance.int(0, 120)) } : undefined,
    })),
  }
}

/** Makes the draft with its lines over the API and books it; what cannot be booked is thrown away. */
export async function invoice(
  client: Client,
  baseCurrency: string,
  body: InvoiceBody,
  term: number = TERM.number,
): Promise<Reply> {
  const { customer, zone = 1, date, currency, rate, isVatIncluded, lines } = body
  const made = async (path: string, sent: object): Promise<{ number: number }> => {
    const reply = await client.post(path, sent)
    if (reply.status !== 201) throw new Error(`${path}: ${reply.text}`)
    return reply.json as { number: number }
  }
  const { number } = await made(DRAFTS, {
    customerNumber: customer,
    customerName: 'Kunde',
    date,
    currencyCode: currency,
    isVatIncluded,
    ...(currency !== baseCurrency && { exchangeRate: Number(rate) }),
    layoutNumber: 1,
    termOfPaymentNumber: term,
    vatZoneNumber: zone,
  })
  await made(`${DRAFTS}/${number}/lines/bulk`, {
    lines: lines.map(({ product, quantity, price, discount, accrual }) => ({
      productNumber: product,
      description: product,
      quantity: Number(quantity),
      unitNetPrice: Number(price),
      discountPercentage: Number(discount),
      ...(accrual && { accrue: true, accrueStartDate: accrual.start, accrueEndDate: accrual.end }),
    })),
  })
  const reply = await client.post(`${OWN}/draft-invoices/${number}/book`)
  if (reply.status !== 201) await client.delete(`${DRAFTS}/${number}`)
  return reply
}
