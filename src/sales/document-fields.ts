import { NUMBER_MAX, PRICE_DECIMALS, QUANTITY_DECIMALS_OF_SALES } from '../limits.ts'
import {
  day,
  decimal,
  F1,
  type Field,
  type Fields,
  flag,
  instant,
  int32,
  objectVersion,
  text,
} from '../resource/fields.ts'
import { columnName } from '../resource/resource.ts'
import { type Default, dueDateOf, exchangeRate, freeNumber, lineDefaults, OF_CUSTOMER } from './defaults.ts'
import { DOCUMENT_SERIES, type DocumentKind, LINE_SERIES } from './kinds.ts'
import { type Row, rowsOf, sql, type Sql } from '../resource/sql.ts'

const number = (): Field => int32(1)

/** Taken from the customer on create; an update that leaves it out clears it. */
const ofCustomer = (property: string, field: Field): Field => field.suggested(OF_CUSTOMER[property]!)

/** Computed from the lines; a sent value is ignored (rule 12.1). */
const computed = (description: string): Field =>
  decimal().ignored().describe(`${description} Computed: a value sent is ignored.`)

const DUE_DATE = `(SELECT ${dueDateOf('x', 't')} FROM payment_term x
  WHERE x.agreement = t.agreement AND x.number = t.term_of_payment_number)`

/** The fields of a document of the kind, as in the published draft invoice; `people` is the number that people see. */
export function documentFields(kind: DocumentKind): Fields {
  return {
    number: int32()
      .countedIn(DOCUMENT_SERIES)
      .filter(F1)
      .sortable()
      .describe('The number of the document in paths, for life'),
    [kind.people]: int32(1)
      .present()
      .fallback(freeNumber(kind), `t.${columnName(kind.people)}`)
      .unique('NumberAlreadyInUse')
      .filter(F1)
      .sortable()
      .describe('The number that people see; the next that is free where left out.'),
    customerNumber: number().required().references('customer.number', 'CustomerDoesNotExist').filter(F1).sortable(),
    customerName: text(255).required(),
    date: day().required(),
    currencyCode: text(3).required().references('currency.code', 'CurrencyDoesNotExist'),
    lastUpdated: instant().present().ignored().describe('Set by the service; also when a line is written.'),
    layoutNumber: number().required().references('layout.number', 'LayoutDoesNotExist'),
    termOfPaymentNumber: number().required().references('payment_term.number', 'PaymentTermDoesNotExist'),
    dueDate: day()
      .present()
      .readAs(DUE_DATE)
      .describe('Follows from the payment term. Send it where the term is of type 5.'),
    vatZoneNumber: number().required().references('vat_zone.number', 'VatZoneDoesNotExist'),
    isVatIncluded: flag().describe('true: prices of lines include VAT'),
    amountInBaseCurrency: computed('The amount in base currency.').present(),
    amount: computed('What the customer owes, VAT included.').present(),
    vatAmount: computed('The VAT in it.').present(),
    roundingAmount: computed('What rounding the parts in base currency leaves.').present(),
    projectNumber: number().references('project.number', 'ProjectDoesNotExist'),
    customerAddress: ofCustomer('customerAddress', text(255)),
    customerPostalCode: ofCustomer('customerPostalCode', text(50)),
    customerCity: ofCustomer('customerCity', text(250)),
    customerCountry: ofCustomer('customerCountry', text(50)),
    otherReference: text(250),
    heading: text(250),
    textLine1: text(1000),
    textLine2: text(1000),
    ourReferenceNumber: ofCustomer(
      'ourReferenceNumber',
      number().references('employee.number', 'EmployeeDoesNotExist'),
    ),
    deliveryLocationNumber: ofCustomer('deliveryLocationNumber', number().references('delivery_location.number')),
    deliveryAddress: ofCustomer('deliveryAddress', text(255)),
    deliveryPostalCode: ofCustomer('deliveryPostalCode', text(30)),
    deliveryCity: ofCustomer('deliveryCity', text(50)),
    deliveryCountry: ofCustomer('deliveryCountry', text(50)),
    deliveryTerms: ofCustomer('deliveryTerms', text(100)),
    deliveryDate: day(),
    attentionNumber: ofCustomer('attentionNumber', number().references('customer_contact.number')),
    yourReferenceNumber: ofCustomer('yourReferenceNumber', number().references('customer_contact.number')),
    ourReference2Number: number().references('employee.number', 'EmployeeDoesNotExist'),
    debtorEan: ofCustomer('debtorEan', text(13)),
    publicEntryNumber: ofCustomer('publicEntryNumber', text(30)),
    totalCostPriceInBaseCurrency: computed('What the products cost.'),
    exchangeRate: decimal(18, 6)
      .present()
      .fallback(exchangeRate)
      .describe('Units of base currency for 100; from the rate table where left out.'),
    cvr: ofCustomer('cvr', text(40)),
    pNr: ofCustomer('pNr', text(40)),
    nemHandelReceiverType: ofCustomer('nemHandelReceiverType', int32()),
    debitorMobilePhone: ofCustomer('debitorMobilePhone', text(50)),
    externalId: text(50),
    objectVersion: objectVersion(),
  }
}

/** The fault of each constraint that a rule checks first. A write violates one only when two requests race. */
export const documentConstraints = ({ table }: DocumentKind) =>
  ({
    [`${table}_attention_number_fk`]: { code: 'ContactIsNotOfCustomer', property: 'attentionNumber' },
    [`${table}_your_reference_number_fk`]: { code: 'ContactIsNotOfCustomer', property: 'yourReferenceNumber' },
    [`${table}_delivery_location_number_fk`]: {
      code: 'DeliveryLocationIsNotOfCustomer',
      property: 'deliveryLocationNumber',
    },
  }) as const

const quantity = (): Field => decimal(18, QUANTITY_DECIMALS_OF_SALES).measure()
const price = (): Field => decimal(18, PRICE_DECIMALS)

/** Product, quantity and price fields of every line. `defaults` are those of drafts; none for booked lines. */
function sold(defaults: Readonly<Record<string, Default>>): Fields {
  const suggested = (property: string, field: Field): Field => {
    const byDefault = defaults[property]
    if (byDefault === undefined) return field
    // A line that is sent back as it was read leaves out what it does not have, and gets none.
    const hasNone = (r: Row): Sql => sql`t.product_number = ${r.product_number} AND t.${columnName(property)} IS NULL`
    return field.suggested(byDefault, (r) => sql`CASE WHEN NOT coalesce(${hasNone(r)}, false) THEN ${byDefault(r)} END`)
  }
  return {
    productNumber: text(25).references('product.number', 'ProductDoesNotExist').filter(F1),
    description: text(2500),
    quantity: quantity(),
    unitNumber: suggested('unitNumber', int32().references('unit.number', 'UnitDoesNotExist')),
    unitNetPrice: suggested('unitNetPrice', price()),
    unitCostPrice: suggested('unitCostPrice', price()),
    discountPercentage: suggested('discountPercentage', decimal(9, 6).filter(F1).measure()),
    recommendedPrice: suggested('recommendedPrice', price()),
    departmentNumber: int32().references('department.number', 'DepartmentDoesNotExist').filter(F1),
    quantity2: quantity(),
    unit2Number: int32().references('unit.number', 'UnitDoesNotExist'),
  }
}

const accrued = (): Fields => ({ accrue: flag(), accrueStartDate: day(), accrueEndDate: day() })

const identity = (document: string, cascades: boolean): Fields => ({
  documentId: int32()
    .readOnly()
    .present()
    .references(`${document}.number`, 'DocumentDoesNotExist', { cascades })
    .filter(F1)
    .sortable(),
})
const places = (): Fields => ({
  number: int32().countedIn(LINE_SERIES).filter(F1).sortable(),
  userInterfaceNumber: int32()
    .readOnly()
    .present()
    .assigned('1')
    .followsOthers()
    .filter(F1)
    .sortable()
    .describe('1, 2, … in the document, by number'),
})

/** The fields of lines of the kind. `withAccruals` is false for published orders and quotes. */
export function lineFields(kind: DocumentKind, withAccruals: boolean): Fields {
  const people = columnName(kind.people)
  const ofDocument = (column: string): string =>
    `(SELECT d.${column} FROM ${kind.table} d WHERE d.agreement = t.agreement AND d.number = t.document_id)`
  const status = { documentStatus: text(8).oneOf(['drafts', 'sent', 'archived']).present().hidden() }
  const assignedStatus = (r: Row): Sql =>
    sql`(SELECT d.status FROM ${rowsOf(kind.table)} d WHERE d.agreement = $1 AND d.number = ${r.document_id})`
  return {
    ...identity(kind.table, true),
    [kind.people]: int32()
      .ignored(ofDocument(people))
      .present()
      .filter(F1)
      .describe('The number of the document that people see; a value sent is ignored.'),
    ...places(),
    ...sold(lineDefaults(kind)),
    ...(withAccruals ? accrued() : {}),
    marginInBaseCurrency: decimal().followsOthers(),
    marginPercentage: decimal().followsOthers().describe('Of the net'),
    totalNetAmount: decimal().followsOthers(),
    ...(kind.hasStatus ? { documentStatus: status.documentStatus.fallback(assignedStatus, 't.document_status') } : {}),
    objectVersion: objectVersion(),
  }
}

/** The fields of booked lines. */
export const bookedLineFields: Fields = {
  ...identity('booked_invoice', false),
  ...places(),
  ...sold({}),
  bookedAccount: int32(1, NUMBER_MAX).references('account.number').filter(F1).describe('The account that was credited'),
  projectCloseAccount: int32(1, NUMBER_MAX)
    .references('account.number')
    .filter(F1)
    .describe('Takes the net when the project closes'),
  ...accrued(),
  vatRate: decimal().present().describe('In per cent'),
  vatAmount: decimal().readOnly(),
  totalNetAmount: decimal().readOnly(),
}
