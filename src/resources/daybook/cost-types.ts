import { MARK_DOWN_MAX, NUMBER_MAX } from '../../limits.ts'
import { changed, changedAll, faceOf, only, withProperties } from '../../resource/differences.ts'
import { decimal, F1, F2, int32, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { isAtLeast, isBookable, isNotBarred, type Keeper, unlessKept } from '../../resource/rules.ts'
import { costTypeGroups as publishedGroups, costTypes as published } from '../projects/cost-types.ts'
import { isNotSummary } from '../summary-accounts.ts'

const NAME = 'CostTypes'

/** Cost types: kinds of a project's expenses, such as materials or travel. The project-related API reads them. */
export const costTypes = faceOf(
  published,
  {
    name: NAME,
    roles: ['SuperUser', 'Bookkeeping', 'ProjectEmployee'],
    operations: standard('/cost-types', 'number'),
  },
  changed(NAME, 'number', (number) => number.unique('NumberAlreadyInUse')),
  withProperties(NAME, {
    costGroupNumber: int32(1, NUMBER_MAX).references('cost_type_group.number', 'CostTypeGroupDoesNotExist').filter(F1),
    vatCode: text(5).references('vat_code.code', 'VatCodeDoesNotExist').filter(F1),
  }),
  only(NAME, 'number', 'name', 'costGroupNumber', 'vatCode', 'isBarred', 'lastUpdated', 'objectVersion'),
)

const GROUPS = 'CostTypeGroups'
const STORED: Keeper = { table: 'cost_type_group', key: ['number'] }
const ACCOUNTS = ['accountOnGoing', 'accountClosed']

/**
 * Groups of cost types. They say whether a cost is invoiced, with what markup, and where it is booked before and after
 * its project is closed.
 */
export const costTypeGroups = faceOf(
  publishedGroups,
  {
    name: GROUPS,
    // Of both APIs (rule 3.3).
    roles: ['ProjectEmployee', 'SuperUser'],
    operations: standard('/cost-type-groups', 'number'),
    rules: [
      isAtLeast('markup', -MARK_DOWN_MAX, STORED),
      ...ACCOUNTS.flatMap((property) => [
        isBookable(property),
        isNotSummary(property),
        unlessKept(isNotBarred(property, 'account', 'AccountIsBarred'), STORED),
      ]),
    ],
  },
  changed(GROUPS, 'number', (number) => number.unique('NumberAlreadyInUse')),
  changed(GROUPS, 'type', (type) => type.filter(F2)),
  withProperties(GROUPS, {
    markup: decimal(9, 6).measure().describe('The price of an expense above its cost, in per cent'),
  }),
  changedAll(GROUPS, ACCOUNTS, () =>
    int32(1, NUMBER_MAX).required().references('account.number', 'AccountDoesNotExist').filter(F1),
  ),
)
