import { DISTRIBUTION_LINES_MAX, NUMBER_MAX } from '../../limits.ts'
import { decimal, F1, F1L, F2, flag, int32, itemList, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource, type Rule } from '../../resource/resource.ts'
import { keepsParts, linesOf, NOT_WHOLE, ofLines, REPEATED } from '../dimensions/distributions.ts'
import { keysOfDepartments } from '../dimensions/keys.ts'
import { rowsOf, sql, type Sql } from '../../resource/sql.ts'

const keys = keysOfDepartments('dimension_distribution')

const onLines = (code: Rule['code'], condition: Sql): Rule => ({
  property: 'lines',
  code,
  on: ['create', 'update'],
  brokenWhen: (r) => ofLines(r, 'departmentNumber', condition),
})

/**
 * Distributions of an amount among departments, in per cent: those of dimension 1, for clients that know no other
 * dimensions.
 */
export const departmentalDistributions = resource('DepartmentalDistributions', {
  logsBodies: true,
  schema: 'DepartmentalDistribution',
  table: 'departmental_distribution',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32(1, NUMBER_MAX).required().unique('NumberAlreadyInUse').filter(F1).sortable(),
    name: text(255).fallback(`''`).filter(F1L).sortable(),
    isBarred: flag().filter(F2),
    lines: itemList(
      {
        departmentNumber: int32(1, NUMBER_MAX).required(),
        percent: decimal(7, 4).measure().required().describe('Above 0; those of all lines sum to 100'),
      },
      DISTRIBUTION_LINES_MAX,
    )
      .required()
      .readAs(linesOf('departmentNumber')),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/departmental-distributions', 'number'),
  rules: [
    ...keys.rules,
    onLines(
      'DistributionDepartmentDoesNotExist',
      sql`coalesce(bool_or(NOT EXISTS (SELECT FROM ${rowsOf('department')} d WHERE d.agreement = $1
        AND d.number = l.key))
        FILTER (WHERE l.key IS NOT NULL), false)`,
    ),
    onLines('DistributionDepartmentRepeated', REPEATED),
    onLines('DistributionNotWhole', NOT_WHOLE),
    keepsParts('lines', 'departmentNumber'),
  ],
  constraints: {
    ...keys.constraints,
    distribution_part_value_number_fk: { code: 'DistributionDepartmentDoesNotExist', property: 'lines' },
    dimension_distribution_keeps_parts: { code: 'ValueNotAllowed', property: 'lines' },
  },
  alsoIn: keys.alsoIn,
})
