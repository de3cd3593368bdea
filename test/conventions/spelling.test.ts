import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiPath } from '../../src/resource/versions.ts'
import { COMPANY } from '../database/harness.ts'
import { type Client, companyService, inProcess, type TestService } from '../service/harness.ts'
import { groups } from './subjects.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await companyService()
  client = inProcess(service, await service.client({ agreement: COMPANY }))
})
afterAll(() => service.stop())

const reads = groups.flatMap(({ api, group }) =>
  group.operations
    .filter(({ method, kind }) => method === 'GET' && kind !== 'file')
    .map(({ path }) => (apiPath(api) + path).replace('{accountingYear}', '2026').replace(/\{\w+\}/g, '1')),
)
const PARAMETERS = ['', '?from=2026-01-01&to=2026-12-31', '?date=2026-06-30', '?year=2026']

/** The text without what stands in quotes. */
const bare = (text: string): string => text.replace(/"(?:\\.|[^"\\])*"/g, '""')

/**
 * JSON.stringify of the demo company's values is what the texts of all answers are compared with: names in order,
 * escapes, no blanks.
 */
test('every answer spells its JSON alike: no blanks between its parts, and the escapes of JSON.stringify', async () => {
  let answered = 0
  for (const path of [...new Set(reads)]) {
    for (const query of PARAMETERS) {
      const { status, text } = await client.get(path + query)
      if (status !== 200) continue
      answered += 1
      expect(bare(text).match(/\s/g), path).toBeNull()
      const texts = text.match(/"(?:\\.|[^"\\])*"/g) ?? []
      const odd = texts.filter((one) => JSON.stringify(JSON.parse(one)) !== one)
      expect(odd, path).toEqual([])
      break
    }
  }
  expect(answered).toBeGreaterThan(200)
})

test('an item is spelt alike alone, in a page and in a cursor list', async () => {
  for (const path of new Set(reads.filter((one) => reads.includes(`${one}/paged`) && reads.includes(`${one}/1`)))) {
    const single = await client.get(`${path}/1`)
    if (single.status !== 200) continue
    const [paged, listed] = [await client.get(`${path}/paged?pageSize=100`), await client.get(path)]
    for (const { text } of [paged, listed]) if (text.length > 20) expect(text.includes(single.text), path).toBe(true)
  }
})
