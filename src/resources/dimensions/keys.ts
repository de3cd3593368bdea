import type { AlsoIn, Resource } from '../../resource/resource.ts'
import { rowsOf, sql, type Sql } from '../../resource/sql.ts'

/** The key in the register. Data of dimension 2 or 3 refers to it by a column of that dimension. */
export const IN_REGISTER: AlsoIn = {
  columns: {
    key2: (old) => sql`CASE WHEN ${old.dimension_number} = 2 THEN ${old.number} END`,
    key3: (old) => sql`CASE WHEN ${old.dimension_number} = 3 THEN ${old.number} END`,
  },
}

/** SQL: the key of an item is taken by a value, or by a distribution if `isDistribution`. */
export const isTaken = (dimension: Sql | number, number: Sql, isDistribution: boolean): Sql =>
  sql`EXISTS (SELECT FROM ${rowsOf('dimension_key')} x WHERE x.agreement = $1 AND x.dimension_number = ${dimension}
    AND x.number = ${number} AND x.is_distribution = ${String(isDistribution)})`

/**
 * The rules of departments and departmental distributions as keys of dimension 1: no two of either share a number, and
 * data of the dimension refers to them. `whole` is the table of all dimensions.
 */
export const keysOfDepartments = (
  whole: 'dimension_value' | 'dimension_distribution',
): Pick<Resource, 'rules' | 'constraints' | 'alsoIn'> => ({
  rules: [
    {
      property: 'number',
      code: 'NumberAlreadyInUse',
      on: ['create'],
      brokenWhen: (r) => isTaken(1, r.number!, whole === 'dimension_value'),
    },
  ],
  constraints: { dimension_key_pkey: { code: 'NumberAlreadyInUse', property: 'number' } },
  alsoIn: { [whole]: {}, dimension_key: { columns: { key2: null, key3: null } } },
})
