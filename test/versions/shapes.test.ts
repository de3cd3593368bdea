import { expect, test } from 'vitest'
import { apiPath, everyVersion } from '../../src/resource/versions.ts'
import { F1, F2 } from '../../src/resource/fields.ts'
import { apis } from '../../src/resources/index.ts'
import type { Json } from '../openapi/conforms.ts'
import { documentOf as madeOf } from '../openapi/documents.ts'

const versions = everyVersion(apis)

/** The document of the version at a path, as `GET /openapi/{api}/{version}.json` serves it. */
const documentAt = (path: string): Json => madeOf(versions.find((one) => apiPath(one) === path)!)

const documentOf = (prefix: string, version: string): Json => documentAt(`${prefix}/v${version}`)

type Probe = (document: Json) => unknown

const has =
  (method: string, path: string): Probe =>
  ({ paths }) =>
    paths[path]?.[method.toLowerCase()] !== undefined
const property =
  (schema: string, name: string, fact?: string): Probe =>
  ({ components: { schemas } }) => {
    const found = schemas[schema]?.properties[name]
    return fact === undefined ? found !== undefined : found[fact]
  }
const demands =
  (schema: string, name: string): Probe =>
  ({ components: { schemas } }) =>
    schemas[schema].required.includes(name)
const status =
  (method: string, path: string): Probe =>
  ({ paths }) =>
    Object.keys(paths[path][method.toLowerCase()].responses)[0]

const FLAT = '/specialprices/{productSpecialPriceNumber}/specialpricesincurrency'
const deprecated: Probe = ({ paths }) => paths['/entries/draft/{journalNumber}/book'].post.deprecated
const location: Probe = ({ paths }) => 'Location' in paths['/Subscribers'].post.responses[201].headers

type Row = [newer: string, older: string, what: string, Probe, inNewer: unknown, inOlder: unknown]

const of = (prefix: string, rows: readonly Row[]): [prefix: string, ...Row][] => rows.map((row) => [prefix, ...row])

/** What differs between a version and the next newer one: there, and here. */
const DIFFERENCES: [prefix: string, ...Row][] = [
  ...of('/bookedEntriesapi', [
    ['4.0.0', '3.3.0', 'matched pairs', has('GET', '/booked-entries/matched-pairs'), true, false],
    ['3.3.0', '3.2.1', 'filter on remainder', property('BookedEntry', 'remainder', 'x-filterable'), F1, undefined],
    ['3.2.1', '3.2.0', 'text', property('BookedEntry', 'text'), true, false],
    ['3.2.0', '3.1.0', 'remainder', property('BookedEntry', 'remainder'), true, false],
    ['3.1.0', '3.0.0', 'match', has('POST', '/booked-entries/match'), true, false],
    ['3.0.0', '2.0.0', 'dimensions', property('BookedEntry', 'departmentNumber'), false, true],
    ['2.0.0', '1.0.0', 'the name of invoices', property('BookedEntry', 'invoiceNumber'), false, true],
    ['2.0.0', '1.0.0', 'invoices of suppliers', property('BookedEntry', 'supplierInvoiceNumber'), true, false],
    ['2.0.0', '1.0.0', 'suppliers', property('BookedEntry', 'supplierNumber'), true, false],
    ['2.0.0', '1.0.0', 'due dates', property('BookedEntry', 'dueDate'), true, false],
  ]),
  ...of('/accountsapi', [
    ['7.0.0', '6.0.1', 'isCredit unsaid', property('Account', 'isCredit', 'type'), ['boolean', 'null'], 'boolean'],
    ['6.0.0', '5.0.2', 'notes', property('Account', 'note'), true, false],
    ['5.0.0', '4.0.1', 'intervals changed', has('PUT', '/TotalIntervals'), true, false],
    ['4.0.0', '3.0.1', 'the answer of an update', status('PUT', '/Accounts'), '204', '200'],
    ['3.0.0', '2.0.0', 'lastUpdated', property('Account', 'lastUpdated'), true, false],
    ['3.0.0', '2.0.0', 'deletion', has('DELETE', '/Accounts/{number}'), true, false],
    ['2.0.0', '1.1.0', 'key figure codes', property('Account', 'keyFigureCodeNumber'), true, false],
    ['2.0.0', '1.1.0', 'VAT codes', property('Account', 'vatCode'), true, false],
    ['1.1.0', '1.0.0', 'counts', has('GET', '/Accounts/count'), true, false],
  ]),
  ...of('/budgetsapi', [
    ['2.0.0', '1.0.0', 'the path of an update', has('PUT', '/budget-figures/{number}'), false, true],
    ['2.0.0', '1.0.0', 'a number given', property('BudgetFigureCreate', 'number'), true, false],
    ['2.0.0', '1.0.0', 'sorting', property('BudgetFigure', 'fromDate', 'x-sortable'), undefined, true],
  ]),
  ...of('/customersapi', [
    ['3.0.0', '2.0.0', 'active in bodies', property('ContactCreate', 'active'), false, true],
    ['2.0.0', '1.1.1', 'active', property('Contact', 'active'), true, false],
    ['1.1.0', '1.0.4', 'setup', has('GET', '/Setup'), true, false],
  ]),
  ...of('/dimensionsapi', [
    ['5.3.0', '5.2.0', 'booked lines', has('GET', '/dimension-data/booked-invoice-lines'), true, false],
    ['5.2.0', '5.1.4', 'changelog', has('GET', '/dimension-data/booked-entries/changelog'), true, false],
    ['5.1.4', '5.0.4', 'accounts', has('GET', '/dimension-data/accounts'), true, false],
    ['4.3.1', '4.3.0', 'the answer of a create', status('POST', '/values'), '201', '200'],
    ['4.3.1', '4.3.0', 'the answer of an update', status('PUT', '/dimensions'), '204', '200'],
    ['4.3.0', '4.2.0', 'budget figures', has('GET', '/dimension-data/budget-figures'), true, false],
    ['4.1.0', '4.0.0', 'booked entries', has('GET', '/dimension-data/booked-entries'), true, false],
    ['4.1.0', '4.0.0', 'draft entries', has('GET', '/dimension-data/draft-entries'), true, false],
    ['4.1.0', '4.0.0', 'sales lines', has('GET', '/dimension-data/sales-document-lines'), true, false],
  ]),
  ...of('/documentsapi', [
    ['3.0.0', '2.2.0', 'the file in lists', property('AttachedDocument', 'file'), false, true],
    ['2.1.0', '2.0.0', 'deletion', has('DELETE', '/AttachedDocuments/{number}'), true, false],
    ['2.0.0', '1.0.1', 'uploads', has('POST', '/AttachedDocuments'), true, false],
  ]),
  ...of('/journalsapi', [
    ['12.0.0', '11.1.1', 'type of journals', property('Journal', 'type'), false, true],
    ['14.0.0', '13.0.1', 'the type of entries', property('Journal', 'entryTypeRestrictedTo'), true, false],
    ['14.0.0', '13.0.1', 'its other name', property('Journal', 'allowedEntryType'), true, false],
    ['11.1.0', '11.0.6', 'chosen entries', has('POST', '/journals/{journalNumber}/bookdraftentries'), true, false],
    ['3.0.0', '2.0.0', 'booking below journals', has('POST', '/journals/{journalNumber}/book'), true, false],
    ['3.0.0', '2.0.0', 'the other booking, deprecated', deprecated, true, undefined],
    ['11.0.0', '10.0.0', 'isCredit', property('DraftEntry', 'isCredit'), false, true],
    ['10.0.0', '9.0.0', 'payment details', property('DraftEntry', 'supplierPaymentBank'), true, false],
    ['9.0.0', '8.0.0', 'dimensions', property('DraftEntry', 'departmentNumber'), false, true],
    ['8.0.0', '7.0.0', 'the path of an update', has('PUT', '/journals/{number}'), false, true],
    ['9.0.0', '8.0.0', 'data of dimensions', has('GET', '/draft-entries/dimensions'), false, true],
    ['3.0.0', '2.0.0', 'data of dimensions', has('GET', '/draft-entries/dimensions'), true, false],
    ['7.0.0', '6.0.0', 'the number in an update', has('PUT', '/draft-entries/{entryNumber}'), false, true],
    ['6.0.0', '5.2.0', 'an update without it', has('PUT', '/draft-entries'), true, false],
    ['7.0.0', '6.0.0', 'accrual days demanded', demands('DraftEntryAccrualCreate', 'startDate'), true, false],
    ['5.2.0', '5.1.1', 'accruals', has('GET', '/accruals'), true, false],
    ['5.1.0', '5.0.0', 'all of a journal', has('DELETE', '/draft-entries/delete/{journalNumber}'), true, false],
    ['3.0.0', '2.0.0', 'booked entries', has('GET', '/entries/booked'), false, true],
  ]),
  ...of('/productsapi', [
    ['2.0.0', '1.1.1', 'products', has('GET', '/products'), true, false],
    ['2.0.0', '1.1.1', 'flat special prices', has('GET', FLAT), true, false],
    ['1.1.0', '1.0.0', 'counts', has('GET', '/pricegroups/count'), true, false],
  ]),
  ...of('/q2capi', [
    ['5.3.0', '5.2.0', 'count of drafts', has('GET', '/invoices/drafts/count'), true, false],
    ['5.1.0', '5.0.0', 'drafts', has('GET', '/invoices/drafts'), true, false],
    ['5.0.0', '4.1.0', 'the path of bulk', has('POST', '/invoices/drafts/{documentId}/lines/batch'), false, true],
    ['4.1.0', '4.0.0', 'bulk', has('POST', '/invoices/drafts/{documentId}/lines/batch'), true, false],
    ['4.0.0', '3.0.1', 'data of dimensions', has('GET', '/sales-document-lines/dimensions'), false, true],
    ['3.0.0', '2.0.2', 'data of dimensions', has('GET', '/sales-document-lines/dimensions'), true, false],
    ['3.0.0', '2.0.2', 'lines written', has('POST', '/invoices/drafts/{documentId}/lines'), true, false],
    ['3.0.0', '2.0.2', 'objectVersion', property('DraftInvoiceLine', 'objectVersion'), true, false],
    ['3.0.0', '2.0.2', 'dimensions', property('OrderLine', 'departmentNumber'), true, false],
    ['2.0.0', '1.0.0', 'product numbers', property('QuoteLine', 'productNumber', 'format'), undefined, 'int32'],
  ]),
  ...of('/subscriptionsapi', [
    ['6.0.0', '5.0.1', 'days', property('Subscriber', 'startDate', 'format'), 'date', 'date-time'],
    ['4.0.2', '4.0.1', 'descriptions', property('SubscriptionLineCreate', 'description', 'maxLength'), 2500, 100],
    ['4.0.1', '4.0.0', 'filter', property('Subscriber', 'extraTextForInvoice', 'x-filterable'), F1, undefined],
    ['4.0.0', '3.0.2', 'quantities', property('SubscriptionLine', 'quantity', 'format'), 'double', 'int32'],
    ['3.0.2', '3.0.1', 'comments', property('SubscriberCreate', 'comments', 'maxLength'), 500, 255],
    ['3.0.1', '3.0.0', 'Location', location, true, false],
    ['3.0.0', '2.0.0', 'product numbers', property('SubscriptionLine', 'productNumber', 'format'), undefined, 'int32'],
    ['2.0.0', '1.0.0', 'drafts', property('Subscriber', 'draftDocumentId'), true, false],
    ['2.0.0', '1.0.0', 'invoices', property('Subscriber', 'bookedInvoiceId'), true, false],
  ]),
  ...of('/api', [
    ['20.0.0', '19.0.0', 'contacts', has('GET', '/customer-contacts/paged'), false, true],
    ['22.0.0', '21.0.1', 'lastUpdated', property('ProjectActivity', 'lastUpdated'), true, false],
    ['21.0.0', '20.0.1', 'otherReference', property('Project', 'otherReference'), true, false],
    ['20.0.0', '19.0.0', 'delivery locations', has('GET', '/customer-deliverylocations/paged'), false, true],
    ['16.4.0', '16.3.0', 'delivery locations', has('GET', '/customer-deliverylocations'), true, false],
    ['19.0.0', '18.0.0', 'lists', has('GET', '/projects/all'), false, true],
    ['18.0.0', '17.0.2', 'isDeleted', property('CustomerContact', 'isDeleted'), true, false],
    ['17.0.0', '16.4.0', 'codes of errors', property('Error', 'errorCode'), true, false],
    ['15.0.0', '14.1.3', 'accounts of groups', property('ActivityGroup', 'costAccountOngoing'), true, false],
    ['14.1.3', '14.1.2', 'a filter', property('Activity', 'isAccessible', 'x-filterable'), F2, undefined],
    ['14.1.3', '14.1.2', 'a filter of cost types', property('CostType', 'isBarred', 'x-filterable'), F2, undefined],
    ['14.1.0', '14.0.0', 'count of employees', has('GET', '/project-employees/count'), true, false],
    ['14.0.0', '13.2.0', 'the path of activities', has('GET', '/projects/activities'), false, true],
    ['13.2.0', '13.1.0', 'groups of cost types', has('GET', '/costtypegroups'), true, false],
    ['13.1.0', '13.0.0', 'cost types', has('GET', '/costtypes'), true, false],
    ['13.0.0', '12.0.0', 'numbers of groups', demands('ProjectGroupCreate', 'number'), false, true],
    ['13.0.0', '12.0.0', 'numbers of groups', demands('ActivityGroupCreate', 'number'), false, true],
    ['12.0.0', '11.0.0', 'numbers of projects', demands('ProjectCreate', 'number'), false, true],
    ['11.0.0', '10.1.2', 'numbers of employees', demands('ProjectEmployeeCreate', 'number'), true, false],
    ['10.1.0', '10.0.0', 'employees made', has('POST', '/project-employees'), true, false],
    ['10.0.0', '9.0.0', 'activities made', has('POST', '/activities'), true, false],
    ['10.0.0', '9.0.0', 'activities changed', has('PUT', '/activities'), true, false],
    ['10.0.0', '9.0.0', 'objectVersion', property('Activity', 'objectVersion'), true, false],
    ['10.0.0', '9.0.0', 'statuses', has('GET', '/projectstatuses'), true, false],
  ]),
]

test.each(DIFFERENCES)('%s v%s and v%s differ in %s', (prefix, newer, older, _, probe, inNewer, inOlder) => {
  expect([newer, older].map((version) => probe(documentOf(prefix, version)))).toEqual([inNewer, inOlder])
})

test('what differs in nothing is one declaration', () => {
  const groupsOf = (path: string) => versions.find((one) => apiPath(one) === path)!.groups
  for (const [newer, older] of [
    ['/journalsapi/v15.0.1', '/journalsapi/v15.0.0'],
    ['/api/v20.0.1', '/api/v20.0.0'],
    ['/accountsapi/v7.0.1', '/accountsapi/v7.0.0'],
    ['/bookedEntriesapi/v6.0.0', '/bookedEntriesapi/v4.0.0'],
    ['/q2capi/v6.0.0', '/q2capi/v5.3.0'],
    ['/journalsapi/v16.0.1', '/journalsapi/v16.0.0'],
  ] as const) {
    expect(groupsOf(older), older).toBe(groupsOf(newer))
  }
})

test('an answer has room for the longest text that any version takes', () => {
  const written = new Map<string, number>()
  const read: [name: string, version: string, most: number][] = []
  for (const api of versions) {
    for (const [schema, { properties = {} }] of Object.entries<Json>(documentAt(apiPath(api)).components.schemas)) {
      const item = schema.replace(/(Create|Update)$/, '')
      for (const [property, { maxLength }] of Object.entries<Json>(properties)) {
        const name = `${api.prefix} ${item} ${property}`
        if (maxLength === undefined) continue
        if (item === schema) read.push([name, api.version, maxLength])
        else written.set(name, Math.max(maxLength, written.get(name) ?? 0))
      }
    }
  }
  const short = read.filter(([name, , most]) => most < (written.get(name) ?? 0))
  expect(short).toEqual([])
  expect(read.length).toBeGreaterThan(500)
})
