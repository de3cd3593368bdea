import { NUMBER_MAX, PRICE_DECIMALS } from '../../limits.ts'
import { itemSql } from '../../resource/columns.ts'
import { decimal, F1, F2, type Field, int32, objectVersion, text } from '../../resource/fields.ts'
import { type QueryOperation, type StandardOperation, standard } from '../../resource/operations.ts'
import { resource, type Resource } from '../../resource/resource.ts'
import { isNotBarred, isOpenDepartment, type Keeper, lacksModule, unlessKept, WRITTEN } from '../../resource/rules.ts'
import { needsModule } from '../../sales/rules.ts'
import { rowsOf, sql } from '../../resource/sql.ts'

const PATH = '/subscriptions/{subscriptionNumber}/lines'
const LINE: Keeper = { table: 'subscription_line', key: ['subscription_number', 'number'] }

/** A quantity or factor, with the decimals of prices on documents. */
export const factor = (): Field => decimal(18, PRICE_DECIMALS)

const within = (operation: StandardOperation): StandardOperation => ({
  ...operation,
  differs: 'SubscriptionCannotChangeNumbers',
})

/** Every line of one subscription: a bare list, as in the contract. */
const ofSubscription: QueryOperation = {
  kind: 'query',
  method: 'GET',
  path: PATH,
  summary: 'The lines of a subscription, by number',
  answer: 'items',
  statement: ({ agreement }, { path }, group) => ({
    text: `SELECT '[' || coalesce(string_agg(${itemSql(group as Resource, 'problem')}, ',' ORDER BY t.number), '')
      || ']'
      FROM subscription_line t WHERE t.agreement = $1 AND t.subscription_number = $2`,
    values: [agreement, path.subscriptionNumber as number],
  }),
}

/** Lines that subscriptions invoice: products, and texts. */
export const subscriptionLines: Resource = resource('SubscriptionLines', {
  logsBodies: true,
  schema: 'SubscriptionLine',
  table: 'subscription_line',
  key: ['subscriptionNumber', 'number'],
  roles: ['Sales', 'SuperUser'],
  fields: {
    number: int32(1, NUMBER_MAX).countedUnlessGiven('NumberAlreadyInUse', 'subscriptionNumber').filter(F1).sortable(),
    subscriptionNumber: int32()
      .present()
      .references('subscription.number', 'SubscriptionLineSubscriptionDoesNotExist', { cascades: true })
      .filter(F1)
      .sortable(),
    productNumber: text(25)
      .references('product.number', 'SubscriptionLineProductDoesNotExist')
      .filter(F2)
      .describe('A line without product is text'),
    description: text(2500).filter(F1),
    quantity: factor().measure(),
    specialPrice: factor(),
    departmentNumber: int32().references('department.number', 'SubscriptionLineInvalidDepartment').filter(F1),
    objectVersion: objectVersion(),
  },
  operations: [
    ...standard('/subscriptionlines', '', ['paged', 'cursor', 'count']),
    ...standard(PATH, 'number', ['single', 'delete', 'create', 'update']).map(within),
    ofSubscription,
  ],
  rules: [
    unlessKept(isNotBarred('productNumber', 'product', 'SubscriptionLineProductIsBarred'), LINE),
    {
      property: 'quantity',
      code: 'SubscriptionLineQuantityNotNullOrZero',
      on: WRITTEN,
      always: true,
      brokenWhen: (r) => sql`${r.product_number} IS NOT NULL AND coalesce(${r.quantity}, 0) = 0`,
    },
    {
      property: 'description',
      code: 'SubscriptionLineDescriptionNotNullOrEmpty',
      on: WRITTEN,
      always: true,
      brokenWhen: (r) => sql`${r.product_number} IS NOT NULL AND btrim(coalesce(${r.description}, '')) = ''`,
    },
    needsModule('departmentNumber', 'Dimension', 'SubscriptionLineDimensionAccessError'),
    isOpenDepartment('SubscriptionLineInvalidDepartment', LINE),
    {
      property: 'departmentNumber',
      code: 'SubscriptionLineMultipleDimensionAccessError',
      on: WRITTEN,
      brokenWhen:
        () => sql`EXISTS (SELECT FROM ${rowsOf('dimension')} d WHERE d.agreement = $1 AND d.number > 1 AND d.is_active)
        AND ${lacksModule('Complete')}`,
    },
  ],
})
