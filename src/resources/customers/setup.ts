import { int32, objectVersion } from '../../resource/fields.ts'
import { resource } from '../../resource/resource.ts'

const defaults = {
  defaultCustomerGroupNumber: int32().references('customer_group.number', 'GroupDoesNotExist'),
  defaultLayoutNumber: int32().references('layout.number', 'LayoutDoesNotExist'),
}

/** Defaults of new customers: one row per agreement. */
export const setup = resource('Setup', {
  schema: 'Setup',
  table: 'sales_setup',
  key: [],
  roles: ['Sales', 'SuperUser'],
  fields: { ...defaults, objectVersion: objectVersion() },
  operations: [{ kind: 'single', method: 'GET', path: '/Setup' }],
})

/** The same row under /daybookapi, where it can be changed. */
export const salesSetup = resource('SalesSetup', {
  schema: 'SalesSetup',
  table: 'sales_setup',
  key: [],
  roles: ['Sales', 'SuperUser'],
  fields: {
    ...defaults,
    objectVersion: objectVersion(),
  },
  operations: [
    { kind: 'single', method: 'GET', path: '/sales-setup' },
    { kind: 'update', method: 'PUT', path: '/sales-setup' },
  ],
})
