import { demanded, given, naming, never, type Override, type Overrides, sent, stored } from './override.ts'
import { dayAfter, FIRST } from './values.ts'

/** An account that sales of products are booked on. */
const SALES = naming('sales are not booked on barred accounts', { is_barred: false })

const IN_ONE = 'their lists are those of one'
const NOT_BARRED = { is_barred: false }
const NOT_OF_CUSTOMER = never('the customers of the suite have none of their own; test/sales tries it')

/** A document of any kind, whose lines are for themselves. */
const document: Override = {
  properties: {
    customerNumber: naming('a barred customer takes no documents', NOT_BARRED),
    termOfPaymentNumber: naming('the term leaves the due date to the caller', { is_barred: false, type: 5, days: 0 }),
    dueDate: demanded('the term leaves it to the caller'),
    layoutNumber: naming('the layout is not barred', NOT_BARRED),
    projectNumber: naming('the project is open', { is_closed: false, is_barred: false }),
    attentionNumber: NOT_OF_CUSTOMER,
    yourReferenceNumber: NOT_OF_CUSTOMER,
    deliveryLocationNumber: NOT_OF_CUSTOMER,
    nemHandelReceiverType: given('one of four', (n: number) => 1 + (n % 4)),
    exchangeRate: demanded('the rate table has no rate of the currency', 745.5),
  },
}
/** An order or a quote. */
const offer: Override = {
  properties: {
    ...document.properties,
    status: sent('an archived one does not change', (n: number) => (n % 2 === 0 ? 'drafts' : 'sent')),
  },
}
const ofOneDocument = { documentId: given(IN_ONE, FIRST.named) }
const line: Override = {
  unchecked: 'triggers compute what lines come to, which rows have a value for',
  properties: {
    productNumber: naming('a barred product takes no lines', NOT_BARRED),
    departmentNumber: naming('a barred department takes no lines', NOT_BARRED),
    accrue: never('the group of a product needs an account for it; test/sales tries it'),
  },
}
const { accrue, ...published } = line.properties!
/** Lines whose paths name their document, or its status. */
const lineOfOne: Override = {
  ...line,
  properties: { ...published, ...ofOneDocument, documentStatus: given('that of the document', 'drafts') },
}
const booked: Override = {
  unchecked: 'bookings alone write these rows, sealed; the database refuses any others',
  properties: { seal: stored('a seal has 32 bytes', () => `\\x${'01'.repeat(32)}`) },
  skip: {
    stability: 'booked invoices stand for good; the database refuses to remove them',
  },
}

/** What follows from no declaration of products, subscriptions and sales documents. */
export const salesOverrides: Overrides = {
  'subscriptions/Subscriptions': {
    properties: {
      isCalendarBased: given('weeks do not follow the calendar', false),
      interval: given('one of thirteen', (n: number) => 1 + (n % 13)),
    },
  },
  'subscriptions/SubscriptionLines': {
    properties: { productNumber: naming('a barred product takes no new lines', { is_barred: false }) },
  },
  'subscriptions/Subscribers': {
    properties: {
      subscriptionNumber: naming('a subscription with projects does not accrue', {
        accrue: false,
        allow_more_than_one_per_customer: true,
      }),
      customerNumber: naming('a barred customer takes no new subscribers', { is_barred: false }),
      yourRef: never('a new customer has no contacts yet'),
      projectNumber: naming('a project is open', { is_closed: false, is_barred: false }),
      startDate: given('before its end', (n: number) => dayAfter(n)),
      endDate: given('after its start', (n: number) => dayAfter(n + 30)),
      expiryDate: given('not before its end', (n: number) => dayAfter(n + 60)),
      discountPercentage: given('a percentage of a hundred', (n: number) => n % 100),
      quantityFactor: given('other than 0', (n: number) => 1 + (n % 9)),
    },
  },
  'daybook/Company': {
    properties: {
      corporateIdentificationNumber: given('a CVR number', (n: number) => String(10_000_000 + n)),
      vatNumber: given('begins with its country', (n: number) => `DK${10_000_000 + n}`),
      peppolId: given('of a scheme', (n: number) => `0184:${10_000_000 + n}`),
      iban: given('its digits check each other', 'DK5000400440116243'),
    },
  },
  'products/ProductGroups': { properties: { domesticAccountId: SALES } },
  'products/Zones': { properties: { accountId: SALES, productGroupNumber: given(IN_ONE, FIRST.named) } },
  'products/ProductSpecialPricesInCurrency': {
    properties: { productSpecialPriceNumber: given(IN_ONE, FIRST.named) },
  },
  'products/AccrualSettings': { properties: { accrualAccountId: SALES } },
  'products/ProjectSettings': { properties: { projectAccountId: SALES } },
  'products/ProductSpecialPrices': {
    properties: {
      priceGroupNumber: given(IN_ONE, FIRST.named),
      productNumber: naming('a price group has one special price for each product'),
      discountPercentage: { ...never('a special price is a price or a discount'), row: () => null },
    },
  },
  'sales/DraftInvoices': document,
  'daybook/DraftInvoices': document,
  'daybook/Invoicing': {
    skip: { isolation: 'an invoice is booked with its entries; test/sales tries another one’s invoice' },
  },
  'daybook/SubscriptionRuns': {
    skip: { isolation: 'a run has what it did in parts; test/sales/kept-runs.test.ts tries another one’s run' },
  },
  'daybook/InvoiceRecipients': {
    skip: {
      isolation: 'an invoice is booked with its data; test/sales/categories.test.ts tries another one’s invoice',
    },
  },
  'daybook/Orders': offer,
  'daybook/Quotes': offer,
  'sales/DraftInvoiceLines': line,
  'daybook/OrderLines': { ...lineOfOne, properties: { ...lineOfOne.properties, accrue: accrue! } },
  'daybook/QuoteLines': { ...lineOfOne, properties: { ...lineOfOne.properties, accrue: accrue! } },
  'sales/OrderLines': lineOfOne,
  'sales/QuoteLines': lineOfOne,
  'daybook/BookedInvoices': booked,
  'sales/BookedInvoiceLines': { unchecked: booked.unchecked!, skip: booked.skip! },
}
