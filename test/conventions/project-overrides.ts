import { demanded, given, naming, never, type Override, type Overrides, stored } from './override.ts'
import { dayAfter } from './values.ts'

/** A year of open periods, for what has a date in one. */
const year2024: NonNullable<Override['seed']> = {
  because: 'time is registered in periods of an accounting year',
  statements: [
    `INSERT INTO accounting_year (agreement, year, date_from, date_to) VALUES ($1, '2024', '2024-01-01', '2024-12-31')`,
    `INSERT INTO accounting_period (agreement, year, period_number, date_from, date_to)
       SELECT $1, '2024', n, make_date(2024, n, 1), (make_date(2024, n, 1) + interval '1 month - 1 day')::date
       FROM generate_series(1, 12) n`,
  ],
}
const REGISTERED =
  'prices of registrations follow from those of employees, activities and the setup: triggers keep them'
const IN_YEAR = given('within the accounting year', (n: number) => dayAfter(n % 300))
const BEGINS_OPEN = { ...never('a project begins open'), row: (n: number) => n % 4 === 0 }

const project: Override = {
  properties: {
    isClosed: BEGINS_OPEN,
    isMainProject: { ...never('a sub-project is no main project'), row: () => false },
    mainProjectNumber: naming('a sub-project names a main project', { is_main_project: true }),
  },
}

/** What follows from no declaration of projects. */
export const projectOverrides: Overrides = {
  'daybook/Projects': project,
  'projects/Projects': {
    properties: {
      ...project.properties,
      closedDate: never('a project begins open'),
      contactPersonId: never('it is one of the customer’s'),
      deliveryLocationNumber: never('it is one of the customer’s'),
    },
  },
  'projects/Activities': { properties: { isAccessible: stored('time is registered on it', true) } },
  'projects/Project Customers': {
    fill: {
      because: 'they are a view of customers',
      rows: async (world, numbers) => void (await world.plainRows('customer', numbers)),
    },
    skip: { stability: 'customers are deleted in their own API' },
  },
  'projects/Time entries': { seed: year2024, unchecked: REGISTERED, properties: { date: IN_YEAR } },
  'projects/Mileage entries': { seed: year2024, unchecked: REGISTERED, properties: { date: IN_YEAR } },
  'daybook/RecordingRules': { properties: { projectNumber: demanded('a rule forbids something') } },
  project_posting: { properties: { kind: stored('one of two', 'time'), part: stored('one of two', 'cost') } },
}
