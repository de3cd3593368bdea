import { MARK_DOWN_MAX, NUMBER_MAX } from '../../limits.ts'
import { day, decimal, F1, F1L, F2, flag, int32, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { isAtLeast, type Keeper } from '../../resource/rules.ts'
import { allowedActivities } from './allowed.ts'
import { postingFields, postingRules } from './posting-accounts.ts'
import { OF_PROJECTS } from './roles.ts'

const STORED: Keeper = { table: 'activity', key: ['number'] }

const fields = {
  number: int32(1, NUMBER_MAX).required().unique('ActivityNumberAlreadyExists').filter(F1).sortable(),
  groupNumber: int32().required().references('activity_group.number', 'ActivityGroupNumberDoesNotExist').filter(F1),
  name: text(100).required('ActivityNameNullOrEmpty').filter(F1L),
  isAccessible: flag().filter(F2).describe('Whether time can be registered on it'),
  inLieuCode: int32().present().fallback('0'),
  hideInSearch: flag().describe('Hides the activity in searches of user interfaces; requests still find it'),
  cutoffDate: day().describe('The last day of salesPriceBefore'),
  salesPriceBefore: decimal(),
  salesPriceAfter: decimal(),
  costPriceMarkupPercentage: decimal()
    .measure()
    .describe('What an hour costs beyond the employee’s own price, in per cent'),
  objectVersion: objectVersion(),
}

/** Activities of employees on projects, with the price of an hour (rule 14.2). */
export const activities = resource('Activities', {
  logsBodies: true,
  schema: 'Activity',
  table: 'activity',
  key: ['number'],
  ...OF_PROJECTS,
  fields,
  operations: [
    ...standard('/activities', 'number', ['paged', 'cursor', 'create', 'update', 'count', 'single']),
    allowedActivities('/activities/allowed'),
  ],
  rules: [
    isAtLeast('salesPriceBefore', 0, STORED),
    isAtLeast('salesPriceAfter', 0, STORED),
    isAtLeast('costPriceMarkupPercentage', -MARK_DOWN_MAX, STORED),
  ],
})

/** Groups of activities: whether they are invoiced, and the accounts of their time (rule 14.1). */
export const activityGroups = resource('Activity Groups', {
  logsBodies: true,
  schema: 'ActivityGroup',
  table: 'activity_group',
  key: ['number'],
  ...OF_PROJECTS,
  fields: {
    number: int32(1).countedUnlessGiven('ActivityGroupCannotBeCreatedUpdatedNumberAlreadyExists').filter(F1).sortable(),
    name: text(100).required().filter(F1L).sortable(),
    type: int32()
      .required()
      .oneOf([1, 2, 3])
      .named({ productiveInvoiceable: 1, productiveNotInvoiceable: 2, unproductive: 3 })
      .filter(['eq', 'ne'])
      .sortable()
      .describe('1 productive and invoiceable, 2 productive and not invoiceable, 3 unproductive'),
    ...postingFields('ActivityGroup', 'cost'),
    ...postingFields('ActivityGroup', 'sales'),
    objectVersion: objectVersion(),
  },
  operations: standard('/activitygroups', 'number', ['single', 'paged', 'cursor', 'create', 'count']),
  rules: [...postingRules('ActivityGroup', 'cost'), ...postingRules('ActivityGroup', 'sales')],
})
