import { describe, expect, test } from 'vitest'
import { EMPTY_LINE, ownOf } from '../../src/console/invoices.ts'
import { timeName } from '../../src/console/period.ts'
import { isLong } from '../long.ts'
import { eventually } from '../patience.ts'
import { changedAt, make, OURS, PRODUCTS, product } from '../resources/sales.ts'
import { DRAFTS, drafted, selling } from '../sales/selling.ts'
import { deskFor, findChromium, hold, type Look } from './chromium.ts'
import { exactShown } from './figures.ts'

const program = findChromium()
const LOOK: Look = { width: 1440, theme: 'light', language: 'en' }

test('of a line that another saved meanwhile, what was typed is kept, and the rest taken', () => {
  const saved = { ...EMPTY_LINE, description: 'Kaffe', quantity: '2', unitNetPrice: '10,00' }
  const own = ownOf({ ...saved, description: 'Te', quantity: '' }, saved)
  expect(own).toEqual({ description: 'Te', quantity: '' })
})

describe.skipIf(program === undefined)('invoices in Chromium', () => {
  const desk = deskFor(program, LOOK, {
    isEach: true,
    isClosed: true,
    make: async (service) => {
      const client = await selling(service)
      await make(
        client,
        `${PRODUCTS}/products`,
        product({ productNumber: 'P-2', name: 'Kaffe', salesPrice: 40, unitId: 1 }),
      )
      return client
    },
  })
  const { until, press, type, focused, texts } = desk

  /** The faults are what was tried here; the browser notes them. */
  const complaints = (): string[] => desk.shown.complaints.filter((text) => !/status of (400|409)/.test(text))
  const drafts = async (): Promise<Record<string, unknown>[]> =>
    (await desk.client.get('/daybookapi/v1.0.0/draft-invoices')).json.items

  test('by keys alone: an invoice is made, mended, previewed, booked and credited', async () => {
    await desk.enter('/settings/company')
    await press('g', 'i')
    await until(`document.querySelector('.iv')`)
    await press('n')
    await focused('customer')
    await type('æblet')
    await until(`document.querySelector('#customer-found .it.on')`)
    await press('Enter')
    await until(`/\\/invoices\\/drafts\\/\\d+$/.test(location.pathname)`)
    await focused('productNumber')
    const [{ number }] = (await drafts()) as [{ number: number }]

    // Its date lies in a year of the books.
    await desk.shown.page.locator('[name=date]').focus()
    await press('Control+a')
    await type('15.01.2026')
    await press('Enter')
    await eventually(async () => String((await drafts())[0]!.date).startsWith('2026-01-15'))
    await desk.shown.page.locator('[name=productNumber]').focus()
    await type('kaff')
    await until(`document.querySelector('#productNumber-found .it.on')`)
    await press('Enter')
    await focused('quantity')
    await type('3')
    await press('Enter')
    await until(`document.querySelectorAll('.il tbody a[data-stop]').length > 0`)
    await focused('productNumber')
    await type('P-1')
    await until(`document.querySelector('#productNumber-found .it.on')`)
    await press('Enter')
    await focused('quantity')
    await press('Tab', 'Tab')
    await focused('discountPercentage')
    await type('125')
    await press('Enter')
    // The fault stands under its line, with its cure one Tab away.
    await until(`document.querySelector('[name=discountPercentage].bad') && document.querySelector('.il .fault .l')`)
    await press('Tab', 'Enter')
    await focused('discountPercentage')
    expect(await desk.shown.page.evaluate('document.activeElement.value')).toBe('12,5')
    await press('Enter')
    await until(`document.querySelector('[name=productNumber]')?.value === '' && !document.querySelector('.il .fault')`)
    await until(`document.querySelectorAll('.il tbody tr').length === 4`)
    await eventually(async () => (await drafts())[0]!.amount === 259.38)
    await until(`document.querySelector('.sums .tot dd').textContent === '259,38'`)
    const [{ marginInBaseCurrency, marginPercentage }] = (await drafts()) as [Record<string, number>]
    const margin = `${exactShown(marginInBaseCurrency!)} · ${String(marginPercentage).replace('.', ',')} %`
    expect(await texts('.sums dt')).toEqual(['Without VAT', 'VAT 25 %', 'Total DKK', 'Margin'])
    expect(await texts('.sums dd')).toEqual(['207,50', '51,88', '259,38', margin])
    expect(await texts('.il td.b .fig')).toEqual(['120,00', '87,50'])
    await press('Escape')
    await until(`!document.querySelector('tr.ed') && document.querySelectorAll('.post').length === 3`)
    await until(`document.querySelector('.seen iframe')?.src.startsWith('blob:')`)
    expect(await texts('.post')).toEqual(['1010 −207,50', '5600 259,38', '6902 −51,88'])
    expect(await desk.faults('invoice')).toEqual([])

    await until(`!document.querySelector('.top .btn.pri').disabled`)
    await press('Control+Enter')
    await until(`/\\/invoices\\/\\d+$/.test(location.pathname) && document.querySelector('.iv .kv')`)
    const { items } = (await desk.client.get('/daybookapi/v1.0.0/booked-invoices')).json
    expect(items.map((one: Record<string, unknown>) => [one.number, one.amount])).toEqual([[number, 259.38]])
    await desk.shown.page.locator('.iv .ph .btn', { hasText: 'Credit' }).focus()
    await press('Enter')
    await until(`location.pathname.includes('/invoices/drafts/') && document.querySelector('.post')`)
    expect((await drafts()).map((one) => one.amount)).toEqual([-259.38])
    expect(complaints()).toEqual([])
  })

  // In the long form: npm test has a minute for the console.
  const inLong = test.runIf(isLong)
  inLong('how an invoice goes and its project are chosen; a phone has the discount', async () => {
    for (const project of [{ number: 7, customerNumber: 201 }, { number: 8 }])
      await make(desk.client, `${OURS}/projects`, { name: `Ombygning ${project.number}`, ...project })
    const more = { debtorEan: '5790000123456', cvr: '99791519' }
    const number = await drafted(desk.client, [{ quantity: 2, discountPercentage: 12.5 }], more)
    await desk.enter(`/invoices/drafts/${number}`)
    const { page } = desk.shown
    const way = page.locator('[name=nemHandelReceiverType]')
    // By the numbers that its customer has, and no other.
    await until(`document.querySelector('[name=projectNumber]')?.length === 2`)
    expect(await texts('[name=nemHandelReceiverType] option')).toEqual([
      'PDF',
      'NemHandel by EAN',
      'NemHandel by CVR',
      'Peppol',
    ])
    await way.selectOption('1')
    await eventually(async () => (await desk.client.get(`${DRAFTS}/${number}`)).json.nemHandelReceiverType === 1)
    await until(`document.querySelector('.ih').textContent.includes('5790000123456')`)
    expect(await texts('[name=projectNumber] option')).toEqual(['none', 'Ombygning 7'])
    await page.locator('[name=projectNumber]').selectOption('7')
    await eventually(async () => (await desk.client.get(`${DRAFTS}/${number}`)).json.projectNumber === 7)
    // Changed again while that is on its way: it follows, and is no conflict.
    await desk.console.settled(page)
    const held = await hold(page, 'invoices/drafts/\\d+')
    await way.selectOption('2')
    await way.selectOption('')
    held.come()
    await page.locator('[name=heading]').fill('Sommer')
    await page.locator('[name=heading]').blur()
    await eventually(async () => (await desk.client.get(`${DRAFTS}/${number}`)).json.heading === 'Sommer')
    await held.end()
    expect(await texts('.conflict')).toEqual([])
    await eventually(async () => (await desk.client.get(`${DRAFTS}/${number}`)).json.nemHandelReceiverType === null)
    expect(await desk.faults('invoice')).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    const off = page.locator('.il .i-off')
    expect([await off.innerText(), await off.isVisible()]).toEqual(['12,5', true])
    await page.locator('.il .i-what a').click()
    await page.locator('[name=discountPercentage]').fill('10')
    await press('Enter')
    await eventually(async () => {
      const [line] = (await desk.client.get(`${DRAFTS}/${number}/lines`)).json
      return line.discountPercentage === 10 || undefined
    })
    expect(await desk.faults('invoice')).toEqual([])
  })

  inLong('what another saved meanwhile stands beside what was typed', async () => {
    const number = await drafted(desk.client, [{ quantity: 2 }])
    await desk.enter(`/invoices/drafts/${number}`)
    await desk.shown.page.locator('[name=heading]').focus()
    await type('Vinter')
    const other = await changedAt(desk.client, `${DRAFTS}/${number}`, { heading: 'Sommer' })
    expect((await desk.client.put(`${DRAFTS}/${number}`, other)).status).toBe(204)
    // What is typed is kept in the browser before the service has it.
    await desk.shown.page.reload()
    await desk.console.settled(desk.shown.page)
    await until(`document.querySelector('[name=heading]')?.value === 'Vinter'`)
    await press('Control+s')
    await until(`document.querySelector('.conflict tbody tr')`)
    expect(await texts('.conflict tbody tr > *')).toEqual(['Heading', 'Vinter', 'Sommer'])
    const { lastUpdated } = (await desk.client.get(`${DRAFTS}/${number}`)).json
    const said = `Somebody else saved this at ${timeName(lastUpdated)}. Nothing is lost.`
    expect((await texts('.conflict p')).map((text) => text.trim())).toEqual([said])
    await desk.shown.page.locator('.conflict .btn.pri').focus()
    await press('Enter')
    await until(`!document.querySelector('.conflict')`)
    await eventually(async () => (await desk.client.get(`${DRAFTS}/${number}`)).json.heading === 'Vinter')
    expect(
      await desk.shown.page.evaluate(`Object.keys(localStorage).filter((name) => name.startsWith('daybook.draft.'))`),
    ).toEqual([])
  })

  test('what can be done with a customer is found with it, and done by its key', async () => {
    await desk.enter('/settings/company')
    const found = (await desk.client.get('/daybookapi/v1.0.0/search?q=æblet')).json.groups
    const { number, text } = found.find(({ kind }: { kind: string }) => kind === 'customers').items[0]
    const find = async (what: string) => {
      await press('Control+k')
      await until(`document.activeElement.matches('.qy input')`)
      await type(what)
    }
    await find('æblet')
    await until(
      `[...document.querySelectorAll('.found .it')].some((one) => one.textContent.includes('New invoice to'))`,
    )
    const items = await texts('.found .it')
    expect(items[0]).toContain('no open items')
    expect(items.slice(1, 3)).toEqual([
      expect.stringContaining(`New invoice to ${text}`),
      expect.stringContaining(`Register a payment from ${text}`),
    ])
    await press('ArrowDown', 'ArrowDown', 'Enter')
    await until(`document.activeElement?.name === 'text' && document.querySelector('tr.ed')`)
    expect(await desk.shown.page.locator('tr.ed [name=account]').inputValue()).toBe(number)
    expect(await desk.shown.page.locator('tr.ed [name=type]').inputValue()).toBe('2')
    await find('æblet')
    await until(
      `[...document.querySelectorAll('.found .it')].some((one) => one.textContent.includes('New invoice to'))`,
    )
    await press('Control+Enter')
    await until(`/\\/invoices\\/(new|drafts)/.test(location.pathname)`)
    expect(complaints()).toEqual([])
  })

  test('names that are HTML, scripts, formulas and marks of direction are texts', async () => {
    const name = '<img src=x onerror="document.title=1">\u202e=HYPERLINK("x")<script>alert(1)</script>'
    const number = await drafted(desk.client, [{ description: name }], { customerName: name, heading: name })
    await desk.enter(`/invoices/drafts/${number}`)
    await until(`document.querySelector('[name=heading]')?.value.includes('<script>')`)
    expect(await texts('.il tbody tr:first-child a[data-stop]')).toContain(name)
    // On a phone a line has its description in full, read and typed.
    const { page } = desk.shown
    await page.setViewportSize({ width: 390, height: 844 })
    const widthOf = (of: string): Promise<number> => page.$eval(of, (one) => (one as HTMLElement).offsetWidth)
    expect(await widthOf('.il .i-what')).toBeGreaterThan(200)
    await page.click('.il .i-what a')
    await focused('quantity')
    expect(await widthOf('.il [name=description]')).toBeGreaterThan(300)
    const fields = await page.$$eval('.il tr.ed input', (all) => all.map((one) => one.getBoundingClientRect()))
    const below = fields.slice(1, 3).map(({ top }, at) => top - fields[at]!.bottom)
    expect(Math.min(...below)).toBeGreaterThan(18)
    await page.locator('tr.ed').scrollIntoViewIfNeeded()
    expect(await desk.faults('invoice-line')).toEqual([])
    await press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
    await until(`!document.querySelector('tr.ed')`)
    await press('Escape')
    await until(`document.querySelector('.iv td.w a')`)
    expect(await texts('.iv td.w')).toContain(name)
    expect(await desk.shown.page.evaluate(`document.querySelectorAll('img, main script').length`)).toBe(0)
    expect(await desk.shown.page.title()).not.toBe('1')
    expect(complaints()).toEqual([])
  })
})
