import { describe, expect, test } from 'vitest'
import { typedDay } from '../../src/console/drafts.ts'
import { typedAmount } from '../../src/console/money.ts'
import { accountsOf, assetsOf, itemsOf, lineOf } from '../../src/console/opening.ts'
import { dayAfter, dayName } from '../../src/console/period.ts'
import { itemName, proposalBody } from '../../src/console/payments.ts'
import { ratesOf } from '../../src/console/reminders.ts'
import { byYear, openYear, type YearPeriod } from '../../src/console/year-end.ts'
import { isOld, makeUnsent } from '../../src/console/unsent.ts'
import { isLong } from '../long.ts'
import { eventually } from '../patience.ts'
import { bookDrafts } from '../resources/report-books.ts'
import { danishSandbox, deskFor, findChromium, leave } from './chromium.ts'

const program = findChromium()
const DB = '/daybookapi/v1.0.0'
/** In the short form the year, payments and writes without a connection; in the long form all. */
const testInLong = test.runIf(isLong)
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

test('opening balances are read as spreadsheets have them, and faults name their line', () => {
  const reading = {
    amount: (typed: string): string | undefined => typedAmount(typed),
    day: (typed: string): string => typedDay(typed, '2026-01-01'),
  }
  expect(
    accountsOf('Konto\tNavn\n5820\t7 dages bank\t1.250,00\n6110;;900\n1010;"Salg";100;\n5600 -5', reading),
  ).toEqual([
    { accountNumber: 5820, amount: '1250.00' },
    { accountNumber: 6110, amount: '-900.00' },
    { accountNumber: 1010, amount: '100.00' },
    { accountNumber: '5600 -5', amount: '' },
  ])
  expect(itemsOf('K;201;10001;15.02.2026;1.000,00\nL;501;A-1;;-5,5', reading)).toEqual([
    { customerNumber: 201, invoiceNumber: '10001', dueDate: '2026-02-15', amount: '1000.00' },
    { supplierNumber: 501, invoiceNumber: 'A-1', amount: '-5.50' },
  ])
  expect(
    assetsOf('Nr;Hvad;Gruppe\n201;Varevogn;2;01.01.2025;60;60.000,00;12.000,00\n202;Ovn;x;01.02.2025;;5.000', reading),
  ).toEqual([
    {
      ...{ number: 201, text: 'Varevogn', groupNumber: 2, startDate: '2025-01-01', lifeTimeMonths: 60 },
      ...{ cost: '60000.00', depreciation: '12000.00' },
    },
    { number: 202, text: 'Ovn', groupNumber: 'x', startDate: '2025-02-01', cost: '5000.00' },
  ])
  expect(lineOf('assets[0].cost')).toEqual({ list: 'assets', line: 1 })
  expect(lineOf('accounts[3].accountNumber')).toEqual({ list: 'accounts', line: 4 })
  expect(lineOf('date')).toBeUndefined()
})

test('a write waits once, with its first key; one without a key that could be done twice does not', () => {
  const unsent = makeUnsent()
  const one = { entry: '1', method: 'POST', path: '/a', text: '{}', key: 'k', at: 0 }
  expect([
    unsent.keep(one),
    unsent.keep({ ...one, key: 'l' }),
    unsent.keep({ ...one, text: 'x', key: undefined }),
  ]).toEqual([true, true, false])
  expect(unsent.keep({ ...one, method: 'PUT', key: undefined })).toBe(true)
  expect(unsent.list.value.map(({ method, key }) => [method, key])).toEqual([
    ['POST', 'k'],
    ['PUT', undefined],
  ])
  expect(unsent.keyOf(one)).toBe('k')
  unsent.drop({ ...one, key: 'm' } as typeof one)
  expect(unsent.list.value).toHaveLength(1)
  const minutes = (n: number): number => n * 60_000
  expect([isOld(one, minutes(49)), isOld(one, minutes(51))]).toEqual([false, true])
})

describe.skipIf(program === undefined)('what is done by the month and the year, in Chromium', () => {
  const look = { width: 1440, theme: 'light', language: 'da' } as const
  const desk = deskFor(program, look, { isClosed: true })
  const { until, press, texts, type } = desk
  const onPath = (path: string): Promise<unknown> => until(`location.pathname.endsWith('${path}')`)

  /** A company of its own for a test, and the console open on it. */
  async function begin(): Promise<string> {
    if (desk.shown) await leave(desk.shown)
    desk.client = await danishSandbox(desk.console.service)
    await desk.enter('/')
    return (await desk.client.get(`${YEARS}/paged`)).json[0].year
  }

  test('by keys alone: a month is barred and opened again, the year closed', async () => {
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
    expect(await desk.faults('year-end')).toEqual([])

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

  testInLong('by keys alone: an asset is brought along, depreciated, and scrapped', async () => {
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
    expect(await desk.faults('assets')).toEqual([])

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

  testInLong('by keys alone: who is late is reminded, but not of what is disputed', async () => {
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
    expect(await desk.faults('reminders')).toEqual([])
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

  test('by keys alone: what is due becomes a file for the bank, and is cancelled', async () => {
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
    expect(await texts('[data-skipped=noAccount] td')).toEqual([
      dayName(due),
      expect.stringMatching(/^Uden konto 502\D+(where to pay|betales)$/),
      'B-1',
      '',
      '',
      '70,00',
    ])
    expect(await desk.faults('payments')).toEqual([])
    await press('j')
    await until(`document.activeElement.matches('[data-of="501 A-1"] input')`)
    await press('Space')
    await until(`document.querySelector('[data-total=DKK] td:last-child')?.textContent === '250,50'`)
    await press('Control+Enter')
    await onPath('/payments/1')
    await until(`document.querySelectorAll('[data-payment]').length === 1`)
    expect(await texts('tr[data-of="1"] .fig')).toEqual(['250,50'])
    const made = (await desk.client.get(`${DB}/payments`)).json.items
    expect(made).toMatchObject([{ supplierNumber: 501, invoiceNumber: 'A-2', amount: 250.5, state: 'waiting' }])
    const file = `document.querySelector('[data-file="pain.001.001.03"]')`
    await until(`${file}.focus() || document.activeElement === ${file}`)
    const downloads = desk.shown.page.waitForEvent('download', { timeout: 0 })
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

  testInLong('by keys alone: an empty company begins with opening balances', async () => {
    const year = await begin()
    const group = { number: 2, name: 'Biler', assetAccountNumber: 5130, depreciationAccountNumber: 5140 }
    const rest = { expenseAccountNumber: 4030, gainLossAccountNumber: 4060, journalNumber: 1, lifeTimeMonths: 60 }
    expect((await desk.client.post(`${DB}/asset-groups`, { ...group, ...rest })).status).toBe(201)
    await until(`document.querySelectorAll('.steps li').length > 3`)
    await press('o')
    await onPath('/opening')
    const accounts = `document.querySelector('[name=accounts]')`
    await until(`${accounts} && (${accounts}.focus() || document.activeElement === ${accounts})`)
    await type('Konto;Navn;Saldo\n5820;Bank;1.000,00\n6110;Selskabskapital;;900,00')
    await until(`document.querySelector('.tld [data-off=all] .n')?.textContent === '100,00'`)
    expect(await desk.faults('opening')).toEqual([])
    await press('Control+End')
    await type('\n6130;-100\n5130;500\n6130;-500')
    await until(`document.querySelectorAll('.tld [data-off]').length === 0`)
    // The register has to have what the accounts of its groups have.
    const assets = `document.querySelector('[name=assets]')`
    await until(`${assets}.focus() || document.activeElement === ${assets}`)
    await type(`201;Ladcykel;2;01.07.${Number(year) - 1};60;600,00`)
    await until(`document.querySelector('.tld [data-off="5130"] .n')?.textContent === '−100,00'`)
    await press('Control+End', 'Backspace', 'Backspace', 'Backspace', 'Backspace', 'Backspace', 'Backspace')
    await type('500,00')
    await until(
      `document.querySelector('.opn .pos')?.textContent.includes('5') && !document.querySelector('[data-off]')`,
    )
    await until(`document.querySelector('.top .btn.pri').disabled === false`)
    await press('Control+Enter')
    await until(`location.pathname.endsWith('/reports/trial-balance') && document.querySelector('.tb .fig')`)
    const { items } = (await desk.client.get(`${DB}/trial-balance?from=${year}-01-01&to=${year}-01-31`)).json
    const opened = items
      .filter(({ openingBalance }: { openingBalance: number }) => openingBalance !== 0)
      .map((one: Record<string, number>) => [one.accountNumber, one.openingBalance])
    expect(opened).toEqual([
      [5130, 500],
      [5820, 1000],
      [6110, -900],
      [6130, -600],
    ])
    expect((await desk.client.get(`${DB}/assets/201`)).json).toMatchObject({ text: 'Ladcykel', bookValue: 500 })
    expect(desk.shown.complaints).toEqual([])
  })

  test('a write without a connection waits, and is sent once when it is back', async () => {
    await begin()
    await press('g', 'm')
    await until(`location.pathname.endsWith('/reminders') && document.querySelector('.top .btn')?.disabled === false`)
    const setup = `document.querySelector('.top .btn')`
    await until(`${setup}.focus() || document.activeElement === ${setup}`)
    await press('Enter')
    const days = `document.querySelector('[name=daysBetween]')`
    await until(`${days} && (${days}.focus() || document.activeElement === ${days})`)
    await press('Control+a')
    await type('14')
    await desk.shown.context.setOffline(true)
    for (const _ of [1, 2]) {
      await press('Enter')
      await until(`document.querySelector('.dlb .fault')?.textContent.includes('forbindelse')`)
      await until(`document.querySelector('[data-waits="1"]') && !document.querySelector('.dlb .btn.pri').disabled`)
    }
    const between = async (): Promise<number> => (await desk.client.get(`${DB}/reminder-setup`)).json.daysBetween
    expect(await between()).toBe(10)
    await desk.shown.context.setOffline(false)
    await until(`!document.querySelector('[data-waits]')`)
    expect(await between()).toBe(14)
    expect(desk.shown.complaints.filter((one) => !one.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })
})
