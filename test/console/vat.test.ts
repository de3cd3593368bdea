import { describe, expect, test } from 'vitest'
import { dueVatPeriod, nextVatPeriod, vatPeriodOf, vatPeriods } from '../../src/console/vat.ts'
import { eventually } from '../patience.ts'
import { bookDrafts } from '../resources/report-books.ts'
import { danishSandbox, deskFor, findChromium } from './chromium.ts'

const program = findChromium()
const DB = '/daybookapi/v1.0.0'
const settledOn = (period: string, to: string, reportedOn: string | null) => ({
  period,
  to,
  reportedOn,
  reference: null,
})

test('periods of VAT follow each other, and the first that is not reported is due', () => {
  expect(['2026-12', '2026-Q4', '2026-H1'].map(nextVatPeriod)).toEqual(['2027-01', '2027-Q1', '2026-H2'])
  expect(['month', 'quarter', 'halfYear'].map((one) => vatPeriodOf('2026-07-31', one as 'month'))).toEqual([
    '2026-07',
    '2026-Q3',
    '2026-H2',
  ])
  const [q1, q2] = [settledOn('2026-Q1', '2026-03-31', '2026-05-29'), settledOn('2026-Q2', '2026-06-30', null)]
  expect(dueVatPeriod([q2, q1], 'quarter', '2026-11-27')).toBe('2026-Q2')
  expect(dueVatPeriod([q1], 'quarter', '2026-11-27')).toBe('2026-Q2')
  expect(dueVatPeriod([], 'quarter', '2026-02-01')).toBe('2025-Q4')
  expect(vatPeriods([q2, q1], 'quarter', '2026-11-27')).toEqual(['2026-Q4', '2026-Q3', '2026-Q2', '2026-Q1'])
  expect(vatPeriods([], 'month', '2026-01-05')).toEqual(['2026-01', '2025-12'])
})

describe.skipIf(program === undefined)('a VAT return in Chromium', () => {
  let period: string
  const desk = deskFor(
    program,
    { width: 1440, theme: 'light', language: 'da' },
    {
      make: async (service) => {
        const client = await danishSandbox(service)
        const today = (await client.get(`${DB}/clock`)).json.today ?? new Date().toISOString().slice(0, 10)
        period = vatPeriodOf(today, 'quarter')
        const finance = { entryTypeNumber: 5, date: today, currency: 'DKK', contraAccountNumber: 5820 }
        await bookDrafts(
          client,
          { ...finance, accountNumber: 1010, amount: -1250, vatCode: 'U25', text: 'Salg' },
          { ...finance, accountNumber: 3605, amount: 500.5, vatCode: 'I25', text: 'Papir' },
        )
        return client
      },
    },
  )
  const { until, press } = desk

  test('by keys alone: a figure is explained down to its voucher, the return settled, and marked as reported', async () => {
    const { page, complaints } = desk.shown
    await desk.signIn()
    await press('g', 'v')
    await until(`location.pathname.endsWith('/vat') && document.querySelector('.vbx')`)
    await page.goto(`${desk.console.service.baseUrl}/app/${desk.client.agreement}/vat/${period}`)
    await desk.console.settled(page)
    const said = (await desk.client.get(`${DB}/vat-returns/${period}`)).json
    await until(`document.querySelector('[data-explain=salesTax]')?.textContent === '250'`)
    expect(said.payable).toBe(150)
    await press('j', 'Space')
    await until(`document.querySelector('.ve .tot .n')?.textContent === '250,00'`)
    expect(await desk.faults('vat')).toEqual([])
    await press('Escape')
    await until(`!document.querySelector('.ve')`)
    await press('Control+Enter')
    await until(`document.querySelectorAll('.stl tr').length === 3 && document.activeElement.matches('.dlb .btn.pri')`)
    await press('Enter')
    await eventually(async () => (await desk.client.get(`${DB}/vat-returns`)).json.length === 1)
    await until(
      `!document.querySelector('.dlg') && document.querySelector('.top .btn.pri')?.textContent.includes('indberettet')`,
    )
    await press('Control+Enter')
    await until(`document.activeElement?.matches('.dlb input[data-first]')`)
    await page.keyboard.type('20260001')
    await press('Enter')
    await eventually(async () => (await desk.client.get(`${DB}/vat-returns`)).json[0].reference === '20260001')
    await until(
      `!document.querySelector('.top .btn.pri') && document.querySelector('.vdue').textContent.includes('20260001')`,
    )
    expect(complaints).toEqual([])
  })
})
