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
  let year: string
  const desk = deskFor(
    program,
    { width: 1440, theme: 'light', language: 'da' },
    {
      make: async (service) => {
        const client = await danishSandbox(service)
        year = (await client.get(`${YEARS}/paged`)).json[0].year
        const finance = { entryTypeNumber: 5, date: `${year}-02-01`, currency: 'DKK', contraAccountNumber: 5820 }
        await bookDrafts(client, { ...finance, accountNumber: 1010, amount: -1250, vatCode: 'U25', text: 'Salg' })
        return client
      },
    },
  )
  const { until, press, texts } = desk
  const onPath = (path: string): Promise<unknown> => until(`location.pathname.endsWith('${path}')`)

  test('by keys alone: a month is barred and opened again, the year closed', { timeout: LONG }, async () => {
    await desk.signIn()
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
    for (const isBarred of [true, false]) {
      await until(`document.querySelector('.yem').focus() || document.activeElement.matches('.yem')`)
      await press('Enter')
      await eventually(async () => (await firstMonth()) === isBarred)
      await until(
        `document.querySelector('.yem').ariaPressed === '${isBarred}' && !document.querySelector('.yem').disabled`,
      )
    }

    await until(`document.querySelector('.top .btn.pri')?.disabled === false`)
    await press('Control+Enter')
    await desk.focused('year')
    await desk.type(year)
    await until(`document.querySelector('.dlb .btn.pri').disabled === false`)
    await press('Enter')
    await until(`!document.querySelector('.dlg') && document.querySelector('.yem[data-state=closed]')`)
    await until(`!document.querySelector('.top .btn.pri')`)
    expect((await desk.client.get(`${YEARS}/paged`)).json[0].isClosed).toBe(true)
    expect(desk.shown.complaints).toEqual([])
  })
})
