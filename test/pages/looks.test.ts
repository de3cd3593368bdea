import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '../../src/access/tokens.ts'
import { isLong } from '../long.ts'
import { type TestService, testService } from '../service/harness.ts'
import { Browser, chromium } from './browser.ts'

// A browser takes seconds to start, and each page some. So only `npm run test:long` looks at them, or a run that names
// a CHROMIUM.
const isWanted = isLong || process.env.CHROMIUM !== undefined
const program = isWanted ? chromium() : undefined
if (isWanted && program === undefined) {
  process.stdout.write(
    'Nobody looks at the pages: there is no Chromium (apt-get install chromium, or name one by CHROMIUM).\n',
  )
}
/** Waiting ends long before; a machine that does much else draws slowly. */
const WIDTHS = [375, 640, 900, 1280, 1600]
const THEMES = ['light', 'dark'] as const
const OPERATION = '/docs/apis/journals/15.0.1/CreateNewDraftEntry'
const PAGES = [
  '/',
  '/docs',
  '/docs/guides',
  '/docs/guides/first-request',
  '/docs/guides/integrators',
  '/docs/guides/recipe-web-shop',
  '/docs/guides/glossary',
  '/docs/apis/journals/15.0.1',
  '/docs/apis/daybook/1.0.0',
  OPERATION,
  '/docs/apis/sales/5.3.0',
  '/errors',
  '/errors/JournalEntryCurrencyNotSet',
  '/nothing',
]

describe.skipIf(program === undefined)('the pages in Chromium', () => {
  let service: TestService
  let browser: Browser
  beforeAll(async () => {
    service = await testService()
    // The tokens that the pages send when nobody has given others.
    await service.database.rows(
      `WITH made AS (INSERT INTO agreement (agreement, name, is_demo) VALUES (100000, 'Demo', true) RETURNING agreement),
       demo AS (INSERT INTO app (name, secret_hash) VALUES ('Demo', decode($1, 'hex')) RETURNING app)
       INSERT INTO access_grant (agreement, app, token_hash, roles) SELECT agreement, app, decode($1, 'hex'), '{SuperUser}' FROM made, demo`,
      [hashToken('demo')],
    )
    browser = await Browser.open(program!)
  })
  afterAll(async () => {
    await browser?.close()
    await service.stop()
  })

  async function open(path: string): Promise<void> {
    await browser.visit(service.baseUrl + path)
    await browser.until(`location.pathname === '${path}' && document.readyState === 'complete'`)
    // The script has run when the first language stands there.
    await browser.until(`!document.querySelector('.tabbed') || document.querySelector('.tabbed [role="tab"]')`)
  }

  const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

  /** What axe finds, each kind with the first place. */
  async function violations(): Promise<string[]> {
    await browser.run(`${AXE}; undefined`)
    return await browser.run<string[]>(
      `axe.run(document, { resultTypes: ['violations'] }).then((found) =>
        found.violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 150)))`,
    )
  }

  test('every page fits every width in both themes, without a violation or a complaint', async () => {
    const faults: unknown[] = []
    for (const path of PAGES) {
      for (const theme of THEMES) {
        for (const width of WIDTHS) {
          await browser.screen(width, theme)
          await open(path)
          const beyond = await browser.run<number>('document.documentElement.scrollWidth - innerWidth')
          if (beyond > 0) faults.push([path, width, `${beyond} px beyond the screen`])
        }
        const found = await violations()
        if (found.length > 0) faults.push([path, theme, found])
      }
    }
    expect(faults).toEqual([])
    const missing = browser.complaints.filter((text) => !text.endsWith('/nothing'))
    const isOurs = (url: string): boolean => url.startsWith(`${service.baseUrl}/`) || /^(data|about):/.test(url)
    expect([missing, browser.requests.filter((url) => !isOurs(url))]).toEqual([[], []])
  })

  test('a request is tried with the demo tokens, and one that is refused says why', async () => {
    await open('/docs/apis/accounts/7.0.1/GetNumberOfAccounts')
    await browser.run(`document.querySelector('form[data-path] .primary').click()`)
    const status = `document.querySelector('#answer .tag')?.textContent`
    expect(await browser.until(status)).toMatch(/^200/)
    expect(await browser.read(`document.querySelector('#answer pre').textContent`)).toBe('0')
    await open(OPERATION)
    await browser.run(`document.querySelector('form[data-path] .primary').click()`)
    expect(await browser.until(status)).toMatch(/^403/)
    expect(await browser.until(`document.querySelector('#answer a')?.getAttribute('href')`)).toBe(
      '/errors/DemoReadOnly',
    )
  })

  test('tokens stay over pages, and the header says whose they are', async () => {
    const client = await service.client()
    await open('/docs')
    await browser.run(`(() => {
      const form = document.getElementById('tokens')
      form.elements.secret.value = ${JSON.stringify(client.headers['x-appsecrettoken'] ?? client.headers['X-AppSecretToken'])}
      form.elements.grant.value = ${JSON.stringify(client.headers['x-agreementgranttoken'] ?? client.headers['X-AgreementGrantToken'])}
      form.requestSubmit()
    })()`)
    const whose = `document.getElementById('whose').textContent`
    const named = await browser.until<string>(`!/^(Demo|No|Unknown)/.test(${whose}) && ${whose}`)
    await open('/docs/apis/accounts/7.0.1/GetNumberOfAccounts')
    await browser.until(`${whose} === ${JSON.stringify(named)}`)
    await browser.run(`document.getElementById('tokens').reset()`)
    await browser.until(`${whose} === 'Demo company, reads only'`)
  })

  test('the search finds by words, and goes there by keys', async () => {
    await open('/docs')
    await browser.run(`(() => {
      const find = document.getElementById('find')
      find.value = 'draft entry create'
      find.dispatchEvent(new Event('input', { bubbles: true }))
    })()`)
    await browser.until(`document.querySelectorAll('#found [role="option"]').length > 0`)
    await browser.run(
      `document.getElementById('find').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))`,
    )
    await browser.until(`location.pathname.startsWith('/docs/apis/')`)
    expect(await browser.read(`document.querySelector('h1').textContent`)).toMatch(/draft entry/i)
  })

  test('the language that was chosen is shown on the next page, too', async () => {
    await open(OPERATION)
    await browser.run(
      `[...document.querySelectorAll('[role="tab"]')].find((tab) => tab.textContent === 'Python').click()`,
    )
    await open('/docs/apis/accounts/7.0.1/GetNumberOfAccounts')
    const shown = `[...document.querySelectorAll('[data-language]')].filter(({ hidden }) => !hidden).map(({ dataset }) => dataset.language)`
    expect(await browser.read(shown)).toEqual(['python'])
  })
})
