import type { NaiveFacts } from '../ledger/naive-facts.ts'
import { must, OURS, TERM, type YearWorld, yearWorld } from '../ledger/year-world.ts'
import type { Client, TestService } from '../service/harness.ts'
import { DB, IBAN } from './files.ts'

export type Currency = 'DKK' | 'EUR'

/** The accounts at the bank: their numbers, where they stand in the ledger, and what statements call them. */
export const BANKS: Readonly<Record<Currency, { number: number; account: number; iban: string }>> = {
  DKK: { number: 1, account: 5820, iban: IBAN },
  EUR: { number: 2, account: 5830, iban: 'DE89370400440532013000' },
}
/** Where the company drafts by itself, where the bank's vouchers are drafted, and where drafts wait for the bank. */
export const JOURNALS = { own: 1, bank: 3, waiting: 4 }
/** The first number of the company's own series of invoices, and of those that it types. */
export const SERIES = { booked: 30_001, typed: 10_001 }
export const [FEES, WRITTEN_OFF, BETWEEN, SALARIES, INTEREST, SETTLEMENT] = [3620, 2755, 9920, 2210, 4310, 6950]

/** Somebody the company deals with. */
export interface MonthParty {
  number: number
  name: string
  currency: Currency
  /** Of a supplier: how its invoices are numbered. */
  form?: (count: number) => string
  vatNumber?: string
}

export const CUSTOMERS: readonly MonthParty[] = [
  ...['Café Æblet ApS', 'Nordlys Handel A/S', 'Birkerød Tømrer', 'Vesterhavs Fisk', 'Bøgh Byg ApS', 'Skovlyst Kro'],
  ...['Aarhus Cykler', 'Fyns Maskinservice A/S', 'Holbæk Frugt', 'Grafisk Hus Odense', 'Søndergaard El', 'Lars Toft'],
  ...['Nets Danmark A/S', 'Klitmøller Surf', 'Ærø Bryghus', 'Tandlæge Munk', 'Jysk Blik ApS', 'Kirkens Korshær'],
]
  .map((name, at): MonthParty => ({ number: 101 + at, name, currency: 'DKK' }))
  .concat([
    { number: 151, name: 'Berliner Licht GmbH', currency: 'EUR', vatNumber: 'DE123456789' },
    { number: 152, name: 'Utrecht Fietsen BV', currency: 'EUR', vatNumber: 'NL123456789B01' },
    { number: 153, name: 'Lyon Textile SARL', currency: 'EUR', vatNumber: 'FR12345678901' },
    { number: 154, name: 'Malmö Papper AB', currency: 'EUR', vatNumber: 'SE999999999901' },
  ])

const slashed = (count: number): string => `F-2026/${count}`
const counted = (count: number): string => String(1000 + count)
const long = (count: number): string => String(70_043_117 + 31 * count)
const short = (count: number): string => String(count)

export const SUPPLIERS: readonly MonthParty[] = [
  { number: 201, name: 'Ørsted Strøm A/S', currency: 'DKK', form: long },
  { number: 202, name: 'TDC Erhverv', currency: 'DKK', form: long },
  { number: 203, name: 'Lager og Logistik', currency: 'DKK', form: counted },
  { number: 204, name: 'Kontorland ApS', currency: 'DKK', form: counted },
  { number: 205, name: 'Dansk Revision', currency: 'DKK', form: slashed },
  { number: 206, name: 'Havnens Ejendomme', currency: 'DKK', form: short },
  { number: 211, name: 'Holz Import GmbH', currency: 'EUR', form: slashed },
  { number: 212, name: 'Stahlwerk Nord AG', currency: 'EUR', form: counted },
]

/** A shop or service that is paid by card, and where that is posted. `rule`: the company has a rule for it. */
export interface Merchant {
  text: string
  account: number
  vat?: string
  rule?: string
}

/** Their texts as banks have them; # is a digit. */
export const MERCHANTS: Readonly<Record<Currency, readonly Merchant[]>> = {
  DKK: [
    { text: 'Kortkøb NETTO #### AARHUS C', account: 3605, vat: 'I25', rule: '*netto*' },
    { text: 'Dankort-nota CIRCLE K ####', account: 3110, vat: 'I25', rule: '*circle k*' },
    { text: 'DSB NETBUTIK ########', account: 2735 },
    { text: 'POSTNORD DK ###', account: 3617, rule: 'postnord*' },
    { text: 'MS*365 MSBILL.INFO E0#######', account: 3628, vat: 'I25' },
    { text: 'Kaffe', account: 2255, vat: 'I25', rule: 'kaffe*' },
    { text: 'Visa/Dankort KOLONIALEN ##', account: 2725, vat: 'REP25' },
  ],
  EUR: [
    { text: 'AWS EMEA aws.amazon.co ##', account: 3629, vat: 'IY25', rule: 'aws*' },
    { text: 'HETZNER ONLINE R00########', account: 3629, vat: 'IY25' },
  ],
}

const RULES = [
  { textLike: 'gebyr*', accountNumber: FEES },
  { textLike: 'rente*', accountNumber: INTEREST },
  { textLike: '*nets danmark*', accountNumber: FEES, isFee: true },
  { textLike: 'skat moms*', accountNumber: SETTLEMENT },
  { textLike: '*mellem egne konti*', accountNumber: BETWEEN },
]

const summaryOf = { customer: { DKK: 5600, EUR: 5605 }, supplier: { DKK: 6800, EUR: 6805 } }

async function party(
  client: Client,
  facts: NaiveFacts,
  kind: 'customer' | 'supplier',
  { number, name, currency, vatNumber: vatNo }: MonthParty,
): Promise<void> {
  const group = currency === 'DKK' ? 1 : 2
  if (kind === 'customer') {
    await must(client, 'POST', '/customersapi/v3.1.0/Customers', {
      ...{ customerNumber: number, name, customerGroupNumber: group, zone: group, currency, access: true },
      paymentTermId: TERM.number,
      ...(vatNo !== undefined && { vatNo, country: vatNo.slice(0, 2) }),
    })
  } else {
    const supplier = { number, name, groupNumber: group, currency, paymentTermNumber: TERM.number }
    await must(client, 'POST', `${OURS}/suppliers`, supplier)
  }
  const { [currency]: summary } = summaryOf[kind]
  const terms = { fromMonthEnd: false, days: TERM.days }
  facts[`${kind}s`].set(number, { name, summary, currency, contra: undefined, barred: false, terms })
}

/** A company with two accounts at the bank, a rule for what comes every month, and nothing booked. */
export async function monthWorld(service: TestService): Promise<YearWorld> {
  const world = await yearWorld(service)
  const { client, facts } = world
  for (const one of CUSTOMERS) await party(client, facts, 'customer', one)
  for (const one of SUPPLIERS) await party(client, facts, 'supplier', one)
  for (const { number, account: accountNumber, iban } of Object.values(BANKS)) {
    const bank = { number, accountNumber, iban, name: `Bank ${number}`, journalNumber: JOURNALS.bank }
    await must(client, 'POST', `${DB}/bank-accounts`, bank)
  }
  const byMerchants = Object.values(MERCHANTS)
    .flat()
    .flatMap(({ rule, account, vat }) =>
      rule === undefined
        ? []
        : [{ textLike: rule, accountNumber: account, ...(vat !== undefined && { vatCode: vat }) }],
    )
  for (const rule of [...RULES, ...byMerchants]) await must(client, 'POST', `${DB}/bank-rules`, rule)
  const setup = Object.entries(await must(client, 'GET', `${OURS}/sales-setup`)).filter(([, value]) => value !== null)
  const changed = { ...Object.fromEntries(setup), nextInvoiceNumber: SERIES.booked }
  await must(client, 'PUT', `${OURS}/sales-setup`, changed)
  return world
}
