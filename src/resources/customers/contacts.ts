import { NUMBER_MAX } from '../../limits.ts'
import { F1, F1L, F2, flag, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'

/** Contact persons of customers. Deleted ones stay readable, for history; deleting the customer removes them. */
export const contacts = resource('Contacts', {
  logsBodies: true,
  schema: 'Contact',
  table: 'customer_contact',
  isPrivate: true,
  key: ['number'],
  roles: ['Sales', 'SuperUser'],
  fields: {
    number: int32().counted().filter(F1).sortable(),
    customerNumber: int32(1, NUMBER_MAX)
      .required()
      .references('customer.number', 'CustomerDoesNotExist', { cascades: true })
      .fixed('CustomerNumberMismatch')
      .filter(F1)
      .sortable(),
    userInterfaceNumber: int32()
      .counted('customerNumber')
      .filter(F1)
      .describe('The number people see, counted from 1 per customer.'),
    name: text(255)
      .required('CustomerContactNameNullOrEmpty')
      .unique('CustomerContactNameAlreadyExists', 'customerNumber')
      .filter(F1L),
    email: text(255).filter(F1L),
    phone: text(50),
    notes: text(2000),
    eInvoiceId: text(50).filter(F2),
    lastUpdated: lastUpdated().filter(F2),
    receiveQuotes: flag(),
    receiveOrders: flag(),
    receiveInvoices: flag(),
    receiveEInvoices: flag(),
    receiveStatementOfAccounts: flag(),
    receiveReminders: flag(),
    objectVersion: objectVersion(),
    isDeleted: flag().readOnly().filter(F2),
    active: flag().computed('(NOT t.is_deleted)').filter(F2),
  },
  operations: standard('/Contacts', 'number'),
  softDelete: 'isDeleted',
  inUse: 'CustomerContactIsInUse',
})
