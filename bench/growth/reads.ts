import { JOURNALS } from '../company.ts'
import { type Random, seededRandom } from '../product.ts'
import { get, type Tokens } from '../request.ts'
import type { Books } from './books.ts'

/** A repeated read of a company's books, with different keys each time. */
export interface Read {
  /** The one of the three tables and pictures that shows it. */
  group: Group
  name: string
  paths: readonly string[]
}

export const GROUPS = ['draft entries', 'booked entries', 'totals'] as const
export type Group = (typeof GROUPS)[number]

const DAYBOOK = '/daybookapi/v1.0.0'
const BOOKED = '/bookedEntriesapi/v4.0.0/booked-entries'
const CURSOR_PAGE = 1000
const BANK = 5820
/** Different requests of a read. */
const VARIANTS = 40
/** Pages of a thousand that the values of filters are taken from. */
const SAMPLED_PAGES = 5

interface List {
  group: Group
  /** Path of the list, and of its single items. */
  path: string
  singles: string
  count: number
  key: string
  /** The description of the list's properties: `/openapi/{api}.json`, and the schema's name there. */
  document: string
  schema: string
}

/** Every read that is measured of these books. */
export async function readsOf(port: number, books: Books): Promise<Read[]> {
  const { headers } = books
  const lists: List[] = [
    {
      group: 'draft entries',
      path: `${JOURNALS}/draft-entries`,
      singles: `${JOURNALS}/draft-entries`,
      count: books.drafts,
      key: 'entryNumber',
      document: '/openapi/journals.json',
      schema: 'DraftEntry',
    },
    {
      group: 'booked entries',
      path: BOOKED,
      singles: `${DAYBOOK}/booked-entries`,
      count: books.entries,
      key: 'entryNumber',
      document: '/openapi/booked-entries.json',
      schema: 'BookedEntry',
    },
  ]
  const reads: Read[] = []
  for (const list of lists) reads.push(...(await readsOfList(port, headers, list)))
  return [...reads, ...(await totalsOf(port, headers))]
}

async function readsOfList(port: number, headers: Tokens, list: List): Promise<Read[]> {
  const { group, path, singles, count } = list
  const random = seededRandom(count)
  const cursors = variants(() => random.between(1, Math.max(1, count - CURSOR_PAGE)))
  return [
    { group, name: 'single', paths: variants(() => `${singles}/${random.between(1, count)}`) },
    { group, name: 'cursor page of 1,000', paths: cursors.map((cursor) => `${path}?cursor=${cursor}`) },
    { group, name: 'count', paths: [`${path}/count`] },
    ...(await sortedOf(port, list)),
    ...(await filtersOf(port, headers, list, random)),
  ]
}

const variants = <T>(make: () => T): T[] => Array.from({ length: VARIANTS }, make)

/** The first page of 20, sorted by each sortable property, both ways. */
async function sortedOf(port: number, { group, path, document, schema }: List): Promise<Read[]> {
  const properties = await described(port, document, schema, (one) => one['x-sortable'] === true)
  return properties
    .flatMap((property) => [property, `-${property}`])
    .map((order): Read => ({ group, name: `sorted by ${order}`, paths: [`${path}/paged?sort=${order}`] }))
}

/** A page of 20 for each filterable property: equal to the value of an entry drawn from all. */
async function filtersOf(port: number, headers: Tokens, list: List, random: Random): Promise<Read[]> {
  const { group, path, count, document, schema } = list
  const items: Record<string, string | number | null>[] = []
  for (let page = 0; page < SAMPLED_PAGES; page++) {
    const cursor = random.between(1, Math.max(1, count - CURSOR_PAGE))
    const { items: found } = await get<{ items: typeof items }>(port, `${path}?cursor=${cursor}`, headers)
    items.push(...found)
  }
  const filterable = await described(port, document, schema, (one) => one['x-filterable']?.includes('eq') ?? false)
  return filterable.flatMap((property): Read[] => {
    const values = items.map((item) => item[property]).filter((value) => value !== null && value !== undefined)
    if (values.length === 0) return []
    const paths = variants(
      () => `${path}/paged?filter=${encodeURIComponent(`${property}$eq:${String(random.pick(values))}`)}`,
    )
    return [{ group, name: `filter on ${property}`, paths }]
  })
}

interface Described {
  'x-filterable'?: readonly string[]
  'x-sortable'?: boolean
}

interface Document {
  components: { schemas: Record<string, { properties: Record<string, Described> }> }
}

/** The properties of a schema whose description matches. */
async function described(
  port: number,
  document: string,
  schema: string,
  isWanted: (described: Described) => boolean,
): Promise<string[]> {
  const { components } = await get<Document>(port, document, {})
  return Object.entries(components.schemas[schema]!.properties)
    .filter(([, one]) => isWanted(one))
    .map(([property]) => property)
}

async function totalsOf(port: number, headers: Tokens): Promise<Read[]> {
  const path = '/accountingyearsapi/v2.0.1/AccountingYears/paged'
  const years = (await get<{ year: string }[]>(port, path, headers)).map(({ year }) => year).sort()
  const [first, last] = [years[0]!, years.at(-1)!]
  const ledger = `${DAYBOOK}/account-ledger?account=${BANK}`
  const balance = `${DAYBOOK}/trial-balance`
  const each: [name: string, path: string][] = [
    ['trial balance of a year', `${balance}?year=${last}`],
    ['trial balance of a day', `${balance}?from=${last}-07-16&to=${last}-07-16`],
    ['trial balance that cuts two months', `${balance}?from=${first}-03-15&to=${last}-09-16`],
    ['totals of a year', `/accounting-years/${last}/totals?pageSize=1000`],
    ["page of an account's ledger", `${ledger}&year=${last}`],
  ]
  return each.map(([name, one]) => ({ group: 'totals', name, paths: [one] }))
}
