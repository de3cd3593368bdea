import { describe, expect, test } from 'vitest'
import { isLong } from '../long.ts'
import { eventually } from '../patience.ts'
import {
  anEntry,
  crowded,
  cutAnywhere,
  DEMO,
  explained,
  pagesToLookAt,
  printed,
  rowsOf,
  tablesOf,
  wholeShown,
} from './figures.ts'
import { findChromium, hold, holds, type Look, presses, violations } from './chromium.ts'
import { demoDesk } from './demo.ts'

const program = findChromium()
/** In the short form the trial balance stands for the reports: their pages are made alike. */
const testInLong = test.runIf(isLong)
const LOOK: Look = { width: 1440, theme: 'light', language: 'en' }
const LOOKS: readonly Look[] = [390, 1280, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((theme): Look => ({ width, theme, language: theme === 'light' ? 'da' : 'en' })),
)

describe.skipIf(program === undefined)('the console in Chromium', () => {
  const desk = demoDesk(program)
  const { at, demo } = desk

  async function faultsOf(path: string, look: Look): Promise<unknown[]> {
    const { page, complaints } = await at(path, look)
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    const found = [
      ...complaints,
      ...(beyond > 0 ? [`${beyond} px beyond the screen`] : []),
      ...(await cutAnywhere(page)),
      ...(await crowded(page)),
      ...(await violations(page)),
    ]
    return found.length > 0 ? [[path, look, found]] : []
  }

  test('every page fits, and neither the browser nor axe has a complaint', async () => {
    const all = (await pagesToLookAt(demo)).flatMap((path) => LOOKS.map((look) => ({ path, look })))
    // In the short form the overview and a journal on a phone, and a report in the dark; in the long form all.
    const some = isLong ? all : all.filter((_, place) => [0, 9, 43].includes(place))
    const faults = []
    for (const { path, look } of some) faults.push(...(await faultsOf(path, look)))
    expect(faults).toEqual([])
  })

  test('the trial balance shows what the API says, figure by figure', async () => {
    const { date } = await anEntry(demo, 1020)
    const period = date.slice(0, 7)
    const to = new Date(Date.UTC(Number(period.slice(0, 4)), Number(period.slice(5)), 0)).toISOString().slice(0, 10)
    const days = `from=${period}-01&to=${to}`
    const said = await demo(`/daybookapi/v1.0.0/trial-balance?${days}`)
    const { page } = await at(`${DEMO}/reports/trial-balance?period=${period}&all=1`, LOOK)
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll('.tb [data-explain]')].map((figure) => [
        figure.getAttribute('data-explain'),
        figure.textContent!.replaceAll('.', '').replace(',', '.').replace('−', '-'),
      ]),
    )
    const figures = new Map(shown as [string, string][])
    const expected = said.items.flatMap((line: Record<string, number>) => [
      [`${line.accountNumber}.opening`, line.openingBalance!.toFixed(2)],
      [`${line.accountNumber}.debit`, line.debit === 0 ? undefined : line.debit!.toFixed(2)],
      [`${line.accountNumber}.credit`, line.credit === 0 ? undefined : line.credit!.toFixed(2)],
      [`${line.accountNumber}.closing`, line.closingBalance!.toFixed(2)],
    ])
    expect(expected.map(([name]: [string]) => [name, figures.get(name)])).toEqual(expected)
    // What all accounts come to is in no answer, and is not explained.
    expect([...figures].filter(([name]) => name.startsWith('0.'))).toEqual([
      ['0.debit', said.totalDebit.toFixed(2)],
      ['0.credit', said.totalCredit.toFixed(2)],
    ])
    // Sums of the chart are those of the statements: what moved in a year is what stands at its end.
    const year = period.slice(0, 4)
    const { items } = await demo(`/daybookapi/v1.0.0/profit-and-loss?from=${year}-01-01&to=${to}`)
    const sums = items.filter(({ type }: { type: number }) => type === 3 || type === 6)
    const sumOf = ({ accountNumber, amount }: { accountNumber: number; amount: number }) => [
      accountNumber,
      amount.toFixed(2),
    ]
    expect(sums.length).toBeGreaterThan(5)
    expect(
      sums.map(({ accountNumber }: { accountNumber: number }) => [
        accountNumber,
        figures.get(`${accountNumber}.closing`),
      ]),
    ).toEqual(sums.map(sumOf))
  })

  testInLong('the profit and loss and the balance sheet show what the API says', async () => {
    const year = (await anEntry(demo, 1020)).date.slice(0, 4)
    const result = await demo(`/daybookapi/v1.0.0/profit-and-loss?from=${year}-01-01&to=${year}-12-31`)
    const { items } = await demo(`/daybookapi/v1.0.0/budget-report?year=${year}`)
    const headings = result.items.filter(({ type }: { type: number }) => type === 5 || type === 4)
    const open = headings.map(({ accountNumber }: { accountNumber: number }) => accountNumber).join()
    const { page } = await at(`${DEMO}/reports/profit-and-loss?year=${year}&open=${open}`, LOOK)
    const rows = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.plt [data-of]')].map((row) => ({
        number: Number(row.dataset.of),
        figures: [...row.querySelectorAll<HTMLAnchorElement>('.fig')].map((figure) => figure.textContent!),
        hrefs: [...row.querySelectorAll<HTMLAnchorElement>('.fig')].map((figure) => figure.getAttribute('href')!),
      })),
    )
    const months = rows[0]!.figures.length - 3
    expect(rows.length).toBeGreaterThan(40)
    for (const { number, figures } of rows) {
      const own = items.filter(
        (line: Record<string, number>) => line.accountNumber === number && line.periodNumber! <= months,
      )
      const sum = (name: string): number =>
        own.reduce((all: number, line: Record<string, number>) => all + line[name]!, 0)
      const expected = [
        ...own.map(({ actual }: { actual: number }) => -actual),
        ...['actual', 'lastYear', 'budget'].map((name) => -sum(name)),
      ]
      expect([number, ...figures]).toEqual([number, ...expected.map(wholeShown)])
    }
    // A figure is a link to the entries that sum to it.
    const { hrefs, figures } = rows.find(({ number }) => number === 1020)!
    for (const [at, href] of hrefs.slice(0, months).entries()) {
      const to = new Date(Date.UTC(Number(year), at + 1, 0)).toISOString().slice(0, 10)
      expect(href).toBe(`${DEMO}/accounts/1020?period=${to.slice(0, 7)}`)
      const ledger = await demo(`/daybookapi/v1.0.0/account-ledger?account=1020&from=${to.slice(0, 8)}01&to=${to}`)
      const behind = ledger.items.map((entry: Record<string, number>) => entry.amountInBaseCurrency)
      expect(wholeShown(-behind.reduce((all: number, one: number) => all + one, 0))).toBe(figures[at])
    }

    await page.goto(`${desk.console.service.baseUrl}${DEMO}/reports/balance-sheet?period=${year}&all=1`)
    await desk.console.settled(page)
    const sheet = await demo(`/daybookapi/v1.0.0/balance-sheet?date=${year}-12-31`)
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-of], [data-said]')].map(({ dataset, textContent }) => [
        dataset.of ?? dataset.said,
        Math.abs(Number(textContent!.replaceAll('.', '').replace(',', '.').replace('−', '-'))),
      ]),
    )
    const lines = sheet.items.filter(
      ({ accountNumber, amount }: Record<string, unknown>) => accountNumber && amount !== null,
    )
    const said = ['assets', 'liabilities', 'result'].map((name) => [name, Math.abs(sheet[name])])
    expect(shown).toEqual([
      ...said,
      ...lines.map(({ accountNumber, amount }: Record<string, number>) => [String(accountNumber), Math.abs(amount!)]),
    ])
  })

  test('reports print whole: no frame, no buttons, and no figure is cut', async () => {
    const { page } = await at(`${DEMO}/reports/trial-balance?all=1`, { ...LOOK, theme: 'dark' })
    // A4 without margins, in CSS pixels: upright, across.
    const sheets = [
      ['/reports/trial-balance', 703, 3],
      ['/customers/1104', 703, 1],
      ['/reports/trial-balance?all=1', 703, 5],
      ['/reports/profit-and-loss?with=last,budget', 1032, 1],
    ] as const
    for (const [path, width, most] of isLong ? sheets : sheets.slice(0, 2)) {
      await page.goto(desk.console.service.baseUrl + DEMO + path)
      await desk.console.settled(page)
      const before = await tablesOf(page)
      expect(before.figures.length).toBeGreaterThan(50)
      const chosen = await page.$eval('.top select', (one) => (one as HTMLSelectElement).selectedOptions[0]!.text)
      await page.setViewportSize({ width, height: 1000 })
      await page.emulateMedia({ media: 'print' })
      const { figures, heads } = await tablesOf(page)
      // Paper leaves out the list beside a customer's statement.
      expect({ figures, heads: path.startsWith('/reports') ? heads : before.heads }).toEqual(before)
      const head = expect.stringMatching(/CVR 99412704 · DKK/)
      expect(await printed(page)).toEqual({ frame: 0, beyond: 0, cut: 0, head, asked: [chosen] })
      const paper = await page.pdf({ preferCSSPageSize: true })
      expect(paper.toString('latin1').match(/\/Type \/Page\b/g)!.length).toBeLessThanOrEqual(most)
      await page.emulateMedia({ media: 'screen' })
      await page.setViewportSize({ width: LOOK.width, height: 900 })
    }
  })

  test('the heads of tables stay where they are while lines are awaited', async () => {
    const { page } = await at(`${DEMO}/settings`, LOOK)
    const heads = (selector: string): Promise<unknown> =>
      page.evaluate((of) => {
        const all = [...document.querySelectorAll(of)]
        const ofOne = all.filter((one) => one.closest('table') === all[0]!.closest('table'))
        return ofOne.map((one) => `${one.textContent} ${one.getBoundingClientRect().top}`)
      }, selector)
    const awaited = [
      ['/customers', 'aged-customers'],
      ['/reports/profit-and-loss', 'profit-and-loss'],
      ['/reports/trial-balance', 'trial-balance'],
      ['/reports/balance-sheet', 'balance-sheet'],
      ['/invoices', 'draft-invoices'],
      ['/vat', 'vat-returns/[^/]+'],
      ['/journals/1', 'draft-entries'],
      ['/assets', 'asset-register'],
      ['/payments', 'payment-proposals'],
      [`/accounts/1020?period=${(await anEntry(demo, 1020)).date.slice(0, 7)}`, 'account-ledger'],
      ['/bank/5820', 'bank-lines', '.eq > div:nth-of-type(n + 2) > .xs'],
    ] as const
    for (const [path, asked, selector = 'thead th'] of isLong ? awaited : awaited.slice(0, 2)) {
      const held = await hold(page, asked)
      await page.goto(desk.console.service.baseUrl + DEMO + path)
      await holds(page, `document.querySelector('.skeleton .sk')`)
      const before = await heads(selector)
      expect(before).not.toEqual([])
      held.come()
      await desk.console.settled(page)
      expect([path, before]).toEqual([path, await heads(selector)])
      await held.end()
    }
  })

  test('what an address names and is not there is no fault of the service', async () => {
    const { page } = await at(`${DEMO}/invoices/drafts/999999`, LOOK)
    expect(await page.evaluate(() => document.querySelector('.state .b')!.textContent)).toBe('Not found')
  })

  // DAYBOOK_PICTURE=1 npx vitest run test/console/looks.test.ts -t README
  test.skipIf(!process.env.DAYBOOK_PICTURE)('the picture of the README is taken', async () => {
    const { page } = await at(`${DEMO}/customers/1104`, {
      width: 1280,
      theme: 'light',
      language: 'en',
    })
    await page.screenshot({ path: 'docs/console.png', clip: { x: 0, y: 0, width: 1280, height: 560 } })
  })

  test('figures of every report are explained as the API explains them', async () => {
    const year = (await anEntry(demo, 1020)).date.slice(0, 4)
    const { page, complaints } = await at(`${DEMO}/reports/profit-and-loss?year=${year}`, LOOK)
    const DB = '/daybookapi/v1.0.0'
    const to = await page.evaluate(() => {
      const [, last] = [...document.querySelectorAll<HTMLAnchorElement>('.plt .whole .fig')][0]!.href.split('..')
      return last!
    })
    const reportOf = (shape: string, part: string) => (figure: string) => {
      const [number, column] = figure.split('.')
      if (column === 'last') return undefined
      const month = column === 'whole' ? '01' : String(Number(column) + 1).padStart(2, '0')
      const end =
        column === 'whole' ? to : new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10)
      return `${DB}/profit-and-loss?from=${year}-${month}-01&to=${end}${shape}&explain=${part}${number}.amount`
    }
    await explained(page, demo, reportOf('', ''))
    const { number: department } = (await demo(`${DB}/departments`)).items[1]
    await page.goto(`${page.url().split('?')[0]!}?year=${year}&department=${department}`)
    await desk.console.settled(page)
    await holds(page, `document.querySelector('.tool select')?.value === '${department}'`)
    await explained(page, demo, reportOf('&by=department', `${department}/`))
    await page.goto(`${desk.console.service.baseUrl}${DEMO}/reports/balance-sheet?period=${year}`)
    await desk.console.settled(page)
    await explained(page, demo, (figure) => {
      const [number, column] = figure.split('.')
      const day = column === 'before' ? `${Number(year) - 1}-12-31` : `${year}-12-31`
      return `${DB}/balance-sheet?date=${day}&explain=${number}.amount`
    })
    await page.goto(`${desk.console.service.baseUrl}${DEMO}/customers`)
    await desk.console.settled(page)
    const day = await page.evaluate(() => new Date().toISOString().slice(0, 10))
    await explained(page, demo, (figure) => `${DB}/aged-customers?date=${day}&explain=${figure}`)
    expect(complaints).toEqual([])
  })

  testInLong('what parties owe, and their statements, are what the API says', async () => {
    const { page, complaints } = await at(`${DEMO}/suppliers`, LOOK)
    const ages = ['notDue', 'overdue1To30', 'overdue31To60', 'overdue61To90', 'overdueOver90']
    for (const kind of ['supplier', 'customer']) {
      await page.goto(`${desk.console.service.baseUrl}${DEMO}/${kind}s?order=name`)
      await desk.console.settled(page)
      const day = await page.evaluate(() => new Date().toISOString().slice(0, 10))
      const aged = await demo(`/daybookapi/v1.0.0/aged-${kind}s?date=${day}`)
      const written = (row: Record<string, number>): number[] => [
        ...ages.map((age) => Number(wholeShown(row[age]!).replaceAll('.', '').replace('−', '-'))),
        row.total!,
      ]
      const keyOf = (row: Record<string, unknown>): string => String(row[`${kind}Number`])
      const shown = new Map((await rowsOf(page, '.cs tbody tr')).map(([of, ...figures]) => [of, figures]))
      expect(aged.items.length).toBeGreaterThan(3)
      expect(shown).toEqual(new Map(aged.items.map((row: Record<string, number>) => [keyOf(row), written(row)])))
      expect(await rowsOf(page, '.cs tfoot tr')).toEqual([['all', ...written(aged)]])
      for (const key of ['j', 'Enter']) await page.keyboard.press(key)
      await eventually(() => page.evaluate(() => !!document.querySelector('.one [data-of=closing]')))
      await desk.console.settled(page)
      const own = new URL(page.url()).pathname.split('/').at(-1)!
      const sign = kind === 'customer' ? 1 : -1
      const days = `from=${day.slice(0, 4)}-01-01&to=${day}`
      const statement = await demo(`/daybookapi/v1.0.0/statements/${kind}s/${own}?${days}`)
      const turned = (entry: Record<string, number>, names: readonly string[]): number[] =>
        names.map((name) => sign * entry[`${name}InBaseCurrency`]! || 0)
      expect(await rowsOf(page, '.one [data-entry]')).toEqual(
        statement.items.map((entry: Record<string, number>) => [
          String(entry.entryNumber),
          ...turned(entry, ['amount', 'balance', 'remainder']),
        ]),
      )
      const open = await demo(`/daybookapi/v1.0.0/open-${kind}-items?date=${day}`)
      expect(await rowsOf(page, '.one [data-item]')).toEqual(
        open.items
          .filter((item: Record<string, unknown>) => keyOf(item) === own)
          .map((item: Record<string, number>) => [String(item.entryNumber), ...turned(item, ['remainder'])]),
      )
      if (kind === 'customer') {
        const downloads = page.waitForEvent('download', { timeout: 0 })
        await page.evaluate(() => document.querySelector<HTMLElement>('[data-pdf]')!.focus())
        await page.keyboard.press('Enter')
        expect((await downloads).suggestedFilename()).toBe(`customer-${own}-${day.slice(0, 4)}.pdf`)
      }
      await page.keyboard.press('Escape')
      await eventually(() => page.evaluate(() => !document.querySelector('.one')))
    }
    expect(complaints).toEqual([])
  })

  test('by keys alone: from the overview to the entries of a figure, and to their voucher', async () => {
    const { page, complaints } = await at(`${DEMO}/`, LOOK)
    const { keyboard } = page
    const until = (what: string): Promise<void> => holds(page, what)
    await presses(page, ['g', 't'])
    await until(`location.pathname.endsWith('/reports/trial-balance') && document.querySelector('.tb .fig')`)
    for (const key of ['j', 'j', 'ArrowRight', ' ']) await keyboard.press(key)
    await until(`document.querySelector('.ex .tot')`)
    const explained = await page.evaluate(() => [
      document.querySelector('.ex .figure')!.textContent,
      document.querySelector('.ex .tot .n')!.textContent,
      document.querySelector('.ex .tot .neg'),
    ])
    expect(explained[1]).toBe(explained[0])
    expect(explained[2]).toBeNull()
    await keyboard.press('Escape')
    await until(`!document.querySelector('.ex') && document.activeElement.hasAttribute('data-explain')`)
    await keyboard.press('Enter')
    await until(`/\\/accounts\\/\\d+$/.test(location.pathname) && document.querySelector('.led .fig')`)
    await desk.console.settled(page)
    for (const key of ['j', 'j', 'Enter']) await keyboard.press(key)
    await until(`new URLSearchParams(location.search).has('v') && document.querySelector('.vou .tot')`)
    expect(await page.evaluate(() => document.querySelector('.vou .tot .n')!.textContent)).toBe('0,00')
    await keyboard.press('.')
    await until(`document.querySelectorAll('.reqs li').length > 2`)
    await keyboard.press('Escape')
    await keyboard.press('Control+k')
    await until(`document.activeElement.matches('.qy input')`)
    await keyboard.type('salg af ydelser')
    await until(`document.querySelector('#found-0')?.textContent.includes('Salg af ydelser')`)
    await keyboard.press('Enter')
    await until(`location.pathname.endsWith('/accounts/1020')`)
    await keyboard.press('?')
    await until(`document.querySelector('.keys')`)
    expect(complaints).toEqual([])
  })

  testInLong('by keys alone: a figure of a report explained down to its document', async () => {
    const { items: documents } = await demo(`/daybookapi/v1.0.0/documents`)
    const document_ = documents.findLast(
      ({ journalNumber }: { journalNumber: number | null }) => journalNumber !== null,
    )
    const { accountingYear, voucherNumber } = document_
    const days = `date$gte:${accountingYear}-01-01$and:date$lte:${accountingYear}-12-31`
    const { items: entries } = await demo(
      `/daybookapi/v1.0.0/booked-entries?filter=voucherNumber$eq:${voucherNumber}$and:${days}`,
    )
    const { accountNumber, date } = entries.find(({ amount }: { amount: number }) => amount > 0)
    const { page, complaints } = await at(`${DEMO}/reports/trial-balance?period=${date.slice(0, 7)}`, LOOK)
    const { keyboard } = page
    const until = (what: string): Promise<void> => holds(page, what)
    /** Goes down until the row in focus says so. */
    const downTo = async (text: string): Promise<void> => {
      const row = `document.activeElement.closest('tr')?.querySelectorAll('td')`
      for (let presses = 0; presses < 300; presses++) {
        await keyboard.press('j')
        if (await page.evaluate(`[...(${row} ?? [])].some((cell) => cell.textContent.trim() === '${text}')`)) return
      }
      throw new Error(`No row says ${text}`)
    }
    await until(`document.querySelector('.tb .fig')`)
    await downTo(String(accountNumber))
    await keyboard.press('ArrowRight')
    await keyboard.press(' ')
    await until(`document.querySelector('.ex .tot .n')`)
    expect(
      await page.evaluate(() => ['.ex .figure', '.ex .tot .n'].map((one) => document.querySelector(one)!.textContent)),
    ).toSatisfy(([figure, sum]: string[]) => figure === sum)
    await keyboard.press('Escape')
    await until(`!document.querySelector('.ex') && document.activeElement.hasAttribute('data-explain')`)
    await keyboard.press('Enter')
    await until(`location.pathname.endsWith('/accounts/${accountNumber}') && document.querySelector('.led .fig')`)
    await desk.console.settled(page)
    await downTo(String(voucherNumber))
    await keyboard.press('Enter')
    await until(`document.querySelector('.vou .tot .n')?.textContent === '0,00'`)
    await until(`document.querySelector('.vou .pdf iframe')`)
    expect(complaints).toEqual([])
  })
})
