import { expect, test } from 'vitest'
import type { Session } from '../../src/database/driver/session.ts'
import { type Connection, type Destination, UnreachableHostError } from '../../src/database/pool/connection.ts'
import { ConnectionPool } from '../../src/database/pool/connection-pool.ts'
import type { Claim } from '../../src/database/pool/fair-semaphore.ts'

/** A session that only closes. */
const sessionThat = (close: () => void): Session =>
  ({ close: async () => close(), miss: () => {} }) as unknown as Session

/** A pool over connections that are only counted. */
function countedPool(max: number) {
  const counted = { opened: 0, open: 0, most: 0 }
  const pool = new ConnectionPool(max, () => {
    counted.opened++
    counted.most = Math.max(counted.most, ++counted.open)
    return sessionThat(() => void counted.open--)
  })
  return { pool, counted }
}

/** A caller that holds its connection until told. */
function hold(pool: ConnectionPool, claim: Claim = {}) {
  let free = () => {}
  const held = new Promise<void>((resolve) => (free = resolve))
  let lent!: (connection: Connection) => void
  const connection = new Promise<Connection>((resolve) => (lent = resolve))
  const done = pool.use(
    async (it) => {
      lent(it)
      await held
    },
    'once',
    claim,
  )
  return { connection, free, done }
}

test('whoever waits gets a new connection when one is lost, and there are never more than allowed', async () => {
  const { pool, counted } = countedPool(1)
  const first = hold(pool)
  const waiting = hold(pool)
  const lost = await first.connection
  lost.sends()
  lost.answers()
  lost.lose()
  first.free()
  await waiting.connection
  const last = hold(pool)
  await first.done
  expect(counted).toEqual({ opened: 2, open: 1, most: 1 })
  waiting.free()
  await last.connection
  last.free()
  await Promise.all([waiting.done, last.done])
  expect(counted).toEqual({ opened: 2, open: 1, most: 1 })
})

/** A pool that tells where each connection leads. */
function placedPool(max: number) {
  const opened: (string | undefined)[] = []
  const pool = new ConnectionPool(max, (_onclose, server) => {
    opened.push(server?.host)
    return sessionThat(() => {})
  })
  return { pool, opened }
}

const at = (host: string, affinity: string): Destination => ({ server: { host, port: 1 }, affinity })

test('each server has connections of its own, and a session that is on a shard is used for it again', async () => {
  const { pool, opened } = placedPool(2)
  const use = (destination?: Destination): Promise<unknown> =>
    pool.use(
      async (connection) => {
        connection.plans('once')
        const before = connection.affinity
        if (destination) connection.affinity = destination.affinity
        return [connection.destination, before]
      },
      'once',
      {},
      destination,
    )
  const [a1, a2, a3, b1] = [at('a', '1'), at('a', '2'), at('a', '3'), at('b', '1')]
  expect(await use()).toEqual([undefined, undefined])
  expect(await use(a1)).toEqual([a1, undefined])
  expect(await use(b1)).toEqual([b1, undefined])
  expect(await use(a2)).toEqual([a2, undefined])
  expect(opened).toEqual([undefined, 'a', 'b', 'a'])
  // As many as may be: the session that was not used for longest goes to another shard.
  expect(await use(a1)).toEqual([a1, '1'])
  expect(await use(a3)).toEqual([a3, '2'])
  expect(await use(b1)).toEqual([b1, '1'])
  expect(await use()).toEqual([undefined, undefined])
  expect(opened).toHaveLength(4)
})

test('a server that refuses is left alone for a moment, the others are not', async () => {
  const { pool, opened } = placedPool(2)
  const [a, b] = [at('a', '1'), at('b', '1')]
  await pool.use(async (connection) => connection.lose(new Error('refused')), 'once', {}, a)
  const again = pool.use(async () => {}, 'once', {}, a)
  await expect(again).rejects.toThrow(UnreachableHostError)
  await pool.use(async () => {}, 'once', {}, b)
  await pool.use(async () => {})
  expect(opened).toEqual(['a', 'b', undefined])
})

test('after a connection that failed before it was ready nobody tries at once: all are told why', async () => {
  const { pool, counted } = countedPool(2)
  const refused = new Error('refused')
  await pool.use(async (connection) => connection.lose(refused))
  for (let count = 0; count < 3; count++) await expect(pool.use(async () => {})).rejects.toThrow('refused')
  expect(counted.opened).toBe(1)
})

test('a client that goes before its new connection has answered leaves no pause to others', async () => {
  const { pool, counted } = countedPool(4)
  const leaving = new AbortController()
  const left = hold(pool, { gone: leaving.signal })
  await left.connection
  leaving.abort()
  expect(await pool.use(async () => 'lent')).toBe('lent')
  left.free()
  await left.done
  expect(counted).toEqual({ opened: 2, open: 1, most: 1 })
})

test('of several connections nobody has more than half, and bounded many wait', async () => {
  const { pool } = countedPool(4)
  const [one, two] = [{ holder: 1 }, { holder: 2 }]
  const held = [hold(pool, one), hold(pool, one)]
  await Promise.all(held.map(({ connection }) => connection))
  const waiting = hold(pool, one)
  const other = hold(pool, two)
  await other.connection
  const leaving = new AbortController()
  const left = pool.use(async () => {}, 'once', { ...one, gone: leaving.signal })
  leaving.abort()
  await expect(left).rejects.toThrow('Nobody waits')
  held[0]!.free()
  await waiting.connection
  for (const { free } of [...held, waiting, other]) free()
  await Promise.all([...held, waiting, other].map(({ done }) => done))
})

test('whoever waits when the pool is closed is told', async () => {
  const { pool } = countedPool(1)
  const first = hold(pool)
  await first.connection
  const waiting = pool.use(async () => {})
  await Promise.all([pool.close(1), expect(waiting).rejects.toThrow('lost')])
  first.free()
  await first.done
})
