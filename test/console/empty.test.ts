import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { capital, timeName } from '../../src/console/period.ts'
import { eventually } from '../patience.ts'
import { change } from '../resources/sales.ts'
import { deskFor, findChromium } from './chromium.ts'

const program = findChromium()
const CHANGES = '/daybookapi/v1.0.0/changes'

describe.skipIf(program === undefined)('an empty company in Chromium', () => {
  const desk = deskFor(program, { width: 1440, theme: 'dark', language: 'en' }, { isEach: true })
  const { until, press, type, focused } = desk

  const looksGood = async (name: string): Promise<void> => expect(await desk.faults(name)).toEqual([])

  /** The newest change is the one that a conflict names. */
  async function saysWhoSaved(): Promise<void> {
    const [{ appName, time }] = (await desk.client.get('/daybookapi/v1.0.0/changes/paged?pageSize=1&sort=-number')).json
    const said = `${capital(appName)} saved this at ${timeName(time)}. `
    await desk.until(`document.querySelector('.conflict').innerText.startsWith('${said}')`)
  }

  test('by keys alone: its data, and a first invoice of a new customer and a new product', async () => {
    await press('Tab', 'Enter')
    await until(`document.querySelectorAll('.steps li').length > 2`)
    await until(`document.querySelector('.top .btn') && document.querySelector('.steps a[href$="/capture"]')`)
    await looksGood('steps')
    await press('c')
    await until(`document.querySelector('.rf')`)
    await desk.shown.page.locator('[name=corporateIdentificationNumber]').focus()
    await type('123')
    await press('Enter')
    await until(`document.querySelector('.rf .f .fault') && document.querySelector('.in-t.bad').value === '123'`)
    await press('Control+a')
    await type('99412704')
    await press('Enter')
    const company = '/daybookapi/v1.0.0/company'
    await eventually(
      async () => (await desk.client.get(company)).json.corporateIdentificationNumber === '99412704' || undefined,
    )
    await until(`!document.querySelector('.rf .fault')`)
    await looksGood('company')
    // Somebody else changes it while one types.
    await desk.shown.page.locator('[name=city]').focus()
    await type('Vejle')
    expect((await change(desk.client, company, { city: 'Kolding', phone: '70102030' })).status).toBe(204)
    await press('Enter')
    await until(`document.querySelector('.conflict tbody tr')`)
    const rows = ['City', 'Vejle', 'Kolding', 'Phone', 'unchanged', '70102030']
    expect(await desk.texts('.conflict tbody tr > *')).toEqual(rows)
    await saysWhoSaved()
    await desk.shown.page.locator('.conflict .btn.pri').focus()
    await press('Enter')
    await eventually(async () => (await desk.client.get(company)).json.city === 'Vejle' || undefined)
    await until(`!document.querySelector('.conflict')`)
    expect((await desk.client.get(company)).json.phone).toBe('70102030')

    await press('Escape')
    await desk.shown.page.evaluate('document.activeElement.blur()')
    await press('g', 'o')
    await until(`document.querySelector('.steps [data-done=true]')`)
    await press('i')
    await focused('customer')
    await type('Ålborg Cykler')
    await until(`document.querySelector('#customer-found .it.on')`)
    await press('Enter')
    await focused('name')
    await press('Enter')
    await until(`/\\/invoices\\/drafts\\/\\d+$/.test(location.pathname)`)
    await focused('productNumber')
    await type('Lygte')
    await until(`document.querySelector('#productNumber-found .it.on')`)
    await press('Enter')
    await focused('name')
    await press('Tab', 'Tab')
    await focused('salesPrice')
    await type('99,50')
    await press('Enter')
    await focused('quantity')
    await type('2')
    await press('Enter')
    await until(`document.querySelector('.sums .tot dd')?.textContent === '248,75'`)
    await press('Escape')
    await until(`!document.querySelector('.top .btn.pri').disabled`)
    await press('Control+Enter')
    await until(`/\\/invoices\\/\\d+$/.test(location.pathname)`)
    const { items } = (await desk.client.get('/daybookapi/v1.0.0/booked-invoices')).json
    expect(items.map(({ amount }: { amount: number }) => amount)).toEqual([248.75])
    await press('g', 'o')
    await until(`document.querySelector('.ov')`)
    expect(desk.shown.complaints.filter((text) => !/status of (400|409)/.test(text))).toEqual([])
  })
})

describe.skipIf(program === undefined)('a place of an empty company in Chromium', () => {
  const look = { width: 1440, theme: 'dark', language: 'en' } as const
  const desk = deskFor(program, look, { isEach: true, isClosed: true })
  const { until, press, type, focused } = desk

  /** A page of the company, by who has signed in. */
  async function pageOf(path: string): Promise<void> {
    await desk.shown.page.goto(`${desk.console.service.baseUrl}/app/${desk.client.agreement}${path}`)
    await desk.console.settled(desk.shown.page)
  }

  const looksGood = async (name: string): Promise<void> => expect(await desk.faults(name)).toEqual([])

  test('nothing is asked that could have nothing to say', async () => {
    await desk.enter('/')
    await until(`document.querySelectorAll('.steps li').length > 2`)
    await desk.console.settled(desk.shown.page)
    const asked = await desk.shown.page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => /api\/v[^/]+\/([^?]+)/.exec(name)?.[1] ?? []),
    )
    const ofSandbox = ['clock', 'fault-plan', 'snapshots']
    expect(asked.sort()).toEqual(['AccountingYears/paged', ...ofSandbox, 'company', 'waiting'].sort())
  })

  test('its bank account is made where bank statements are read', async () => {
    await desk.enter('/bank')
    const { page } = desk.shown
    await focused('name')
    await press('Control+a')
    await type('Driftskonto')
    await page.locator('[name=iban]').focus()
    await press('Control+a')
    await type('DK00')
    await press('Enter')
    await until(`document.querySelector('[name=iban].bad')`)
    await looksGood('bank-account')
    await press('Control+a')
    await type('DK5000400440116243')
    await press('Enter')
    await until(`document.querySelector('.eq')`)
    const { items } = (await desk.client.get('/daybookapi/v1.0.0/bank-accounts')).json
    expect(items).toMatchObject([{ name: 'Driftskonto', iban: 'DK5000400440116243' }])
    expect(await page.evaluate(() => document.querySelector('h1')!.textContent)).toBe(`Bank ${items[0].accountNumber}`)
  })

  test('people are added, and sessions are listed and ended', async () => {
    await desk.enter('/settings/people')
    const { page } = desk.shown
    await page.locator('[name=initials]').focus()
    await type('MJ')
    await press('Tab')
    await type('Mette <b>Juhl</b>')
    await press('Enter')
    await until(`[...document.querySelectorAll('.set td.w')].some((one) => one.textContent.includes('<b>Juhl</b>'))`)
    const code = await desk.newCode({ person: 'MJ' })
    const other = await desk.console.service.call('POST', '/app/session', {
      body: { code },
      headers: { 'daybook-console': '1', host: '127.0.0.1', origin: 'http://127.0.0.1' },
    })
    expect(other.status).toBe(201)
    await pageOf('/settings/sessions')
    await until(`document.querySelectorAll('.set tbody tr').length === 2`)
    await looksGood('sessions')
    await page.locator('.set tbody .l').focus()
    await press('Enter')
    await eventually(async () =>
      (await desk.client.get('/daybookapi/v1.0.0/console-sessions')).json.items.length === 1 ? true : undefined,
    )
    await until(`document.querySelectorAll('.set tbody tr').length === 1`)
  })

  test('the audit trail says what was before and after, and the books are verified', async () => {
    const company = '/daybookapi/v1.0.0/company'
    expect((await change(desk.client, company, { city: 'Kolding' })).status).toBe(204)
    await desk.enter('/settings/company')
    const { page } = desk.shown
    await press('g', 'u')
    await until(`document.querySelectorAll('.au tbody tr').length > 3`)
    // Who did it, and bookings alone, of which there are none.
    const { app } = (await desk.client.get('/daybookapi/v1.0.0/changes?filter=resource$eq:Company')).json.items.at(-1)
    await page.locator('.tool select').nth(1).selectOption(`app:${app}`)
    await until(`document.querySelectorAll('.au tbody [data-stop]').length === 1`)
    // What commands did: nobody's name, no app's.
    await page.locator('.tool select').nth(1).selectOption('command')
    const byNobody = `${CHANGES}/count?filter=app$eq:$null:$and:person$eq:$null:`
    const made = Math.min(100, (await desk.client.get(byNobody)).json)
    await until(`document.querySelectorAll('.au tbody [data-stop]').length === ${made}`)
    const [newest] = (await desk.client.get(`${CHANGES}/paged?sort=-number&pageSize=1&filter=app$eq:$null:`)).json
    const called = [newest.key, newest.name].filter((one) => one !== null).join(' ')
    expect((await desk.texts('.au tbody .w a'))[0]!.endsWith(called)).toBe(true)
    await page.locator('.tool select').nth(1).selectOption('')
    await until(`document.querySelectorAll('.au tbody tr').length > 3`)
    await page.evaluate('document.activeElement.blur()')
    await press('m')
    await until(`document.querySelector('.au .state') && !document.querySelector('.au tbody')`)
    await press('m')
    await until(`document.querySelectorAll('.au tbody tr').length > 3`)
    const { items } = (await desk.client.get('/daybookapi/v1.0.0/changes?filter=resource$eq:Company')).json
    const last = items.at(-1)
    await pageOf('/audit?what=Company')
    await press('j', 'Enter')
    await until(`document.querySelector('.diff ins')`)
    const written = (of: 'before' | 'after'): string[] =>
      last.properties.map((one: Record<string, string | null>) => one[of]).filter((one: string | null) => one !== null)
    expect([await desk.texts('.diff del'), await desk.texts('.diff ins')]).toEqual([
      written('before'),
      written('after'),
    ])
    await looksGood('audit')
    const downloads = page.waitForEvent('download', { timeout: 0 })
    await page.locator('.top [aria-label="Download as CSV"]').click()
    const lines = (await text(await (await downloads).createReadStream())).split('\r\n')
    expect(lines[0]!.startsWith('time,person,personName,app,appName,changeNumber,resource,key,name,property,')).toBe(
      true,
    )
    const cells = last.properties.map((one: Record<string, string | null>) =>
      [one.property, one.before, one.after].map((cell) => (cell === null ? '' : `"${cell}"`)).join(),
    )
    for (const cell of cells) expect(lines.some((line) => line.includes(`,${cell},`))).toBe(true)
    await page.locator('.top .btn', { hasText: 'Verify' }).focus()
    await press('Enter')
    await until(`document.querySelector('.top .pos')`)
  })
})
