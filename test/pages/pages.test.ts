import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogue } from '../../src/errors/catalogue.ts'
import { everyVersion } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'
import { documentOf } from '../openapi/documents.ts'
import { type Reply, type TestService, testService } from '../service/harness.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

/** As Chromium asks. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8' }
const visit = (path: string): Promise<Reply> => service.call('GET', path, { headers: BROWSER })

/** Where the links of a page lead on this service, without places within pages. */
const linksOf = ({ text }: Reply): string[] =>
  [...text.matchAll(/(?:href|src)="(\/[^"#]*)(?:#[^"]*)?"/g)].map(([, path]) => path!.replaceAll('&amp;', '&'))

test('the first page is a page for browsers, and JSON for programs', async () => {
  const [page, json] = [await visit('/'), await service.call('GET', '/')]
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.text).toContain('<h1>Daybook</h1>')
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self';/,
  )
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe')
  expect(json.json).toMatchObject({ service: 'Daybook', docs: '/docs', errors: '/errors' })
  expect(page.headers.get('vary')).toContain('Accept')
})

test('what is not there is a page for browsers, and a problem for programs', async () => {
  for (const path of [
    '/nothing',
    '/errors/Nothing',
    '/docs/guides/nothing',
    '/docs/apis/nothing',
    '/docs/apis/journals/1.2.3',
  ]) {
    const [page, problem] = [await visit(path), await service.call('GET', path)]
    expect([page.status, page.headers.get('content-type')], path).toEqual([404, 'text/html; charset=utf-8'])
    expect([problem.status, problem.json.errorCode], path).toEqual([404, 'PathNotFound'])
  }
  const operation = await visit('/docs/apis/journals/15.0.1/Nothing')
  expect(operation.status).toBe(404)
  expect((await service.call('POST', '/nothing', { headers: BROWSER })).json.errorCode).toBe('PathNotFound')
})

test('every code has a page with its cause, its cure, an answer and who answers it', async () => {
  const codes = Object.keys(catalogue)
  const list = await visit('/errors')
  expect(linksOf(list).filter((path) => path.startsWith('/errors/'))).toEqual(
    codes.sort().map((code) => `/errors/${code}`),
  )
  const page = await visit('/errors/currencycodeinvalid')
  expect(page.text).toContain('A currency code is three capital letters')
  expect(page.text).toContain('&quot;errorCode&quot;: &quot;CurrencyCodeInvalid&quot;')
  expect(linksOf(page)).toContain('/docs/apis/daybook/1.0.0/createCurrency')
  expect((await visit('/errors/Unauthorized')).text).toMatch(/\d+ operations: a code that they share/)
})

test('every operation of the newest versions has a page that names it', async () => {
  for (const api of everyVersion(apis).filter(({ isNewest }) => isNewest)) {
    const version = api.version || 'latest'
    const list = await visit(`/docs/apis/${api.name}/${version}`)
    const paths = Object.values(documentOf(api).paths as Record<string, Record<string, { operationId: string }>>)
    const ids = paths.flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
    const linked = new Set(linksOf(list))
    const missing = ids.filter((id) => !linked.has(`/docs/apis/${api.name}/${version}/${id}`))
    expect([api.name, missing, Buffer.byteLength(list.text) < 300_000]).toEqual([api.name, [], true])
    const [first] = ids
    const page = await visit(`/docs/apis/${api.name}/${version}/${first}`)
    expect([page.status, page.text.includes('data-language="python"')], `${api.name} ${first}`).toEqual([200, true])
    expect(Buffer.byteLength(page.text)).toBeLessThan(300_000)
  }
})

test('links of pages lead to pages', async () => {
  const seen = new Set<string>()
  const waiting = [
    '/',
    '/docs',
    '/docs/guides',
    '/docs/apis/suppliers/2.0.0',
    '/docs/apis/journals/15.0.1/CreateNewDraftEntry',
  ]
  const [dead, bare]: [string[], string[]] = [[], []]
  while (waiting.length > 0) {
    const path = waiting.pop()!
    if (seen.has(path)) continue
    seen.add(path)
    const page = await visit(path)
    const isPage = page.headers.get('content-type')?.startsWith('text/html') === true
    if (isPage && !/<title>[^<]+<\/title>[^]*<link rel="icon"/.test(page.text)) bare.push(path)
    if (page.status !== 200) dead.push(`${page.status} ${path}`)
    // Guides and what they load; of the reference the first links only.
    if (/^\/docs(\/guides.*)?$/.test(path)) waiting.push(...linksOf(page))
  }
  expect([dead, bare]).toEqual([[], []])
  expect(seen.size).toBeGreaterThan(30)
})

test('guides show text as text, and their links within the documents', async () => {
  const { text } = await visit('/docs/guides/integrators')
  expect(text).toContain('<h2 id="filtering">Filtering</h2>')
  expect(text).toContain('href="/docs/guides/operate-settings"')
  expect(text).not.toMatch(/<script(?! type="module" src="\/docs\/assets\/pages-\w+\.js">)/)
  expect(text).not.toMatch(/href="[^"]*\.md/)
})

test('pages and what they load are kept by browsers: the same is not sent twice', async () => {
  const page = await visit('/docs')
  const again = await service.call('GET', '/docs', {
    headers: { ...BROWSER, 'if-none-match': page.headers.get('etag')! },
  })
  expect([again.status, again.text]).toEqual([304, ''])
  for (const path of linksOf(page).filter((one) => one.startsWith('/docs/assets/'))) {
    const asset = await visit(path)
    expect([asset.status, asset.headers.get('cache-control')], path).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    if (path.endsWith('.css')) expect(asset.text, 'what nobody needs on paper is not printed').toContain('@media print')
  }
  expect((await visit('/docs/assets/pages.css')).status).toBe(404)
  expect((await visit('/docs/pictures/..%2f..%2fpackage.json')).status).toBe(404)
})

test('a link to a document of old leads to its API', async () => {
  const { status, headers } = await visit('/docs?document=/openapi/accounts/7.0.1.json')
  expect([status, headers.get('location')]).toEqual([302, '/docs/apis/accounts/7.0.1'])
})

test('the search knows operations, guides and codes', async () => {
  const { json } = await service.call('GET', '/docs/search.json')
  const of = (kind: string): unknown[] => (json as { kind: string }[]).filter((one) => one.kind === kind)
  expect(of('Error')).toHaveLength(Object.keys(catalogue).length)
  expect(json).toContainEqual(
    expect.objectContaining({ title: 'Create a draft entry', href: '/docs/apis/journals/15.0.1/CreateNewDraftEntry' }),
  )
  expect(json).toContainEqual({
    kind: 'Guide',
    title: 'Filtering',
    note: 'For integrators',
    href: '/docs/guides/integrators#filtering',
  })
})
