import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { dayAfter } from '../../src/console/period.ts'
import { TOUCHED } from '../../src/console/trail.ts'
import { isResource } from '../../src/resource/resource.ts'
import { apis } from '../../src/resources/index.ts'
import { isLong } from '../long.ts'
import { eventually } from '../patience.ts'
import { bookDrafts } from '../resources/report-books.ts'
import { change } from '../resources/sales.ts'
import { deskFor, findChromium, holds, type Look, texts } from './chromium.ts'
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

  test('those who owe in a currency are those of the API, and what one owes stays all', async () => {
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

  test('of who did not pay it is said what was settled later', async () => {
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
    for (const width of isLong ? [390, 1440] : [390]) {
      const { page } = await at(`${DEMO}/customers/${number}`, { ...LOOK, width })
      await holds(page, `document.querySelector('[data-of=later]')?.textContent === '${sentence}'`)
    }
  })
})

describe.skipIf(program === undefined)('parties of a sandbox in Chromium', () => {
  const desk = deskFor(program, { width: 1280, theme: 'light', language: 'en' }, { isClosed: true, isEach: true })
  const { until, press } = desk
  const onPath = (path: string): Promise<void> => until(`location.pathname.endsWith('${path}')`)

  test('by keys alone: parties are made, and who is late can be reminded', async () => {
    const { today } = (await desk.client.get(`${API}/clock`)).json as { today: string }
    const late = { groupNumber: 1, currency: 'DKK', corporateIdentificationNumber: '12345678' }
    const made = await desk.client.post(`${API}/customers`, { ...late, number: 201, name: 'Nørreport Cykler ApS' })
    expect(made.status, made.text).toBe(201)
    const owes = { entryTypeNumber: 10, date: today, dueDate: dayAfter(today, -40), contraAccountNumber: 1010 }
    await bookDrafts(desk.client, { ...owes, customerNumber: 201, customerInvoiceNumber: '5501', amount: 1000 })
    await desk.enter('/customers')
    await until(`document.querySelector('.top .sub')?.textContent.startsWith('1 of 1 owe, on ')`)
    await until(`document.querySelector('.top a[href$="/reminders"]').textContent.includes('Remind 1')`)
    await press('n')
    await desk.focused('name')
    await desk.shown.page.keyboard.type('Vester Vin ApS')
    await press('Enter')
    await onPath('/customers/202')
    await until(`document.querySelector('.top .sub').textContent.startsWith('1 of 2 owe, on ')`)
    await press('r')
    await onPath('/reminders')
    await press('g', 's')
    await onPath('/suppliers')
    await press('n')
    await desk.focused('name')
    await desk.shown.page.keyboard.type('Papir A/S')
    await press('Enter')
    await onPath('/suppliers/1')
    expect((await desk.client.get(`${API}/suppliers/1`)).json).toMatchObject({ name: 'Papir A/S', currency: 'DKK' })
    expect(desk.shown.complaints).toEqual([])
  })

  test('the trail says what numbers stand for, and leads to the requests', async () => {
    const customer = { number: 301, name: 'Havnens Bageri', groupNumber: 1, currency: 'DKK', paymentTermNumber: 1 }
    expect((await desk.client.post(`${API}/customers`, customer)).status).toBe(201)
    const [first, second] = (await desk.client.get(`${API}/payment-terms`)).json.items
    const written = await change(
      desk.client,
      `${API}/customers/301`,
      { paymentTermNumber: second.number },
      `${API}/customers`,
    )
    expect(written.status).toBe(204)
    const id = written.headers.get('x-request-id')!
    await eventually(async () => (await desk.client.get(`${API}/requests/${id}`)).status === 200)
    const [{ number }] = (await desk.client.get(`${API}/changes/paged?sort=-number&pageSize=1`)).json
    await desk.enter(`/audit?change=${number}`)
    await until(`document.querySelector('.diff ins')?.textContent === '${second.number} ${second.name}'`)
    expect(await desk.texts('.diff del')).toEqual([`${first.number} ${first.name}`])
    await desk.shown.page.click('.ph a[href*="touches=customer"]')
    await until(`document.querySelector('.rqt a[href*="${id}"]')`)
    expect(desk.shown.complaints).toEqual([])
  })
})

test('items of the trail are called in the log of requests as their tables are', () => {
  const kinds = apis.flatMap(({ groups }) =>
    groups.filter(isResource).map(({ name, table, key }) => [name, key.length, table.replaceAll('_', '')]),
  )
  for (const [resource, kind] of Object.entries(TOUCHED))
    expect(kinds, resource).toContainEqual([resource, 1, kind.toLowerCase()])
})
