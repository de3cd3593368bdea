import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedBooks } from '../service/books.ts'
import { type Client, type Reply, type TestService, testService } from '../service/harness.ts'

const API = '/journalsapi/v15.0.1'
const DRAFTS = `${API}/draft-entries`
const BOOKED = '/bookedEntriesapi/v4.0.0/booked-entries'

let service: TestService

beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

async function bookkeeper(): Promise<Client> {
  const client = await service.client({ roles: ['Bookkeeping'] })
  await seedBooks(service.database, client.agreement)
  return client
}

const codeOf = ({ status, json }: Reply): unknown[] => [status, json?.errorCode, json?.errors?.[0]?.property]
const finance = (more: object = {}): object => ({
  entryTypeNumber: 5,
  journalNumber: 1,
  date: '2026-03-15',
  accountNumber: 2210,
  contraAccountNumber: 5820,
  amount: 125,
  currency: 'DKK',
  text: 'Husleje',
  ...more,
})

describe('draft entries', () => {
  test('are created with defaults, read back exact, updated and deleted', async () => {
    const client = await bookkeeper()
    const made = await client.call('POST', DRAFTS, {
      raw: JSON.stringify(finance({ amount: 0 })).replace('"amount":0', '"amount":1234567890123456.78'),
    })
    expect([made.status, made.json]).toEqual([201, { entryNumber: 1 }])
    const read = await client.get(made.headers.get('location')!)
    expect(read.text).toContain('"amount":1234567890123456.78,')
    expect(read.json).toMatchObject({ voucherNumber: 1, exchangeRate: 100, date: '2026-03-15T00:00:00Z' })
    const { objectVersion } = read.json
    const put = await client.put(DRAFTS, finance({ entryNumber: 1, voucherNumber: 1, objectVersion, amount: 80 }))
    expect(put.status).toBe(204)
    expect((await client.get(`${DRAFTS}/1`)).json.amount).toBe(80)
    expect((await client.delete(`${DRAFTS}/1`)).status).toBe(204)
    expect(codeOf(await client.get(`${DRAFTS}/1`))).toEqual([404, 'JournalEntryDoesNotExist', 'entryNumber'])
  })

  test.each([
    ['JournalEntryEitherAmountsNotSet', 'amount', { amount: undefined }],
    ['JournalEntryCurrencyNotSet', 'currency', { currency: undefined }],
    ['JournalEntryCurrencyNotFound', 'currency', { currency: 'XXX' }],
    ['JournalEntryTypeNotCorrect', 'entryTypeNumber', { entryTypeNumber: 6 }],
    ['JournalEntryAccountNotFound', 'accountNumber', { accountNumber: 1 }],
    ['JournalEntryWrongAccountType', 'accountNumber', { accountNumber: 5000 }],
    ['JournalEntryAccountNotAccessible', 'accountNumber', { accountNumber: 2290 }],
    ['JournalEntryContraAccountNotFound', 'contraAccountNumber', { contraAccountNumber: 1 }],
    ['JournalEntryTextTooLong', 'text', { text: 'x'.repeat(251) }],
    ['JournalEntryDateAccountingYearDoesNotExist', 'date', { date: '2030-01-01' }],
    ['JournalEntryVoucherNumberNotWithinBoundaries', 'voucherNumber', { voucherNumber: 1_000_000_000 }],
    ['JournalEntryExchangeRateMustBeOneHundredForBaseCurrency', 'exchangeRate', { exchangeRate: 99 }],
  ])('create: %s on %s', async (code, property, more) => {
    const client = await bookkeeper()
    expect(codeOf(await client.post(DRAFTS, finance(more)))).toEqual([400, code, property])
    expect((await client.get(`${DRAFTS}/count`)).text).toBe('0')
    expect((await client.get(`${API}/journals/1`)).json.nextVoucherNumber).toBe(1)
  })

  test('too many digits are refused', async () => {
    const client = await bookkeeper()
    const raw = JSON.stringify(finance({ amount: 0 })).replace('"amount":0', '"amount":12345678901234567.89')
    const reply = await client.call('POST', DRAFTS, { raw })
    expect(codeOf(reply)).toEqual([400, 'JournalEntryAmountExceedsDigitLimit', 'amount'])
  })
})

describe('a bookkeeper’s voucher', () => {
  test('is drafted, booked and found in the ledger, the period and the trial balance', async () => {
    const client = await bookkeeper()
    const made = await client.post(DRAFTS, {
      entryTypeNumber: 3,
      journalNumber: 1,
      date: '2026-03-15',
      supplierNumber: 501,
      amount: -125,
      currency: 'DKK',
      contraAccountNumber: 1310,
      contraVatCode: 'I25',
      supplierInvoiceNumber: 'F-77',
    })
    expect(made.status).toBe(201)
    const booked = await client.post(`${API}/journals/1/book`)
    expect([booked.status, booked.text]).toEqual([204, ''])
    expect((await client.get(`${DRAFTS}/count`)).text).toBe('0')
    const { items } = (await client.get(BOOKED)).json
    expect(
      items.map((entry: { accountNumber: number; amount: number }) => [entry.accountNumber, entry.amount]),
    ).toEqual([
      [6800, -125],
      [1310, 100],
      [6903, 25],
    ])
    expect(items[0]).toMatchObject({
      supplierNumber: 501,
      supplierInvoiceNumber: 'F-77',
      remainder: -125,
      type: 3,
      dueDate: '2026-03-23T00:00:00Z',
    })
    const balance = await client.get('/daybookapi/v1.0.0/trial-balance?from=2026-01-01&to=2026-03-31')
    expect(balance.json).toMatchObject({ totalDebit: 125, totalCredit: 125 })
    const totals = await client.get('/accounting-years/2026/periods/3/totals')
    expect(totals.json.collection).toHaveLength(3)
    const entries = await client.get('/accounting-years/2026/periods/3/entries?pageSize=2&skipPages=1')
    expect(entries.json).toMatchObject({ collection: [{ entryNumber: 3 }], pagination: { results: 3, pageSize: 2 } })
  })

  test('by dates, and by numbers; what is not chosen stays', async () => {
    const client = await bookkeeper()
    for (const date of ['2026-01-10', '2026-02-10', '2026-03-10']) await client.post(DRAFTS, finance({ date }))
    const dates = { fromDate: '2026-02-01', toDate: '2026-02-28T00:00:00Z' }
    expect((await client.post(`${API}/journals/1/bookWithDateInterval`, dates)).status).toBe(204)
    expect((await client.get(`${DRAFTS}/count`)).text).toBe('2')
    expect((await client.post(`${API}/journals/1/bookdraftentries`, { entryNumbers: [3] })).status).toBe(204)
    expect((await client.get(DRAFTS)).json.items).toMatchObject([{ entryNumber: 1 }])
    expect((await client.post(`${API}/entries/draft/1/book`)).status).toBe(204)
    expect((await client.get(`${BOOKED}/count`)).text).toBe('6')
  })

  test.each([
    ['/journals/9/book', undefined, [404, 'JournalDoesNotExist', 'journalNumber']],
    ['/journals/1/bookdraftentries', { entryNumbers: [] }, [400, 'OneAPIEntriesListCannotBeEmpty', 'entryNumbers']],
    ['/journals/1/bookdraftentries', { entryNumbers: [99] }, [404, 'JournalEntryDoesNotExist', 'entryNumbers[0]']],
    ['/journals/1/bookdraftentries', {}, [400, 'OneAPIEntriesListCannotBeEmpty', 'entryNumbers']],
    [
      '/journals/1/bookWithDateInterval',
      { fromDate: '2026-02-02', toDate: '2026-02-01' },
      [400, 'ValueOutOfRange', 'toDate'],
    ],
    ['/journals/1/book', { all: true }, [400, 'PropertyUnknown', 'all']],
  ])('%s with %j: %j', async (path, body, expected) => {
    const client = await bookkeeper()
    expect(codeOf(await client.post(`${API}${path}`, body))).toEqual(expected)
  })

  test('one side alone is not booked, and nothing is lost', async () => {
    const client = await bookkeeper()
    await client.post(DRAFTS, finance({ contraAccountNumber: undefined }))
    const reply = await client.post(`${API}/journals/1/book`)
    expect(codeOf(reply).slice(0, 2)).toEqual([400, 'JournalBookingVoucherNotInBalance'])
    expect((await client.get(`${DRAFTS}/count`)).text).toBe('1')
    expect((await client.get(`${BOOKED}/count`)).text).toBe('0')
  })

  test('booked by many at once, it is booked once', async () => {
    const client = await bookkeeper()
    for (let day = 10; day < 20; day++) await client.post(DRAFTS, finance({ date: `2026-04-${day}` }))
    const replies = await Promise.all(Array.from({ length: 10 }, () => client.post(`${API}/journals/1/book`)))
    expect(replies.map((reply) => reply.status)).toEqual(Array(10).fill(204))
    expect((await client.get(`${BOOKED}/count`)).text).toBe('20')
  })
})

describe('many draft entries at once', () => {
  test('are created, updated and deleted in one call each', async () => {
    const client = await bookkeeper()
    const entries = Array.from({ length: 500 }, (_, index) => finance({ amount: index + 1 }))
    const made = await client.post(`${DRAFTS}/bulk`, { entries })
    expect([made.status, made.json]).toEqual([201, { entryNumbers: entries.map((_, index) => index + 1) }])
    const { items } = (await client.get(made.headers.get('location')!)).json
    expect(items).toHaveLength(500)
    const changed = items.map(({ entryNumber, voucherNumber, objectVersion }: Record<string, unknown>) =>
      finance({ entryNumber, voucherNumber, objectVersion, amount: 7 }),
    )
    expect((await client.put(`${DRAFTS}/bulk`, { entries: changed })).status).toBe(204)
    const after = (await client.get(DRAFTS)).json.items
    expect(new Set(after.map((entry: { amount: number }) => entry.amount))).toEqual(new Set([7]))
    expect((await client.put(`${DRAFTS}/bulk`, { entries: changed })).status).toBe(409)
    expect((await client.delete(`${DRAFTS}/delete/1`)).status).toBe(204)
    expect((await client.get(`${DRAFTS}/count`)).text).toBe('0')
  })

  test('one at fault undoes all, and every fault is named by its place', async () => {
    const client = await bookkeeper()
    const entries = [finance(), finance({ accountNumber: 1 }), finance(), finance({ currency: 'XXX' })]
    const reply = await client.post(`${DRAFTS}/bulk`, { entries })
    expect(reply.status).toBe(400)
    expect(reply.json.errors.map((fault: Record<string, string>) => [fault.errorCode, fault.property])).toEqual([
      ['JournalEntryAccountNotFound', 'entries[1].accountNumber'],
      ['JournalEntryCurrencyNotFound', 'entries[3].currency'],
    ])
    expect((await client.get(`${DRAFTS}/count`)).text).toBe('0')
    expect((await client.post(DRAFTS, finance())).json).toEqual({ entryNumber: 1 })
  })

  test.each([
    ['OneAPIEntriesListCannotBeEmpty', 'entries', { entries: [] }],
    ['OneAPIEntriesListCannotBeEmpty', 'entries', {}],
    ['OneAPIEntriesListCannotBeEmpty', 'entries', { entries: null }],
    ['OneAPITooManyEntries', 'entries', { entries: Array.from({ length: 501 }, () => finance()) }],
    ['JournalVoucherNullEntry', 'entries[1]', { entries: [finance(), null] }],
    ['ValueTypeInvalid', 'entries[0]', { entries: ['x'] }],
    ['PropertyUnknown', 'entries[0].amuont', { entries: [finance({ amuont: 1 })] }],
    ['ValueTypeInvalid', 'entries[0].date', { entries: [finance({ date: '2026-02-30' })] }],
  ])('%s on %s', async (code, property, body) => {
    const client = await bookkeeper()
    expect(codeOf(await client.post(`${DRAFTS}/bulk`, body))).toEqual([400, code, property])
  })

  test('of a journal that is not there', async () => {
    const client = await bookkeeper()
    expect(codeOf(await client.delete(`${DRAFTS}/delete/9`))).toEqual([404, 'JournalDoesNotExist', 'journalNumber'])
  })
})

describe('accruals', () => {
  const ACCRUALS = `${API}/accruals`
  const accrual = (more: object = {}): object => ({
    journalNumber: 1,
    entryNumber: 1,
    accountNumber: 5820,
    startDate: '2026-03-15',
    endDate: '2026-06-02',
    ...more,
  })

  test('are created, read, changed and deleted by journal and entry', async () => {
    const client = await bookkeeper()
    await client.post(DRAFTS, finance())
    const made = await client.post(ACCRUALS, accrual())
    expect([made.status, made.json]).toEqual([201, { entryNumber: 1 }])
    const { json } = await client.get(made.headers.get('location')!)
    expect(json).toMatchObject({ months: 4, startDate: '2026-03-15T00:00:00Z' })
    const invented = await client.put(ACCRUALS, { ...json, months: 5 })
    expect(codeOf(invented)).toEqual([400, 'PropertyReadOnly', 'months'])
    expect((await client.put(ACCRUALS, { ...json, endDate: '2026-03-31' })).status).toBe(204)
    const read = await client.get(`${ACCRUALS}/1/1`)
    expect(read.json.months).toBe(1)
    expect((await client.get(`${ACCRUALS}?filter=accountNumber$eq:5820`)).json.items).toHaveLength(1)
    const deleted = await client.delete(ACCRUALS, { body: read.json })
    expect([deleted.status, (await client.get(`${ACCRUALS}/1/1`)).status]).toEqual([204, 404])
    expect((await client.delete(ACCRUALS, { body: { journalNumber: 1, entryNumber: 1 } })).status).toBe(404)
    expect(codeOf(await client.delete(ACCRUALS, { body: { journalNumber: 1 } }))).toEqual([
      400,
      'ValueRequired',
      'entryNumber',
    ])
  })

  test('are booked as a schedule', async () => {
    const client = await bookkeeper()
    await client.post(DRAFTS, finance({ amount: 100 }))
    await client.post(ACCRUALS, accrual({ accountNumber: 6500 }))
    expect((await client.post(`${API}/journals/1/book`)).status).toBe(204)
    const { json } = await client.get('/daybookapi/v1.0.0/trial-balance?from=2026-03-01&to=2026-04-30')
    const rent = json.items.find((item: { accountNumber: number }) => item.accountNumber === 2210)
    expect(rent.closingBalance).toBe(50)
    expect((await client.get(`${ACCRUALS}/count`)).text).toBe('0')
  })

  test.each([
    ['JournalEntryDoesNotExist', 'entryNumber', { entryNumber: 9 }, 404],
    ['JournalEntryAccrualAccountNotFound', 'accountNumber', { accountNumber: 1 }, 400],
    ['JournalEntryWrongAccountType', 'accountNumber', { accountNumber: 5000 }, 400],
    ['JournalEntryAccountNotAccessible', 'accountNumber', { accountNumber: 2290 }, 400],
    ['JournalEntryAccrualEndBeforeStart', 'endDate', { endDate: '2026-03-14' }, 400],
    ['JournalEntryAccrualsStartDateNotInValidAccountingYear', 'startDate', { startDate: '2025-12-31' }, 400],
  ])('%s on %s', async (code, property, more, status) => {
    const client = await bookkeeper()
    await client.post(DRAFTS, finance())
    expect(codeOf(await client.post(ACCRUALS, accrual(more)))).toEqual([status, code, property])
  })
  test('one per entry, and not on a payment', async () => {
    const client = await bookkeeper()
    await client.post(DRAFTS, finance())
    await client.post(ACCRUALS, accrual())
    expect(codeOf(await client.post(ACCRUALS, accrual()))).toEqual([
      409,
      'OneAPIDraftEntryAccrualAlreadyExist',
      'entryNumber',
    ])
    await client.post(
      DRAFTS,
      finance({ entryTypeNumber: 2, customerNumber: 201, accountNumber: undefined, amount: -5 }),
    )
    const onPayment = await client.post(ACCRUALS, accrual({ entryNumber: 2 }))
    expect(codeOf(onPayment)).toEqual([400, 'JournalEntryAccrualWrongEntryType', 'entryNumber'])
  })
})

describe('journals', () => {
  test('keep every property, and their voucher numbers within the boundaries', async () => {
    const client = await bookkeeper()
    const body = {
      name: 'Kasse',
      minimumVoucherNumber: 1000,
      maximumVoucherNumber: 1001,
      entryTypeRestrictedTo: 5,
      priority: 3,
      defaultDepartment: 1,
    }
    const made = await client.post(`${API}/journals`, body)
    expect(made.json).toEqual({ number: 2 })
    expect((await client.get(`${API}/journals/2`)).json).toMatchObject({ ...body, nextVoucherNumber: 1000 })
    const inIt = finance({ journalNumber: 2 })
    expect((await client.post(DRAFTS, inIt)).status).toBe(201)
    expect((await client.post(DRAFTS, inIt)).status).toBe(201)
    expect(codeOf(await client.post(DRAFTS, inIt))[1]).toBe('JournalVoucherNextNumberNotWithinBoundaries')
    expect(
      codeOf(await client.post(DRAFTS, { ...inIt, entryTypeNumber: 3, supplierNumber: 501, voucherNumber: 1000 })),
    ).toEqual([400, 'JournalEntryTypeNotCorrect', 'entryTypeNumber'])
    expect(codeOf(await client.delete(`${API}/journals/2`))).toEqual([
      409,
      'JournalMustBeEmptyBeforeDeleting',
      'number',
    ])
  })
  test('twenty drafts at once get twenty voucher numbers in a row', async () => {
    const client = await bookkeeper()
    await Promise.all(Array.from({ length: 20 }, () => client.post(DRAFTS, finance())))
    const { items } = (await client.get(DRAFTS)).json
    const numbers = items
      .map((entry: { voucherNumber: number }) => entry.voucherNumber)
      .sort((a: number, b: number) => a - b)
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })
  test.each([
    ['JournalDoesNotExist', 'number', { number: 9 }, 404],
    ['JournalEntryContraAccountNotFound', 'customerContraAccount', { customerContraAccount: 1 }, 400],
    ['JournalEntryWrongContraAccountType', 'supplierContraAccount', { supplierContraAccount: 5000 }, 400],
    ['JournalEntryDepartmentalDistributionNotFound', 'defaultDepartment', { defaultDepartment: 77 }, 400],
    ['JournalVoucherNextNumberNotWithinBoundaries', 'nextVoucherNumber', { nextVoucherNumber: 0 }, 400],
    ['ValueTooLong', 'name', { name: 'x'.repeat(51) }, 400],
    ['ValueRequired', 'name', { name: '' }, 400],
  ])('update: %s on %s', async (code, property, more, status) => {
    const client = await bookkeeper()
    const { objectVersion } = (await client.get(`${API}/journals/1`)).json
    expect(codeOf(await client.put(`${API}/journals`, { number: 1, name: 'Daglig', objectVersion, ...more }))).toEqual([
      status,
      code,
      property,
    ])
  })
})
