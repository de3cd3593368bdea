import { NUMBER_MAX } from '../../limits.ts'
import { date, decimal, F1, F2, flag, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource, type Rule } from '../../resource/resource.ts'
import { isNotBarred, isOpenDepartment, WRITTEN } from '../../resource/rules.ts'
import { needsModule, needsOpenProject } from '../../sales/rules.ts'
import { updateWithChain } from '../../sales/subscriptions/chain-ends.ts'
import { factor } from './lines.ts'
import { type Row, rowsOf, sql, type Sql } from '../../resource/sql.ts'

/** SQL: the condition holds for the subscription `s` of the new row. */
const ofSubscription = (r: Row, condition: string): Sql =>
  sql`EXISTS (SELECT FROM ${rowsOf('subscription')} s WHERE s.agreement = $1 AND s.number = ${r.subscription_number}
    AND ${condition})`

/** SQL: the condition holds for the contact `x` of the new row. */
const contactIs = (r: Row, condition: Sql): Sql =>
  sql`EXISTS (SELECT FROM ${rowsOf('customer_contact')} x WHERE x.agreement = $1 AND x.number = ${r.your_ref}
    AND ${condition})`

/** SQL: the customer has another subscriber `x` of the subscription for which the condition holds. */
const hasOther = (
  r: Row,
  condition: string,
): Sql => sql`EXISTS (SELECT FROM ${rowsOf('subscriber')} x WHERE x.agreement = $1
  AND x.subscription_number = ${r.subscription_number} AND x.customer_number = ${r.customer_number}
  AND x.booked_invoice_id IS NULL AND ${condition})`

const isOnlyOne = (r: Row): Sql => ofSubscription(r, 'NOT s.allow_more_than_one_per_customer')
const CURRENT = 'x.draft_document_id IS NULL AND NOT x.is_over'
const UNBOOKED = 'x.draft_document_id IS NOT NULL'

const ENDS_AFTER = 'The period ends after the subscriber expires'

const dateRules: Rule[] = [
  {
    property: 'startDate',
    code: 'SubscriberStartDateHasToBeBeforeEndDate',
    on: WRITTEN,
    brokenWhen: (r) => sql`${r.start_date} > ${r.end_date}`,
  },
  {
    property: 'startDate',
    code: 'SubscriberStartDateHasToBeBeforeExpiryDate',
    on: ['create'],
    brokenWhen: (r) => sql`${r.start_date} > ${r.expiry_date}`,
  },
  {
    property: 'startDate',
    code: 'SubscriberStartDateHasToBeBeforeExpiryDate',
    on: ['update'],
    // An expiry may come before a period that is invoiced: the chain ends, and the period stays (rule 13.6).
    brokenWhen: (r, old) => sql`${r.start_date} > ${r.expiry_date} AND (${r.start_date} <> ${old.start_date}
      OR ${old.draft_document_id} IS NULL AND ${old.booked_invoice_id} IS NULL AND NOT ${old.is_over})`,
  },
  {
    property: 'startDate',
    code: 'SubscriberAccrueStartCannotBeEqualEndDate',
    on: WRITTEN,
    brokenWhen: (r) => sql`${r.start_date} = ${r.end_date} AND ${ofSubscription(r, 's.accrue')}`,
  },
  {
    property: 'endDate',
    code: 'ValueOutOfRange',
    message: ENDS_AFTER,
    on: ['create'],
    brokenWhen: (r) => sql`${r.end_date} > ${r.expiry_date}`,
  },
  {
    property: 'endDate',
    code: 'ValueOutOfRange',
    message: ENDS_AFTER,
    on: ['update'],
    // The end as it was read is cut, or was invoiced.
    brokenWhen: (r, old) => sql`${r.end_date} > ${r.expiry_date} AND ${r.end_date} <> ${old.end_date}`,
  },
]

const customerRules: Rule[] = [
  // Not on update: when the customer is barred later, its subscribers must stay editable, to end them.
  { ...isNotBarred('customerNumber', 'customer', 'SubscriberCustomerIsBarred'), on: ['create'] },
  {
    property: 'customerNumber',
    code: 'SubscriberCustomerAlreadyHasSubscription',
    on: ['create'],
    brokenWhen: (r) => sql`${isOnlyOne(r)} AND ${hasOther(r, CURRENT)}`,
  },
  {
    property: 'customerNumber',
    code: 'SubscriberCustomerHasNonInvoicedSubscription',
    on: ['create'],
    brokenWhen: (r) => sql`${isOnlyOne(r)} AND NOT ${hasOther(r, CURRENT)} AND ${hasOther(r, UNBOOKED)}`,
  },
  {
    property: 'yourRef',
    code: 'SubscriberYourReferenceContactDoesNotExist',
    on: WRITTEN,
    brokenWhen: (r) => sql`NOT ${contactIs(r, sql`true`)}`,
  },
  {
    property: 'yourRef',
    code: 'SubscriberYourReferenceContactIsDeleted',
    on: WRITTEN,
    brokenWhen: (r) => contactIs(r, sql`x.is_deleted`),
  },
  {
    property: 'yourRef',
    code: 'SubscriberYourReferenceContactDoesNotBelongToCustomer',
    on: WRITTEN,
    brokenWhen: (r) => contactIs(r, sql`x.customer_number <> ${r.customer_number}`),
  },
]

const otherRules: Rule[] = [
  {
    property: 'number',
    code: 'NumberAlreadyInUse',
    message: 'Later periods of a deleted subscriber still go by the number',
    on: ['create'],
    // Runs keep a chain of periods apart from others by this number. The index subscriber_period has the first
    // condition.
    brokenWhen: (r) =>
      sql`EXISTS (SELECT FROM ${rowsOf('subscriber')} x WHERE x.agreement = $1
        AND coalesce(x.chain, x.number) = ${r.number} AND x.chain = ${r.number})`,
  },
  {
    property: 'discountPercentage',
    code: 'ValueOutOfRange',
    message: 'A discount is from 0 to 100 per cent',
    on: WRITTEN,
    brokenWhen: (r) => sql`${r.discount_percentage} NOT BETWEEN 0 AND 100`,
  },
  {
    property: 'quantityFactor',
    code: 'SubscriberQuanityFactorCannotBeZero',
    on: WRITTEN,
    brokenWhen: (r) => sql`${r.quantity_factor} = 0`,
  },
  needsModule('projectNumber', 'Projects', 'SubscriberProjectAccessError'),
  needsOpenProject('SubscriberProjectIsClosed'),
  {
    property: 'projectNumber',
    code: 'SubscriberAccrueCannotHaveProjectWithAccrue',
    on: WRITTEN,
    brokenWhen: (r) => ofSubscription(r, 's.accrue'),
  },
  needsModule('departmentNumber', 'Dimension', 'SubscriberDimensionAccessError'),
  isOpenDepartment('SubscriberInvalidDepartment', { table: 'subscriber', key: ['number'] }),
]

/**
 * Subscribers: a customer's period of a subscription (rule 13.1). It is current until a run makes a document of it;
 * then a copy is the customer's next period.
 */
export const subscribers = resource('Subscribers', {
  logsBodies: true,
  schema: 'Subscriber',
  table: 'subscriber',
  key: ['number'],
  roles: ['Sales', 'SuperUser'],
  fields: {
    number: int32(1, NUMBER_MAX).countedUnlessGiven('NumberAlreadyInUse').filter(F1).sortable(),
    subscriptionNumber: int32()
      .required()
      .references('subscription.number', 'SubscriberSubscriptionDoesNotExist')
      .fixed('SubscriberSubscriptionNumberCannotBeUpdated')
      .filter(F1)
      .sortable(),
    customerNumber: int32()
      .required()
      .references('customer.number', 'SubscriberCustomerDoesNotExist')
      .fixed('SubscriberCustomerNumberCannotBeUpdated')
      .filter(F1),
    yourRef: int32().describe('A contact of the customer that is not deleted'),
    otherRef: text(250),
    startDate: date().required().filter(F2),
    endDate: date().required().filter(F2),
    specialPrice: factor().describe('Instead of every product’s price'),
    discountPercentage: decimal(9, 6).measure().filter(F2),
    discountExpiryDate: date().describe('The last day on which a period can start and still get the discount'),
    quantityFactor: factor().measure().present().nullable().fallback('1').filter(F2),
    priceFactor: factor().measure().present().nullable().fallback('1').filter(F2),
    registrationDate: date()
      .fixed('SubscriberRegistrationDateCannotBeUpdated')
      .describe('With `collection` 1, days before it are not invoiced'),
    expiryDate: date().filter(F2).describe('The last day that is invoiced'),
    projectNumber: int32().references('project.number', 'SubscriberProjectDoesNotExist').filter(F1),
    departmentNumber: int32().references('department.number', 'SubscriberInvalidDepartment').filter(F1),
    bookedInvoiceId: int32().readOnly().filter(F1).describe('The document of the period, once booked'),
    draftDocumentId: int32().readOnly().filter(F1).describe('The document of the period, until booked'),
    extraTextForInvoice: text(1000).filter(F1),
    comments: text(500).codes({ tooLong: 'SubscriberCommentsMaxLengthExceeded' }),
    isOnlyOne: flag()
      .hidden()
      .assigned((r) => sql`(${isOnlyOne(r)})`),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/Subscribers', 'number'),
  rules: [...dateRules, ...customerRules, ...otherRules],
  aroundUpdate: updateWithChain,
  constraints: {
    subscriber_only_one: { code: 'SubscriberCustomerAlreadyHasSubscription', property: 'customerNumber' },
    subscriber_period: { code: 'SubscriberPeriodAlreadyExists', property: 'startDate' },
    subscriber_your_ref_fk: { code: 'SubscriberYourReferenceContactDoesNotExist', property: 'yourRef' },
  },
})
