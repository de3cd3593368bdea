import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { exportAgreement } from '../../src/backup/agreement/export.ts'
import { importAgreement } from '../../src/backup/agreement/import.ts'
import { openDatabase } from '../../src/database/connection.ts'
import { type Hook, numbers, Stage } from '../webhooks/stage.ts'
import { moveShard, serversOf } from './shard-servers.ts'

const isSpread = inject('databaseWorkers').length > 0

describe.runIf(isSpread)('the deliveries of a webhook', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await Stage.open()
  })
  afterAll(() => stage.close())
  beforeEach(() => stage.clear())

  /** A webhook of an agreement that is on the server with the highest numbers, by its path. */
  async function highest(): Promise<{ hook: Hook; path: string }> {
    for (let number = 1; ; number++) {
      const path = `/order${number}`
      const hook = await stage.hook(path)
      if ((await serversOf(stage.base.own, hook.agreement)).at(-1)!.is_there) return { hook, path }
    }
  }

  /** Moves the agreement's shard to another server. @returns whether that one's numbers are lower. */
  async function move(hook: Hook): Promise<boolean> {
    const { from, to } = await moveShard(stage.base.own, hook.agreement)
    return to.group < from.group
  }

  test('keep their order when their shard moves to a server that counts lower, and back', async () => {
    const { hook, path } = await highest()
    await stage.emit(hook, [1, 2])
    expect(await move(hook)).toBe(true)
    await stage.emit(hook, [3])
    // Like a service, whose role has rights on the views only.
    const service = openDatabase({ url: stage.base.serviceUrl }, 1)
    await service
      .at(hook.agreement)
      .rows(`SELECT emit_events($1, 'CUSTOMER_UPDATED', ARRAY['{"NEWNUMBER":"4"}']::jsonb[])`, [hook.agreement])
    await service.close()
    expect(await move(hook)).toBe(false)
    await stage.emit(hook, [5, 6])
    stage.node()
    await stage.untilDone(hook)
    expect(stage.sentTo(path)).toEqual(numbers(1, 6).map(String))
  })

  test('go behind what waits, also where the clock of the server before was ahead', async () => {
    const { hook } = await highest()
    await stage.emit(hook, [1, 2])
    await stage.base.own
      .at(hook.agreement)
      .rows('UPDATE webhook_delivery SET position = position + 1000000000000000 WHERE agreement = $1', [hook.agreement])
    await move(hook)
    await stage.emit(hook, [3, 4])
    await move(hook)
    await stage.emit(hook, [5])
    await inOrder(hook.agreement, 5)
  })

  test('go behind what waits in a company that is brought to another server', async () => {
    const { hook } = await highest()
    const { own } = stage.base
    await stage.emit(hook, [1, 2])
    await own
      .at(hook.agreement)
      .rows('UPDATE webhook_delivery SET position = position + 1000000000000000 WHERE agreement = $1', [hook.agreement])
    let brought = 400_001
    while ((await serversOf(stage.base.own, brought)).at(-1)!.is_there) brought++
    const directory = await mkdtemp(join(tmpdir(), 'daybook-order-'))
    const file = join(directory, 'company.daybook')
    await exportAgreement(own, hook.agreement, file, () => {})
    // Its tokens lead to one agreement.
    await own.rows('DELETE FROM access_grant WHERE agreement = $1', [hook.agreement])
    await importAgreement(
      own,
      file,
      brought,
      async () => {},
      () => {},
    )
    await rm(directory, { recursive: true })
    await stage.emit({ ...hook, agreement: brought }, [3])
    await inOrder(brought, 3)
  })

  /** So many deliveries, each with a higher number than the one before. */
  async function inOrder(agreement: number, count: number): Promise<void> {
    const drawn = await stage.base.own
      .at(agreement)
      .rows<{ position: string }>('SELECT position FROM webhook_delivery WHERE agreement = $1 ORDER BY number', [
        agreement,
      ])
    const positions = drawn.map(({ position }) => BigInt(position))
    expect(positions).toHaveLength(count)
    expect(positions.every((position, at) => at === 0 || position > positions[at - 1]!)).toBe(true)
  }
})
