import { describe, expect, test } from 'vitest'
import { eventually } from '../patience.ts'
import { bookDrafts } from '../resources/report-books.ts'
import { deskFor, findChromium, LONG } from './chromium.ts'

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
  const drafts = async (): Promise<Record<string, unknown>[]> =>
    (await desk.client.get('/daybookapi/v1.0.0/draft-entries')).json.items

  test(
    'by keys alone: signs in, drafts a voucher of three lines, mends it, books it, and reverses it',
    { timeout: LONG },
    async () => {
      const { page, complaints } = desk.shown
      expect(new URL(page.url()).hash).toBe('')
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
    },
  )
})

describe.skipIf(program === undefined)('the overview of a company that has figures', () => {
  const desk = deskFor(program, { width: 1440, theme: 'dark', language: 'da' }, { isClosed: true })
  const { until, press } = desk

  test('by keys alone: it begins something new', { timeout: LONG }, async () => {
    await bookDrafts(desk.client, {
      entryTypeNumber: 5,
      date: new Date().toISOString().slice(0, 10),
      accountNumber: 3605,
      amount: 100,
      contraAccountNumber: 5820,
    })
    await desk.enter('/')
    await until(`document.querySelector('.ov[data-sure=true]') && !document.querySelector('.skeleton')`)
    await press('n')
    await until(`document.activeElement?.matches('.begun a')`)
    await press('Enter')
    await until(`location.search === '?line=new' && document.querySelector('tr.ed') && !document.querySelector('.dlg')`)
  })
})
