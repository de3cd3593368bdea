import { afterAll, beforeAll } from 'vitest'
import { type Act, describeMeeting, Meetings } from '../conventions/meetings.ts'
import type { Client } from '../service/harness.ts'
import { bookkeeper, DRAFTS, finance } from './bookkeeping.ts'
import { type Case, tryPairs } from './pairs.ts'
import { api, entry, projectManager } from './project-books.ts'
import { make } from './sales.ts'

/* Deletes beside writes that name what is deleted, where no reference of a declaration says so. Those that one does, test/conventions tries. */

let meetings: Meetings
beforeAll(async () => void (meetings = await Meetings.begin()))
afterAll(() => meetings.end())

const tryAll = (clientOf: () => Promise<Client>, cases: readonly Case[]): void =>
  tryPairs(() => meetings, clientOf, cases)
const deleting =
  (path: string): Act =>
  (through) =>
    through.delete(path)

describeMeeting('an accounting year that is deleted, and', () => {
  const YEARS = '/accountingyearsapi/v2.0.1/AccountingYears'
  /** The year behind the last one: those between two others cannot be deleted. */
  async function nextYear(client: Client): Promise<string> {
    const years = (await client.get(`${YEARS}/paged?pageSize=100`)).json as { year: string }[]
    const year = String(Math.max(...years.map((one) => Number(one.year))) + 1)
    await make(client, YEARS, { dateFrom: `${year}-01-01`, dateTo: `${year}-12-31` })
    return year
  }
  const writes: readonly [name: string, table: string, of: (year: string) => Act][] = [
    [
      'a draft entry in it',
      'draft_entry',
      (year) => (through) => through.post(DRAFTS, finance({ date: `${year}-03-15` })),
    ],
    [
      'time in it',
      'time_entry',
      (year) => (through) => through.post(api('/timeentries'), entry({ date: `${year}-03-15` })),
    ],
  ]
  tryAll(
    async () => meetings.service.client({ agreement: (await projectManager(meetings.service)).agreement }),
    writes.map(([name, table, of]) => ({
      name,
      tables: [table, 'accounting_year'] as const,
      async prepare(client) {
        const year = await nextYear(client)
        return [of(year), deleting(`${YEARS}/${year}`)] as const
      },
    })),
  )
})

describeMeeting('a value of a dimension that is deleted, and', () => {
  const DIMENSIONS = '/dimensionsapi/v5.3.1'
  const valued = (client: Client, key: number): Promise<unknown> =>
    make(client, `${DIMENSIONS}/values`, { dimensionNumber: 2, key, name: 'Øst', active: true })
  const deletingValue =
    (key: number): Act =>
    (through) =>
      through.delete(`${DIMENSIONS}/values`, { body: { dimensionNumber: 2, key } })
  tryAll(async () => {
    const client = await bookkeeper(meetings.service, ['Dimension', 'Complete'])
    await make(client, `${DIMENSIONS}/dimensions`, { number: 2, name: 'Sted', active: true })
    return client
  }, [
    {
      name: 'the key of an account',
      tables: ['account_dimension', 'dimension_value'],
      async prepare(client, n) {
        await make(client, '/accountsapi/v7.0.0/Accounts', { number: n, name: 'Konto', type: 2 })
        await valued(client, n)
        const data = { accountNumber: n, dimensionNumber: 2, dimensionKey: n }
        return [(through) => through.post(`${DIMENSIONS}/dimension-data/accounts`, data), deletingValue(n)]
      },
    },
    {
      name: 'the key of a draft entry',
      tables: ['draft_entry', 'dimension_value'],
      async prepare(client, n) {
        await valued(client, n)
        const { entryNumber } = await make(client, DRAFTS, finance())
        const data = { journalNumber: 1, entryNumber, dimensionNumber: 2, dimensionKey: n }
        return [(through) => through.post(`${DIMENSIONS}/dimension-data/draft-entries`, data), deletingValue(n)]
      },
    },
  ])
})
