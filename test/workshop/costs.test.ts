import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Calls, counted } from '../request/counted.ts'
import { codeOf } from '../resources/bookkeeping.ts'
import { newClient, type Reply, testNode, type TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { turn } from './clock/clock-world.ts'

let service: TestService
beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const UNITS = '/daybookapi/v1.0.0/units1'
/** What is written beside requests, a batch at a time. */
const BESIDE = /log_requests|count_coverage|request_hour|coverage_count|drop_old_requests/

test('clock and faults cost a read and a create no statement where they are not used', async () => {
  const calls: Calls & { texts: string[] } = { count: 0, texts: [] }
  const node = await testNode(counted(service.own, calls))
  try {
    const { agreement } = await service.client()
    /** The statements of a read and of a create, by a grant that nobody remembers yet. */
    const spent = async (): Promise<{ read: string[]; created: string[] }> => {
      const client = await newClient(service.database, node.baseUrl, { agreement })
      const of = async (work: () => Promise<Reply>, status: number): Promise<string[]> => {
        calls.texts = []
        expect((await work()).status).toBe(status)
        return calls.texts.filter((text) => !BESIDE.test(text))
      }
      await client.get(UNITS)
      const read = await of(() => client.get(UNITS), 200)
      const number = 100 + made++
      return { read, created: await of(() => client.post(UNITS, { number, name: `Unit ${number}` }), 201) }
    }
    let made = 0
    const ordinary = await spent()
    expect([ordinary.read.length, ordinary.created.length > 0]).toEqual([1, true])

    await service.database.rows('UPDATE agreement SET is_sandbox = true WHERE agreement = $1', [agreement])
    expect(await spent()).toEqual(ordinary)
    await turn(service, '2031-03-01T10:00:00Z', agreement)
    expect(await spent()).toEqual(ordinary)

    const owner = await newClient(service.database, node.baseUrl, { agreement })
    const plan = (rules: object[]): Promise<Reply> => owner.put('/daybookapi/v1.0.0/fault-plan', { rules })
    expect(codeOf(await plan([{ kind: '503', operation: 'DELETE /units1/{number}' }]))[0]).toBeLessThan(300)
    const planned = await spent()
    expect(planned.read.filter((text) => /order_fault/.test(text))).toHaveLength(1)
    expect(codeOf(await plan([]))[0]).toBeLessThan(300)
    expect(await spent()).toEqual(ordinary)
  } finally {
    await node.app.close()
  }
})
