import { DISTRIBUTION_LINES_MAX, NUMBER_MAX } from '../../limits.ts'
import { decimal, F1, F1L, F2, flag, int32, itemList, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource, type Rule } from '../../resource/resource.ts'

/** SQL: whether `condition` holds of the lines `l` given, of which those without department or percentage are at fault already. */
const ofLines = (condition: string): string => `(SELECT ${condition} FROM (
  SELECT (x ->> 'departmentNumber')::int AS department, (x ->> 'percent')::numeric AS percent
  FROM json_array_elements(r.lines) x) AS l)`

const onLines = (code: Rule['code'], condition: string): Rule => ({
  property: 'lines',
  code,
  on: ['create', 'update'],
  brokenWhen: ofLines(condition),
})

/** Distributions: how an amount is shared out among departments, in per cent. */
export const departmentalDistributions = resource('DepartmentalDistributions', {
  schema: 'DepartmentalDistribution',
  table: 'departmental_distribution',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32(1, NUMBER_MAX).required().unique('NumberAlreadyInUse').filter(F1).sortable(),
    name: text(255).required().filter(F1L).sortable(),
    isBarred: flag().filter(F2),
    lines: itemList(
      {
        departmentNumber: int32(1, NUMBER_MAX).required(),
        percent: decimal(7, 4).required().describe('Above 0; those of all lines sum to 100'),
      },
      DISTRIBUTION_LINES_MAX,
    )
      .required()
      // Decimals come as texts.
      .readAs(
        `(SELECT json_agg(json_build_object('departmentNumber', l.x -> 'departmentNumber', 'percent', (l.x ->> 'percent')::numeric)
            ORDER BY l.position) FROM json_array_elements(t.lines) WITH ORDINALITY AS l(x, position))`,
      ),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/departmental-distributions', 'number'),
  rules: [
    onLines(
      'DistributionDepartmentDoesNotExist',
      `coalesce(bool_or(NOT EXISTS (SELECT FROM department d WHERE d.agreement = $1 AND d.number = l.department))
        FILTER (WHERE l.department IS NOT NULL), false)`,
    ),
    onLines('DistributionDepartmentRepeated', 'count(l.department) > count(DISTINCT l.department)'),
    onLines(
      'DistributionNotWhole',
      'coalesce(bool_or(l.percent <= 0), false) OR count(l.percent) = count(*) AND sum(l.percent) <> 100',
    ),
  ],
  constraints: {
    departmental_distribution_department_department_number_fk: {
      code: 'DistributionDepartmentDoesNotExist',
      property: 'lines',
    },
  },
})
