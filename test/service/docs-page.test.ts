import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '../../src/access/tokens.ts'
import { apis } from '../../src/resources/index.ts'
import { runs } from '../long.ts'
import { Browser, chromium } from './browser.ts'
import { type TestService, testService } from './harness.ts'

// A browser takes seconds to start, and the page one for each API. So only `npm run test:long` looks at it, or a run that names a CHROMIUM.
const isWanted = runs(0, 1) === 1 || process.env.CHROMIUM !== undefined
const program = isWanted ? chromium() : undefined
if (isWanted && program === undefined) {
  process.stdout.write(
    'Nobody looks at /docs: there is no Chromium (apt-get install chromium, or name one by CHROMIUM).\n',
  )
}
/** Waiting ends long before; a machine that does much else draws slowly. */
const LONG = 300_000

describe.skipIf(program === undefined)('the page /docs in Chromium', () => {
  let service: TestService
  let browser: Browser
  beforeAll(async () => {
    service = await testService()
    // The tokens that the page fills in.
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

  const visit = (document: string): Promise<void> =>
    browser.visit(`${service.baseUrl}/docs?document=${encodeURIComponent(document)}`)

  /** The groups of a document in its order, and how many operations the first has. */
  async function groupsOf(document: string): Promise<[groups: number, ofFirst: number]> {
    const { json } = await service.call('GET', document)
    const operations = Object.values(json.paths as Record<string, object>).flatMap(
      (path) => Object.values(path) as { tags: string[] }[],
    )
    const [first] = json.tags as { name: string }[]
    return [json.tags.length as number, operations.filter(({ tags }) => tags.includes(first!.name)).length]
  }

  /** Waits until the groups of a document stand there, and unfolds the first. */
  async function unfold(document: string, groups: number): Promise<void> {
    const tags = `document.querySelectorAll('.opblock-tag')`
    await browser.until(`document.getElementById('api').value === '${document}' && ${tags}.length === ${groups}`)
    await browser.until(`(${tags}[0].click(), true)`)
  }

  test('every API opens, nothing is complained about or loaded from elsewhere', { timeout: LONG }, async () => {
    await browser.visit(`${service.baseUrl}/docs`)
    const offered = await browser.until<string[]>(
      `[...document.getElementById('api').options].map(({ value }) => value)`,
    )
    // The newest version of each stands first.
    const newest = apis.map(({ name }) => offered.find((document) => document.split(/[/.]/)[2] === name)!)
    for (const document of newest) {
      const [groups, ofFirst] = await groupsOf(document)
      await visit(document)
      await unfold(document, groups)
      await browser.until(`document.querySelectorAll('.opblock').length === ${ofFirst}`)
      const faults = await browser.read(`document.querySelectorAll('.errors-wrapper').length`)
      expect([document, ofFirst > 0, faults]).toEqual([document, true, 0])
    }
    const isOurs = (url: string): boolean => url.startsWith(`${service.baseUrl}/`) || /^(data|about):/.test(url)
    expect([browser.complaints, browser.requests.filter((url) => !isOurs(url))]).toEqual([[], []])
  })

  /** Opens an operation, presses Execute, and answers the status and text that are shown then. */
  async function tried(method: string, path: string): Promise<[string, string]> {
    const block = `[...document.querySelectorAll('.opblock-${method}')].find((one) => one.querySelector('[data-path="${path}"]'))`
    await browser.until(`(${block}.querySelector('.opblock-summary-control').click(), true)`)
    // Swagger UI shows the button before it knows the operation.
    await browser.until(`reference.specSelectors.specResolvedSubtree(['paths', '${path}', '${method}']) !== undefined`)
    await browser.until(`(${block}.querySelector('button.execute').click(), true)`)
    const answer = `${block}.querySelector('.live-responses-table .response')`
    return await browser.until<[string, string]>(
      `[${answer}.querySelector('.response-col_status').textContent, ${answer}.textContent]`,
    )
  }

  test(
    'a request is tried with the tokens that are filled in, and one that is refused shows why',
    { timeout: LONG },
    async () => {
      const [document, path] = ['/openapi/accounts/7.0.1.json', '/accountsapi/v7.0.1/Accounts/count']
      await visit(document)
      await unfold(document, (await groupsOf(document))[0])
      const [status, text] = await tried('get', '/Accounts/count')
      expect([status, text]).toEqual(['200', expect.stringMatching(/Response body(Download)?0/)])
      expect(browser.requests).toContain(service.baseUrl + path)
      expect(browser.complaints).toEqual([])
      const [refused, why] = await tried('post', '/Accounts')
      expect([refused, why]).toEqual([expect.stringMatching(/^403/), expect.stringContaining('DemoReadOnly')])
    },
  )
})
