import { eachItsOwn, given, namesAll, type Overrides, stored } from './override.ts'

const DEPARTMENTS = `INSERT INTO department (agreement, number, name) VALUES ($1, 90, 'Lager'), ($1, 91, 'Kontor')`

const EACH = 'of an owner and a dimension there is one'

const EVERY_DIMENSION = namesAll('of three dimensions all are there')

/** What follows from no declaration of dimensions, and why. */
export const dimensionOverrides: Overrides = {
  'dimensions/Dimensions': {
    constant: 'an agreement has three at most; test/resources/dimension-values.test.ts tries them',
  },
  dimension: {
    properties: {
      number: stored('the first is there already', (n: number) => 2 + (n % 2)),
      is_active: stored('only an active one is given', true),
    },
  },
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
  dimension_key: {
    properties: {
      is_distribution: stored('values are no distributions', false),
      dimension_number: stored('one that there is', 2),
    },
  },
  'dimensions/Account': { properties: { accountNumber: eachItsOwn(EACH) } },
  'dimensions/BudgetFigure': { properties: { budgetFigureNumber: eachItsOwn(EACH) } },
  'dimensions/DraftEntry': {
    properties: { entryNumber: eachItsOwn(EACH) },
    fill: {
      because: 'draft entries have their data in columns of their own',
      async rows(world, numbers) {
        const entries = await world.plainRows('draft_entry', numbers)
        await world.database.rows(
          `UPDATE draft_entry d SET dimension2_key = k.number FROM dimension_key k WHERE d.agreement = $1 AND k.agreement = $1 AND k.dimension_number = 2
             AND d.entry_number = ANY (ARRAY(SELECT n::int FROM json_array_elements_text($2::json) n))`,
          [world.agreement, JSON.stringify(entries.map(({ entry_number }) => entry_number))],
        )
      },
    },
  },
  'dimensions/BookedEntry': {
    properties: { entryNumber: eachItsOwn(EACH) },
    fill: {
      because: 'booked entries have their data in columns of their own',
      async rows(world, numbers) {
        await world.plainRows('booked_entry', numbers)
        await world.database.rows(
          `INSERT INTO changed_dimension (agreement, entry_number, dimension_number, dimension_key)
             SELECT $1::int, n::int, 2, (SELECT min(k.number) FROM dimension_key k WHERE k.agreement = $1 AND k.dimension_number = 2)
             FROM json_array_elements_text($2::json) n`,
          [world.agreement, JSON.stringify(numbers)],
        )
        await world.database.rows(
          `INSERT INTO dimension_change (agreement, number, entry_number, dimension_number, dimension_key_from, dimension_key_to, changed_at)
             SELECT $1::int, n::int, n::int, 2, nullif(n::int % 3, 0), nullif(n::int % 4, 0), '2024-03-01'::date + n::int % 40
             FROM json_array_elements_text($2::json) n`,
          [world.agreement, JSON.stringify(numbers)],
        )
      },
    },
    skip: { stability: 'what was booked is never removed; the database refuses it' },
  },
  'dimensions/SalesDocumentLine': {
    constant: 'lines of three kinds of documents; test/resources/sales-dimensions.test.ts tries them',
  },
  'dimensions/BookedInvoiceLine': {
    constant: 'lines of booked invoices; test/resources/sales-dimensions.test.ts tries them',
  },
}
