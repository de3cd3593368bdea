import { keepsGroup, partyConstraints } from '../summary-accounts.ts'
import { NUMBER_MAX } from '../../limits.ts'
import { day, decimal, F1, type Field, flag, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource, type Rule } from '../../resource/resource.ts'
import { isNotBarred, unlessKept, WRITTEN } from '../../resource/rules.ts'
import { customerFaults } from './check.ts'
import { FOR_SHARE, type Row, rowsOf, sql, type Sql } from '../../resource/sql.ts'

/**
 * SQL: the column does not name a contact of this customer that exists and is not deleted. The lock waits for a DELETE
 * of it.
 */
const isNoContact = (r: Row, column: string): Sql =>
  sql`NOT EXISTS (SELECT FROM ${rowsOf('customer_contact')} x WHERE x.agreement = $1 AND x.number = ${r[column]}
    AND x.customer_number = ${r.number} AND NOT x.is_deleted ${FOR_SHARE})`

/** SQL: a column of the agreement's setup, the default of a customer's value. */
const ofSetup = (column: string): Sql =>
  sql`(SELECT s.${column} FROM ${rowsOf('sales_setup')} s WHERE s.agreement = $1)`

const rules: Rule[] = [
  {
    property: 'customerNumber',
    code: 'CustomerInvalidCustomerNumber',
    on: ['create'],
    always: true,
    brokenWhen: (r) => sql`${r.number} IS NULL`,
  },
  {
    property: 'customerGroupNumber',
    code: 'CustomerInvalidGroupId',
    on: WRITTEN,
    always: true,
    brokenWhen: (r) => sql`coalesce(${r.group_number}, ${ofSetup('default_customer_group_number')}) IS NULL`,
  },
  {
    property: 'zone',
    code: 'CustomerInvalidVatZone',
    on: WRITTEN,
    always: true,
    // Zone 5 is for projects, not for customers.
    brokenWhen: (r) => sql`${r.zone} IS NULL OR ${r.zone} = 5`,
  },
  {
    property: 'name',
    code: 'CustomerMissingName',
    on: WRITTEN,
    always: true,
    brokenWhen: (r) => sql`coalesce(${r.name}, '') = ''`,
  },
  {
    property: 'name',
    code: 'CustomerInvalidName',
    on: WRITTEN,
    brokenWhen: (r) => sql`${r.name} <> '' AND btrim(${r.name}) = ''`,
  },
  {
    property: 'paymentTermId',
    code: 'CustomerInvalidPaymentTerm',
    on: WRITTEN,
    always: true,
    brokenWhen: (r) => sql`${r.payment_term_number} IS NULL`,
  },
  {
    // Its column is named as the property under /daybookapi is.
    ...unlessKept(isNotBarred('paymentTermNumber', 'payment_term', 'CustomerBarredPaymentTerm'), {
      table: 'customer',
      key: ['number'],
    }),
    property: 'paymentTermId',
  },
  {
    property: 'defaultTheirRef',
    code: 'CustomerInvalidDefaultTheirRef',
    on: WRITTEN,
    brokenWhen: (r) => isNoContact(r, 'default_their_ref'),
  },
  {
    property: 'defaultAttention',
    code: 'CustomerInvalidDefaultAttention',
    on: WRITTEN,
    brokenWhen: (r) => isNoContact(r, 'default_attention'),
  },
  {
    property: 'defaultDeliveryLocation',
    code: 'CustomerInvalidDefaultDeliveryLocation',
    on: WRITTEN,
    brokenWhen: (r) => sql`NOT EXISTS (SELECT FROM ${rowsOf('delivery_location')} x WHERE x.agreement = $1
      AND x.number = ${r.default_delivery_location} AND x.customer_number = ${r.number})`,
  },
  {
    property: 'language',
    code: 'ValueNotAllowed',
    on: WRITTEN,
    brokenWhen: (r) => sql`${r.language} NOT BETWEEN 1 AND 5`,
  },
  {
    property: 'emailAttachmentLanguage',
    code: 'CustomerInvalidEmailAttachmentLanguage',
    on: WRITTEN,
    brokenWhen: (r) => sql`${r.email_attachment_language} NOT BETWEEN 0 AND 5`,
  },
  {
    property: 'nemHandelReceiverType',
    code: 'ValueNotAllowed',
    on: WRITTEN,
    brokenWhen: (r) => sql`${r.nem_handel_receiver_type} NOT BETWEEN 1 AND 4`,
  },
  {
    property: 'defaultDiscountPct',
    code: 'CustomerInvalidDiscount',
    on: WRITTEN,
    brokenWhen: (r) => sql`${r.default_discount_pct} NOT BETWEEN 0 AND 100`,
  },
]

const recipient = (what: string): Field =>
  text(255).describe(`Who gets ${what}: e-mail addresses, separated by blanks.`)
const template = (): Field => int32()

/**
 * Customers as published (rule 11.1): another view of the customers under /daybookapi, which also have the contra
 * account of manual invoices.
 */
export const customers = resource('Customers', {
  logsBodies: true,
  schema: 'Customer',
  table: 'customer',
  isPrivate: true,
  key: ['customerNumber'],
  inPath: { number: 'customerNumber' },
  roles: ['Sales', 'SuperUser'],
  fields: {
    customerNumber: int32(1, NUMBER_MAX)
      .column('number')
      .present()
      .neededOn('create')
      .codes({ range: 'CustomerInvalidCustomerNumber' })
      .unique('CustomerAlreadyExists')
      .filter(F1)
      .sortable(),
    customerGroupNumber: int32(1, NUMBER_MAX)
      .column('group_number')
      .present()
      .codes({ range: 'CustomerInvalidGroupId' })
      .references('customer_group.number', 'CustomerInvalidGroupId')
      .fallback(() => ofSetup('default_customer_group_number')),
    zone: int32()
      .present()
      .neededOn('create', 'update')
      .references('vat_zone.number', 'CustomerInvalidVatZone')
      .describe('1 domestic, 2 EU, 3 abroad, 4 domestic without VAT, 8 and up: zones of the agreement'),
    currency: text(3)
      .references('currency.code', 'CurrencyDoesNotExist')
      .fallback('(SELECT a.base_currency FROM agreement a WHERE a.agreement = $1)')
      .describe('The base currency where left out.'),
    access: flag().column('is_barred').inverted().describe('false: the customer is barred. Left out when false.'),
    name: text(255).neededOn('create', 'update'),
    address1: text(255).column('address'),
    address2: text(255).column('address2'),
    postCode: text(30).column('postal_code'),
    city: text(50),
    country: text(50),
    contactPerson: text(50),
    phone: text(255),
    email: text(255).describe('Addresses, separated by blanks.'),
    paymentDays: int32(),
    bankAccount: text(50),
    cvrNo: text(40).column('corporate_identification_number'),
    ourRef: int32().references('employee.number', 'EmployeeDoesNotExist'),
    layoutGroup: int32().references('layout.number', 'LayoutDoesNotExist'),
    paymentTermId: int32()
      .neededOn('create', 'update')
      .column('payment_term_number')
      .references('payment_term.number', 'CustomerInvalidPaymentTerm'),
    homepage: text(255),
    defaultTheirRef: int32().references('customer_contact.number'),
    defaultAttention: int32().references('customer_contact.number'),
    layoutGroupPrint: int32().references('layout.number', 'LayoutDoesNotExist'),
    language: int32().describe('1 Danish, 2 English, 3 Norwegian, 4 Swedish, 5 German'),
    discountGroupNumber: int32().references('discount_group.number', 'CustomerInvalidDiscountGroup'),
    priceGroupNumber: int32().references('price_group.number', 'CustomerInvalidPriceGroup'),
    defaultDeliveryLocation: int32().references('delivery_location.number'),
    eanLocationNumber: text(13).codes({ tooLong: 'CustomerInvalidEANThirteenDigits' }),
    voucherNumber: text(30),
    county: text(50),
    vatNo: text(50).column('vat_number'),
    creditMaximum: decimal(18, 2).describe('Blocks nothing; 0: none'),
    recipientPeppol: text(30),
    defaultDiscountPct: decimal(9, 6).measure(),
    bankGiroNumber: text(20),
    iban: text(50),
    swift: text(20),
    directDebitMandateDate: day(),
    pnr: text(40),
    nemHandelReceiverType: int32().describe('1 EAN, 2 CVR, 3 P-number, 4 Peppol'),
    mobilePhone: text(50),
    emailAttachmentLanguage: int32().present().fallback('0').describe('0 that of the document, else as language'),
    defaultDisableEInvoicing: flag(),
    defaultInvoiceRecipient: recipient('invoices'),
    defaultInvoiceTemplate: template(),
    defaultOrderRecipient: recipient('orders'),
    defaultOrderTemplate: template(),
    defaultQuoteRecipient: recipient('quotes'),
    defaultQuoteTemplate: template(),
    defaultReminderRecipient: recipient('reminders'),
    defaultReminderTemplate: template(),
    defaultStatementOfAccountRecipient: recipient('statements'),
    defaultStatementOfAccountTemplate: template(),
    lastUpdated: lastUpdated().hidden(),
    objectVersion: objectVersion(),
  },
  operations: [
    ...standard('/Customers', 'number', ['paged', 'cursor', 'create', 'count', 'single', 'delete']),
    { kind: 'update', method: 'PUT', path: '/Customers/{number}', differs: 'CustomerannotChangeNumber' },
  ],
  check: customerFaults,
  rules: [...rules, keepsGroup('customer', 'customerGroupNumber')],
  constraints: {
    ...partyConstraints('customer', 'customerGroupNumber'),
    customer_default_their_ref_fk: { code: 'CustomerInvalidDefaultTheirRef', property: 'defaultTheirRef' },
    customer_default_attention_fk: { code: 'CustomerInvalidDefaultAttention', property: 'defaultAttention' },
    customer_default_delivery_location_fk: {
      code: 'CustomerInvalidDefaultDeliveryLocation',
      property: 'defaultDeliveryLocation',
    },
  },
  emits: 'CUSTOMER_UPDATED',
  // Faults of `check`.
  codes: [
    'CustomerInvalidCharacters',
    'CustomerInvalidEAN',
    'CustomerInvalidEmail',
    'CustomerInvalidInputPEPPOLID',
    'CustomerInvalidInvoiceEmail',
    'CustomerInvalidOrderEmail',
    'CustomerInvalidPEPPOLID',
    'CustomerInvalidPNumber',
    'CustomerInvalidQuotationEmail',
    'CustomerInvalidReminderEmail',
    'CustomerInvalidStatementEmail',
    'CustomerInvalidVoucher',
  ],
})
