import { given, namesAll, type Overrides, stored } from './override.ts'

const DEPARTMENTS = `INSERT INTO department (agreement, number, name) VALUES ($1, 90, 'Lager'), ($1, 91, 'Kontor')`

const EVERY_DIMENSION = namesAll('of three dimensions all are there')

/** What follows from no declaration of dimensions, and why. */
export const dimensionOverrides: Overrides = {
  'dimensions/Dimensions': {
    constant: 'an agreement has three at most; test/resources/dimension-values.test.ts tries them',
  },
  dimension: { properties: { number: stored('the first is there already', (n: number) => 2 + (n % 2)) } },
  'dimensions/DimensionValues': { properties: { dimensionNumber: EVERY_DIMENSION } },
  distribution_part: { properties: { dimension_number: stored('that of the value', 2) } },
  'dimensions/DimensionDistributions': {
    fill: {
      because: 'its lines name values; those who may write it have another face',
      async rows(world, numbers) {
        await world.database.rows(DEPARTMENTS, [world.agreement])
        await world.insert(
          'departmental_distribution',
          numbers.map((n) => ({
            number: n,
            name: `D${n % 7}`,
            is_barred: n % 2 === 0,
            lines: [{ key: 90 + (n % 2), percent: 100 }],
          })),
        )
      },
    },
  },
  'daybook/Distributions': {
    seed: {
      because: 'the parts of a distribution name values',
      statements: [
        `INSERT INTO dimension_value (agreement, dimension_number, number, name)
           SELECT $1, d, k, 'Værdi' FROM generate_series(2, 3) d, generate_series(90, 91) k`,
      ],
    },
    properties: {
      dimensionNumber: EVERY_DIMENSION,
      distributions: {
        because: 'the shares sum to 100 per cent',
        sent: (n) => [
          { key: 90 + (n % 2), percent: 62.5 },
          { key: 91 - (n % 2), percent: 37.5 },
        ],
        row: (n) => [
          { key: 90 + (n % 2), percent: 62.5 },
          { key: 91 - (n % 2), percent: 37.5 },
        ],
      },
    },
  },
  'daybook/DepartmentalDistributions': {
    seed: { because: 'the lines of a distribution name departments', statements: [DEPARTMENTS] },
    properties: {
      number: given('departments have the lower numbers of dimension 1', (n: number) => 100_000 + n),
      lines: given('the shares sum to 100 per cent', (n: number) => [
        { departmentNumber: 90 + (n % 2), percent: 62.5 },
        { departmentNumber: 91 - (n % 2), percent: 37.5 },
      ]),
    },
  },
}
