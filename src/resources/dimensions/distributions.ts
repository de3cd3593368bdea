import { DISTRIBUTION_LINES_MAX, NUMBER_MAX } from '../../limits.ts'
import { decimal, F1, F2, F2L, flag, int32, itemList, objectVersion, objects, text } from '../../resource/fields.ts'
import { reads, standard } from '../../resource/operations.ts'
import { resource, type Resource, type Rule } from '../../resource/resource.ts'
import { ALL_ROLES, DIMENSIONS_MAX } from './facts.ts'
import { IN_REGISTER, isTaken } from './keys.ts'
import { keyFields } from './values.ts'
import { type Row, rowsOf, sql, type Sql } from '../../resource/sql.ts'

const KEY = ['dimensionNumber', 'key'] as const
const WRITTEN = ['create', 'update'] as const

/** SQL: the lines of a distribution `t`; `key` is the view's name for the key of a line. Decimals come as texts. */
export const linesOf = (key: string, more = ''): string =>
  `(SELECT json_agg(json_build_object('${key}', l.x -> 'key', 'percent', (l.x ->> 'percent')::numeric${more})
    ORDER BY l.position)
    FROM json_array_elements(t.lines) WITH ORDINALITY AS l(x, position))`

/** SQL: whether `condition` holds for the given lines `l`. Lines without key or percentage are faults already. */
export const ofLines = (r: Row, key: string, condition: Sql): Sql => sql`(SELECT ${condition} FROM (
  SELECT (x ->> '${key}')::int AS key, (x ->> 'percent')::numeric AS percent FROM json_array_elements(${r.lines}) x)
    AS l)`

/** SQL: the percentages of the lines `l` do not make a whole. */
export const NOT_WHOLE = sql`coalesce(bool_or(l.percent <= 0), false) OR count(l.percent) = count(*)
  AND sum(l.percent) <> 100`

/** SQL: a key stands in two of the lines `l`. */
export const REPEATED = sql`count(l.key) > count(DISTINCT l.key)`

/** SQL: the parts of a row, in order, because the last one takes the cent; `50` and `50.00` per cent are the same. */
const partsOf = (row: Row, key: string): Sql =>
  sql`(SELECT json_agg(json_build_array(l.x ->> '${key}', trim_scale((l.x ->> 'percent')::numeric))
    ORDER BY l.place)::text
    FROM json_array_elements(${row.lines}) WITH ORDINALITY AS l(x, place))`

/** SQL: the parts of the item differ from those of the stored one; `key` names their key. */
const changesParts = (r: Row, old: Row, key: string): Sql =>
  sql`${partsOf(r, key)} IS DISTINCT FROM ${partsOf(old, 'key')}`

/** A distribution of booked entries keeps its parts: the entries were shared among them. */
export const keepsParts = (property: string, key: string): Rule => ({
  property,
  code: 'ValueNotAllowed',
  message: 'Booked entries have the distribution, so that its parts stay as they are; make another one',
  on: ['update'],
  brokenWhen: (
    r,
    old,
  ) => sql`${changesParts(r, old, key)} AND (EXISTS (SELECT FROM ${rowsOf('booked_reference')} x WHERE x.agreement = $1
      AND CASE ${old.dimension_number} WHEN 1 THEN x.departmental_distribution_number WHEN 2 THEN x.dimension2_key
        ELSE x.dimension3_key END = ${old.number})
    OR EXISTS (SELECT FROM ${rowsOf('changed_dimension')} x WHERE x.agreement = $1
      AND x.dimension_number = ${old.dimension_number} AND x.dimension_key = ${old.number}))`,
})

const lines = (property: string, code: Rule['code'], condition: (r: Row) => Sql): Rule => ({
  property,
  code,
  on: WRITTEN,
  brokenWhen: (r) => ofLines(r, 'key', condition(r)),
})

const MISSING: Pick<Resource, 'missing' | 'schema' | 'table' | 'key'> = {
  missing: 'DimensionDistributionDoesNotExist',
  schema: 'DimensionDistribution',
  table: 'dimension_distribution',
  key: KEY,
}
const PARTS = linesOf('key', `, 'objectVersion', t.object_version::text`)

/** Published distributions of an amount among the values of a dimension, in per cent. They can only be read. */
export const dimensionDistributions = resource('DimensionDistributions', {
  logsBodies: true,
  ...MISSING,
  roles: ALL_ROLES,
  fields: {
    dimensionNumber: int32(1, DIMENSIONS_MAX).present().filter(F1).sortable(),
    key: int32(1, NUMBER_MAX).present().column('number').filter(F1).sortable(),
    name: text(255).filter(F2L),
    active: flag().column('is_barred').inverted().filter(F2),
    distributions: objects({
      key: int32().present(),
      percent: decimal().present(),
      objectVersion: objectVersion(),
    })
      .column('lines')
      .readAs(PARTS),
    objectVersion: objectVersion(),
  },
  operations: reads('/distributions', KEY),
  // Codes of writing distributions, which /daybookapi does.
  codes: [
    'DimensionDistributionAtLeast1ChildRequired',
    'DimensionDistributionOnlyOneOfEachValueAllowed',
    'DimensionDistributionPercentSumMustBe100',
  ],
})

/** The same distributions, for writing (rule 15.1). Those of dimension 1 are the departmental distributions. */
export const distributions = resource('Distributions', {
  logsBodies: true,
  ...MISSING,
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    ...keyFields,
    name: text(255).fallback(`''`).filter(F2L),
    active: flag().column('is_barred').inverted().filter(F2),
    distributions: itemList(
      {
        key: int32(1, NUMBER_MAX).required(),
        percent: decimal(7, 4).measure().required().describe('Above 0; those of all parts sum to 100'),
      },
      DISTRIBUTION_LINES_MAX,
    )
      .required('DimensionDistributionAtLeast1ChildRequired')
      .column('lines')
      .readAs(linesOf('key')),
    objectVersion: objectVersion(),
  },
  operations: [
    ...standard('/distributions', KEY).filter(({ kind }) => kind !== 'delete'),
    { kind: 'delete', method: 'DELETE', path: '/distributions', keyInBody: true },
  ],
  rules: [
    {
      property: 'key',
      code: 'KeyInUse',
      on: ['create'],
      brokenWhen: (r) => isTaken(r.dimension_number!, r.number!, false),
    },
    lines(
      'distributions',
      'ValueNotAllowed',
      (r) => sql`coalesce(bool_or(NOT EXISTS (SELECT FROM ${rowsOf('dimension_value')} d
        WHERE d.agreement = $1 AND d.dimension_number = ${r.dimension_number} AND d.number = l.key))
        FILTER (WHERE l.key IS NOT NULL), false)`,
    ),
    lines('distributions', 'DimensionDistributionOnlyOneOfEachValueAllowed', () => REPEATED),
    lines('distributions', 'DimensionDistributionPercentSumMustBe100', () => NOT_WHOLE),
    keepsParts('distributions', 'key'),
  ],
  inUse: 'KeyInUse',
  inUseBySeveral: 'KeyInUseMultiple',
  constraints: {
    dimension_key_pkey: { code: 'KeyInUse', property: 'key' },
    departmental_distribution_pkey: { code: 'KeyInUse', property: 'key' },
    distribution_part_value_number_fk: { code: 'ValueNotAllowed', property: 'distributions' },
    dimension_distribution_keeps_parts: { code: 'ValueNotAllowed', property: 'distributions' },
  },
  alsoIn: {
    departmental_distribution: { when: (old) => sql`${old.dimension_number} = 1` },
    dimension_key: IN_REGISTER,
  },
})
