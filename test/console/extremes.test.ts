import { beforeAll, describe, expect, test } from 'vitest'
import { drafted, selling } from '../sales/selling.ts'
import { deskFor, findChromium } from './chromium.ts'
import { cutNumbers } from './figures.ts'

const program = findChromium()
const NAME = 'Overført til driftskontoen i den anden bank, som vi har aftalt med revisoren'
const AMOUNTS = [123_456_789_012.34, -98_765_432_109.87]

describe.skipIf(program === undefined)('long names and large amounts in Chromium', () => {
  const desk = deskFor(program, { width: 1440, theme: 'light', language: 'en' }, { make: selling, isClosed: true })
  let invoice: number
  beforeAll(async () => {
    const entry = { journalNumber: 1, entryTypeNumber: 5, currency: 'DKK', date: '2026-03-05', text: NAME }
    for (const amount of AMOUNTS) {
      const accounts = { accountNumber: 1010, contraAccountNumber: 5820 }
      const reply = await desk.client.post('/journalsapi/v15.0.1/draft-entries', { ...entry, ...accounts, amount })
      expect(reply.status).toBe(201)
    }
    invoice = await drafted(desk.client, [{ description: NAME, quantity: 12_345.67, unitNetPrice: 98_765.43 }])
    await desk.enter('/journals/1')
  })

  const open = async (path: string, width: number): Promise<void> => {
    const { page } = desk.shown
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${desk.console.service.baseUrl}/app/${desk.client.agreement}${path}`)
    await desk.console.settled(page)
    await desk.until(`document.querySelector('td.n .fig')`)
  }

  test('no number is cut, or lies over another, at any width', async () => {
    for (const path of ['/journals/1', `/invoices/drafts/${invoice}`]) {
      for (const width of [1440, 1280, 390]) {
        if (width === 1440) await open(path, width)
        else await desk.shown.page.setViewportSize({ width, height: 800 })
        expect([path, width, await cutNumbers(desk.shown.page)]).toEqual([path, width, []])
      }
      expect(await desk.faults(path)).toEqual([])
    }
  })

  test('a text that is cut is told whole while it is pointed at', async () => {
    await open('/journals/1', 1440)
    const { page } = desk.shown
    const text = page.locator('.jg td.tr', { hasText: NAME }).first()
    expect(await text.getAttribute('title')).toBeNull()
    await text.hover()
    expect(await text.getAttribute('title')).toBe(NAME)
    // One that has room needs no title.
    const journal = page.locator('.tab.on')
    await journal.hover()
    expect(await journal.getAttribute('title')).toBeNull()
  })
})
