import { F1, F2, F2L, flag, int32, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource, type Rule } from '../../resource/resource.ts'
import { ALL_ROLES, DIMENSIONS_MAX } from './facts.ts'
import { lacksModule } from '../../resource/rules.ts'
import { rowsOf, sql } from '../../resource/sql.ts'

const WRITES = ['create', 'update', 'delete'] as const

const rules: Rule[] = [
  {
    property: 'number',
    code: 'DimensionIncorrectModule',
    on: WRITES,
    always: true,
    brokenWhen: () => lacksModule('Dimension'),
  },
  {
    property: 'number',
    code: 'DimensionIncorrectPackageLevel',
    on: ['create', 'update'],
    always: true,
    brokenWhen: (r) => sql`coalesce(${r.number}, 2) > 1 AND ${lacksModule('Complete')}`,
  },
  {
    property: 'number',
    code: 'DimensionAllowedUpTo3',
    on: ['create'],
    always: true,
    brokenWhen: (r) =>
      sql`${r.number} IS NULL AND (SELECT count(*) FROM ${rowsOf('dimension')} x WHERE x.agreement = $1)
        >= ${DIMENSIONS_MAX}`,
  },
  { property: 'number', code: 'Dimension1CannotBeDeleted', on: ['delete'], brokenWhen: (r) => sql`${r.number} = 1` },
]

/** Dimensions classify entries. Every agreement has dimension 1, the departments, from the start. */
export const dimensions = resource('Dimensions', {
  logsBodies: true,
  schema: 'Dimension',
  table: 'dimension',
  key: ['number'],
  roles: ALL_ROLES,
  fields: {
    number: int32(1, DIMENSIONS_MAX)
      .countedUnlessGiven('DimensionAlreadyExists')
      .codes({ range: 'DimensionAllowedUpTo3' })
      .filter(F1)
      .sortable(),
    name: text(255).required().filter(F2L),
    active: flag().column('is_active').filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/dimensions', 'number'),
  rules,
  missing: 'DimensionDoesNotExist',
  inUse: 'DimensionInUse',
  inUseBySeveral: 'DimensionInUseMultiple',
  constraints: { dimension_number_check: { code: 'DimensionAllowedUpTo3', property: 'number' } },
})
