import { describe, expect, test } from 'vitest'
import { dayAfter } from '../../src/console/period.ts'
import { itemName, proposalBody } from '../../src/console/payments.ts'
import { ratesOf } from '../../src/console/reminders.ts'
import { byYear, openYear, type YearPeriod } from '../../src/console/year-end.ts'
import { eventually } from '../patience.ts'
import { bookDrafts } from '../resources/report-books.ts'
import { danishSandbox, deskFor, findChromium, LONG } from './chromium.ts'

const program = findChromium()
const DB = '/daybookapi/v1.0.0'
const YEARS = '/accountingyearsapi/v2.0.1/accountingYears'

test('the first year that is not closed is shown, else the last', () => {
  const month = (year: string, isClosed: boolean): YearPeriod => {
    const day = `${year}-01-01T00:00:00Z`
    return { year, periodNumber: 1, dateFrom: day, dateTo: day, isClosed }
  }
  const years = byYear([month('2025', true), month('2026', false), month('2027', false)])
  expect(years.map(([year, periods]) => [year, periods.length])).toEqual([
    ['2025', 1],
    ['2026', 1],
    ['2027', 1],
  ])
  expect(openYear(years)).toBe('2026')
  expect(openYear(byYear([month('2025', true)]))).toBe('2025')
  expect(openYear([])).toBeUndefined()
})

test('rates are typed a line each; a file is asked for by its day, or item by item where some are left out', () => {
  const rate = (typed: string): string | undefined => (/^\d/.test(typed) ? typed.replace(',', '.') : undefined)
  expect(ratesOf('2026-01-01 10,15\n\n 2026-07-01  9\nx', (day) => day, rate)).toEqual([
    { from: '2026-01-01', rate: '10.15' },
    { from: '2026-07-01', rate: '9' },
    { from: 'x', rate: '' },
  ])
  const item = { supplierNumber: 501, invoiceNumber: 'A-1', dueDate: '2026-03-09', currency: 'DKK', amount: '1.00' }
  const items = [item, { ...item, invoiceNumber: 'A-2' }]
  const given = { bankAccountNumber: 1, paymentDate: '2026-03-02', dueTo: '2026-03-09' }
  expect(proposalBody(given, items, new Set())).toEqual(given)
  expect(proposalBody(given, items, new Set([itemName(item)]))).toEqual({
    ...{ bankAccountNumber: 1, paymentDate: '2026-03-02' },
    items: [{ supplierNumber: 501, invoiceNumber: 'A-2' }],
  })
})

describe.skipIf(program === undefined)('what is done by the month and the year, in Chromium', () => {
  const look = { width: 1440, theme: 'light', language: 'da' } as const
  const desk = deskFor(program, look)
  const { until, press, texts, type } = desk
  const onPath = (path: string): Promise<unknown> => until(`location.pathname.endsWith('${path}')`)

  /** A company of its own for a test, and the console open on it. */
  async function begin(): Promise<string> {
    await desk.shown.context.close()
    desk.client = await danishSandbox(desk.console.service)
    await desk.open(look)
    await desk.signIn()
    return (await desk.client.get(`${YEARS}/paged`)).json[0].year
  }

  test('by keys alone: a month is barred and opened again, the year closed', { timeout: LONG }, async () => {
    const year = await begin()
    const finance = { entryTypeNumber: 5, date: `${year}-02-01`, currency: 'DKK', contraAccountNumber: 5820 }
    await bookDrafts(desk.client, { ...finance, accountNumber: 1010, amount: -1250, vatCode: 'U25', text: 'Salg' })
    await press('g', 'n')
    await onPath('/year-end')
    await until(`document.querySelectorAll('.yel tr').length >= 7`)
    const said = (await desk.client.post(`${DB}/accounting-years/${year}/close/preview`)).json
    expect(said.faults).toEqual([])
    expect(await texts('.yeb .figure')).toEqual(['1.000,00'])
    expect(said.result).toBe(1000)
    expect(await texts('.yel [data-tone=warn]')).toHaveLength(said.notes.length)
    expect(await texts('.yeb tbody tr')).toHaveLength(said.openingEntries.length)
    expect(await desk.faults()).toEqual([])

    const firstMonth = async (): Promise<boolean> =>
      (await desk.client.get(`${YEARS}/periods`)).json.items[0].isBarred ?? false
    const month = `document.querySelector('.yem')`
    for (const isBarred of [true, false]) {
      await until(`!${month}.disabled && (${month}.focus() || document.activeElement === ${month})`)
      await press('Enter')
      await eventually(async () => (await firstMonth()) === isBarred)
      await until(`${month}.ariaPressed === '${isBarred}'`)
    }

    await until(`document.querySelector('.top .btn.pri')?.disabled === false`)
    await press('Control+Enter')
    await desk.focused('year')
    await type(year)
    await until(`document.querySelector('.dlb .btn.pri').disabled === false`)
    await press('Enter')
    await until(`!document.querySelector('.dlg') && document.querySelector('.yem[data-state=closed]')`)
    await until(`!document.querySelector('.top .btn.pri')`)
    expect((await desk.client.get(`${YEARS}/paged`)).json[0].isClosed).toBe(true)
    expect(desk.shown.complaints).toEqual([])
  })

  test('by keys alone: an asset is brought along, depreciated, and scrapped', { timeout: LONG }, async () => {
    await begin()
    const [today] = await todayAnd(0)
    const group = { number: 2, name: 'Biler', assetAccountNumber: 5130, depreciationAccountNumber: 5140 }
    const rest = { expenseAccountNumber: 4030, gainLossAccountNumber: 4060, journalNumber: 1, lifeTimeMonths: 60 }
    expect((await desk.client.post(`${DB}/asset-groups`, { ...group, ...rest })).status).toBe(201)
    await press('g', 'x')
    await onPath('/assets')
    await until(`document.querySelector('.top .btn.pri')?.disabled === false`)
    await press('n')
    await desk.focused('text')
    const before = `${Number(today.slice(0, 4)) - 1}`
    for (const typed of ['Varevogn', '201', '', `01.01.${before}`, '60', '60.000,00', '12.000,00', `31.12.${before}`]) {
      if (typed !== '') await type(typed)
      await press('Tab')
    }
    await press('Enter')
    await until(`document.querySelector('[data-of="201"]') && !document.querySelector('.dlg')`)
    expect(await texts('[data-of="201"] .n')).toEqual(['60', '60.000,00', '12.000,00', '48.000,00'])
    expect(await texts('[data-account="5130"] .n')).toEqual(['60.000,00', '0,00', '−60.000,00'])
    expect(await desk.faults()).toEqual([])

    const to = `${today.slice(0, 4)}-01-31`
    expect((await desk.client.post(`${DB}/depreciations`, { to, preview: true })).json.amount).toBe(1000)
    await press('Control+Enter')
    await desk.focused('to')
    await press('Control+a')
    await type(`31.01.${today.slice(0, 4)}`)
    await until(`document.querySelector('.dpr[data-to="${to}"] .tot .n')?.textContent === '1.000,00'`)
    await press('Enter')
    await until(`!document.querySelector('.dlg')`)
    expect((await desk.client.post('/journalsapi/v15.0.1/journals/1/book')).status).toBeLessThan(300)
    await desk.shown.page.reload()
    await until(`document.querySelector('[data-of="201"]')`)

    await press('j', 'Enter')
    await onPath('/assets/201')
    await until(`document.querySelectorAll('.one [data-entry]').length === 1`)
    await until(`document.querySelector('.one .ph .btn').focus() || document.activeElement.matches('.one .ph .btn')`)
    await press('Enter')
    await desk.focused('date')
    // In January the last entry is later than today: the trial of today is refused then, which browsers complain about.
    await press('Control+a')
    await type(`31.12.${today.slice(0, 4)}`)
    await until(`document.querySelector('.tld[data-date="${today.slice(0, 4)}-12-31"]')`)
    await until(`document.querySelector('.tld .tot .n')?.textContent === '−47.000,00'`)
    await press('Enter')
    await until(`location.pathname.includes('/vouchers/') && document.querySelector('.vou .tot')`)
    await eventually(async () => (await desk.client.get(`${DB}/assets/201`)).json.bookValue === 0)
    expect(desk.shown.complaints.filter((one) => !one.includes('/dispose'))).toEqual([])
  })

  /** Today in the company, and a day some days from it. */
  const todayAnd = async (days: number): Promise<[string, string]> => {
    const today = (await desk.client.get(`${DB}/clock`)).json.today as string
    return [today, dayAfter(today, days)]
  }

  const make = async (path: string, body: object): Promise<void> => {
    const reply = await desk.client.post(`${DB}/${path}`, body)
    expect(reply.status, reply.text).toBe(201)
  }

  test('by keys alone: who is late is reminded, but not of what is disputed', { timeout: LONG }, async () => {
    await begin()
    const [today, due] = await todayAnd(-40)
    const business = { groupNumber: 1, currency: 'DKK', corporateIdentificationNumber: '12345678' }
    await make('customers', { ...business, number: 201, name: 'Nørreport Cykler ApS' })
    await make('customers', { ...business, number: 202, name: 'Strandens Kiosk I/S' })
    const owes = { entryTypeNumber: 10, date: today, dueDate: due, contraAccountNumber: 1010 }
    const bought = (customerNumber: number, customerInvoiceNumber: string, amount: number): object => ({
      ...{ ...owes, customerNumber, customerInvoiceNumber, amount },
    })
    await bookDrafts(desk.client, bought(201, '5501', 1000), bought(202, '5502', 700), bought(202, '5503', 300))
    await press('g', 'm')
    await onPath('/reminders')
    await until(`document.querySelectorAll('tr[data-of]').length === 2`)
    const { reminders } = (await desk.client.post(`${DB}/reminders`, { date: today, preview: true })).json
    const asked = await texts('tr[data-of] td:last-child .fig')
    expect(reminders.map(({ amount }: { amount: number }) => amount)).toEqual([1410, 1410])
    expect(asked).toEqual(['1.410,00', '1.410,00'])
    await press('j', 'j', 'ArrowRight')
    await until(`document.activeElement.closest('tr')?.dataset.of === '202'`)
    await press('Enter')
    await until(`document.querySelectorAll('.one [data-item]').length === 2`)
    expect(await desk.faults()).toEqual([])
    const dispute = `document.querySelector('.one [data-item] button')`
    await until(`${dispute}.focus() || document.activeElement === ${dispute}`)
    await press('Enter')
    await desk.focused('reason')
    await type('Aldrig leveret')
    await press('Enter')
    await until(`document.querySelectorAll('.one [data-item]').length === 1 && !document.querySelector('.dlg')`)
    expect((await desk.client.get(`${DB}/disputed-items`)).json.items).toMatchObject([{ reason: 'Aldrig leveret' }])
    // One is left out; the other gets a letter.
    const box = `document.querySelector('tr[data-of="201"] input')`
    await until(`${box}.focus() || document.activeElement === ${box}`)
    await press('Space')
    await until(`document.querySelector('.top .btn.pri').textContent.includes('Ryk 1')`)
    await press('Control+Enter')
    await until(`document.activeElement?.matches('.dlb .btn.pri')`)
    await press('Enter')
    await until(`document.querySelector('tr[data-sent="1"]') && !document.querySelector('.dlg')`)
    const sent = (await desk.client.get(`${DB}/reminders`)).json.items
    expect(sent).toMatchObject([{ number: 1, customerNumber: 202, level: 1 }])
    const letter = `document.querySelector('tr[data-sent="1"] td.w a')`
    await until(`${letter}.focus() || document.activeElement === ${letter}`)
    await press('Enter')
    await onPath('/reminders/1')
    await until(`document.querySelector('.pdf iframe')`)
    expect(desk.shown.complaints).toEqual([])
  })

  test('by keys alone: what is due becomes a file for the bank, and is cancelled', { timeout: LONG }, async () => {
    await begin()
    const [today, due] = await todayAnd(2)
    await make('suppliers', {
      number: 501,
      name: 'Papir A/S',
      groupNumber: 1,
      currency: 'DKK',
      bankAccount: '1288-8234911055',
    })
    await make('suppliers', { number: 502, name: 'Uden konto', groupNumber: 1, currency: 'DKK' })
    const bank = { accountNumber: 5820, name: 'Drift', iban: 'DK5000400440116243', bic: 'DABADKKK', journalNumber: 1 }
    await make('bank-accounts', bank)
    const owed = { entryTypeNumber: 3, date: today, dueDate: due, contraAccountNumber: 3605 }
    const billed = (supplierNumber: number, supplierInvoiceNumber: string, amount: number): object => ({
      ...{ ...owed, supplierNumber, supplierInvoiceNumber, amount },
    })
    await bookDrafts(desk.client, billed(501, 'A-1', -100), billed(501, 'A-2', -250.5), billed(502, 'B-1', -70))
    await press('g', 'q')
    await onPath('/payments')
    await until(`document.querySelector('.top .btn.pri')?.disabled === false`)
    await press('n')
    await onPath('/payments/new')
    await until(`document.querySelector('[data-total=DKK] td:last-child')?.textContent === '350,50'`)
    expect(await texts('[data-skipped] td:last-child')).toEqual(['70,00'])
    expect(await desk.faults()).toEqual([])
    await press('j')
    await until(`document.activeElement.matches('[data-of="501 A-1"] input')`)
    await press('Space')
    await until(`document.querySelector('[data-total=DKK] td:last-child')?.textContent === '250,50'`)
    await press('Control+Enter')
    await onPath('/payments/1')
    await until(`document.querySelectorAll('[data-payment]').length === 1`)
    const made = (await desk.client.get(`${DB}/payments`)).json.items
    expect(made).toMatchObject([{ supplierNumber: 501, invoiceNumber: 'A-2', amount: 250.5, state: 'waiting' }])
    const file = `document.querySelector('[data-file="pain.001.001.03"]')`
    await until(`${file}.focus() || document.activeElement === ${file}`)
    const downloads = desk.shown.page.waitForEvent('download', { timeout: LONG })
    await press('Enter')
    const name = (await downloads).suggestedFilename()
    expect(name).toMatch(/-pain\.001\.001\.03\.xml$/)
    const cancel = `document.querySelector('.ph .btn.danger')`
    await until(`${cancel}.focus() || document.activeElement === ${cancel}`)
    await press('Enter')
    await eventually(async () => (await desk.client.get(`${DB}/payments`)).json.items[0].state === 'cancelled')
    await until(`!document.querySelector('.ph .btn.danger') && !document.querySelector('[data-file]')`)
    expect(desk.shown.complaints).toEqual([])
  })
})
