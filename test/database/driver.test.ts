import { once } from 'node:events'
import { createServer, type Server, Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import { setImmediate as immediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { isAnswer, sessionsTo } from '../../src/database/driver/postgres.ts'
import type { Session } from '../../src/database/driver/session.ts'
import { eventually } from '../patience.ts'
import { testDatabase, type TestDatabase } from './harness.ts'
import { isPooled } from './pooled.ts'

// What the service relies on in postgres.js without its documents promising it. Each fails when an upgrade changes it.

let base: TestDatabase
let session: Session
let closed: number
const opened: Session[] = []
beforeAll(async () => {
  base = await testDatabase()
  await base.database.rows('CREATE TABLE noted (number int PRIMARY KEY)')
})
afterAll(() => base.drop())
beforeEach(() => {
  closed = 0
  session = open(base.url)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(opened.splice(0).map((one) => one.close(1)))
  await base.database.rows('DELETE FROM noted')
})

function open(url: string): Session {
  const one = sessionsTo({ url }, false).open(() => void (closed += 1))
  opened.push(one)
  return one
}

/** What is written to sockets from now on. */
function writtenFrom(): () => string {
  const write = vi.spyOn(Socket.prototype, 'write')
  return () => write.mock.calls.map(([chunk]) => Buffer.from(chunk as Uint8Array).toString('latin1')).join('')
}

/** Resolves when all promises that can have gone on, before any input or output. */
const promisesDone = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))

const numbers = async (): Promise<number[]> =>
  (await base.database.rows<{ number: number }>('SELECT number FROM noted ORDER BY number')).map(({ number }) => number)

test('COMMIT leaves at once, with the statement before it; a shorter text waits for all input and output', async () => {
  await session.rows('SELECT 1')
  const written = writtenFrom()
  const short = Promise.all([session.command('begin'), session.command('commit')])
  await promisesDone()
  expect(written()).toBe('')
  await short
  const both = Promise.all([session.command('begin'), session.commit()])
  await promisesDone()
  expect(written()).toMatch(/begin[^]*commit {900}/)
  expect((await both)[1].command).toBe('COMMIT')
})

test('statements leave in the order in which they are awaited, without waiting for answers', async () => {
  await session.rows('SELECT 1')
  const written = writtenFrom()
  const sent = Promise.all([
    session.command('begin'),
    session.rows('CREATE TEMP TABLE soon (number int)'),
    session.command('INSERT INTO soon VALUES (7)'),
    session.bytes('SELECT number FROM soon', [], false),
    session.rows<{ number: number }>('SELECT number FROM soon'),
    session.command('rollback'),
  ])
  await promisesDone()
  // The driver writes what is short once the promises are done: nothing was read by then.
  await immediate()
  expect(written()).toMatch(/begin[^]*CREATE[^]*INSERT[^]*SELECT[^]*SELECT[^]*rollback/)
  expect((await sent)[4]).toEqual([{ number: 7 }])
})

test('what is not awaited is not sent', async () => {
  const lazy = session.rows('INSERT INTO noted VALUES (1)')
  await session.rows('SELECT 1')
  expect(await numbers()).toEqual([])
  await lazy
  expect(await numbers()).toEqual([1])
})

test('rows come as the bytes that the server sent, null as null', async () => {
  const rows = await session.bytes('SELECT $1::numeric, NULL, true', ['1.50'], true)
  expect(rows.map((row) => row.map((value) => value && String(value as Buffer)))).toEqual([['1.50', null, 't']])
  expect(Buffer.isBuffer(rows[0]![0])).toBe(true)
})

test('values are text in both directions, exact, and booleans may be text', async () => {
  const [row] = await session.rows(
    `SELECT $1::numeric AS n, $2::bigint AS b, $3::date AS d, $4::timestamptz AS t, $5::jsonb AS j, $6::boolean AS is, $7::int AS i`,
    ['0.10', '9007199254740993', '2026-02-28', '2026-01-02 03:04:05.678901+00', '{"a":1}', 't', null],
    true,
  )
  expect(row).toEqual({
    n: '0.10',
    b: '9007199254740993',
    d: '2026-02-28',
    t: '2026-01-02 03:04:05.678901+00',
    j: '{"a": 1}',
    is: true,
    i: null,
  })
})

test('several commands without values go in one text', async () => {
  await session.command("begin; SET LOCAL daybook.one = '1'; SET LOCAL daybook.two = '2'")
  expect(await session.rows(`SELECT current_setting('daybook.one') || current_setting('daybook.two') AS both`)).toEqual(
    [{ both: '12' }],
  )
  await session.command('rollback')
})

test.skipIf(isPooled)('an answer tells whose it is, and under which name its statement is prepared', async () => {
  const { rows, pid, statementName } = await session.signed<{ pid: number; names: string }>(
    `SELECT pg_backend_pid() AS pid, ARRAY(SELECT name FROM pg_prepared_statements) AS names`,
  )
  expect(rows[0]!.pid).toBe(pid)
  expect(rows[0]!.names).toBe(`{${statementName}}`)
  // Prepared under a name, it is not prepared again; without one nothing stays.
  await session.rows('SELECT $1::int', [1], true)
  await session.rows('SELECT $1::int', [2], true)
  await session.rows('SELECT $1::text', ['3'], false)
  const kept = await session.rows<{ statement: string }>('SELECT statement FROM pg_prepared_statements')
  expect(kept.map(({ statement }) => statement).filter((text) => /^SELECT \$1/.test(text))).toEqual(['SELECT $1::int'])
})

test('the columns of a statement are told, and it does not run', async () => {
  const { columns } = await session.describe('INSERT INTO noted VALUES ($1) RETURNING number, number::text AS told')
  expect(columns.map(({ name, type }) => ({ name, type }))).toEqual([
    { name: 'number', type: 23 },
    { name: 'told', type: 25 },
  ])
  expect(await numbers()).toEqual([])
})

test('only what the server answers to a statement counts as an answer', async () => {
  const refused = await errorOf(session)
  expect(isAnswer(refused)).toBe(true)
  expect(refused).toMatchObject({ code: '22012', severity: 'ERROR' })
  const ended = await Promise.resolve(session.rows('SELECT pg_terminate_backend(pg_backend_pid())')).catch(
    (error: unknown) => error,
  )
  expect(ended).toBeInstanceOf(Error)
  expect(isAnswer(ended)).toBe(false)
  expect(await eventually(() => closed)).toBe(1)
})

test.skipIf(isPooled)('what the server refuses a connection with is no answer to its first statement', async () => {
  const url = new URL(base.url)
  url.pathname = '/missing'
  const refused = await errorOf(open(url.href))
  expect(refused).toMatchObject({ code: '3D000', severity: 'FATAL' })
  expect(isAnswer(refused)).toBe(false)
})

/** What a session says to a statement that has no answer but an error. */
const errorOf = (asked: Session): Promise<unknown> =>
  Promise.resolve(asked.rows('SELECT 1 / 0')).catch((error: unknown) => error)

test('a COPY that fails with its first row tells its reader, and nobody else', async () => {
  const unheard: unknown[] = []
  const note = (error: unknown): void => void unheard.push(error)
  process.prependListener('uncaughtExceptionMonitor', note)
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const reading = async (): Promise<unknown> => {
      const rows = await session.copyOut('COPY (SELECT 1 / n FROM generate_series(0, 3) n) TO STDOUT')
      return await rows.toArray()
    }
    await expect(reading()).rejects.toMatchObject({ code: '22012' })
  }
  process.off('uncaughtExceptionMonitor', note)
  expect(unheard).toEqual([])
  expect(await session.rows('SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test.each([1, 10, 100, 1000])('a COPY of %i kB is read to its end, and the session goes on', async (size) => {
  const rows = await session.copyOut(`COPY (SELECT repeat('x', 1023) FROM generate_series(1, ${size})) TO STDOUT`)
  // Read only once all of it may have come: then the stream has filled up, and the driver has paused its socket.
  for (let round = 0; round < 100; round += 1) await immediate()
  const all = Buffer.concat((await rows.toArray()) as Buffer[])
  expect(all.length).toBe(size * 1024)
  expect(await session.rows('SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a COPY whose last row is refused ends with what refused it', async () => {
  const into = await session.copyIn('COPY noted FROM STDIN')
  into.end('1\n2\n1\n')
  await expect(finished(into)).rejects.toMatchObject({ code: '23505' })
  expect(await session.rows('SELECT 1 AS one')).toEqual([{ one: 1 }])
  const whole = await session.copyIn('COPY noted FROM STDIN')
  whole.end('1\n2\n')
  await finished(whole)
  expect(await numbers()).toEqual([1, 2])
})

/** A promise, and what settles it. */
function later<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((settle) => (resolve = settle))
  return { promise, resolve }
}

/** A server that is none: it does something to each socket. */
async function strange(meet: (socket: Socket) => void): Promise<{ server: Server; url: string; met: () => number }> {
  let count = 0
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    count += 1
    socket.on('error', () => {})
    meet(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { server, url: `postgres://me@localhost:${port}/books`, met: () => count }
}

test('a connection that is closed before it is ready is not tried again', async () => {
  const { server, url, met } = await strange((socket) => socket.destroy())
  const refused = open(url)
  expect(isAnswer(await errorOf(refused))).toBe(false)
  for (let round = 0; round < 50; round += 1) await immediate()
  expect(met()).toBe(1)
  server.close()
})

test('the socket of a server that does not hang up is closed with the session', async () => {
  const gone = later<null>()
  const { server, url } = await strange((socket) => {
    socket.resume().on('error', () => gone.resolve(null))
    // The client has ended. Only a socket that is closed at the other end refuses what is still said.
    socket.on('end', () => {
      const say = (): void => {
        if (!socket.destroyed && socket.write('N')) setTimeout(say, 5)
      }
      say()
    })
  })
  const silent = open(url)
  const asked = errorOf(silent)
  await once(server, 'connection')
  await silent.close(0)
  await gone.promise
  expect(isAnswer(await asked)).toBe(false)
  server.close()
})

test("a server's certificate is asked for the name of its host", async () => {
  const hello = later<Buffer>()
  const { server, url } = await strange((socket) => {
    // The request to begin TLS is answered by one letter; then the client says hello.
    socket.once('data', () => {
      socket.write('S')
      socket.once('data', (said) => {
        hello.resolve(said as Buffer)
        socket.destroy()
      })
    })
  })
  const secured = open(`${url}?sslmode=require`)
  const asked = errorOf(secured)
  expect((await hello.promise).toString('latin1')).toContain('localhost')
  expect(await asked).toBeInstanceOf(Error)
  server.close()
})
