import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../src/database/connection.ts'
import { CLUSTER_ROLES } from '../../src/database/embedded/cluster.ts'
import { hasPairs, type Pair, serverPair } from '../database/pair.ts'
import { eventually } from '../patience.ts'

let pair: Pair

beforeEach(async () => {
  if (hasPairs) pair = await serverPair()
})
afterEach(async () => {
  if (hasPairs) await pair.remove()
})

const urlOf = (...ports: number[]): string =>
  `postgres://${CLUSTER_ROLES.superuser}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/postgres?target_session_attrs=read-write`

test.skipIf(!hasPairs)(
  'writes find the server that takes them, also after it is another, and nothing that was answered is lost',
  async () => {
    const [one, two] = pair.servers
    // The standby is named first: connections must not stay there.
    const database = openDatabase({ url: urlOf(two.port, one.port) }, 3, { wide: 5_000, other: 5_000 })
    const direct = openDatabase({ url: `postgres://${CLUSTER_ROLES.superuser}@127.0.0.1:${two.port}/postgres` }, 1)
    await database.rows('CREATE TABLE noted (number int PRIMARY KEY)')
    const kept: number[] = []
    let number = 0
    const write = async (): Promise<boolean> => {
      number += 1
      const mine = number
      return await database.rows('INSERT INTO noted (number) VALUES ($1)', [mine]).then(
        () => kept.push(mine) > 0,
        () => false,
      )
    }
    for (let count = 0; count < 20; count++) expect(await write()).toBe(true)
    await eventually(async () => {
      const [row] = await direct.rows<{ count: number }>('SELECT count(*)::int AS count FROM noted').catch(() => [])
      return row?.count === 20
    })
    await pair.stop(one)
    expect(await write()).toBe(false)
    await expect(database.check()).rejects.toThrow()
    await direct.rows('SELECT pg_promote(true)')
    await eventually(write)
    for (let count = 0; count < 20; count++) expect(await write()).toBe(true)
    // The connection that asks finds its way on its own, and may try the server that is gone first.
    await eventually(() =>
      database.check().then(
        () => true,
        () => false,
      ),
    )
    const found = await direct.rows<{ number: number }>('SELECT number FROM noted ORDER BY number')
    expect(found.map((row) => row.number)).toEqual(kept)
    await Promise.all([database.close(), direct.close()])
  },
)

test.skipIf(!hasPairs)(
  'writes that wait for a standby which is gone are told as such, and reads are answered',
  async () => {
    const [{ url }] = pair.servers
    const database = openDatabase({ url }, 3, { wide: 60_000, other: 60_000 })
    const direct = openDatabase({ url }, 1)
    const waitFor = async (standby: string): Promise<void> => {
      await direct.rows(`ALTER SYSTEM SET synchronous_standby_names = '${standby}'`)
      await direct.rows('SELECT pg_reload_conf()')
      await eventually(async () => {
        const [row] = await direct.rows<{ names: string }>(
          `SELECT current_setting('synchronous_standby_names') AS names`,
        )
        return row!.names === standby
      })
    }
    await database.check()
    await direct.rows('SET synchronous_commit = local')
    await waitFor('gone')
    const written = database.rows('CREATE TABLE waited (number int)')
    const told = (): Promise<string> =>
      database.check().then(
        () => '',
        (error: Error & { code: string }) => error.code,
      )
    await eventually(async () => (await told()) === 'WRITES_HANG')
    expect(await database.rows('SELECT 1 AS one')).toEqual([{ one: 1 }])
    await waitFor('')
    await written
    await eventually(async () => (await told()) === '')
    await Promise.all([database.close(), direct.close()])
  },
)
