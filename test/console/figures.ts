import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { cents, figureOf } from '../../src/console/money.ts'
import { isLong } from '../long.ts'
import { eventually } from '../patience.ts'
import { holds } from './chromium.ts'

/** Where the console shows the demo company. */
export const DEMO = '/app/100000'

/** What the API says of the demo company. */
// oxlint-disable-next-line typescript/no-explicit-any -- whatever the API says
export type Demo = (path: string) => Promise<any>

/**
 * A number of the API as the console writes it in whole units: half a unit away from zero, minus as wide as a digit.
 */
export function wholeShown(amount: number): string {
  const cents = Math.round(Math.abs(amount) * 100)
  const units = Math.floor((cents + 50) / 100)
  const text = units.toString().replace(/\B(?=(\d{3})+$)/g, '.')
  return amount < 0 && units !== 0 ? `−${text}` : text
}

/** The same with two decimals. */
export function exactShown(amount: number): string {
  const [whole, part] = Math.abs(amount).toFixed(2).split('.') as [string, string]
  return `${amount < 0 ? '−' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${part}`
}

/** The figures of a page's tables, also those that paper leaves out, and the heads that one sees. */
export const tablesOf = (page: Page): Promise<{ figures: string[]; heads: string[] }> =>
  page.evaluate(() => {
    const all = (selector: string): Element[] => [...document.querySelectorAll(selector)]
    return {
      figures: all('.t .fig').map((one) => one.textContent!),
      heads: all('.t th')
        .filter((one) => one.checkVisibility())
        .map((one) => one.textContent!),
    }
  })

/**
 * How a page looks on paper: how much of the frame shows, and of what asks to be pressed or chosen; how many figures
 * lie beyond the sheet or are cut; what its head says, and what the page was asked for.
 */
export const printed = (
  page: Page,
): Promise<{ frame: number; beyond: number; cut: number; head: string; asked: string[] }> =>
  page.evaluate(() => {
    const all = (selector: string): Element[] => [...document.querySelectorAll(selector)]
    const right = document.documentElement.clientWidth + 1
    return {
      frame: all('.side, .strip, .bar, .mnav, .btn, .chip:not(select), .pane > .state').filter((one) =>
        one.checkVisibility(),
      ).length,
      beyond: all('.t .fig').filter((one) => one.getBoundingClientRect().right > right).length,
      cut: all('.t td.n').filter((one) => one.scrollWidth > one.clientWidth + 4).length,
      head: getComputedStyle(document.querySelector('.top')!, '::after').content,
      asked: all('.top select')
        .filter((one) => one.checkVisibility() && getComputedStyle(one).borderTopWidth === '0px')
        .map((one) => (one as HTMLSelectElement).selectedOptions[0]!.text),
    }
  })

/**
 * The numbers of a page's tables that have no room: cut, over what stands beside them, or with another right edge than
 * those above them.
 */
export const cutNumbers = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    for (const cell of document.querySelectorAll<HTMLElement>('.t :is(td.n, td.id):not(tr.ed td)')) {
      if (cell.offsetWidth > 0 && cell.scrollWidth > cell.clientWidth + 1) found.push(`cut: ${cell.textContent}`)
    }
    for (const table of document.querySelectorAll('.t')) {
      const edges = new Map<number, number>()
      for (const figure of table.querySelectorAll<HTMLElement>('td.n > .fig:last-child')) {
        const cell = figure.parentElement as HTMLTableCellElement
        const { right } = figure.getBoundingClientRect()
        if (cell.colSpan > 1 || right === 0) continue
        const column = Math.round(cell.getBoundingClientRect().right)
        const edge = edges.get(column) ?? right
        edges.set(column, edge)
        if (Math.abs(right - edge) > 1) found.push(`another right edge: ${cell.textContent}`)
      }
    }
    return found
  })

/** The heads of a page's tables that are cut; on a phone those of texts give way. */
const cutHeads = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(`.t thead:not(.hide) th${innerWidth > 640 ? '' : '.n'}`)]
      .filter((head) => head.offsetWidth > 0 && head.scrollWidth > head.clientWidth + 1)
      .map((head) => `a head is cut: ${head.textContent}`),
  )

/** What is cut of a page's tables. */
export const cutAnywhere = async (page: Page): Promise<string[]> => [
  ...(await cutNumbers(page)),
  ...(await cutHeads(page)),
]

/**
 * What stands too near an edge: the last cell that shows of a row nearer to that of its table than others, and a field
 * that is too narrow for what it asks.
 */
export const crowded = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shows = (one: HTMLElement): boolean => one.offsetWidth > 0 && getComputedStyle(one).display !== 'none'
    const found = new Set<string>()
    for (const table of document.querySelectorAll<HTMLTableElement>('.t:not(.dlb .t)')) {
      for (const row of table.rows) {
        if (row.querySelector('[scope=rowgroup]')) continue
        const last = [...row.cells].findLast(shows)
        const room = last && getComputedStyle(last).paddingRight
        if (room && room !== '16px') found.add(`${room} from the edge: ${table.className} "${last.textContent}"`)
      }
    }
    const pen = document.createElement('canvas').getContext('2d')!
    for (const field of document.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field)
      pen.font = font
      const needs = pen.measureText(field.placeholder).width + Number.parseFloat(paddingLeft)
      if (shows(field) && needs + Number.parseFloat(paddingRight) > field.clientWidth + 1)
        found.add(`a field is too narrow: ${field.placeholder}`)
    }
    return [...found]
  })

/** The newest entry on an account: a voucher to look at. */
export async function anEntry(demo: Demo, account: number): Promise<{ date: string; voucherNumber: number }> {
  const { items } = await demo(
    `/daybookapi/v1.0.0/booked-entries?filter=accountNumber$eq:${account}$and:date$gte:2000-01-01`,
  )
  return items.at(-1)
}

/** Every page of the console, on the demo company. */
export async function pagesToLookAt(demo: Demo): Promise<string[]> {
  const { date, voucherNumber } = await anEntry(demo, 1020)
  const { items: drafts } = await demo('/daybookapi/v1.0.0/draft-invoices')
  const month = date.slice(0, 7)
  return [
    `${DEMO}/`,
    `${DEMO}/reports/trial-balance?period=${month}`,
    `${DEMO}/reports/trial-balance?period=${month}&explain=1020.closing`,
    `${DEMO}/accounts/1020?period=${month}&v=${voucherNumber}`,
    `${DEMO}/vouchers/-/${date.slice(0, 4)}/${voucherNumber}`,
    `${DEMO}/accounts/1020?period=1999`,
    `${DEMO}/nothing`,
    `${DEMO}/journals/1`,
    `${DEMO}/customers`,
    `${DEMO}/customers/1104`,
    `${DEMO}/invoices`,
    `${DEMO}/invoices/drafts/${drafts[0].number}`,
    `${DEMO}/invoices/new`,
    `${DEMO}/reports/profit-and-loss?with=last,budget`,
    `${DEMO}/reports/balance-sheet`,
    `${DEMO}/suppliers`,
    `${DEMO}/suppliers/2034`,
    `${DEMO}/bank/5820?line=9009`,
    `${DEMO}/vat?box=bGoods`,
    `${DEMO}/settings/company`,
    `${DEMO}/settings/numbers`,
    `${DEMO}/settings/people`,
    `${DEMO}/inbox?item=1`,
    `${DEMO}/approve`,
    `${DEMO}/capture`,
    `${DEMO}/audit`,
    `${DEMO}/year-end`,
    `${DEMO}/assets`,
    `${DEMO}/reminders`,
    `${DEMO}/payments`,
    `${DEMO}/reports/profit-and-loss?explain=1020.whole`,
    `${DEMO}/reports/balance-sheet?explain=assets`,
    `${DEMO}/customers?explain=total`,
  ]
}

/** The figures of the rows of a table, each after what its row is of. */
export const rowsOf = async (page: Page, rows: string): Promise<[string, ...number[]][]> =>
  await page.evaluate(
    (selector) =>
      [...document.querySelectorAll<HTMLElement>(selector)].map((row) => [
        row.dataset.of ?? row.dataset.item ?? row.dataset.entry!,
        ...[...row.querySelectorAll('td.n')].map((cell) =>
          Number(
            (cell.querySelector('.fig')?.textContent ?? '0').replaceAll('.', '').replace(',', '.').replace('−', '-'),
          ),
        ),
      ]),
    rows,
  )

/**
 * The figures of a page are explained by what the API says of them: their sum is the figure, and nothing is off. In
 * the short form two of them, of which the last is of all.
 */
export async function explained(
  page: Page,
  demo: Demo,
  reportOf: (figure: string) => string | undefined,
): Promise<void> {
  const all = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.t [data-explain]:not(.z)')].map((one) => one.dataset.explain!),
  )
  expect(all.length).toBeGreaterThan(5)
  for (const figure of isLong ? all : [all[0]!, all.at(-1)!]) {
    const report = reportOf(figure)
    if (report === undefined) continue
    await page.evaluate((of) => document.querySelector<HTMLElement>(`.t [data-explain="${of}"]`)!.focus(), figure)
    await page.keyboard.press('Space')
    const shown = await eventually(() =>
      page.evaluate(() => {
        const [is, sum] = ['.ex .figure', '.ex .tot .n'].map((one) => document.querySelector(one)?.textContent)
        return sum === undefined ? undefined : [is, sum, document.querySelector('.ex .neg')?.textContent ?? 'fits']
      }),
    )
    const said = cents((await demo(report)).explainedAmount)
    expect([report, ...shown]).toEqual([report, shown[1], shown[1], 'fits'])
    expect([figureOf(said, 'da'), figureOf(-said, 'da')], report).toContain(shown[1])
    await page.keyboard.press('Escape')
    await holds(page, `!document.querySelector('.ex')`)
  }
}
