import type { Executor, Transaction } from '../../database/connection.ts'
import type { ErrorCode } from '../../errors/catalogue.ts'
import type { RunOptions } from './options.ts'
import { anchorOf, type NextPeriod, nextPeriod } from './periods.ts'

/** A line of a subscription. */
export interface Line {
  number: number
  productNumber: string | null
  description: string | null
  quantity: string | null
  specialPrice: string | null
  departmentNumber: number | null
}

/** The properties of a subscription that a run needs. */
export interface Subscription {
  number: number
  name: string
  interval: number
  isCalendarBased: boolean
  isProportional: boolean
  includeName: boolean
  includePeriod: boolean
  accrue: boolean
  lines: readonly Line[]
}

/** A current subscriber whose period is due; decimals and days as text. */
export interface Due {
  number: number
  subscriptionNumber: number
  customerNumber: number
  yourRef: number | null
  otherRef: string | null
  startDate: string
  endDate: string
  anchorDay: number | null
  specialPrice: string | null
  discountPercentage: string | null
  discountExpiryDate: string | null
  quantityFactor: string
  priceFactor: string
  registrationDate: string | null
  expiryDate: string | null
  projectNumber: number | null
  departmentNumber: number | null
  extraTextForInvoice: string | null
  /** Whether its subscription was barred, and it may have been missed. */
  isMissed: boolean
  /** The start of the next period of its chain, where there is one already. */
  laterStart: string | null
  /** The first fault in the data that the run copies (rule 13.3); null when there is none. */
  code: ErrorCode | null
}

/** SQL: the subscriber `s` is its chain's current one. */
export const IS_CURRENT = 's.draft_document_id IS NULL AND s.booked_invoice_id IS NULL AND NOT s.is_over'

/** The period that follows that of a subscriber, unless it has expired by then. */
export const periodAfter = (one: Due, subscription: Subscription): NextPeriod | undefined =>
  nextPeriod(
    subscription,
    { start: one.startDate, end: one.endDate, anchorDay: anchorOf(one.startDate, one.anchorDay) },
    one.expiryDate,
  )

/**
 * SQL: the subscriber `s` of subscription `p` is current, and its period begins by the day of a run; `$2` a RunOptions
 * as JSON.
 */
export const HAS_BEGUN = `s.agreement = $1 AND ${IS_CURRENT} AND s.start_date <= ($2::json ->> 'date')::date
  AND p.agreement = $1 AND p.number = s.subscription_number AND NOT p.is_barred
  AND s.subscription_number BETWEEN ($2::json ->> 'from')::int AND ($2::json ->> 'to')::int`

/** SQL: the subscriber `s` of subscription `p` is current and due; `$2` a RunOptions as JSON. */
export const IS_DUE = `${HAS_BEGUN}
  AND CASE WHEN $2::json ->> 'dueBy' = 'end' THEN s.end_date ELSE s.start_date END <= ($2::json ->> 'date')::date`

/** Customers with due subscribers, and how many each has, in order of number. */
export async function customersWithDue(
  transaction: Pick<Executor, 'rows'>,
  agreement: number,
  options: RunOptions,
): Promise<{ customer: number; count: number }[]> {
  return await transaction.rows(
    `SELECT s.customer_number AS customer, count(*)::int AS count FROM subscriber s, subscription p WHERE ${IS_DUE}
     GROUP BY s.customer_number ORDER BY s.customer_number`,
    [agreement, JSON.stringify(options)],
  )
}

/** SQL: the agreement `a` lacks a module. */
const lacks = (module: string): string => `NOT '${module}' = ANY (a.modules)`

/** SQL: the condition holds for a line of the subscription with a product `q`. */
const hasLine = (condition: string): string => `EXISTS (SELECT FROM subscription_line l
  JOIN product q ON q.agreement = $1 AND q.number = l.product_number
  WHERE l.agreement = $1 AND l.subscription_number = s.subscription_number AND ${condition})`

/** The faults of a subscriber `s` of customer `c` and subscription `p`, the gravest first, each as SQL. */
const FAULTS: readonly (readonly [code: ErrorCode, isBroken: string])[] = [
  ['SubscriberCustomerIsBarred', 'c.is_barred'],
  [
    'SubscriberYourReferenceContactIsDeleted',
    `EXISTS (SELECT FROM customer_contact x WHERE x.agreement = $1 AND x.number = s.your_ref AND x.is_deleted)`,
  ],
  ['SubscriberProjectAccessError', `s.project_number IS NOT NULL AND ${lacks('Projects')}`],
  [
    'SubscriberProjectIsClosed',
    `EXISTS (SELECT FROM project x WHERE x.agreement = $1 AND x.number = s.project_number
      AND (x.is_closed OR x.is_barred))`,
  ],
  ['SubscriberAccrueCannotHaveProjectWithAccrue', 'p.accrue AND s.project_number IS NOT NULL'],
  ['SubscriberAccrueStartCannotBeEqualEndDate', 'p.accrue AND s.start_date = s.end_date'],
  ['SubscriptionAcrrualsMissingAcces', `p.accrue AND ${lacks('Accruals')}`],
  ['SubscriberDimensionAccessError', `s.department_number IS NOT NULL AND ${lacks('Dimension')}`],
  ['SubscriptionLineDimensionAccessError', `${hasLine('l.department_number IS NOT NULL')} AND ${lacks('Dimension')}`],
  ['SubscriptionHasNoProducts', `NOT ${hasLine('true')}`],
  ['SubscriptionLineProductIsBarred', hasLine('q.is_barred')],
  [
    'SubscriptionAccountMissing',
    hasLine(`NOT EXISTS (SELECT FROM product_group_zone z WHERE z.agreement = $1
      AND z.product_group_number = q.product_group_number AND z.zone = c.zone)`),
  ],
]

/**
 * Locks the due subscribers of these customers, except the numbers in `except`, and reads them in order of number. A
 * run that waited for the lock sees the changes of the run before it, so no two runs read the same due subscriber.
 */
export async function lockDue(
  transaction: Transaction,
  agreement: number,
  options: RunOptions,
  { customers, except }: { customers: readonly number[]; except: readonly number[] },
): Promise<Due[]> {
  const values = [agreement, JSON.stringify(options), JSON.stringify(customers), JSON.stringify(except)]
  const found = await transaction.rows<{ number: number }>(`${FIND} FOR NO KEY UPDATE OF s`, values)
  if (found.length === 0) return []
  const numbers = JSON.stringify(found.map(({ number }) => number))
  // Whoever closes a project waits for drafts that are being made on it.
  await transaction.rows(
    `SELECT FROM project p WHERE p.agreement = $1 AND p.number IN (SELECT s.project_number FROM subscriber s
       WHERE s.agreement = $1 AND s.number = ANY (ARRAY(SELECT json_array_elements_text($2::json)::int)))
     ORDER BY p.number FOR KEY SHARE OF p`,
    [agreement, numbers],
  )
  // Reads after locking: other runs have committed, and the rows cannot change any more.
  return await transaction.rows<Due>(READ, [agreement, numbers])
}

/** As `lockDue`, without locking. */
export async function readDue(
  executor: Executor,
  agreement: number,
  options: RunOptions,
  { customers, except }: { customers: readonly number[]; except: readonly number[] },
): Promise<Due[]> {
  const values = [agreement, JSON.stringify(options), JSON.stringify(customers), JSON.stringify(except)]
  const found = await executor.rows<{ number: number }>(FIND, values)
  return await executor.rows<Due>(READ, [agreement, JSON.stringify(found.map(({ number }) => number))])
}

const FIND = `
  SELECT s.number FROM subscriber s, subscription p WHERE ${IS_DUE}
    AND s.customer_number = ANY (ARRAY(SELECT json_array_elements_text($3::json)::int))
    AND s.number NOT IN (SELECT json_array_elements_text($4::json)::int)
  ORDER BY s.number`

const READ = `
  SELECT s.number, s.subscription_number AS "subscriptionNumber", s.customer_number AS "customerNumber",
    s.your_ref AS "yourRef",
   s.other_ref AS "otherRef", s.start_date AS "startDate", s.end_date AS "endDate", s.anchor_day AS "anchorDay",
   s.special_price AS "specialPrice", s.discount_percentage AS "discountPercentage",
     s.discount_expiry_date AS "discountExpiryDate",
   s.quantity_factor AS "quantityFactor", s.price_factor AS "priceFactor", s.registration_date AS "registrationDate",
   s.expiry_date AS "expiryDate", s.project_number AS "projectNumber", s.department_number AS "departmentNumber",
   s.extra_text_for_invoice AS "extraTextForInvoice", p.has_missed AS "isMissed",
   (SELECT min(x.start_date) FROM subscriber x WHERE x.agreement = $1
     AND coalesce(x.chain, x.number) = coalesce(s.chain, s.number)
     AND x.start_date > s.start_date) AS "laterStart",
   CASE ${FAULTS.map(([code, isBroken]) => `WHEN ${isBroken} THEN '${code}'`).join(' ')} END AS code
 FROM subscriber s
 JOIN subscription p ON p.agreement = $1 AND p.number = s.subscription_number
 JOIN customer c ON c.agreement = $1 AND c.number = s.customer_number
 JOIN agreement a ON a.agreement = $1
 WHERE s.agreement = $1 AND s.number = ANY (ARRAY(SELECT json_array_elements_text($2::json)::int))
   AND s.draft_document_id IS NULL AND s.booked_invoice_id IS NULL
 ORDER BY s.number`

/** The subscriptions named, with their lines by number. */
export async function subscriptionsOf(
  transaction: Executor,
  agreement: number,
  numbers: readonly number[],
): Promise<Map<number, Subscription>> {
  const rows = await transaction.rows<Omit<Subscription, 'lines'> & { lines: string }>(
    `SELECT p.number, p.name, p.interval, p.is_calendar_based AS "isCalendarBased",
      p.collection = 1 AS "isProportional",
       p.include_name AS "includeName", p.include_period AS "includePeriod", p.accrue,
       coalesce((SELECT json_agg(json_build_object('number', l.number, 'productNumber', l.product_number, 'description',
         l.description,
           'quantity', l.quantity::text, 'specialPrice', l.special_price::text, 'departmentNumber', l.department_number)
             ORDER BY l.number)
         FROM subscription_line l WHERE l.agreement = $1 AND l.subscription_number = p.number), '[]')::text AS lines
     FROM subscription p WHERE p.agreement = $1
       AND p.number = ANY (ARRAY(SELECT json_array_elements_text($2::json)::int))`,
    [agreement, JSON.stringify(numbers)],
  )
  return new Map(rows.map((row) => [row.number, { ...row, lines: JSON.parse(row.lines) as Line[] }]))
}

/** Price and discount of a product for a customer, when the subscription gives neither. */
export interface ProductTerms {
  price: string | null
  discount: string | null
}

/**
 * Prices and discounts of products for customers by the rules of products (rule 11.4), in each customer's currency on
 * the day.
 */
export async function productTerms(
  transaction: Executor,
  agreement: number,
  day: string,
  pairs: readonly (readonly [customer: number, product: string])[],
): Promise<Map<string, ProductTerms>> {
  if (pairs.length === 0) return new Map()
  const rows = await transaction.rows<{ customer: number; product: string } & ProductTerms>(
    `WITH asked AS MATERIALIZED (
       SELECT (k.value ->> 0)::int AS customer, k.value ->> 1 AS product FROM json_array_elements($3::json) AS k
     ), bought AS MATERIALIZED (
       SELECT c.number, coalesce(c.currency, a.base_currency) AS currency, c.zone,
         CASE WHEN coalesce(c.currency, a.base_currency) = a.base_currency THEN 100
           ELSE (SELECT x.rate FROM exchange_rate x
           WHERE x.agreement = $1 AND x.currency = c.currency AND x.date <= $2::date ORDER BY x.date DESC
             LIMIT 1) END AS rate,
         json_build_array(coalesce(c.currency, a.base_currency), c.zone, c.price_group_number, c.discount_group_number,
           c.default_discount_pct)::text AS kind
       FROM customer c JOIN agreement a ON a.agreement = $1
       WHERE c.agreement = $1 AND c.number = ANY (ARRAY(SELECT k.customer FROM asked k))
     ), alike AS MATERIALIZED (
       -- Customers of one kind pay the same: computes it for one of them.
       SELECT b.kind, k.product, min(b.number) AS customer FROM asked k JOIN bought b ON b.number = k.customer
         GROUP BY b.kind, k.product
     ), priced AS MATERIALIZED (
       SELECT o.kind, o.product, default_price($1, o.product, o.customer, b.currency, b.rate, b.zone, false)::text
         AS price, default_discount($1, o.product, o.customer, b.currency, b.rate, false)::text AS discount
       FROM alike o JOIN bought b ON b.number = o.customer
     )
     SELECT k.customer, k.product, p.price, p.discount
     FROM asked k JOIN bought b ON b.number = k.customer JOIN priced p ON p.kind = b.kind AND p.product = k.product`,
    [agreement, day, JSON.stringify(pairs)],
  )
  return new Map(rows.map(({ customer, product, ...terms }) => [keyOf(customer, product), terms]))
}

/** The key of the terms of a customer and a product. */
export const keyOf = (customer: number, product: string): string => `${customer} ${product}`
