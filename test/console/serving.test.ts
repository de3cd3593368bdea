import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type TestService, testNode, testService } from '../service/harness.ts'

const folder = join(dirname(inject('parserProgram')), 'console')

let service: TestService
beforeAll(async () => void (service = await testService({}, { consoleFolder: folder })))
afterAll(() => service.stop())

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; font-src 'self'; frame-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

test('/app and every address below it answer one page, which browsers ask for each time', async () => {
  const page = await service.call('GET', '/app')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-security-policy')).toBe(POLICY)
  expect(page.headers.get('cache-control')).toBe('no-cache')
  expect(page.headers.get('x-content-type-options')).toBe('nosniff')
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect(page.text).not.toMatch(/<script(?![^>]* src=)|<style|style=|https?:/)
  for (const path of ['/app/', '/app/100000/journals/1?v=722', '/app/100000/reports/trial-balance?period=2026-10']) {
    const below = await service.call('GET', path)
    expect([below.status, below.text]).toEqual([200, page.text])
  }
  const again = await service.call('GET', '/app/1', { headers: { 'if-none-match': page.headers.get('etag')! } })
  expect(again.status).toBe(304)
})

test('all that the page names is served for ever under the hash of its content, compressed as the browser likes it', async () => {
  const { text } = await service.call('GET', '/app')
  const named = [...text.matchAll(/"(\/app\/assets\/[^"]+)"/g)].map((match) => match[1]!)
  expect(named.map((path) => path.replace(/-[A-Z0-9]{8}\./, '.'))).toEqual(
    expect.arrayContaining(['/app/assets/main.js', '/app/assets/console.css']),
  )
  for (const path of named) {
    const plain = await service.call('GET', path)
    expect([plain.status, plain.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(plain.headers.get('content-security-policy')).toBe(POLICY)
    if (path.endsWith('.woff2')) {
      expect(plain.headers.get('content-type')).toBe('font/woff2')
      continue
    }
    for (const coding of ['br', 'gzip']) {
      const packed = await fetch(service.baseUrl + path, { headers: { 'accept-encoding': coding } })
      expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual([coding, 'Accept-Encoding'])
      expect(await packed.text()).toBe(plain.text)
      expect(packed.headers.get('content-type')).toBe(plain.headers.get('content-type'))
    }
  }
})

test('the script that the page names keeps its budget: 150 KB compressed', async () => {
  const { text } = await service.call('GET', '/app')
  const scripts = [...text.matchAll(/"\/app\/assets\/([^"]+\.js)"/g)].map((match) => match[1]!)
  expect(scripts.length).toBeGreaterThan(0)
  // Browsers take Brotli by https alone.
  const sizes = [...new Set(scripts)].map((name) => statSync(join(folder, `${name}.gz`)).size)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(150_000)
})

test('a font that the style names is served', async () => {
  const style = readdirSync(folder).find((name) => name.endsWith('.css'))!
  const { text } = await service.call('GET', `/app/assets/${style}`)
  const fonts = [...text.matchAll(/url\("?\.\/([^")]+\.woff2)/g)].map((match) => match[1]!)
  expect(fonts.length).toBeGreaterThanOrEqual(2)
  for (const font of fonts) expect((await service.call('GET', `/app/assets/${font}`)).status).toBe(200)
})

test('what is no asset is 404, also what lies beside the assets', async () => {
  for (const name of ['main.js', 'console.json', 'main.js.br', '..%2fmain.js', '%2e%2e%2f%2e%2e%2fpackage.json']) {
    const { status, json } = await service.call('GET', `/app/assets/${name}`)
    expect([status, json?.errorCode]).toEqual([404, 'PathNotFound'])
  }
  const { status, headers } = await service.call('POST', '/app')
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test('a service without a compiled console has nothing at /app, and serves as always', async () => {
  const node = await testNode(service.own)
  try {
    expect((await node.call('GET', '/app')).status).toBe(404)
    expect((await node.call('GET', '/health')).status).toBe(200)
  } finally {
    await node.app.close()
  }
})
