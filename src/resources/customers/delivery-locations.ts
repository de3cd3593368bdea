import { NUMBER_MAX } from '../../limits.ts'
import { F1, F2, flag, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { isNotBarred } from '../../resource/rules.ts'

/** Delivery addresses of customers. A barred one takes no new documents. Deleting the customer deletes them. */
export const deliveryLocations = resource('DeliveryLocations', {
  logsBodies: true,
  schema: 'DeliveryLocation',
  table: 'delivery_location',
  isPrivate: true,
  key: ['number'],
  roles: ['Sales', 'SuperUser'],
  fields: {
    number: int32().counted().filter(F1).sortable(),
    customerNumber: int32(1, NUMBER_MAX)
      .required()
      .references('customer.number', 'CustomerNotFound', { cascades: true })
      .fixed('CustomerNumberMismatch')
      .filter(F1)
      .sortable(),
    userInterfaceNumber: int32()
      .counted('customerNumber')
      .filter(F1)
      .describe('The number people see, counted from 1 per customer.'),
    address: text(255),
    city: text(50).filter(F2),
    country: text(50).filter(F2),
    postalCode: text(15),
    termsOfDelivery: text(100),
    eInvoiceId: text(50).filter(F2),
    isBarred: flag().filter(F2),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/DeliveryLocations', 'number'),
  rules: [isNotBarred('customerNumber', 'customer', 'CustomerIsBarred')],
  inUse: {
    customer: 'DeliveryLocationUsedOnCustomers',
    booked_invoice: 'DeliveryLocationUsedOnInvoices',
    draft_invoice: 'DeliveryLocationUsedOnInvoices',
    sales_order: 'DeliveryLocationUsedOnOrders',
    sales_quote: 'DeliveryLocationUsedOnQuotes',
  },
  // Never answered: the service gives free numbers.
  codes: ['DeliveryLocationNumberAlreadyExists'],
})
