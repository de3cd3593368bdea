import { expect, test } from 'vitest'
import type postgres from 'postgres'
import { type Home, UnreachableHomeError } from '../../src/database/connections/homes.ts'
import { type Link, Links } from '../../src/database/connections/links.ts'
import type { Wish } from '../../src/database/connections/turns.ts'

/** Links over connections that are only counted. */
function countedLinks(max: number) {
  const counted = { opened: 0, open: 0, most: 0 }
  const links = new Links(max, () => {
    counted.opened++
    counted.most = Math.max(counted.most, ++counted.open)
    return { sql: { end: async () => void counted.open-- } as unknown as postgres.Sql, cut: () => {} }
  })
  return { links, counted }
}

/** A caller that holds its link until told. */
function hold(links: Links, wish: Wish = {}) {
  let free = () => {}
  const held = new Promise<void>((resolve) => (free = resolve))
  let lent!: (link: Link) => void
  const link = new Promise<Link>((resolve) => (lent = resolve))
  const done = links.use(
    async (it) => {
      lent(it)
      await held
    },
    'once',
    wish,
  )
  return { link, free, done }
}

test('whoever waits gets a new connection when one is lost, and there are never more than allowed', async () => {
  const { links, counted } = countedLinks(1)
  const first = hold(links)
  const waiting = hold(links)
  const lost = await first.link
  lost.sends()
  lost.answers()
  lost.lose()
  first.free()
  await waiting.link
  const last = hold(links)
  await first.done
  expect(counted).toEqual({ opened: 2, open: 1, most: 1 })
  waiting.free()
  await last.link
  last.free()
  await Promise.all([waiting.done, last.done])
  expect(counted).toEqual({ opened: 2, open: 1, most: 1 })
})

/** Links that tell where each connection leads. */
function placedLinks(max: number) {
  const opened: (string | undefined)[] = []
  const links = new Links(max, (_onclose, server) => {
    opened.push(server?.host)
    return { sql: { end: async () => {} } as unknown as postgres.Sql, cut: () => {} }
  })
  return { links, opened }
}

const at = (host: string, shard: string): Home => ({ server: { host, port: 1 }, shard })

test('each server has connections of its own, and a session that is on a shard is used for it again', async () => {
  const { links, opened } = placedLinks(2)
  const use = (home?: Home): Promise<unknown> =>
    links.use(
      async (link) => {
        link.plans('once')
        const before = link.shard
        if (home) link.shard = home.shard
        return [link.home, before]
      },
      'once',
      {},
      home,
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
  const { links, opened } = placedLinks(2)
  const [a, b] = [at('a', '1'), at('b', '1')]
  await links.use(async (link) => link.lose(new Error('refused')), 'once', {}, a)
  const again = links.use(async () => {}, 'once', {}, a)
  await expect(again).rejects.toThrow(UnreachableHomeError)
  await links.use(async () => {}, 'once', {}, b)
  await links.use(async () => {})
  expect(opened).toEqual(['a', 'b', undefined])
})

test('after a connection that failed before it was ready nobody tries at once: all are told why', async () => {
  const { links, counted } = countedLinks(2)
  const refused = new Error('refused')
  await links.use(async (link) => link.lose(refused))
  for (let count = 0; count < 3; count++) await expect(links.use(async () => {})).rejects.toThrow('refused')
  expect(counted.opened).toBe(1)
})

test('a client that goes before its new connection has answered leaves no pause to others', async () => {
  const { links, counted } = countedLinks(4)
  const leaving = new AbortController()
  const left = hold(links, { gone: leaving.signal })
  await left.link
  leaving.abort()
  expect(await links.use(async () => 'lent')).toBe('lent')
  left.free()
  await left.done
  expect(counted).toEqual({ opened: 2, open: 1, most: 1 })
})

test('of several connections nobody has more than half, and bounded many wait', async () => {
  const { links } = countedLinks(4)
  const [one, two] = [{ holder: 1 }, { holder: 2 }]
  const held = [hold(links, one), hold(links, one)]
  await Promise.all(held.map(({ link }) => link))
  const waiting = hold(links, one)
  const other = hold(links, two)
  await other.link
  const leaving = new AbortController()
  const left = links.use(async () => {}, 'once', { ...one, gone: leaving.signal })
  leaving.abort()
  await expect(left).rejects.toThrow('Nobody waits')
  held[0]!.free()
  await waiting.link
  for (const { free } of [...held, waiting, other]) free()
  await Promise.all([...held, waiting, other].map(({ done }) => done))
})

test('whoever waits when the links are closed is told', async () => {
  const { links } = countedLinks(1)
  const first = hold(links)
  await first.link
  const waiting = links.use(async () => {})
  await Promise.all([links.close(1), expect(waiting).rejects.toThrow('lost')])
  first.free()
  await first.done
})
