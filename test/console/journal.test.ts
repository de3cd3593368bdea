import { describe, expect, test } from 'vitest'
import { pdf } from '../documents/files.ts'
import { eventually } from '../patience.ts'
import { bookDrafts } from '../resources/report-books.ts'
import { deskFor, findChromium, hold } from './chromium.ts'

const program = findChromium()

describe.skipIf(program === undefined)('a journal in Chromium', () => {
  const desk = deskFor(program, { width: 1440, theme: 'dark', language: 'da' })
  const { until, press } = desk

  /** Fills in the line from the text, where it begins: account, amount and contra account. */
  async function fill(account: string, amount: string, contra: string): Promise<void> {
    await until(`document.activeElement?.name === 'text'`)
    await press('Shift+Tab', 'Shift+Tab', 'Control+a')
    await desk.shown.page.keyboard.type(account)
    await press('Tab', 'Tab', 'Tab', 'Control+a')
    await desk.shown.page.keyboard.type(amount)
    await press('Tab', 'Tab', 'Control+a', 'Backspace')
    await desk.shown.page.keyboard.type(contra)
  }
  /** Reads what the bank has after booking, and attaches a receipt beside the voucher. */
  async function attach(): Promise<void> {
    await until(`document.querySelector('.jft').textContent.endsWith('Bank 5820 efter bogføring−1.000,00')`)
    await desk.shown.page
      .locator('.vou .att input')
      .setInputFiles({ name: 'bon.pdf', mimeType: 'application/pdf', buffer: pdf('Papir') })
    await until(`document.querySelector('.jg .clip svg') && document.querySelector('.pdf iframe')`)
  }
  const drafts = async (): Promise<Record<string, unknown>[]> =>
    (await desk.client.get('/daybookapi/v1.0.0/draft-entries')).json.items

  test('by keys alone: signs in, drafts a voucher of three lines, mends it, books it, and reverses it', async () => {
    const { page, complaints } = desk.shown
    expect(new URL(page.url()).hash).toBe('')
    await desk.client.post('/daybookapi/v1.0.0/bank-accounts', { accountNumber: 5820, name: 'Bank' })
    await desk.signIn()
    await press('g', 'j')
    await until(`document.querySelector('.tabs')`)
    await press('n')
    await until(`document.activeElement?.name === 'text'`)
    await page.keyboard.type('Papir og porto')
    await fill('3605', '436,2.5', '')
    await press('Enter')
    await until(`document.querySelector('.fts li') && document.querySelector('[name=amount].bad')`)
    // The field at fault has the focus, and what is wrong with it is said in the words of the reader.
    await until(`document.activeElement?.name === 'amount'`)
    await until(`document.querySelector('.fts li').textContent.includes('Beløb: “436,2.5” kan ikke forstås.')`)
    await press('Control+a', 'Delete', 'Enter')
    await until(`document.querySelector('.fts li')?.textContent.includes('Beløb mangler.')`)
    await page.keyboard.type('=600+200')
    await press('Enter')
    const lines: [string, string][] = [
      ['3617', '200'],
      ['5820', '-900'],
    ]
    for (const [at, [account, amount]] of lines.entries()) {
      await eventually(async () => (await drafts()).length === at + 1)
      await until(`document.querySelectorAll('.jg tbody tr.v1:not(.ed)').length > 0`)
      await fill(account, amount, '')
      // The foot counts what is typed with what is saved.
      await until(`document.querySelector('.jft b').textContent === '${at === 0 ? '1.000,00' : '100,00'}'`)
      await press('Enter')
    }
    await eventually(async () => (await drafts()).length === 3)
    expect(new Set((await drafts()).map(({ voucherNumber }) => voucherNumber)).size).toBe(1)
    // Off by what is missing, said by the service before anything is booked.
    await until(`document.querySelector('tr.ft')?.textContent.includes('100,00')`)
    await press('Escape')
    await until(`!document.querySelector('tr.ed')`)
    await press('j', 'j', 'j', 'Enter')
    await until(`document.activeElement?.name === 'amount'`)
    await press('Control+a')
    await page.keyboard.type('-1.000,00')
    await press('Enter')
    await until(`!document.querySelector('tr.ft') && !document.querySelector('.btn.pri').disabled`)
    await press('j', 'Enter')
    await until(`document.querySelector('.wb .tot .n')?.textContent === '0,00'`)
    await attach()
    await press('Escape', 'Control+Enter')
    await eventually(async () => (await drafts()).length === 0)
    await until(`document.querySelector('.told svg')`)
    const booked = (await desk.client.get('/daybookapi/v1.0.0/booked-entries')).json.items
    expect(booked.map((one: { amount: number }) => one.amount)).toEqual([800, 200, -1000])
    const { voucherNumber, date } = booked[0]
    await page.goto(
      `${desk.console.service.baseUrl}/app/${desk.client.agreement}/vouchers/1/${date.slice(0, 4)}/${voucherNumber}`,
    )
    await desk.console.settled(page)
    await page.locator('.ph .btn', { hasText: 'Tilbagefør' }).focus()
    await press('Enter')
    await until(`document.activeElement?.matches('.dlb input')`)
    await press('Enter')
    await eventually(
      async () => (await desk.client.get('/daybookapi/v1.0.0/voucher-reversals')).json.items.length === 1,
    )
    await until(`!document.querySelector('.dlg') && !location.pathname.endsWith('/${voucherNumber}')`)
    // What the service refused is all that the browser noted.
    expect(complaints.filter((text) => !/status of 400/.test(text))).toEqual([])
  })
})

describe.skipIf(program === undefined)('the overview of a company that has figures', () => {
  const desk = deskFor(program, { width: 1440, theme: 'dark', language: 'da' }, { isClosed: true })
  const { until, press } = desk

  test('by keys alone: it begins something new as the last one alike was; on a phone in a form', async () => {
    const paper = {
      entryTypeNumber: 5,
      date: new Date().toISOString().slice(0, 10),
      accountNumber: 3605,
      text: 'Papir til printeren',
      amount: 100,
      contraAccountNumber: 5820,
    }
    await bookDrafts(desk.client, paper)
    const draft = { ...paper, journalNumber: 1, amount: 25, currency: 'DKK' }
    expect((await desk.client.post('/daybookapi/v1.0.0/draft-entries', draft)).status).toBe(201)
    await desk.enter('/')
    await until(`document.querySelector('.ov[data-sure=true]') && !document.querySelector('.skeleton')`)
    await press('n')
    await until(`document.activeElement?.matches('.begun a')`)
    await press('Enter')
    await until(`location.search === '?line=new' && document.querySelector('tr.ed') && !document.querySelector('.dlg')`)
    // What the last of this text had: its account and the other side, by one key.
    await desk.type('Papir til printeren')
    await until(`document.querySelector('.sug b')?.textContent === '3605 · 5820'`)
    await press('Tab')
    await desk.focused('amount')
    await until(
      `document.querySelector('[name=account]').value + document.querySelector('[name=contra]').value === '36055820'`,
    )
    // Who ends a line while it is saved is not taken on to the next.
    const { page } = desk.shown
    const saved = await hold(page, 'draft-entries/\\d+')
    const count = async (): Promise<number> => (await desk.client.get('/daybookapi/v1.0.0/draft-entries/count')).json
    const before = await count()
    await desk.type('75')
    await press('Enter')
    await eventually(async () => (await count()) === before + 1)
    await until(`document.querySelectorAll('.jg tbody tr.v1:not(.ed)').length > ${before}`)
    await press('Escape')
    await until(`!document.querySelector('tr.ed')`)
    const answered = page.waitForResponse(/draft-entries\/\d+$/)
    saved.come()
    await answered
    await saved.end()
    await desk.console.settled(page)
    expect(await desk.texts('tr.ed')).toEqual([])
    // Beside a draft: what its account came to this year.
    await press('j', 'Enter')
    await until(`document.querySelector('.wb p')?.textContent.startsWith('3605 i år 100,00')`)
    // A phone has the whole line as a form.
    await press('Escape')
    await desk.shown.page.setViewportSize({ width: 390, height: 844 })
    await desk.shown.page.locator('.jft .btn').click()
    await desk.focused('text')
    for (const [name, typed] of [
      ['text', 'Porto'],
      ['amount', '75'],
      ['account', '3617'],
      ['contra', '5820'],
    ] as const) {
      await desk.shown.page.locator(`.jf [name=${name}]`).fill(typed)
    }
    await press('Enter')
    await eventually(async () => {
      const { items } = (await desk.client.get('/daybookapi/v1.0.0/draft-entries')).json
      const made = items.find(({ text }: { text: string }) => text === 'Porto')
      return made?.accountNumber === 3617 && made.amount === 75
    })
    expect(await desk.faults('journal')).toEqual([])
  })
})

describe.skipIf(program === undefined)('a voucher in another currency', () => {
  const desk = deskFor(program, { width: 1280, theme: 'light', language: 'en' }, { isClosed: true })
  const { until } = desk
  const API = '/daybookapi/v1.0.0'
  const today = new Date().toISOString().slice(0, 10)
  const shownDay = `${today.slice(8)}.${today.slice(5, 7)}.`

  /** Drafts euro against kroner, which do not come to the same. */
  async function drafted(exchangeRate?: number): Promise<number> {
    const common = { entryTypeNumber: 5, date: today, text: 'Til eurokonto' }
    const entries = [
      { accountNumber: 5820, amount: 6700, currency: 'EUR', exchangeRate },
      { accountNumber: 5820, amount: -55_000, currency: 'DKK' },
    ].map((one) => ({ ...common, ...one }))
    const { status, json, text } = await desk.client.post(`${API}/journals/1/vouchers`, { entries })
    expect([status, text]).toEqual([201, text])
    return json.voucherNumber
  }
  const mend = (what: string): Promise<void> => desk.shown.page.locator('.fault .l', { hasText: what }).click()
  const says = (what: string): Promise<void> =>
    until(`document.querySelector('tr.ft .fault')?.textContent.includes('${what}')`)

  test('that does not balance says its rate, of which day that is, and what mends it', async () => {
    await desk.client.post(`${API}/currencies`, { code: 'EUR', name: 'Euro' })
    const { items } = (await desk.client.get(`${API}/exchange-rates?filter=currency$eq:EUR$and:date$eq:${today}`)).json
    const rate = { currency: 'EUR', date: today, rate: 746.15 }
    if (items.length === 0) expect((await desk.client.post(`${API}/exchange-rates`, rate)).status).toBe(201)
    const voucher = await drafted(700)
    await desk.enter(`/journals/1?v=${voucher}`)
    const of = `at its rate of 700,00; at that of ${shownDay} (746,15) it would be 49.992,05.`
    await says(`Off by −8.100,00. EUR 6.700,00 is 46.900,00 ${of}`)
    expect(await desk.faults('rates')).toEqual([])
    // Whole on a phone, too.
    await desk.shown.page.setViewportSize({ width: 390, height: 844 })
    await until(
      `[...document.querySelectorAll('.ft .fault *')].every((one) => one.getBoundingClientRect().right <= 390)`,
    )
    await desk.shown.page.setViewportSize({ width: 1280, height: 800 })
    await mend(`Take the rate of ${shownDay}`)
    await says(`Off by −5.007,95. EUR 6.700,00 is 49.992,05 at the rate of ${shownDay} (746,15).`)
    await mend('Take the rate 820,895522')
    await until(`!document.querySelector('tr.ft') && document.querySelector('.wb .tot .n')?.textContent === '0,00'`)
    await drafted()
    await desk.shown.page.reload()
    await says('Off by −5.007,95.')
    await mend('Post 5.007,95 to 4330')
    await until(`!document.querySelector('tr.ft') && document.querySelectorAll('.jg tbody tr').length === 5`)
    const drafts = (await desk.client.get(`${API}/draft-entries`)).json.items as Record<string, unknown>[]
    const [posted] = drafts.slice(-1)
    expect([posted!.accountNumber, posted!.amount, posted!.currency]).toEqual([4330, 5007.95, 'DKK'])
  })
})
