import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ApiError } from '../../src/errors/catalogue.ts'
import { writeRecords, type Writing } from '../../src/records/records.ts'
import type { Item } from '../../src/resource/operations.ts'
import type { Resource } from '../../src/resource/resource.ts'
import { books, librarian, LIBRARY, libraryService, notes, shelves } from '../request/library.ts'
import type { Client, TestService } from '../service/harness.ts'

let service: TestService
let client: Client
beforeAll(async () => void (service = await libraryService()))
beforeEach(async () => {
  client = await librarian(service, 'Upper', 'Lower')
  await service.database.rows(
    `INSERT INTO webhook (agreement, event_type, app, name, url, content_type)
     VALUES ($1, 'SHELF_UPDATED', $2, 'shelves', 'https://example.com', 'application/json')`,
    [client.agreement, client.app],
  )
})
afterAll(() => service.stop())

const write = (resource: Resource, items: readonly Item[], writing?: Writing): Promise<readonly Item[]> =>
  service.database.of(client.agreement).transaction((transaction) => {
    return writeRecords(transaction, client.agreement, resource, items, writing)
  })

async function refused(work: Promise<unknown>): Promise<string[]> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw error
  return error.faults.map(({ property, code, message }) => `${property} ${code}: ${message}`)
}

const told = async (): Promise<string[]> => {
  const rows = await service.database.rows<{ fields: string }>(
    'WITH told AS (DELETE FROM webhook_delivery d WHERE d.agreement = $1 RETURNING d.number, d.fields) SELECT fields FROM told ORDER BY number',
    [client.agreement],
  )
  return rows.map(({ fields }) => (JSON.parse(fields) as { NEWNUMBER: string }).NEWNUMBER)
}

test('a list is written as the API writes it: numbered, with defaults, told, in the order given', async () => {
  const keys = await write(shelves, [{ name: 'North' }, { name: 'South' }])
  expect(keys).toEqual([{ number: 3 }, { number: 4 }])
  expect(await told()).toEqual(['3', '4'])
  expect(
    await write(notes, [
      { shelfNumber: 1, words: 'a' },
      { shelfNumber: 2, words: 'b' },
    ]),
  ).toEqual([
    { shelfNumber: 1, line: 1 },
    { shelfNumber: 2, line: 1 },
  ])
  const [key] = await write(books, [{ shelfNumber: 3, title: 'Defaults' }])
  const { json } = await client.get(`${LIBRARY}/books/${String(key!.number)}`)
  expect(json).toMatchObject({ title: 'Defaults', shelfNumber: 3 })
  expect(await write(books, [])).toEqual([])
})

test('every fault of every item is told by its place, and nothing is written', async () => {
  const items = [
    { shelfNumber: 1, title: 'Good' },
    { shelfNumber: 99, title: 'Lost' },
    { shelfNumber: 1, title: 'Thick', pages: 1001, isLent: true },
    { shelfNumber: 1, title: 'good' },
  ]
  expect(await refused(write(books, items, { list: 'books' }))).toEqual([
    expect.stringMatching(/^books\[1\]\.shelfNumber SupplierDoesNotExist: .*\(shelfNumber 99\)\.$/),
    'books[2].pages ValueOutOfRange: A book that is lent has at most 1,000 pages (pages 1001).',
    expect.stringMatching(/^books\[3\]\.title SupplierContactNameAlreadyExists: .*\(title good\)\.$/),
  ])
  const { json } = await client.get(`${LIBRARY}/books?filter=title$eq:Good`)
  expect((json as { items: unknown[] }).items).toEqual([])
})

test('what is trusted is asked nothing, and what is silent is told to nobody', async () => {
  expect(await write(shelves, [{ name: 'East' }], { isTrusted: true, isSilent: true })).toEqual([{ number: 3 }])
  expect(await told()).toEqual([])
  const thick = { shelfNumber: 1, title: 'Trusted', pages: 5000, isLent: true }
  expect(await write(books, [thick], { isTrusted: true })).toHaveLength(1)
  await expect(write(books, [{ ...thick, shelfNumber: 99 }], { isTrusted: true })).rejects.toThrow(
    'book_shelf_number_fk',
  )
  await expect(write(shelves, [{ nosuch: 1 }], { isTrusted: true })).rejects.toThrow('Shelves has no nosuch.')
})
