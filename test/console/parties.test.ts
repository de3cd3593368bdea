import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium, holds, LONG, type Look, texts } from './chromium.ts'
import { demoDesk } from './demo.ts'
import { DEMO, exactShown } from './figures.ts'

const program = findChromium()
const API = '/daybookapi/v1.0.0'
const LOOK: Look = { width: 1280, theme: 'dark', language: 'en' }

interface Entry {
  customerNumber: number
  date: string
  dueDate: string | null
  customerInvoiceNumber: number | null
  amountInBaseCurrency: number
  remainderInBaseCurrency: number
}

/** The day of which a page says what customers owe. */
const dayOf = async (page: Page): Promise<string> =>
  await page.evaluate(() => {
    const asked = performance.getEntriesByType('resource').map(({ name }) => name)
    return /aged-customers\?date=([\d-]+)/.exec(asked.join(' '))![1]!
  })

describe.skipIf(program === undefined)('customers of the demo company in Chromium', () => {
  const desk = demoDesk(program)
  const { at, demo } = desk

  test('those who owe in a currency are those of the API, and what one owes stays all', { timeout: LONG }, async () => {
    const { page } = await at(`${DEMO}/customers`, LOOK)
    const day = await dayOf(page)
    const [all, euro] = await Promise.all(
      ['', '&currency=EUR'].map((more) => demo(`${API}/aged-customers?date=${day}${more}`)),
    )
    expect(euro.items.length).toBeGreaterThan(0)
    expect(euro.items.length).toBeLessThan(all.items.length)
    const owes = all.items.filter(({ total }: { total: number }) => total !== 0).length
    const count = await demo(`${API}/customers/count`)
    await holds(page, `document.querySelector('.top .sub').textContent.startsWith('${owes} of ${count} owe, on ')`)
    await holds(page, `document.querySelector('.top select[aria-label=Currency]')`)
    await page.locator('.top select[aria-label=Currency]').selectOption('EUR')
    await holds(page, `location.search === '?currency=EUR'`)
    await holds(page, `document.querySelector('.owed .fig')?.textContent === '${exactShown(euro.total)}'`)
    expect(await texts(page, '.owed .s.m3')).toContain('Customers owe in EUR, stated in DKK')
    const numbers = await texts(page, '.cs tbody tr[data-of] td.id')
    expect(numbers.toSorted()).toEqual(euro.items.map((one: Entry) => String(one.customerNumber)).toSorted())
    const { customerNumber } = euro.items[0]
    await page.locator(`tr[data-of="${customerNumber}"] td.w a`).click()
    const { total } = all.items.find((one: Entry) => one.customerNumber === customerNumber)
    await holds(page, `document.querySelector('[data-of=owed] .fig')?.textContent === '${exactShown(total)}'`)
    expect(new URL(page.url()).search).toBe('?currency=EUR')
  })

  test('of who did not pay it is said what was settled later', { timeout: LONG }, async () => {
    const day = await dayOf((await at(`${DEMO}/customers`, LOOK)).page)
    const open = (await demo(`${API}/open-customer-items?date=${day}`)).items as Entry[]
    const isInvoice = (one: Entry): boolean => Boolean(one.customerInvoiceNumber) && one.amountInBaseCurrency > 0
    const late = open.filter((one) => isInvoice(one) && one.remainderInBaseCurrency > 0 && one.dueDate! < day)
    const said: [number, string][] = []
    for (const number of new Set(late.map(({ customerNumber }) => customerNumber))) {
      const own = late.filter((one) => one.customerNumber === number).toSorted((a, b) => (a.date < b.date ? -1 : 1))
      const [first] = own as [Entry]
      const path = `${API}/statements/customers/${number}?from=${first.date}&to=${day}`
      const settled = ((await demo(path)).items as Entry[]).filter(
        (one) => isInvoice(one) && one.date > first.date && one.remainderInBaseCurrency === 0,
      )
      if (settled.length < 2 || own.length > 1) continue
      const later = `One invoice is late and not paid, though ${settled.length} later ones are settled.`
      said.push([number, `${later} Ask about ${first.customerInvoiceNumber} before the next reminder.`])
    }
    const [[number, sentence]] = said as [[number, string]]
    for (const width of [390, 1440]) {
      const { page } = await at(`${DEMO}/customers/${number}`, { ...LOOK, width })
      await holds(page, `document.querySelector('[data-of=later]')?.textContent === '${sentence}'`)
    }
  })
})
