import type { Database } from '../../src/database/connection.ts'
import type { NaiveInvoice } from './naive-subscriptions.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { customer, CUSTOMERS, make, OURS, product, PRODUCTS, seller } from '../resources/sales.ts'
import { subscriber, SUBSCRIBERS, subscription, SUBSCRIPTIONS } from '../resources/subscription.ts'

export const RUNS = `${OURS}/subscription-runs`
export const SCHEDULE = `${OURS}/subscription-schedule`

/** A line of a document: its text alone, or with quantity, price and discount. */
export type ShownLine = string | readonly [text: string, quantity: string, price: string, discount: string]

/** A draft invoice as tests look at it. */
export interface ShownDocument {
  number: number
  customer: number
  date: string
  lines: ShownLine[]
}

/** A seller of subscriptions: makes what they need, runs them, and reads the results. */
export interface Subscribed {
  client: Client
  /** Makes a customer. @returns its number. */
  customer(more?: object): Promise<number>
  /**
   * Makes a monthly subscription of product P-1, which costs 200, with these lines instead where given. @returns its
   * number.
   */
  subscription(more?: object, lines?: readonly object[]): Promise<number>
  /** Makes a subscriber of January 2026 of a customer of its own. @returns its number. */
  subscriber(subscription: number, more?: object): Promise<number>
  run(date: string, more?: object): Promise<Reply>
  /** Runs one subscription alone. @returns the run. */
  runOf(subscription: number, date: string, more?: object): Promise<Reply['json']>
  /** The draft invoice of a number, or the order. */
  document(number: number, table?: 'draft_invoice' | 'sales_order'): Promise<ShownDocument>
  /** The subscribers of a subscription, by start: number, period, and whether a document has been made. */
  periods(subscription: number): Promise<{ number: number; period: string; draft: number | null }[]>
}

/** The line of P-1. */
export const LINE = { productNumber: 'P-1', description: 'Øl', quantity: 1 }

/** A seller of subscriptions in an agreement of its own, with the modules given. */
export async function subscribed(
  service: TestService,
  modules = ['Projects', 'Dimension', 'Accruals', 'Complete'],
): Promise<Subscribed> {
  const client = await seller(service, modules)
  const { database } = service
  await make(client, `${PRODUCTS}/products`, product({ salesPrice: 200 }))
  let customers = 1000
  const newCustomer = async (more: object = {}): Promise<number> =>
    (await make(client, `${CUSTOMERS}/Customers`, customer({ customerNumber: ++customers, ...more }))).customerNumber
  return {
    client,
    customer: newCustomer,
    async subscription(more = {}, lines = [LINE]) {
      const { number } = await make(client, SUBSCRIPTIONS, subscription({ allowMoreThanOnePerCustomer: true, ...more }))
      for (const line of lines) await make(client, `${SUBSCRIPTIONS}/${number}/lines`, line)
      return number as number
    },
    async subscriber(of, more = {}) {
      const customerNumber = 'customerNumber' in more ? more.customerNumber : await newCustomer()
      return (await make(client, SUBSCRIBERS, subscriber(of, { customerNumber, ...more }))).number as number
    },
    run: (date, more = {}) => client.post(RUNS, { date, ...more }),
    async runOf(of, date, more = {}) {
      const only = { fromSubscriptionNumber: of, toSubscriptionNumber: of }
      return (await client.post(RUNS, { date, ...only, ...more })).json
    },
    async document(number, table = 'draft_invoice') {
      const [row] = await database.rows<{ customer: number; date: string; lines: string }>(
        `SELECT d.customer_number AS customer, d.date, coalesce((SELECT json_agg(CASE WHEN l.product_number IS NULL THEN to_json(l.description)
             ELSE json_build_array(l.description, l.quantity::text, l.unit_net_price::text, l.discount_percentage::text) END ORDER BY l.number)
           FROM ${table}_line l WHERE l.agreement = $1 AND l.document_id = d.number), '[]')::text AS lines
         FROM ${table} d WHERE d.agreement = $1 AND d.number = $2`,
        [client.agreement, number],
      )
      return { number, customer: row!.customer, date: row!.date, lines: JSON.parse(row!.lines) as ShownLine[] }
    },
    async periods(of) {
      return await database.rows(
        `SELECT number, start_date || '..' || end_date AS period, draft_document_id AS draft FROM subscriber
         WHERE agreement = $1 AND subscription_number = $2 ORDER BY start_date, number`,
        [client.agreement, of],
      )
    },
  }
}

/** What a run's documents invoice: customer, period, and the lines of products. */
export async function invoicedBy(
  database: Database,
  agreement: number,
  documents: readonly { documentNumber: number | null }[],
): Promise<(NaiveInvoice & { document: number })[]> {
  const rows = await database.rows<{ document: number; customer: number; period: string; lines: string }>(
    `SELECT s.draft_document_id AS document, s.customer_number AS customer, s.start_date || '..' || s.end_date AS period,
       (SELECT json_agg(json_build_array(trim_scale(l.quantity)::text, l.unit_net_price::text, trim_scale(l.discount_percentage)::text) ORDER BY l.number)
        FROM draft_invoice_line l WHERE l.agreement = $1 AND l.document_id = s.draft_document_id AND l.product_number IS NOT NULL)::text AS lines
     FROM subscriber s WHERE s.agreement = $1 AND s.draft_document_id IN (SELECT json_array_elements_text($2::json)::int)
     ORDER BY s.draft_document_id`,
    [agreement, JSON.stringify(documents.map(({ documentNumber }) => documentNumber))],
  )
  return rows.map((row) => ({ ...row, lines: JSON.parse(row.lines) as NaiveInvoice['lines'] }))
}
