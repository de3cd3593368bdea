import { describe, expect, test } from 'vitest'
import { DEMO, exactShown } from './figures.ts'
import { findChromium, holds, LONG, type Look, texts } from './chromium.ts'
import { demoDesk } from './demo.ts'

const program = findChromium()
const LOOK: Look = { width: 1440, theme: 'light', language: 'en' }

describe.skipIf(program === undefined)('the demo company in Chromium', () => {
  const { at, demo } = demoDesk(program)

  test(
    'the overview says what falls due and what was booked, the return what is behind a box',
    { timeout: LONG },
    async () => {
      const { page } = await at(`${DEMO}/`, LOOK)
      await holds(page, `document.querySelector('[data-due=expected] .fig') && document.querySelector('.since .fig')`)
      const asked = await page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => name.slice(location.origin.length)),
      )
      const of = (what: string): string => asked.findLast((path) => path.startsWith(`/daybookapi/v1.0.0/${what}`))!
      const due = await demo(of('deadlines'))
      expect(await texts(page, '[data-due] .fig')).toEqual([
        ...due.items.map(({ amount }: { amount: number }) => exactShown(amount)),
        exactShown(due.closingBalance),
      ])
      expect(due.items.length).toBeGreaterThan(1)
      const bookings = await demo(of('bookings/paged'))
      const amounts = (bookings as { time: string; amount: number }[])
        .toSorted((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0))
        .map(({ amount }) => exactShown(amount))
      const shown = await texts(page, '.since .fig')
      expect(shown).toEqual(amounts.slice(0, shown.length))
      const { period } = await demo(of('vat-returns/'))
      const { items } = await demo(`/daybookapi/v1.0.0/vat-returns/${period}/entries?box=salesTax`)
      const return_ = await at(`${DEMO}/vat/${period}?box=salesTax`, LOOK)
      await holds(return_.page, `document.querySelector('.ve .tot')`)
      const named = items.filter(({ name }: { name: string | null }) => name !== null)
      expect(await texts(return_.page, '.ve td.w > a')).toEqual(named.map(({ name }: { name: string }) => name))
      expect(await texts(return_.page, '.ve .vpn.mono')).toEqual(
        named.flatMap(({ vatNumber }: { vatNumber: string | null }) => vatNumber ?? []),
      )
      expect(named.length).toBeGreaterThan(5)
    },
  )

  test('on a phone every item has a way back to its list', { timeout: LONG }, async () => {
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
    for (const [item, list] of places) {
      await at(item, { width: 390, theme: 'light', language: 'en' })
      await holds(page, `document.querySelector('.top .back')?.offsetWidth >= 32`)
      await page.click('.top .back')
      expect(await page.evaluate(() => `${location.pathname}${location.search}`)).toBe(list)
      await holds(page, `!document.querySelector('.top .back')`)
    }
  })
})
