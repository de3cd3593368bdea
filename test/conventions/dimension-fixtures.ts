import type { Fixture, Fixtures } from './fixture.ts'

const NAMES = `CASE n % 3 WHEN 0 THEN 'Århus ' WHEN 1 THEN 'ærø ' ELSE 'Zealand ' END || n`

const numbered = (table: string, name: string): Fixture => ({
  fill: `INSERT INTO ${table} (agreement, number, name, is_barred) SELECT $1::int, n, ${NAMES}, n % 2 = 0 FROM generate_series($2::int, $3::int) n`,
  body: (n) => ({ number: 500_000 + n, name: `${name} ${n}`, isBarred: true }),
  change: (n) => ({ name: `${name} ${n}` }),
})

export const dimensionFixtures: Fixtures = {
  'daybook/Units1': numbered('unit1', 'Bil'),
  'daybook/Units2': numbered('unit2', 'Maskine'),
  'daybook/Employees': numbered('employee', 'Medarbejder'),
  'daybook/AssetGroups': numbered('asset_group', 'Inventar'),
  'daybook/DepartmentalDistributions': {
    fill: `INSERT INTO departmental_distribution (agreement, number, name, is_barred, lines)
      SELECT $1::int, n, ${NAMES}, n % 2 = 0, '[{"departmentNumber": 900001, "percent": 62.5}, {"departmentNumber": 900002, "percent": "37.5"}]'
      FROM generate_series($2::int, $3::int) n`,
    body: (n) => ({
      number: 500_000 + n,
      name: `Nøgle ${n}`,
      isBarred: true,
      lines: [
        { departmentNumber: 900002, percent: 33.3333 },
        { departmentNumber: 900001, percent: 66.6667 },
      ],
    }),
    change: (n) => ({ name: `Nøgle ${n}`, lines: [{ departmentNumber: 900001 + (n % 2), percent: 100 }] }),
    refersTo: ['lines'],
  },
  'daybook/Assets': {
    seed: `INSERT INTO asset_group (agreement, number, name) VALUES ($1, 1, 'Biler'), ($1, 2, 'Inventar')`,
    fill: `INSERT INTO asset (agreement, number, group_number, text, start_date, life_time_months)
      SELECT $1::int, n, 1 + n % 2, CASE WHEN n % 4 > 0 THEN ${NAMES} END, date '2024-01-01' + n % 365, 1 + n % 60
      FROM generate_series($2::int, $3::int) n`,
    skip: { stability: 'assets are never removed; the database refuses it' },
  },
}
