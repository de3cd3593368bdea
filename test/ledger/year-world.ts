import { fillAgreement } from '../../src/templates/templates.ts'
import { LANDED } from '../landed.ts'
import { COMPANY } from '../sales/sold-abroad.ts'
import { type Client, inProcess, type TestService } from '../service/harness.ts'
import type { NaiveAccount, NaiveFacts, NaiveJournal, NaiveParty, NaiveSold, NaiveVat } from './naive-facts.ts'
import { periodsOf } from './naive-facts.ts'

export const OURS = '/daybookapi/v1.0.0'
/** All that is drafted goes here. */
export const JOURNAL = 1
/** Netto 14 dage. */
export const TERM = { number: 2, days: 14 }

/** A customer: what kind of buyer it is, and what it pays in. */
export interface YearCustomer {
  number: number
  zone: number
  group: number
  currency: string
  more: object
}

const CVR = { cvrNo: '10150817' }
const GERMAN = { vatNo: 'DE123456789', country: 'DE' }
const AMERICAN = { recipientPeppol: '9959:123456789', country: 'US' }

/** Buyers in four zones; the last ones have subscriptions. */
export const CUSTOMERS: readonly YearCustomer[] = [
  { number: 1, zone: 1, group: 1, currency: 'DKK', more: CVR },
  { number: 2, zone: 2, group: 2, currency: 'EUR', more: GERMAN },
  { number: 3, zone: 3, group: 3, currency: 'USD', more: AMERICAN },
  { number: 4, zone: 4, group: 1, currency: 'DKK', more: CVR },
  { number: 5, zone: 2, group: 2, currency: 'DKK', more: GERMAN },
  // Documents in JPY are whole; before they were, nobody paid in it.
  ...(LANDED.wholeCurrencies ? [{ number: 6, zone: 1, group: 1, currency: 'JPY', more: CVR }] : []),
  { number: 11, zone: 1, group: 1, currency: 'DKK', more: CVR },
  { number: 12, zone: 2, group: 2, currency: 'DKK', more: GERMAN },
  { number: 13, zone: 3, group: 3, currency: 'DKK', more: AMERICAN },
  { number: 14, zone: 1, group: 1, currency: 'DKK', more: CVR },
]
export const SUBSCRIBING = CUSTOMERS.filter(({ number }) => number > 10)
export const SUPPLIERS = [
  { number: 1, group: 1, currency: 'DKK', contra: 1310 },
  { number: 2, group: 2, currency: 'EUR', contra: 1320 },
  { number: 3, group: 3, currency: 'USD', contra: undefined },
  { number: 4, group: 1, currency: 'DKK', contra: undefined },
]
/** Products by their group: goods, services, subscriptions. */
export const PRODUCTS = [
  { number: 'VARE', group: 1 },
  { number: 'TIME', group: 2 },
  { number: 'ABO', group: 3 },
]
/** What the subscription's product costs, in øre. */
export const USUAL = 20_000

/** A company with nothing booked, by the Danish template: `facts` is what the naive ledger knows of it. */
export interface YearWorld {
  client: Client
  facts: NaiveFacts
  baseCurrency: string
}

type Row = Record<string, unknown>

async function listOf(client: Client, path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: unknown; ;) {
    const reply = await client.get(`${path}${cursor === undefined ? '' : `?cursor=${String(cursor)}`}`)
    if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`)
    if (Array.isArray(reply.json)) return reply.json as Row[]
    rows.push(...(reply.json as { items: Row[] }).items)
    cursor = (reply.json as { cursor?: unknown }).cursor ?? undefined
    if (cursor === undefined) return rows
  }
}

/** Sends what must be taken. */
export async function must(client: Client, method: string, path: string, body?: object): Promise<Row> {
  const reply = await client.call(method, path, body && { body })
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
  return reply.json as Row
}

/** A day that the template begins its years by: 2025 and 2026, whatever day it is. */
const FILLED_ON = '2026-03-01'

/** Makes the company and everybody it deals with. */
export async function yearWorld(service: TestService): Promise<YearWorld> {
  const own = await service.client({ modules: ['Projects', 'Dimension', 'Accruals', 'Complete'] })
  await service.database.transaction((transaction) => fillAgreement(transaction, own.agreement, 'danish', FILLED_ON))
  const client = inProcess(service, own)
  const company = await must(client, 'GET', `${OURS}/company`)
  await must(client, 'PUT', `${OURS}/company`, { ...COMPANY, objectVersion: company.objectVersion })
  await must(client, 'POST', `${OURS}/currencies`, { code: 'JPY', name: 'Yen' })
  await must(client, 'POST', `${OURS}/exchange-rates`, { currency: 'JPY', date: '2025-01-01', rate: 4.4321 })
  for (const { number, zone, group, currency, more } of CUSTOMERS) {
    await must(client, 'POST', '/customersapi/v3.1.0/Customers', {
      ...{ customerNumber: number, name: `Kunde ${number}`, customerGroupNumber: group, zone, currency, access: true },
      ...{ paymentTermId: TERM.number, address1: 'Bredgade 1', postCode: '1260', city: 'København K', country: 'DK' },
      ...more,
    })
  }
  for (const { number, group, currency, contra } of SUPPLIERS) {
    await must(client, 'POST', `${OURS}/suppliers`, {
      ...{ number, name: `Leverandør ${number}`, groupNumber: group, currency, paymentTermNumber: TERM.number },
      ...(contra !== undefined && { contraAccountNumber: contra }),
    })
  }
  for (const { number, group } of PRODUCTS) {
    const product = { productNumber: number, productGroupId: group, name: number, salesPrice: USUAL / 100, unitId: 1 }
    await must(client, 'POST', '/productsapi/v2.0.0/products', { ...product, isAccessible: true })
  }
  return { client, baseCurrency: 'DKK', facts: await factsOf(service, client) }
}

const optional = (value: unknown): number | undefined => (value === null ? undefined : Number(value))

/** What the template gave, as the service tells it. */
async function factsOf(service: TestService, client: Client): Promise<NaiveFacts> {
  const system = await listOf(client, `${OURS}/system-accounts`)
  const purpose = (name: string): number => Number(system.find((one) => one.purpose === name)!.accountNumber)
  const rates = await listOf(client, `${OURS}/exchange-rates`)
  const years = await service.database.rows<{ name: string; from: string; to: string }>(
    `SELECT year AS name, date_from AS "from", date_to AS "to" FROM accounting_year WHERE agreement = $1 ORDER BY 2`,
    [client.agreement],
  )
  return {
    baseCurrency: 'DKK',
    rounding: purpose('rounding'),
    result: purpose('result'),
    difference: purpose('exchangeDifference'),
    accounts: await accountsOf(client),
    vat: await vatOf(client),
    rates: rates.map(({ currency, date, rate }) => ({
      currency: String(currency),
      from: String(date),
      rate: String(rate),
    })),
    customers: new Map(
      CUSTOMERS.map(({ number, group, currency }) => [
        number,
        partyOf(`Kunde ${number}`, [5600, 5605, 5607][group - 1]!, currency),
      ]),
    ),
    suppliers: new Map(
      SUPPLIERS.map(({ number, group, currency, contra }) => [
        number,
        { ...partyOf(`Leverandør ${number}`, [6800, 6805, 6807][group - 1]!, currency), contra },
      ]),
    ),
    journals: await journalsOf(client),
    deletedJournals: new Map(),
    years: years.map((year) => ({ ...year, closed: false, periods: periodsOf(year.from, year.to) })),
    sold: await soldOf(service, client),
  }
}

const partyOf = (name: string, summary: number, currency: string): NaiveParty => ({
  ...{ name, summary, currency, contra: undefined, barred: false },
  terms: { fromMonthEnd: false, days: TERM.days },
})

const KINDS: Record<number, NaiveAccount['kind']> = { 1: 'result', 2: 'balance' }

async function accountsOf(client: Client): Promise<Map<number, NaiveAccount>> {
  const rows = await listOf(client, '/accountsapi/v7.0.0/Accounts')
  const accounts = rows.map((row): NaiveAccount => {
    const currency = row.currency === null ? undefined : String(row.currency)
    const kind = KINDS[Number(row.type)] ?? 'heading'
    return {
      number: Number(row.number),
      kind,
      barred: row.isBarred === true,
      blocked: row.isBlockedForDirectEntries === true,
      currency,
    }
  })
  return new Map(accounts.map((account) => [account.number, account]))
}

async function vatOf(client: Client): Promise<Map<string, NaiveVat>> {
  const codes = await listOf(client, `${OURS}/vat-codes`)
  return new Map(
    codes.map((row) => [
      String(row.code),
      {
        rate: String(row.rate),
        account: Number(row.accountNumber),
        reverse: optional(row.contraAccountNumber),
        ...(typeof row.deductiblePercentage === 'number' && { deductible: String(row.deductiblePercentage) }),
      },
    ]),
  )
}

async function journalsOf(client: Client): Promise<Map<number, NaiveJournal>> {
  const rows = await listOf(client, '/journalsapi/v15.0.1/journals/paged')
  const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
  return new Map(
    rows.map((row) => [
      Number(row.number),
      {
        ...{ number: Number(row.number), only: Number(row.entryTypeRestrictedTo ?? 0) },
        ...{ byMonth: false, standing: false, partial: false, whole: false },
        minimum: Number(row.minimumVoucherNumber),
        maximum: Number(row.maximumVoucherNumber),
        next: Number(row.nextVoucherNumber),
        customerContra: optional(row.customerContraAccount),
        supplierContra: optional(row.supplierContraAccount),
        customerText: text(row.customerPaymentText),
        supplierText: text(row.supplierPaymentText),
      },
    ]),
  )
}

/** By product and zone. */
async function soldOf(service: TestService, client: Client): Promise<Map<string, NaiveSold>> {
  const rows = await service.database.rows<{ group: number; zone: number; account: number; vat: string | null }>(
    `SELECT g.number AS "group", z.zone, z.account, a.vat_code AS vat FROM product_group g
     CROSS JOIN LATERAL (SELECT 1 AS zone, g.domestic_account_number AS account
       UNION ALL SELECT p.zone, p.account_number FROM product_group_zone p WHERE p.agreement = $1 AND p.product_group_number = g.number AND p.zone <> 1) z
     JOIN account a ON a.agreement = $1 AND a.number = z.account WHERE g.agreement = $1`,
    [client.agreement],
  )
  return new Map(
    PRODUCTS.flatMap(({ number, group }) =>
      rows
        .filter((row) => row.group === group)
        .map(({ zone, account, vat }): [string, NaiveSold] => [`${number} ${zone}`, { account, vat }]),
    ),
  )
}
