import { describe, expect, test } from 'vitest'
import {
  type BankLine,
  datesOf,
  distinct,
  leftOf,
  patternOf,
  certaintyOf,
  type Suggestion,
  withRest,
} from '../../src/console/bank.ts'
import { camt, DB, sendStatement } from '../bank/files.ts'
import { invoice, reconciled, stateOf, withLines } from '../bank/matching.ts'
import { eventually } from '../patience.ts'
import { bookDrafts } from '../resources/report-books.ts'
import { danishSandbox, deskFor, findChromium, hold } from './chromium.ts'
import { exactShown } from './figures.ts'

const program = findChromium()

const suggestion = (more: Partial<Suggestion>): Suggestion => ({
  kind: 'item',
  confidence: 'likely',
  code: 'ItemNamed',
  facts: {},
  match: { bankLines: [1] },
  ...more,
})

test('a line stands by its first suggestion, and what says the same is said once', () => {
  expect(certaintyOf([])).toBe('none')
  expect(certaintyOf([suggestion({ confidence: 'sure' })])).toBe('sure')
  expect(certaintyOf([suggestion({})])).toBe('likely')
  expect(certaintyOf([suggestion({ facts: { lessAmount: '87.50' } })])).toBe('odd')
  expect(certaintyOf([suggestion({ confidence: 'possible' })])).toBe('odd')
  expect(distinct([suggestion({ code: 'a' }), suggestion({ code: 'b' })]).map(({ code }) => code)).toEqual(['a'])
})

test('lines are narrowed to a month, or to a day where all are of one month', () => {
  const on = (...days: string[]): BankLine[] => days.map((date) => ({ date }) as BankLine)
  expect(datesOf(on('2026-10-31', '2026-11-02', '2026-11-01'))).toEqual(['2026-11', '2026-10'])
  expect(datesOf(on('2026-11-01', '2026-11-02', '2026-11-01'))).toEqual(['2026-11-02', '2026-11-01'])
})

test('what is missing is left open, written off or a fee; what is left of an amount, and what a rule looks for', () => {
  const match = { bankLines: [1], leaveOpen: true }
  expect(withRest(match, 'leave', undefined)).toEqual(match)
  expect(withRest(match, 'writeOff', 3670)).toEqual({ bankLines: [1], writeOffAccountNumber: 3670 })
  expect(withRest(match, 'fee', 3620)).toEqual({ bankLines: [1], differenceAccountNumber: 3620 })
  expect(leftOf('-100.00', ['-60.00', undefined])).toBe('-40.00')
  expect(leftOf('-100.00', ['-60.00', '-40.00'])).toBeUndefined()
  expect(patternOf('Dankort 7703 Papir og kontor')).toBe('*dankort papir og*')
})

describe.skipIf(program === undefined)('the bank in Chromium', () => {
  const desk = deskFor(
    program,
    { width: 1440, theme: 'light', language: 'da' },
    {
      make: async (service) => {
        const client = await withLines(service)
        await service.database.rows(
          `INSERT INTO account (agreement, number, name, type) VALUES ($1, 2755, 'Tab på debitorer', 1), ($1, 3620, 'Bankgebyrer', 1)
         ON CONFLICT DO NOTHING`,
          [client.agreement],
        )
        await bookDrafts(client, invoice('10001', 1250), invoice('10002', 2500, { contraVatCode: 'U25' }))
        return client
      },
    },
  )
  const { until, press } = desk

  const states = async (): Promise<string[]> => Promise.all([1, 2, 3].map((number) => stateOf(desk.client, number)))

  test('by keys alone: a file is read, and what is sure is accepted, taken back, and accepted', async () => {
    const { page } = desk.shown
    await desk.signIn()
    await press('g', 'b')
    await until(`document.querySelector('.eq') && document.querySelector('.bk .state')`)
    await press('n')
    await until(`document.activeElement?.type === 'file'`)
    const lines = [
      { date: '2026-03-09', amount: '1250.00', text: 'Faktura 10001' },
      { date: '2026-03-10', amount: '2412.50', text: 'Faktura 10002' },
      { date: '2026-03-11', amount: '-215.00', text: 'Kortgebyr' },
    ]
    const file = { name: 'udtog.xml', mimeType: 'text/xml', buffer: camt(lines, { opening: '0.00' }) }
    // The chooser itself is the system's.
    await page.locator('.up [type=file]').setInputFiles(file)
    await until(`document.querySelector('.up dl')?.textContent.includes('3 nye linjer')`)
    expect((await desk.client.get(`${DB}/bank-lines/count`)).json).toBe(0)
    // Its statement comes last: what was accepted meanwhile is told all the same.
    const statements = await hold(page, 'bank-statements\\?.*')
    await press('Tab', 'Enter')
    await until(`document.querySelectorAll('.bkt tr.open').length === 3 && !document.querySelector('.dlg')`)
    await until(`document.querySelector('.top .btn.pri')?.disabled === false`)
    await press('Shift+Enter')
    await eventually(async () => (await states()).join() === 'matched,open,open')
    await until(`document.querySelector('.told-in').textContent`)
    statements.come()
    await until(`document.querySelector('.top select.only-wide')`)
    await statements.end()
    await until(
      `document.querySelectorAll('.bkt tr.done').length === 1 && document.querySelector('.told-in').textContent`,
    )
    await press('u')
    await eventually(async () => (await states()).join() === 'open,open,open')
    await until(`document.querySelectorAll('.bkt tr.open').length === 3`)
    // Of one day alone, and of all again.
    const dates = page.locator('.bk .ph select')
    await dates.selectOption('2026-03-10')
    await until(`document.querySelector('.bkt tr.open a').textContent === 'Faktura 10002'`)
    expect(await desk.texts('.bkt tr.open .n > b')).toEqual(['2.412,50'])
    await dates.selectOption('')
    await until(`document.querySelectorAll('.bkt tr.open').length === 3`)
    await page.evaluate('document.activeElement.blur()')
    await press('j', 'j', 'j')
    await until(`document.activeElement === document.querySelector('.bkt tr.on [data-stop]') &&
      document.activeElement.textContent === 'Faktura 10001'`)
    expect(await page.evaluate(`getComputedStyle(document.activeElement).outlineStyle`)).toBe('solid')
    // What a line may be is read again after its match was taken back.
    await until(`document.querySelector('.top .btn.pri')?.disabled === false`)
    await press('Enter')
    await eventually(async () => (await states())[0] === 'matched')
    await until(`document.activeElement?.textContent === 'Faktura 10002' && document.querySelector('.mis')`)
    expect(await desk.faults('bank')).toEqual([])

    await explained()
  })

  /**
   * From the line that is odd on: what is missing is written off, a fee is posted, and the difference is explained to
   * 0.00.
   */
  async function explained(): Promise<void> {
    const { page, complaints } = desk.shown
    // On a phone the list was not there to have the focus.
    await page.evaluate(`document.querySelector('.bkt tr.on [data-stop]').focus()`)
    await press('Enter')
    await until(`document.activeElement?.name === 'choice'`)
    await press('Tab', 'ArrowDown')
    await until(`document.querySelector('.mis [name=account]')`)
    await press('Tab')
    await page.keyboard.type('2755')
    await until(`document.querySelector('.wbk')?.textContent.includes('17,50') &&
      document.querySelector('.bl .btn.pri')?.disabled === false`)
    await press('Enter')
    await eventually(async () => (await states())[1] === 'matched')
    await until(`document.activeElement?.textContent === 'Kortgebyr'`)
    await press('Enter')
    await until(`document.activeElement?.name === 'account'`)
    await page.keyboard.type('3620')
    await until(`document.querySelector('.wbk')?.textContent.includes('3620')`)
    await press('Enter')
    await eventually(async () => (await states()).join() === 'matched,matched,matched')
    // Bank and ledger differ by the drafts, and by nothing else.
    await until(`document.querySelector('.eq .end .fig')?.textContent === '0,00'`)
    await until(`document.querySelector('.why .w .m3')?.textContent === '3 linjer'`)
    expect(await reconciled(desk.client, '2026-03-11')).toMatchObject({
      difference: '3447.50',
      unexplained: '0.00',
      explained: [{ kind: 'drafted', amount: '3447.50' }],
    })
    await press('l')
    await until(
      `document.activeElement?.matches('.dlb input') && document.querySelector('.dlb .btn.pri')?.disabled === false`,
    )
    await press('Enter')
    await eventually(async () => (await desk.client.get(`${DB}/reconciliations`)).json.items.length === 1)
    await until(`!document.querySelector('.dlg')`)
    expect(complaints).toEqual([])
  }
})

describe.skipIf(program === undefined)('two accounts at the bank on the overview', () => {
  const [today] = new Date().toISOString().split('T') as [string]
  const IBANS = ['DK9099910004127703', 'DK5000400440116243']
  const desk = deskFor(
    program,
    { width: 1280, theme: 'dark', language: 'en' },
    {
      make: async (service) => {
        const client = await danishSandbox(service)
        const paper = { accountNumber: 3605, contraAccountNumber: 5820, amount: 1250, text: 'Papir' }
        await bookDrafts(client, { entryTypeNumber: 5, date: today, ...paper })
        for (const [at, iban] of IBANS.entries()) {
          const account = { accountNumber: [5820, 5830][at], name: ['Drift', 'Euro'][at], iban }
          expect((await client.post(`${DB}/bank-accounts`, account)).status).toBe(201)
          const lines = ['100.00', '250.00'].slice(at).map((amount) => ({ date: today, amount, text: `Fra ${amount}` }))
          const sent = await sendStatement(
            client,
            camt(lines, { iban, opening: '0.00', currency: ['DKK', 'EUR'][at]! }),
          )
          expect([sent.status, sent.text]).toEqual([201, sent.text])
        }
        return client
      },
      isClosed: true,
    },
  )

  test('each has its own lines, and what it differs by', async () => {
    await desk.enter('/')
    await desk.until(`document.querySelectorAll('.todo .all[href*="/bank/"]').length === 2`)
    const reports = [1, 2].map((number) => `${DB}/reconciliation?bankAccountNumber=${number}&date=${today}`)
    const [drift, euro] = await Promise.all(reports.map(async (path) => (await desk.client.get(path)).json.difference))
    expect([drift, euro]).toEqual([1600, 250])
    expect(await desk.texts('.todo:has([href*="/bank/"]) :is(.all, .under, .amt)')).toEqual([
      ...['2 bank lines have no counterpart yet', '5820 Drift · the bank and the ledger differ by', exactShown(drift)],
      ...[
        '1 bank line has no counterpart yet',
        '5830 Euro · the bank and the ledger differ by',
        `EUR ${exactShown(euro)}`,
      ],
    ])
    expect(await desk.faults('overview')).toEqual([])
  })
})
