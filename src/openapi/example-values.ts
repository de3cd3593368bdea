/** What a create names its item by, where the client chooses: nothing of a new company has it. */
export const FREE_KEY = 9001

/** Properties that a create names its item by. */
export const KEYS: ReadonlySet<string> = new Set(['number', 'key', 'id'])

const today = new Date().toISOString().slice(0, 10)
const year = today.slice(0, 4)

/** Example values by the name of the property or parameter, used where the schema allows them. Numbers are those of the demo company and of sandboxes. */
export const BY_NAME: Readonly<Record<string, string | number>> = {
  accountNumber: 3605,
  activityNumber: 20,
  address: 'Havnegade 1',
  address1: 'Havnegade 1',
  bankAccountNumber: 1,
  city: 'Aarhus',
  contraAccountNumber: 5820,
  contraVatCode: 'U25',
  costTypeNumber: 1,
  country: 'Denmark',
  currency: 'DKK',
  currencyCode: 'DKK',
  cursor: '1001',
  customerAddress: 'Havnegade 1',
  customerCity: 'Aarhus',
  customerName: 'Nordwind ApS',
  customerNumber: 1001,
  description: 'Two hours of advice',
  documentId: 25,
  email: 'books@nordwind.example',
  employeeNumber: 1,
  endDate: `${year}-12-31`,
  entryTypeNumber: 5,
  eventType: 'CUSTOMER_UPDATED',
  exchangeRate: 100,
  journalNumber: 1,
  objectVersion: '1',
  percent: 100,
  phone: '+45 70 00 00 00',
  postCode: '8000',
  postalCode: '8000',
  productNumber: 'Y-2001',
  projectNumber: 1002,
  quantity: 2,
  rate: 25,
  startDate: `${year}-01-01`,
  subscriptionNumber: 1,
  supplierNumber: 2001,
  text: 'Paper and pens',
  totalIntervals: '1000..4990;6100..6198',
  url: 'https://hooks.nordwind.example/daybook',
  vatCode: 'I25',
  year,
}

/** A draft voucher that balances: paper and pens, paid from the bank. */
const VOUCHER = {
  entryTypeNumber: 5,
  journalNumber: 1,
  date: `${today}T00:00:00Z`,
  text: 'Paper and pens',
  accountNumber: 3605,
  vatCode: 'I25',
  contraAccountNumber: 5820,
  amount: 1250,
  currency: 'DKK',
}

/** What is known better of the example of a body: by API, method and path. `undefined` leaves a property out. */
export const OF_OPERATION: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'accounts POST /TotalIntervals': { accountNumber: 4999, fromAccountNumber: 3605, toAccountNumber: 3620 },
  'accounting-years POST /AccountingYears': {
    dateFrom: `${Number(year) + 2}-01-01T00:00:00Z`,
    dateTo: `${Number(year) + 2}-12-31T00:00:00Z`,
  },
  'customers POST /Customers': { customerNumber: FREE_KEY },
  'daybook POST /currencies': { code: 'CZK', name: 'Czech koruna' },
  'daybook POST /exchange-rates': { currency: 'EUR', rate: 746.5 },
  'daybook POST /distributions': {
    distributions: [
      { key: 1, percent: 60 },
      { key: 2, percent: 40 },
    ],
  },
  'daybook POST /dimension-values/import': { dimensionNumber: 2, csv: '901;Aarhus N' },
  'daybook POST /draft-entries': VOUCHER,
  'daybook POST /draft-entries/bulk': { entries: [VOUCHER] },
  'daybook POST /cost-type-groups': { accountOnGoing: 5520, accountClosed: 1395 },
  'daybook POST /recording-rules': { projectNumber: 1001 },
  'daybook POST /customer-groups': { accountNumber: 5600 },
  'daybook POST /bank-accounts': { accountNumber: 5810 },
  'daybook POST /invoices/{documentId}/credit': { lines: undefined },
  'daybook POST /invoices/{number}/credit': { lines: undefined },
  'daybook POST /draft-invoices/{number}/credit': { lines: undefined },
  'dimensions POST /dimension-data/accounts': { dimensionNumber: 3, accountNumber: 3620 },
  'dimensions POST /dimension-data/accounts/bulk': {
    items: [{ dimensionNumber: 3, dimensionKey: 1, accountNumber: 3620 }],
  },
  'dimensions POST /dimension-data/booked-entries/bulk': {
    items: [{ dimensionNumber: 3, dimensionKey: 1, entryNumber: 1 }],
  },
  'projects POST /project-activities': { activityNumber: 10 },
  'project-resources POST /project-activities': { activityNumber: 10 },
  'dimensions POST /dimension-data/booked-entries': { dimensionNumber: 3, dimensionKey: 1 },
  'daybook POST /vat-returns': { period: `${year}-Q4`, preview: true },
  'journals POST /draft-entries': VOUCHER,
  'journals POST /draft-entries/bulk': { entries: [VOUCHER] },
  'products POST /productgroups': { domesticAccountId: 1010 },
  'products POST /products': { productNumber: 'V-9001' },
  'products POST /products/{productNumber}/salespriceincurrencies': { currency: 'EUR' },
  'products POST /productgroups/{productGroupNumber}/zones': { id: 5, accountId: 1010 },
  'suppliers POST /Groups': { accountNumber: 6800 },
}

/** What is known better of the parameters of a path: by API, method and path. */
export const IN_PATHS: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  'daybook POST /projects/{number}/draft-invoice': { number: 1002 },
  'daybook POST /projects/{number}/close': { number: 1002 },
}
