import { numbered } from '../records/numbered.ts'

/** Units in which products are counted. Invoices of projects make those that they need. */
export const units = numbered('Units', {
  schema: 'Unit',
  table: 'unit',
  path: '/units',
  roles: ['SuperUser', 'Bookkeeping', 'Sales'],
  name: 50,
})
