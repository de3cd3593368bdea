import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookedEntries } from '../../src/resources/daybook/booked-entries.ts'
import { COMPANY } from '../database/harness.ts'
import { type Client, companyService, type Reply, type TestService } from '../service/harness.ts'

const LIST = '/daybookapi/v1.0.0/booked-entries'
/** True of every entry, and in the way of an index on the order. */
const NARROWED = 'filter=entryNumber$gt:0'
const INDEXED = Object.entries(bookedEntries.fields).flatMap(([name, { facts }]) =>
  facts.isIndexed && facts.sortable ? [name] : [],
)

let service: TestService
let client: Client
let all: { entryNumber: number; text: string | null; remainder: number | null; customerNumber: number | null }[]

beforeAll(async () => {
  service = await companyService()
  client = await service.client({ agreement: COMPANY })
  all = await entries('entryNumber$gt:0')
})
afterAll(() => service.stop())

async function entries(filter: string): Promise<typeof all> {
  const found: typeof all = []
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page: Reply = await client.get(`${LIST}?filter=${encodeURIComponent(filter)}&cursor=${cursor}`)
    expect(page.status, page.text).toBe(200)
    found.push(...page.json.items)
    cursor = page.json.cursor
  }
  return found
}

const numbers = async (filter: string): Promise<number[]> =>
  (await entries(filter)).map(({ entryNumber }) => entryNumber)

test('properties that lists are sorted by have indexes', () => {
  expect(INDEXED).toContain('date')
  expect(INDEXED).toContain('vatAccountNumber')
})

test.each(INDEXED)('pages in the order of %s are the same with an index as without', async (property) => {
  const pages = ['pageSize=7', 'pageSize=7&skipPages=3', 'pageSize=100&skipPages=9']
  for (const order of [property, `-${property}`, `-${property},-entryNumber`, `${property},-amountInBaseCurrency`]) {
    for (const page of pages) {
      const [found, expected] = await Promise.all(
        ['', `&${NARROWED}`].map((narrowed) => client.get(`${LIST}/paged?sort=${order}&${page}${narrowed}`)),
      )
      expect(found!.status, found!.text).toBe(200)
      expect(found!.text, `${order} ${page}`).toBe(expected!.text)
    }
  }
})

test('numbers without a gap count entries, and none where there is none', async () => {
  expect((await client.get(`${LIST}/count`)).text).toBe(String(all.length))
  const empty = await service.client()
  expect((await empty.get(`${LIST}/count`)).text).toBe('0')
})

test('a text is found whole, whatever its case', async () => {
  const text = all.find((one) => /[a-zæøå]/.test(one.text ?? ''))!.text!
  const same = (one: (typeof all)[number]): boolean => one.text?.toLowerCase() === text.toLowerCase()
  const of = (isWanted: typeof same): number[] => all.filter(isWanted).map(({ entryNumber }) => entryNumber)
  expect(await numbers(`text$eq:${text.toUpperCase()}`)).toEqual(of(same))
  expect(await numbers(`text$eq:${text.slice(1)}`)).toEqual([])
  expect(await numbers(`text$ne:${text.toUpperCase()}`)).toEqual(of((one) => !same(one)))
  expect(await numbers('text$eq:$null:')).toEqual(of((one) => one.text === null))
})

test('a remainder is found from what is open, absent ones as everywhere', async () => {
  const [some] = all.filter(({ remainder }) => remainder !== null && remainder > 0)
  const value = some!.remainder!
  const of = (isWanted: (remainder: number | null) => boolean): number[] =>
    all.flatMap(({ entryNumber, remainder }) => (isWanted(remainder) ? [entryNumber] : []))
  expect(await numbers(`remainder$eq:${value}`)).toEqual(of((one) => one === value))
  for (const bound of [-value, 0, value]) {
    expect(await numbers(`remainder$gt:${bound}`)).toEqual(of((one) => one !== null && one > bound))
    expect(await numbers(`remainder$gte:${bound}`)).toEqual(of((one) => one !== null && one >= bound))
    expect(await numbers(`remainder$lt:${bound}`)).toEqual(of((one) => one !== null && one < bound))
  }
  expect(await numbers('remainder$lte:0')).toEqual(of((one) => one !== null && one <= 0))
  expect(await numbers('remainder$ne:0')).toEqual(of((one) => one !== 0))
  expect(await numbers('remainder$ne:0$and:remainder$ne:$null:')).toEqual(of((one) => one !== null && one !== 0))
  expect(await numbers('remainder$eq:$null:')).toEqual(of((one) => one === null))
  expect(await numbers(`remainder$in:[0,${value}]`)).toEqual(of((one) => one === 0 || one === value))
  expect(await numbers(`remainder$in:[$null:,${value}]`)).toEqual(of((one) => one === null || one === value))
  expect(await numbers('remainder$nin:[0]')).toEqual(of((one) => one !== 0))
  const open = all.filter(({ remainder, customerNumber }) => remainder === 0 || customerNumber !== null)
  expect(await numbers('remainder$eq:0$or:customerNumber$ne:$null:')).toEqual(
    open.map(({ entryNumber }) => entryNumber),
  )
})
