import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/database/connection.ts'
import {
  CREATE_BYTES,
  CREATE_WAIT_MILLISECONDS,
  CREATES_BYTES_MAX,
  CREATES_BYTES_MAX_OF_AGREEMENT,
} from '../../src/limits.ts'
import type { Answer } from '../../src/request/protocol/respond.ts'
import { WaitingRoom } from '../../src/request/write/waiting-room.ts'
import { untilBlocked } from '../faults/blocked.ts'
import type { Client, TestService } from '../service/harness.ts'
import { librarian, libraryService } from './library.ts'
import { brief, openRoad } from './road.ts'

describe('the room for creates that wait', () => {
  const MIB = 1024 * 1024
  const weightOf = (bytes: number): number => bytes + CREATE_BYTES
  const full = expect.objectContaining({ status: 503, code: 'Unavailable', headers: { 'retry-after': '1' } }) as unknown

  test('ends at the bound of an agreement, to the byte, and begins again when one leaves', () => {
    const room = new WaitingRoom()
    const rest = CREATES_BYTES_MAX_OF_AGREEMENT - weightOf(MIB)
    room.enter(1, MIB)
    expect(() => room.enter(1, rest - CREATE_BYTES + 1)).toThrow(full as Error)
    room.enter(1, rest - CREATE_BYTES)
    expect(() => room.enter(1, 0)).toThrow(full as Error)
    room.enter(2, 0)
    room.leave(1, MIB)
    room.enter(1, MIB)
  })

  test('ends at the bound of all, which no agreement reaches alone', () => {
    const room = new WaitingRoom()
    const whole = CREATES_BYTES_MAX_OF_AGREEMENT - CREATE_BYTES
    const agreements = Math.floor(CREATES_BYTES_MAX / CREATES_BYTES_MAX_OF_AGREEMENT)
    expect(agreements).toBeGreaterThan(4)
    for (let agreement = 1; agreement <= agreements; agreement++) room.enter(agreement, whole)
    expect(() => room.enter(99, 0)).toThrow(full as Error)
    room.leave(1, whole)
    room.enter(99, 0)
  })

  test('is for seconds, and for thousands of small ones', () => {
    expect(new WaitingRoom().milliseconds).toBe(CREATE_WAIT_MILLISECONDS)
    const room = new WaitingRoom()
    for (let count = 0; count < 2000; count++) room.enter(1, 500)
  })
})

describe('creates that come while a write hangs', () => {
  let service: TestService
  /** Connections beside the service's own: one holds something, the other looks on. */
  let beside: Database
  beforeAll(async () => {
    service = await libraryService()
    beside = openDatabase({ url: service.databaseUrl }, 2)
  })
  afterAll(async () => {
    await beside.close()
    await service.stop()
  })

  const book = (title: string): { body: object } => ({ body: { shelfNumber: 1, title } })
  const weight = Buffer.byteLength(JSON.stringify(book('a').body)) + CREATE_BYTES
  const titles = async ({ agreement }: Client): Promise<string[]> => {
    const rows = await beside.rows<{ title: string }>('SELECT title FROM book WHERE agreement = $1 ORDER BY 1', [
      agreement,
    ])
    return rows.map(({ title }) => title)
  }
  const said = ({ body }: Answer): string => (JSON.parse(String(body)) as { detail: string }).detail

  test('are refused at once when there is no room, and written when there is again', async () => {
    const [client, other] = [await librarian(service, 'Upper'), await librarian(service, 'Upper')]
    const road = openRoad(service.database, { ofAgreement: 3 * weight, ofAll: 5 * weight, milliseconds: 60_000 })
    const create = road(client)
    let waiting: Promise<Answer>[] = []
    await beside.transaction(async (transaction) => {
      await transaction.rows(`SELECT take_numbers($1, 'book', 0)`, [client.agreement])
      waiting = ['a', 'b', 'c'].map((title) => create('/books', book(title)))
      await untilBlocked(beside, 1)
      const refused = await create('/books', book('d'))
      expect([...brief(refused), refused.headers['retry-after']]).toEqual([503, 'new', 'Unavailable', '1'])
      expect(said(refused)).toMatch(/this one was not/)
      expect(brief(await road(other)('/books', book('a')))).toEqual([201, 'new', 1])
    })
    expect((await Promise.all(waiting)).map(brief)).toEqual([1, 2, 3].map((number) => [201, 'new', number]))
    expect(await titles(client)).toEqual(['a', 'b', 'c'])
    expect(brief(await create('/books', book('d')))).toEqual([201, 'new', 4])
  })

  test('are told in the end: what was begun may be there, what was not is not', async () => {
    const client = await librarian(service, 'Upper')
    const create = openRoad(service.database, { ofAgreement: 3 * weight, ofAll: 9 * weight, milliseconds: 300 })(client)
    await beside.transaction(async (transaction) => {
      await transaction.rows(`SELECT take_numbers($1, 'book', 0)`, [client.agreement])
      const [begun, ...queued] = await Promise.all(['a', 'b', 'c'].map((title) => create('/books', book(title))))
      expect([begun!, ...queued].map(brief)).toEqual([1, 2, 3].map(() => [503, 'new', 'Unavailable']))
      expect(said(begun!)).toMatch(/whether the item was created/)
      for (const one of queued) expect(said(one)).toMatch(/it was not written/)
      // What was begun takes its room still.
      const more = await Promise.all(['d', 'e', 'f'].map((title) => create('/books', book(title))))
      expect(more.map((one) => /this one was not/.test(said(one)))).toEqual([false, false, true])
    })
    const after = await create('/books', book('z'))
    expect(brief(after)).toEqual([201, 'new', 2])
    expect(await titles(client)).toEqual(['a', 'z'])
  })
})
