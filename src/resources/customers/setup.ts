import { NUMBER_MAX } from '../../limits.ts'
import { int32, objectVersion } from '../../resource/fields.ts'
import { resource } from '../../resource/resource.ts'
import { rowsOf, sql } from '../../resource/sql.ts'

const defaults = {
  defaultCustomerGroupNumber: int32().references('customer_group.number', 'GroupDoesNotExist'),
  defaultLayoutNumber: int32().references('layout.number', 'LayoutDoesNotExist'),
}

/** Defaults of new customers: one row per agreement. */
export const setup = resource('Setup', {
  logsBodies: true,
  schema: 'Setup',
  table: 'sales_setup',
  key: [],
  roles: ['Sales', 'SuperUser'],
  fields: { ...defaults, objectVersion: objectVersion() },
  operations: [{ kind: 'single', method: 'GET', path: '/Setup' }],
})

/** SQL: the last invoice number that is used. */
const LAST_USED = sql`coalesce((SELECT c.value FROM ${rowsOf('counter')} c WHERE c.agreement = $1
  AND c.name = 'invoice'), 0)`

/** The same row under /daybookapi, where it can be changed. */
export const salesSetup = resource('SalesSetup', {
  logsBodies: true,
  schema: 'SalesSetup',
  table: 'sales_setup',
  key: [],
  roles: ['Sales', 'SuperUser'],
  fields: {
    ...defaults,
    nextInvoiceNumber: int32(1, NUMBER_MAX)
      .suggested('NULL', 't.next_invoice_number')
      .readAs(`greatest(coalesce(t.next_invoice_number, 1), 1 + coalesce((SELECT c.value FROM counter c
        WHERE c.agreement = t.agreement AND c.name = 'invoice'), 0))`)
      .describe(
        'What the next invoice or credit note gets. Any number above those used starts the series anew from there',
      ),
    objectVersion: objectVersion(),
  },
  rules: [
    {
      property: 'nextInvoiceNumber',
      code: 'ValueOutOfRange',
      message: 'nextInvoiceNumber must be above every invoice number that is used',
      on: ['update'],
      brokenWhen: (r, old) =>
        sql`${r.next_invoice_number} <= ${LAST_USED}
          AND ${r.next_invoice_number} IS DISTINCT FROM ${old.next_invoice_number}`,
    },
  ],
  operations: [
    { kind: 'single', method: 'GET', path: '/sales-setup' },
    { kind: 'update', method: 'PUT', path: '/sales-setup' },
  ],
})
