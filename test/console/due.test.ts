import { describe, expect, test } from 'vitest'
import { daProperties } from '../../src/console/words/da-properties.ts'
import { enTrail } from '../../src/console/words/en-trail.ts'
import { microsecondsOf } from '../instants.ts'
import { isLong } from '../long.ts'
import { DEMO, exactShown, wholeShown } from './figures.ts'
import { findChromium, hold, holds, type Look, texts } from './chromium.ts'
import { demoDesk } from './demo.ts'

const program = findChromium()
/** SQL: the properties that triggers write to the trail. */
const PROPERTIES = `SELECT DISTINCT property_of(a.attname::text) AS name
  FROM trailed_table t JOIN pg_attribute a ON a.attrelid = t.name::text::regclass AND a.attnum > 0
    AND NOT a.attisdropped AND a.attname::text <> ALL (t.arguments[3]::text[])`
const LOOK: Look = { width: 1440, theme: 'light', language: 'en' }

describe.skipIf(program === undefined)('the demo company in Chromium', () => {
  const desk = demoDesk(program)
  const { at, demo } = desk
  const service = () => desk.console.service

  test('the overview says what falls due and what was booked, the return what is behind a box', async () => {
    const { page } = await at(`${DEMO}/`, LOOK)
    await holds(page, `document.querySelector('[data-due=expected] .fig') && document.querySelector('.since .fig')`)
    const asked = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name.slice(location.origin.length)),
    )
    // As few as have something of their own to say.
    expect(asked.filter((path) => /api\/v/.test(path)).length).toBeLessThanOrEqual(18)
    const of = (what: string): string => asked.findLast((path) => path.startsWith(`/daybookapi/v1.0.0/${what}`))!
    const due = await demo(of('deadlines'))
    expect(await texts(page, '[data-due] .fig')).toEqual([
      ...due.items.map(({ amount }: { amount: number }) => exactShown(amount)),
      exactShown(due.closingBalance),
    ])
    expect(due.items.length).toBeGreaterThan(1)
    const { vatDeadline, bankLines, bankAccounts, draftInvoicesAmount } = await demo(of('waiting'))
    expect(bankAccounts.map((one: { bankLines: number }) => one.bankLines)).toEqual([bankLines])
    expect((await texts(page, '.todo .amt')).at(-1)).toBe(exactShown(draftInvoicesAmount))
    const deadline = new Date(vatDeadline).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
    expect(await texts(page, '.side .ct.hot')).toEqual([String(bankLines), deadline])
    const { totals } = await demo(of('profit-and-loss'))
    expect(await texts(page, '.ov .row-b.wraps .m2 > b')).toEqual(
      expect.arrayContaining(totals.slice(1).map(({ result }: { result: number }) => wholeShown(result))),
    )
    const bookings = await demo(of('bookings/paged'))
    const amounts = (bookings as { time: string; amount: number }[])
      .toSorted((a, b) => microsecondsOf(b.time) - microsecondsOf(a.time))
      .map(({ amount }) => exactShown(amount))
    const shown = await texts(page, '.since .fig')
    expect(shown).toEqual(amounts.slice(0, shown.length))
    const { period, voucherNumber } = await demo(of('vat-returns/'))
    expect((await texts(page, '.todo.first .under'))[0]).toContain(String(voucherNumber))
    const { items } = await demo(`/daybookapi/v1.0.0/vat-returns/${period}/entries?box=salesTax`)
    const return_ = await at(`${DEMO}/vat/${period}?box=salesTax`, LOOK)
    await holds(return_.page, `document.querySelector('.ve .tot')`)
    const named = items.filter(({ name }: { name: string | null }) => name !== null)
    expect(await texts(return_.page, '.ve td.w > a')).toEqual(named.map(({ name }: { name: string }) => name))
    expect(await texts(return_.page, '.ve .vpn.mono')).toEqual(
      named.flatMap(({ vatNumber }: { vatNumber: string | null }) => vatNumber ?? []),
    )
    expect(named.length).toBeGreaterThan(5)
  })

  test('vouchers that do not balance are named, each with the way to it in its journal', async () => {
    const { page } = await at(`${DEMO}/`, LOOK)
    await holds(page, `document.querySelector('.todo .named')`)
    const { journals, items } = await demo('/daybookapi/v1.0.0/unbalanced-vouchers')
    const [{ journalNumber, name, count }] = journals
    expect([journals.length, count, items.length]).toEqual([1, 2, 2])
    expect((await texts(page, '.todo .all')).filter((text) => text.includes(name))).toEqual([
      `2 vouchers in ${name} do not balance`,
    ])
    expect(await texts(page, '.todo .named a')).toEqual(
      items.map((one: { voucherNumber: number; difference: number }) =>
        [one.voucherNumber, 'by', exactShown(one.difference)].join(' '),
      ),
    )
    const { voucherNumber } = items[1]
    await page.locator('.todo .named a').nth(1).click()
    await holds(page, `document.querySelector('.jg tr.on a')?.textContent === '${voucherNumber}'`)
    const { pathname, search } = new URL(page.url())
    expect(pathname + search).toBe(`${DEMO}/journals/${journalNumber}?v=${voucherNumber}`)
  })

  test('nothing on the overview moves when another part of it comes', async () => {
    const late = ['deadlines', 'vat-returns/[^/]+', 'bookings/paged', 'balance-sheet', 'aged-customers']
    const looks = [1440, 390].flatMap((width) => late.map((asked) => ({ asked, width })))
    // In the short form what comes to the middle of each column.
    for (const { asked, width } of isLong ? looks : [looks[0]!, looks[6]!]) {
      const { page } = await at(`${DEMO}/settings`, { ...LOOK, width })
      const held = await hold(page, asked)
      await page.goto(`${service().baseUrl}${DEMO}/`)
      await holds(page, `document.querySelector('.ov[data-sure=true] .skeleton[data-late=true]')`)
      const waits = await page.evaluate(() => document.querySelectorAll('.ov .skeleton').length)
      await page.evaluate(() => {
        const seen = [...document.querySelectorAll<HTMLElement>('.ov *:not(.skeleton, .skeleton *)')].filter(
          (one) => one.checkVisibility({ visibilityProperty: true }) && one.childElementCount === 0,
        )
        Object.assign(window, { seen: seen.map((one) => [one, one.getBoundingClientRect().top]) })
      })
      held.come()
      await holds(page, `!document.querySelector('.skeleton')`)
      const moved = await page.evaluate(() =>
        (window as unknown as { seen: [HTMLElement, number][] }).seen
          .filter(([one, top]) => !one.isConnected || one.getBoundingClientRect().top !== top)
          .map(([one]) => one.textContent),
      )
      expect([asked, width, waits > 0, moved]).toEqual([asked, width, true, []])
      await held.end()
    }
  })

  test('the overview shows the result of the year that is chosen', async () => {
    const { page } = await at(`${DEMO}/`, LOOK)
    await holds(page, `document.querySelectorAll('.top select option').length > 1`)
    const [present, before] = await texts(page, '.top select option')
    expect(present).toBe(`${Number(before) + 1}, to today`)
    await page.locator('.top select').selectOption(before!)
    await holds(page, `location.search === '?year=${before}' && !document.querySelector('.skeleton')`)
    const { result } = await demo(`/daybookapi/v1.0.0/profit-and-loss?from=${before}-01-01&to=${before}-12-31`)
    await holds(page, `document.querySelector('.figure .fig').textContent === '${wholeShown(result)}'`)
    const { items } = await demo(`/daybookapi/v1.0.0/unusual-months?from=${before}-01-01&to=${before}-12-31`)
    const off = ({ difference }: Record<string, number>): number => Math.abs(difference!)
    const [most] = items.toSorted((a: Record<string, number>, b: Record<string, number>) => off(b) - off(a))
    const said = (await texts(page, '.unusual'))[0]!
    for (const part of [String(most.accountNumber), most.name, wholeShown(-most.amount), wholeShown(-most.usualAmount)])
      expect(said).toContain(part)
    expect(await page.evaluate(() => document.querySelector<HTMLButtonElement>('.top .btn')!.disabled)).toBe(true)
  })

  test('the trial balance of a department, beside last year, has the figures of the API', async () => {
    const { page, complaints } = await at(`${DEMO}/reports/trial-balance?period=2026-03`, LOOK)
    const report = '/daybookapi/v1.0.0/trial-balance?from=2026-03-01&to=2026-03-31'
    await holds(page, `document.querySelectorAll('.top .opt select option').length > 6`)
    const { number, name } = (await demo('/daybookapi/v1.0.0/departments')).items[1]
    const before = await texts(page, '.tb tbody .fig')
    await page.selectOption('.top [aria-label="Departments"]', String(number))
    await page.selectOption('.top [aria-label="Compare"]', 'lastYear')
    await holds(
      page,
      `location.search.includes('compare=lastYear') && document.querySelectorAll('.tb thead th').length === 8
      && !document.querySelector('.skeleton') && document.querySelector('.tb thead').textContent.includes('31 March 2025')`,
    )
    expect((await texts(page, '.top .sub, .top h1 + *'))[0]).toContain(name)
    const { items, sums, totalDebit } = await demo(`${report}&departmentNumber=${number}&compare=lastYear`)
    const told = new Map<string, Record<string, number>>(
      [...items, ...sums].map((line: Record<string, number>) => [String(line.accountNumber), line]),
    )
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLTableRowElement>('.tb tbody tr:not(.h)')].map((row) =>
        [...row.cells].map((cell) => cell.textContent!.trim()),
      ),
    )
    expect(shown.length).toBeGreaterThan(10)
    const side = (amount: number): string => (amount === 0 ? '' : exactShown(amount))
    for (const [account, , ...figures] of shown) {
      const line = told.get(account!)!
      expect(figures, account).toEqual([
        exactShown(line.openingBalance!),
        ...[side(line.debit!), side(line.credit!), exactShown(line.closingBalance!)],
        ...[exactShown(line.comparedClosingBalance!), exactShown(line.closingDifference!)],
      ])
    }
    expect((await texts(page, '.tb tfoot .fig'))[0]).toBe(exactShown(totalDebit))
    expect(await texts(page, '.tb tbody .fig')).not.toEqual(before)
    // What it is compared with is explained by the entries of those days, of the same department.
    const figure = await page.evaluate(
      () =>
        [...document.querySelectorAll('[data-explain$=".compared"]:not(.z)')].map((one) =>
          one.getAttribute('data-explain'),
        )[0]!,
    )
    await page.focus(`[data-explain="${figure}"]`)
    await page.keyboard.press('Space')
    await holds(page, `document.querySelector('.ex .tot, .ex tfoot') && !document.querySelector('.ex .skeleton')`)
    const [account] = figure.split('.')
    const explained = await demo(
      `/daybookapi/v1.0.0/trial-balance?from=2025-03-01&to=2025-03-31&departmentNumber=${number}&explain=${account}.closingBalance`,
    )
    expect(explained.explainedAmount).toBe(told.get(account!)!.comparedClosingBalance)
    expect((await texts(page, '.ex'))[0]).toContain(exactShown(explained.explainedAmount))
    expect((await texts(page, '.ex'))[0]).toContain(name)
    expect(complaints).toEqual([])
  })

  test('on a phone, too, reports are narrowed to a department, and compared', async () => {
    const look: Look = { width: 390, theme: 'light', language: 'en' }
    const { page } = await at(`${DEMO}/reports/trial-balance?period=2026-03`, look)
    const { number, name } = (await demo('/daybookapi/v1.0.0/departments')).items[1]
    await page.locator('.tool [aria-label="Departments"]').selectOption(String(number))
    await page.locator('.tool [aria-label="Compare"]').selectOption('lastYear')
    await holds(page, `document.querySelector('.tb thead').textContent.includes('31 March 2025')`)
    const report = `/daybookapi/v1.0.0/trial-balance?from=2026-03-01&to=2026-03-31&departmentNumber=${number}`
    const [first] = (await demo(`${report}&compare=lastYear`)).items
    const shown = await page.evaluate(() =>
      [...document.querySelector<HTMLTableRowElement>('.tb tbody tr:not(.h)')!.cells]
        .filter(({ offsetWidth }) => offsetWidth > 0)
        .map((cell) => cell.textContent!.trim()),
    )
    const balances = [first.closingBalance, first.comparedClosingBalance].map(exactShown)
    expect(shown).toEqual([String(first.accountNumber), expect.any(String), ...balances])
    await page.goto(`${new URL(page.url()).origin}${DEMO}/reports/profit-and-loss`)
    await page.locator('.tool [aria-label="Departments"]').selectOption(String(number))
    await holds(
      page,
      `document.querySelector('.top').textContent.includes('Profit') && location.search.includes('department=${number}')`,
    )
    expect((await texts(page, '.tool select'))[0]).toContain(name)
  })

  test('all that has a trail has a name in the language of the reader', async () => {
    const told = await service().database.transaction((transaction) =>
      transaction.rows<{ name: string }>('SELECT DISTINCT arguments[1] AS name FROM trailed_table ORDER BY 1', []),
    )
    // The trail of grants is written by no trigger.
    expect([...told.map(({ name }) => `of${name}`), 'ofGrants'].sort()).toEqual(Object.keys(enTrail).sort())
    const properties = await service().database.transaction((transaction) =>
      transaction.rows<{ name: string }>(PROPERTIES, []),
    )
    const ofGrants = ['isRevoked', 'mayNameActor', 'roles', 'token']
    expect([...properties.map(({ name }) => name), ...ofGrants].sort()).toEqual(Object.keys(daProperties).sort())
  })

  test('on a phone every item has a way back to its list', async () => {
    const { page } = await at(`${DEMO}/customers`, { width: 390, theme: 'light', language: 'en' })
    await holds(page, `document.querySelector('.cs tbody a')`)
    const first = `${DEMO}/customers/${(await demo('/daybookapi/v1.0.0/aged-customers?date=9999-12-31')).items[0].customerNumber}`
    const places = [
      [first, `${DEMO}/customers`],
      [`${DEMO}/invoices/drafts/1`, `${DEMO}/invoices`],
      [`${DEMO}/payments/new`, `${DEMO}/payments`],
      [`${DEMO}/accounts/1020?period=2026-10&v=1`, `${DEMO}/accounts/1020?period=2026-10`],
      [`${DEMO}/vouchers/-/2026/1`, `${DEMO}/reports/trial-balance`],
    ] as const
    for (const [item, list] of isLong ? places : [places[0], places[3]]) {
      await at(item, { width: 390, theme: 'light', language: 'en' })
      await holds(page, `document.querySelector('.top .back')?.offsetWidth >= 32`)
      await page.click('.top .back')
      expect(await page.evaluate(() => `${location.pathname}${location.search}`)).toBe(list)
      await holds(page, `!document.querySelector('.top .back')`)
    }
  })
})
