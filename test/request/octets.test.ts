import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestService } from '../service/harness.ts'
import { librarian, LIBRARY, libraryService } from './library.ts'

let service: TestService
beforeAll(async () => void (service = await libraryService()))
afterAll(() => service.stop())

const TITLES = ['Plain', 'Æblegrød på ø', '€ 12, 50 ‰', '𝔘nicode 😀', 'Ünïcödé'.repeat(4)]

test('bodies come byte for byte, and Content-Length counts their bytes, also on connections that stay open', async () => {
  const client = await librarian(service, 'Upper')
  for (const title of TITLES) await client.post(`${LIBRARY}/books`, { shelfNumber: 1, title })
  const { headers } = client
  const titlesOf = async (path: string): Promise<[number, string[]]> => {
    const reply = await fetch(`${service.baseUrl}${LIBRARY}/${path}`, { headers })
    const bytes = Buffer.from(await reply.arrayBuffer())
    expect(Number(reply.headers.get('content-length'))).toBe(bytes.length)
    const body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
    const items = (Array.isArray(body) ? body : [(body as { items?: unknown }).items ?? body].flat()) as {
      title: string
    }[]
    return [bytes.length, items.map(({ title }) => title)]
  }
  // One behind the other: a length that is wrong by a byte would shift the next answer.
  for (const path of ['books/paged', 'books', 'books/paged?skipPages=0&pageSize=3']) {
    const [length, titles] = await titlesOf(path)
    expect(titles).toEqual(TITLES.slice(0, path.includes('=3') ? 3 : 5))
    const head = await fetch(`${service.baseUrl}${LIBRARY}/${path}`, { method: 'HEAD', headers })
    expect([head.headers.get('content-length'), await head.text()]).toEqual([String(length), ''])
  }
  for (const [at, title] of TITLES.entries()) expect((await titlesOf(`books/${at + 1}`))[1]).toEqual([title])
})
