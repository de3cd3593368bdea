import { describe, expect, test } from 'vitest'
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
    const today = (await desk.client.get(`${DB}/clock`)).json.today as string
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
    await until(`document.querySelector('.dpr .tot .n')?.textContent === '1.000,00'`)
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
    await until(`document.querySelector('.tld .tot .n')?.textContent === '−47.000,00'`)
    await press('Enter')
    await until(`location.pathname.includes('/vouchers/') && document.querySelector('.vou .tot')`)
    await eventually(async () => (await desk.client.get(`${DB}/assets/201`)).json.bookValue === 0)
    expect(desk.shown.complaints).toEqual([])
  })
})
