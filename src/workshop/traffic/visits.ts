import type { Random } from '../../templates/random.ts'

/** What a call was answered. */
export interface Told {
  status: number
  body: Readonly<Record<string, unknown>> | undefined
}

/** Makes one call, in its time. */
export type MakeCall = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  sent?: { body?: object; key?: string },
) => Promise<Told>

/** What a program does in one go: some calls that belong together. */
export type Visit = (call: MakeCall, random: Random, today: string) => Promise<void>

const DB = '/daybookapi/v1.0.0'
const JOURNALS = '/journalsapi/v15.0.1'
const SALES = '/q2capi/v5.3.0'
const ENTRIES = '/bookedEntriesapi/v4.0.0/booked-entries'

const numberIn = ({ body }: Told): number | undefined => {
  const value = body?.number ?? body?.entryNumber
  return typeof value === 'number' ? value : undefined
}

/** One of many. */
const isOneOf = (random: Random, many: number): boolean => random.between(1, many) === 1

/** A customer of the demo company. */
const customer = (random: Random): number => 1000 + random.between(1, 120)

const keyOf = (random: Random): string => `traffic-${random.between(1, 2_000_000_000)}`

/** A shop sells: a draft invoice with a line, booked once, whatever becomes of the answer. */
const sell: Visit = async (call, random, today) => {
  const customerNumber = customer(random)
  const draft = await call('POST', `${SALES}/invoices/drafts`, {
    body: {
      customerNumber,
      customerName: `Webordre ${random.between(1000, 9999)}`,
      date: today,
      currencyCode: 'DKK',
      layoutNumber: 1,
      termOfPaymentNumber: 2,
      vatZoneNumber: 1,
    },
  })
  const number = numberIn(draft)
  if (number === undefined) return
  const quantity = random.between(1, 5)
  const body = {
    productNumber: `V-10${random.between(10, 60)}`,
    description: 'Webordre',
    quantity,
    unitNetPrice: 100 * quantity,
  }
  await call('POST', `${SALES}/invoices/drafts/${number}/lines`, { body })
  const key = keyOf(random)
  await call('POST', `${DB}/draft-invoices/${number}/book`, { key })
  if (isOneOf(random, 4)) await call('POST', `${DB}/draft-invoices/${number}/book`, { key })
  await call('GET', `${DB}/open-customer-items?date=${today}&customerNumber=${customerNumber}`)
}

const TEXTS = [
  'Porto',
  'Kontorartikler',
  'Parkering',
  'Taxa',
  'Kaffe og te',
  'Software, abonnement',
  'Frokost med kunde',
]
const COSTS = [3605, 3617, 3620, 3632, 2730]

/** A bookkeeper drafts a voucher and books it, and now and then forgets something. */
const keepBooks: Visit = async (call, random, today) => {
  await call('GET', `${JOURNALS}/draft-entries/paged?pageSize=20`)
  const body = {
    journalNumber: 1,
    entryTypeNumber: 5,
    date: today,
    text: random.pick(TEXTS),
    accountNumber: random.pick(COSTS),
    vatCode: 'I25',
    contraAccountNumber: 5820,
    amount: random.between(4, 200) * 25,
    currency: 'DKK',
  }
  if (isOneOf(random, 4)) {
    const { currency: _forgotten, ...wrong } = body
    await call('POST', `${JOURNALS}/draft-entries`, { body: { ...wrong, accountNumber: 9998 } })
  }
  const entry = numberIn(await call('POST', `${JOURNALS}/draft-entries`, { body, key: keyOf(random) }))
  if (entry !== undefined)
    await call('POST', `${JOURNALS}/journals/1/bookdraftentries`, { body: { entryNumbers: [entry] } })
}

/** A dashboard looks at figures. */
const lookAtFigures: Visit = async (call, random, today) => {
  const from = `${today.slice(0, 4)}-01-01`
  await call('GET', `${DB}/trial-balance?from=${from}&to=${today}`)
  await call('GET', `${DB}/aged-customers?date=${today}`)
  await call('GET', `${ENTRIES}/paged?sort=-date&pageSize=${random.pick([10, 20, 50])}`)
  if (isOneOf(random, 3)) await call('GET', `${DB}/open-supplier-items?date=${today}`)
}

/** Another system reads what is there, page by page. */
const readPages: Visit = async (call, random) => {
  const list = random.pick([`${DB}/customers/paged`, `${DB}/suppliers/paged`, '/accountsapi/v7.0.1/accounts/paged'])
  const pages = random.between(1, 3)
  for (let page = 0; page < pages; page++) await call('GET', `${list}?pageSize=20&skipPages=${page}`)
}

/** Somebody changes a customer, and now and then somebody else was faster. */
const changeCustomer: Visit = async (call, random) => {
  const { body } = await call('GET', `${DB}/customers/${customer(random)}`)
  if (body === undefined) return
  // What is null is left out: a PUT clears a property so.
  const known = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
  const changed = { ...known, phone: `+45 ${random.between(10_000_000, 99_999_999)}` }
  await call('PUT', `${DB}/customers`, { body: changed })
  if (isOneOf(random, 3)) await call('PUT', `${DB}/customers`, { body: changed })
}

const WORDS = ['møbler', 'stol', 'bord', 'leje', 'faktura', 'gebyr', '1001', 'Holm']

/** Somebody looks for something, and not all of it is there. */
const lookFor: Visit = async (call, random) => {
  await call('GET', `${DB}/search?q=${encodeURIComponent(random.pick(WORDS))}`)
  if (isOneOf(random, 2)) await call('GET', `${DB}/customers/${random.between(1, 3) === 1 ? 4711 : customer(random)}`)
  if (isOneOf(random, 5)) await call('GET', `${DB}/customers/paged?filter=nam$like:x`)
}

/** Each as often as it stands here, one time after the other. */
export const VISITS: readonly Visit[] = [
  ...[lookAtFigures, lookAtFigures, lookAtFigures, readPages, readPages, lookFor, lookFor],
  ...[keepBooks, keepBooks, sell, sell, changeCustomer],
]
