import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runs } from '../long.ts'
import { eventually } from '../patience.ts'
import { Console, findChromium, type Look, violations } from './chromium.ts'

const program = findChromium()
/** Waiting ends long before; a machine that does much else draws slowly. */
const LONG = 600_000
const DEMO = '/app/100000'
const LOOK: Look = { width: 1440, theme: 'light', language: 'en' }
const LOOKS: readonly Look[] = [390, 1280, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((theme): Look => ({ width, theme, language: theme === 'light' ? 'da' : 'en' })),
)

describe.skipIf(program === undefined)('the console in Chromium', () => {
  let console: Console
  beforeAll(async () => {
    console = await Console.open(program!)
  }, LONG)
  afterAll(() => console?.close())

  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the API says
  const demo = async (path: string): Promise<any> => {
    const headers = { 'X-AppSecretToken': 'demo', 'X-AgreementGrantToken': 'demo' }
    return (await console.service.call('GET', path, { headers })).json
  }

  /** The newest entry on an account: a voucher to look at. */
  async function anEntry(account: number): Promise<{ date: string; voucherNumber: number }> {
    const { items } = await demo(
      `/daybookapi/v1.0.0/booked-entries?filter=accountNumber$eq:${account}$and:date$gte:2000-01-01`,
    )
    return items.at(-1)
  }

  async function pagesToLookAt(): Promise<string[]> {
    const { date, voucherNumber } = await anEntry(1020)
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
      `${DEMO}/invoices/drafts/25`,
    ]
  }

  async function faultsOf(path: string, look: Look): Promise<unknown[]> {
    const { page, context, complaints } = await console.page(path, look)
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    const found = [
      ...complaints,
      ...(beyond > 0 ? [`${beyond} px beyond the screen`] : []),
      ...(await violations(page)),
    ]
    await context.close()
    return found.length > 0 ? [[path, look, found]] : []
  }

  test('every page fits, and neither the browser nor axe has a complaint', { timeout: LONG }, async () => {
    const all = (await pagesToLookAt()).flatMap((path) => LOOKS.map((look) => ({ path, look })))
    // In the short form the drill on a phone, and a page in the dark; in the long form all.
    const some = runs(0, 1) === 1 ? all : all.filter((_, at) => [0, 9, 14, 19, 43, 57, 62].includes(at))
    const faults = []
    for (const { path, look } of some) faults.push(...(await faultsOf(path, look)))
    expect(faults).toEqual([])
  })

  test('the trial balance shows what the API says, figure by figure', { timeout: LONG }, async () => {
    const { date } = await anEntry(1020)
    const period = date.slice(0, 7)
    const to = new Date(Date.UTC(Number(period.slice(0, 4)), Number(period.slice(5)), 0)).toISOString().slice(0, 10)
    const days = `from=${period}-01&to=${to}`
    const said = await demo(`/daybookapi/v1.0.0/trial-balance?${days}`)
    const { page, context } = await console.page(`${DEMO}/reports/trial-balance?period=${period}&all=1`, LOOK)
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
    expect([figures.get('0.debit'), figures.get('0.credit')]).toEqual([
      said.totalDebit.toFixed(2),
      said.totalCredit.toFixed(2),
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
    await context.close()
  })

  test(
    'by keys alone: from the overview to the entries of a figure, and to their voucher',
    { timeout: LONG },
    async () => {
      const { page, context, complaints } = await console.page(`${DEMO}/`, LOOK)
      const { keyboard } = page
      const until = (what: string): Promise<unknown> =>
        eventually(async () => Boolean(await page.evaluate(what)) || undefined)
      await keyboard.press('g')
      await keyboard.press('t')
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
      await console.settled(page)
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
      await context.close()
    },
  )
})
