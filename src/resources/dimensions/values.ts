import { NUMBER_MAX } from '../../limits.ts'
import { F1, F2, F2L, flag, int32, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { ALL_ROLES, DIMENSIONS_MAX } from './facts.ts'
import { IN_REGISTER, isTaken } from './keys.ts'
import { sql } from '../../resource/sql.ts'

const KEY = ['dimensionNumber', 'key'] as const

/** The dimension and key that identify a value or distribution, as clients give them. */
export const keyFields = {
  dimensionNumber: int32(1, DIMENSIONS_MAX)
    .required()
    .references('dimension.number', 'ValueNotAllowed')
    .filter(F1)
    .sortable(),
  key: int32(1, NUMBER_MAX)
    .required()
    .column('number')
    .unique('KeyInUse', 'dimensionNumber')
    .codes({ range: 'KeyNumberExceedsMaximumDigits', tooLow: 'KeyNumberIsZeroOrNegative' })
    .filter(F1)
    .sortable(),
}

/**
 * The values of dimensions: those of dimension 1 are the departments. Values and distributions of a dimension share its
 * keys.
 */
export const dimensionValues = resource('DimensionValues', {
  logsBodies: true,
  schema: 'DimensionValue',
  table: 'dimension_value',
  key: KEY,
  roles: ALL_ROLES,
  fields: {
    ...keyFields,
    name: text(255).fallback(`''`).filter(F2L),
    active: flag().column('is_barred').inverted().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: [
    ...standard('/values', KEY).filter(({ kind }) => kind !== 'delete'),
    { kind: 'delete', method: 'DELETE', path: '/values', keyInBody: true },
  ],
  rules: [
    {
      property: 'key',
      code: 'KeyInUse',
      on: ['create'],
      brokenWhen: (r) => isTaken(r.dimension_number!, r.number!, true),
    },
  ],
  missing: 'DimensionValueDoesNotExist',
  inUse: { distribution_part: 'DimensionValueInUseByDistribution', '*': 'DimensionValueInUse' },
  inUseBySeveral: 'DimensionValueInUseMultiple',
  constraints: {
    dimension_key_pkey: { code: 'KeyInUse', property: 'key' },
    department_pkey: { code: 'KeyInUse', property: 'key' },
  },
  alsoIn: { department: { when: (old) => sql`${old.dimension_number} = 1` }, dimension_key: IN_REGISTER },
  // Codes of imports and of distributions.
  codes: [
    'DimensionValueImportDistributionKeyInUse',
    'DimensionValueImportDuplicateIndex',
    'DimensionValueImportDuplicateKey',
    'KeyInUseMultiple',
  ],
})
