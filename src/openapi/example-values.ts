/** What a create names its item by, where the client chooses: nothing of a new company has it. */
export const FREE_KEY = 9001

/** Properties that a create names its item by. */
export const KEYS: ReadonlySet<string> = new Set(['number', 'key', 'id'])

const today = new Date().toISOString().slice(0, 10)
const year = today.slice(0, 4)
const yearBefore = String(Number(year) - 1)
/** The year after the last that a new company has: from October on it has the next one, too. */
const nextYear = Number(year) + (today.slice(5, 7) >= '10' ? 2 : 1)

/** The first quarter whose VAT the demo company has not settled: it does so ten days after the end of each. */
function unsettledQuarter(): string {
  const day = new Date(Date.parse(today) - 9 * 86_400_000)
  return `${day.getUTCFullYear()}-Q${Math.floor(day.getUTCMonth() / 3) + 1}`
}

/** What the demo company has every day, by the same numbers. */
const QUOTE = 4
const DRAFT_INVOICE = 6
const DRAFT_LINE = 17
/** The journal of outlays, whose drafts begin with 1. */
const OUTLAYS = 6
const BANK_LINE = 9001
const IGNORED_LINE = 9002
const REJECTED_DOCUMENT = 7
/** A booked voucher of the year before. */
const VOUCHER_BEFORE = { journalNumber: 2, accountingYear: yearBefore, voucherNumber: 20000003 }
/** A customer's invoice, and the payment that did not say so. */
const MATCHING = [63, 345]
/** A project with approved work alone. */
const APPROVED_PROJECT = 1013

/**
 * Example values by the name of the property or parameter, used where the schema allows them. Numbers are those of the
 * demo company and of sandboxes.
 */
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
  documentId: 8,
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
  'accounts POST /TotalIntervals': { accountNumber: 1500, fromAccountNumber: 2210, toAccountNumber: 2230 },
  'accounting-years POST /AccountingYears': {
    dateFrom: `${nextYear}-01-01T00:00:00Z`,
    dateTo: `${nextYear}-12-31T00:00:00Z`,
  },
  'customers POST /Customers': { customerNumber: FREE_KEY },
  'daybook POST /clock/advance': { months: undefined },
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
  'daybook POST /opening-balances': {
    accounts: [
      { accountNumber: 5820, amount: 8750 },
      { accountNumber: 6130, amount: -10_000 },
    ],
    items: [{ customerNumber: 1001, invoiceNumber: '9001', amount: 1250, dueDate: today }],
  },
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
  'daybook POST /invoices/by-number/{invoiceNumber}/credit': { lines: undefined },
  'daybook POST /invoices/{number}/recipient': { eanLocationNumber: '5790000000012', cvrNo: undefined },
  'daybook POST /voucher-approvals': { journalNumber: OUTLAYS, voucherNumber: 60_000_002, people: ['FL'] },
  'daybook POST /matches': { entries: MATCHING },
  'booked-entries POST /booked-entries/match': { entryIds: MATCHING },
  'dimensions POST /dimension-data/draft-entries': { dimensionNumber: 3, journalNumber: OUTLAYS },
  'dimensions POST /dimension-data/draft-entries/bulk': {
    items: [{ dimensionNumber: 3, dimensionKey: 1, journalNumber: OUTLAYS, entryNumber: 1 }],
  },
  'dimensions POST /dimension-data/sales-document-lines': { documentNumber: DRAFT_INVOICE, lineNumber: DRAFT_LINE },
  'dimensions POST /dimension-data/sales-document-lines/bulk': {
    items: [{ dimensionNumber: 1, dimensionKey: 1, documentNumber: DRAFT_INVOICE, lineNumber: DRAFT_LINE }],
  },
  'journals POST /accruals': { journalNumber: OUTLAYS },
  'daybook POST /draft-invoices/bulk/book': { numbers: [DRAFT_INVOICE] },
  'daybook POST /bank-matches': {
    matches: [{ bankLines: [BANK_LINE], lines: [{ accountNumber: 3620, amount: -125 }] }],
    preview: undefined,
  },
  'daybook POST /payment-proposals': {
    paymentDate: `${nextYear}-12-31`,
    dueTo: `${nextYear}-12-31`,
    supplierNumber: undefined,
    items: undefined,
    preview: undefined,
  },
  'daybook POST /inbox/{number}/attach': VOUCHER_BEFORE,
  'products POST /specialprices/{productSpecialPriceNumber}/specialpricesincurrency': { currency: 'EUR' },
  'projects POST /project-activities': { activityNumber: 10 },
  'project-resources POST /project-activities': { activityNumber: 10 },
  'dimensions POST /dimension-data/booked-entries': { dimensionNumber: 3, dimensionKey: 1 },
  'daybook POST /vat-returns': { period: unsettledQuarter(), preview: true },
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
  'daybook POST /projects/{number}/draft-invoice': { number: APPROVED_PROJECT },
  'daybook POST /projects/{number}/close': { number: APPROVED_PROJECT },
  'daybook POST /accounting-years/{year}/close': { year: yearBefore },
  'daybook POST /bank-lines/{number}/ignore': { number: BANK_LINE },
  'daybook POST /bank-lines/{number}/reopen': { number: IGNORED_LINE },
  'daybook POST /draft-invoices/{number}/book': { number: DRAFT_INVOICE },
  'daybook POST /inbox/{number}/reopen': { number: REJECTED_DOCUMENT },
  'daybook POST /invoices/by-number/{invoiceNumber}/credit': { invoiceNumber: 20002 },
  'daybook POST /draft-invoices/{number}/credit': { number: 8 },
  'daybook POST /invoices/{number}/credit': { number: 8 },
  'daybook POST /invoices/{number}/recipient': { number: 8 },
  'daybook POST /orders/{documentId}/lines': { documentId: 1 },
  'daybook POST /orders/{documentId}/lines/bulk': { documentId: 1 },
  'daybook POST /quotes/{documentId}/lines': { documentId: QUOTE },
  'daybook POST /quotes/{documentId}/lines/bulk': { documentId: QUOTE },
  'daybook POST /quotes/{number}/order': { number: QUOTE },
  'sales POST /invoices/drafts/{documentId}/lines': { documentId: DRAFT_INVOICE },
  'sales POST /invoices/drafts/{documentId}/lines/bulk': { documentId: DRAFT_INVOICE },
  'daybook POST /vouchers/{journalNumber}/{accountingYear}/{voucherNumber}/reverse': VOUCHER_BEFORE,
  'journals POST /entries/draft/{journalNumber}/book': { journalNumber: OUTLAYS },
  'journals POST /journals/{journalNumber}/book': { journalNumber: OUTLAYS },
  'journals POST /journals/{journalNumber}/bookdraftentries': { journalNumber: OUTLAYS },
}
