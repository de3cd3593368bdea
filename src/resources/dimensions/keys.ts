import type { AlsoIn, Resource } from '../../resource/resource.ts'

/** The key as the register has it: what has data of one dimension names it by a column of that dimension. */
export const IN_REGISTER: AlsoIn = {
  columns: {
    key2: 'CASE WHEN old.dimension_number = 2 THEN old.number END',
    key3: 'CASE WHEN old.dimension_number = 3 THEN old.number END',
  },
}

/** SQL: the key of the new row `r` is taken, by a value or a distribution as said. */
export const isTaken = (dimension: string, number: string, isDistribution: boolean): string =>
  `EXISTS (SELECT FROM dimension_key x WHERE x.agreement = $1 AND x.dimension_number = ${dimension}
    AND x.number = ${number} AND x.is_distribution = ${isDistribution})`

/**
 * What departments and departmental distributions keep to as keys of dimension 1: no two of either have one number, and what has data of the dimension
 * refers to them. `whole` is the table of all dimensions.
 */
export const keysOfDepartments = (
  whole: 'dimension_value' | 'dimension_distribution',
): Pick<Resource, 'rules' | 'constraints' | 'alsoIn'> => ({
  rules: [
    {
      property: 'number',
      code: 'NumberAlreadyInUse',
      on: ['create'],
      brokenWhen: isTaken('1', 'r.number', whole === 'dimension_value'),
    },
  ],
  constraints: { dimension_key_pkey: { code: 'NumberAlreadyInUse', property: 'number' } },
  alsoIn: { [whole]: {}, dimension_key: IN_REGISTER },
})
