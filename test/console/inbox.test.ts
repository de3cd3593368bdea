import { describe, expect, test } from 'vitest'
import { inboxPaths } from '../../src/console/inbox.ts'
import { eventually } from '../patience.ts'
import { bookDrafts } from '../resources/report-books.ts'
import { danishSandbox, deskFor, findChromium } from './chromium.ts'
import { wholeShown } from './figures.ts'

const program = findChromium()
const DB = '/daybookapi/v1.0.0'
const TODAY = new Date().toISOString().slice(0, 10)
const [YEAR, MONTH] = [TODAY.slice(0, 4), Number(TODAY.slice(5, 7))]
/** A white pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
)

describe.skipIf(program === undefined)('documents before vouchers in Chromium', () => {
  const desk = deskFor(
    program,
    { width: 390, theme: 'light', language: 'da' },
    {
      make: async (service) => {
        const client = await danishSandbox(service)
        await client.post(`${DB}/people`, { initials: 'AB', name: 'Anna Berg' })
        const paper = { accountNumber: 3605, contraAccountNumber: 5820, amount: 1250, text: 'Papir og penne' }
        // The journal is booked whole, with what was asked.
        await bookDrafts(client, { entryTypeNumber: 5, date: TODAY, ...paper })
        return client
      },
      link: { person: 'AB' },
      isClosed: true,
      isEach: true,
    },
  )
  const { until, press } = desk

  const items = async (): Promise<Record<string, unknown>[]> => (await desk.client.get(`${DB}/inbox`)).json.items
  const looked = async (name: string): Promise<void> => expect(await desk.faults(name)).toEqual([])
  const goTo = async (path: string): Promise<void> => {
    await desk.shown.page.goto(`${desk.console.service.baseUrl}/app/${desk.client.agreement}${path}`)
    await desk.console.settled(desk.shown.page)
  }

  test('a supplier is looked for by any text', async () => {
    for (const text of ['4', 'Å/S (nord) $*']) {
      const found = await desk.client.get(inboxPaths.findSuppliers(text))
      expect([found.status, found.json], text).toEqual([200, []])
    }
  })

  test('on a phone: a receipt is taken by photo and kept', async () => {
    await desk.enter('/capture')
    const { page, complaints } = desk.shown
    await page.locator('.shot [type=file]').setInputFiles({ name: 'IMG.png', mimeType: 'image/png', buffer: PNG })
    await until(`document.querySelector('.shot img')?.complete`)
    // The last of the same amount: one tap takes what it cost, its text and what paid it.
    await page.fill('[name=amount]', '1.250,00')
    await until(`/^som bilag \\d+, \\d\\d\\.\\d\\d\\.$/.test(document.querySelector('.alike')?.textContent)`)
    await page.click('.chips .chip:first-child')
    const typed = ['text', 'account', 'contra'].map((name) => page.inputValue(`[name=${name}]`))
    expect(await Promise.all(typed)).toEqual(['Papir og penne', '3605', '5820'])
    await until(`document.querySelector('.chips .chip.on')?.textContent.startsWith('3605 ')`)
    await looked('capture')
    await page.click('.capb .btn:first-child')
    await eventually(async () => (await items()).length === 1)
    expect(await items()).toMatchObject([{ kind: 'png', note: 'Papir og penne', state: 'new' }])
    await until(`!document.querySelector('.shot img')`)

    await drafted()
    await approved()
    expect(complaints).toEqual([])
  })

  test('what is to be approved stands beside what its supplier sent before', async () => {
    const { client } = desk
    const supplier = { number: 501, name: 'Kragh Advokater', groupNumber: 1, currency: 'DKK' }
    const { number } = await posted('suppliers', supplier)
    const invoice = (supplierInvoiceNumber: string, amount: number) => ({
      ...{ entryTypeNumber: 3, date: TODAY, supplierNumber: number, supplierInvoiceNumber, amount: -amount },
      ...{ contraAccountNumber: 3645, contraVatCode: 'I25', text: 'Juridisk bistand', dueDate: TODAY },
    })
    const asked = async (supplierInvoiceNumber: string): Promise<void> => {
      const entries = [{ ...invoice(supplierInvoiceNumber, 500), currency: 'DKK' }]
      const { voucherNumber } = await posted('journals/1/vouchers', { entries })
      const approval = await posted('voucher-approvals', { journalNumber: 1, voucherNumber, people: ['AB'] })
      await desk.enter(`/approve?approval=${approval.number}`)
      await until(`document.querySelector('.apb h2')?.textContent === 'Kragh Advokater'`)
    }
    await asked('62474')
    await until(`document.querySelector('.apb [data-of=before]').textContent === 'ingen i år fra denne leverandør'`)
    await bookDrafts(client, invoice('62475', 8068.9))
    await asked('62476')
    const day = `${TODAY.slice(8)}.${TODAY.slice(5, 7)}.`
    await until(
      `document.querySelector('.apb [data-of=before]').textContent === '2 i år fra denne leverandør, senest 8.068,90, ${day}'`,
    )
    await looked('approve')
  })

  async function posted(path: string, body: object): Promise<Record<string, number>> {
    const { status, json, text } = await desk.client.post(`${DB}/${path}`, body)
    expect([status, text]).toEqual([201, text])
    return json
  }

  /** By keys alone: the document is found in the inbox, its voucher is typed beside it, and somebody is asked. */
  async function drafted(): Promise<void> {
    const { page } = desk.shown
    await page.setViewportSize({ width: 1440, height: 900 })
    await goTo('/')
    await press('g', 'd')
    await until(`document.querySelector('.ibt tr.open')`)
    await press('j')
    await until(`document.querySelector('.ibd img') && document.querySelector('[name=amount]')`)
    await looked('inbox')
    // On a phone the list was not there to have the focus.
    const row = `document.querySelector('.ibt tr.open [data-stop]')`
    await until(`${row}.focus() || document.activeElement === ${row}`)
    await press('ArrowRight')
    await until(`document.activeElement?.name === 'supplier'`)
    await press('Tab', 'Tab')
    await page.keyboard.type('1.250,00')
    await press('Tab', 'Tab')
    await page.keyboard.type('3605')
    await press('Tab', 'Tab')
    await page.keyboard.type('5820')
    await until(`document.querySelector('.ibn .btn.pri')?.disabled === false`)
    await press('Control+Enter')
    await eventually(async () => (await items())[0]!.state === 'drafted')
    const [draft] = (await desk.client.get(`${DB}/draft-entries`)).json.items
    expect(draft).toMatchObject({
      accountNumber: 3605,
      contraAccountNumber: 5820,
      amount: 1250,
      text: 'Papir og penne',
    })
    await until(`document.querySelector('.ibn form .btn')?.disabled === false`)
    await page.locator('.ibn form .btn').focus()
    await press('Enter')
    await eventually(async () => (await desk.client.get(`${DB}/voucher-approvals`)).json.items.length === 1)
  }

  /** On a phone in the dark: what was asked is approved, with its picture above. */
  async function approved(): Promise<void> {
    const { page } = desk.shown
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await goTo('/approve')
    await until(`document.querySelector('.apd img') && document.querySelector('.apb .v')?.textContent === '1.250,00'`)
    // What that account came to this year, as the API says.
    const budget = (await desk.client.get(`${DB}/budget-report?year=${YEAR}&by=year&periodTo=${MONTH}`)).json.items
    const { actual } = budget.find(({ accountNumber }: { accountNumber: number }) => accountNumber === 3605)
    await until(`document.querySelector('.apb [data-of=year]')?.textContent === 'konto 3605: ${wholeShown(actual)}'`)
    await looked('approve')
    await page.click('.apa .btn.pri')
    await eventually(async () => (await desk.client.get(`${DB}/voucher-approvals`)).json.items[0].state === 'approved')
    await until(`document.querySelector('.apr .state')`)
  }
})
