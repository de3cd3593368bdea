import { NUMBER_MAX } from '../../limits.ts'
import { F1, F2, flag, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { lacksModule, WRITTEN } from '../../resource/rules.ts'
import { type Row, rowsOf, sql, type Sql } from '../../resource/sql.ts'

/** Names of the intervals, by the number that the contract gives them (its note 8). */
const INTERVALS = [
  'week',
  'two weeks',
  'month',
  'quarter',
  'six months',
  'year',
  'two months',
  'two years',
  'three years',
  'four years',
  'five years',
  'four weeks',
  'eight weeks',
]

/** SQL: a current subscriber of the stored subscription has a project. */
const hasProjects = (old: Row): Sql => sql`EXISTS (SELECT FROM ${rowsOf('subscriber')} x WHERE x.agreement = $1
  AND x.subscription_number = ${old.number}
  AND x.project_number IS NOT NULL AND x.draft_document_id IS NULL AND x.booked_invoice_id IS NULL)`

/** Recurring invoices: how often, and how. Lines give the products, subscribers the customers (rule 13.2). */
export const subscriptions = resource('Subscriptions', {
  logsBodies: true,
  schema: 'Subscription',
  table: 'subscription',
  key: ['number'],
  alsoNamed: { addName: 'includeName', addPeriod: 'includePeriod' },
  roles: ['Sales', 'SuperUser'],
  fields: {
    number: int32(1, NUMBER_MAX).countedUnlessGiven('SubscriptionNumberAlreadyExists').filter(F1).sortable(),
    name: text(50).required().filter(F1),
    description: text(500),
    interval: int32()
      .required()
      .oneOf(INTERVALS.map((_, at) => at + 1))
      .describe(INTERVALS.map((name, at) => `${at + 1} ${name}`).join(', ')),
    isCalendarBased: flag().describe('Periods end with the calendar’s month, quarter, half year or year'),
    collection: int32().required().oneOf([0, 1]).describe('0 the whole price, 1 the share of the days invoiced'),
    includeName: flag().describe('The name stands on the document. Also understood: addName'),
    includePeriod: flag().describe('The period stands on the document. Also understood: addPeriod'),
    allowMoreThanOnePerCustomer: flag(),
    accrue: flag().describe('true: the amount is spread over the months of the period'),
    isBarred: flag().filter(F2).describe('true: runs skip it'),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/Subscriptions', 'number'),
  rules: [
    {
      property: 'isCalendarBased',
      code: 'SubscriptionIntervalCannotUseCalendarYear',
      on: WRITTEN,
      brokenWhen: (r) => sql`${r.is_calendar_based} AND ${r.interval} IN (1, 2, 7, 12, 13)`,
    },
    {
      property: 'accrue',
      code: 'SubscriptionAcrrualsMissingAcces',
      on: ['create'],
      brokenWhen: (r) => sql`${r.accrue} AND ${lacksModule('Accruals')}`,
    },
    {
      property: 'accrue',
      code: 'SubscriptionAcrrualsMissingAcces',
      on: ['update'],
      always: true,
      brokenWhen: (r, old) => sql`coalesce(${r.accrue}, false) <> ${old.accrue} AND ${lacksModule('Accruals')}`,
    },
    {
      property: 'accrue',
      code: 'ValueNotAllowed',
      message: 'Subscribers have projects, which do not go with accruals: clear their projectNumber first',
      on: ['update'],
      brokenWhen: (r, old) => sql`${r.accrue} AND NOT ${old.accrue} AND ${hasProjects(old)}`,
    },
  ],
  inUse: 'SubscriptionHasSubscribers',
  // Published with subscriptions; a code of their lines.
  codes: ['SubscriptionCannotChangeNumbers'],
})
