import { beforeAll, expect, test } from 'vitest'
import type { Act, Meetings, Pair } from '../conventions/meetings.ts'
import type { Client } from '../service/harness.ts'

/** A pair that is tried in one agreement; each try is given a number of its own. */
export interface Case {
  name: string
  tables: Pair['tables']
  prepare(client: Client, n: number): Promise<readonly [write: Act, change: Act]>
}

/** Tries pairs, all in one agreement: in the short form each meets in one way, and the next in another. */
export function tryPairs(meetings: () => Meetings, clientOf: () => Promise<Client>, cases: readonly Case[]): void {
  let client: Client
  let n = 3000
  beforeAll(async () => void (client = await clientOf()))
  test.each(cases.map((one, nth) => ({ ...one, nth })))('$name', async ({ tables, prepare, nth }) => {
    expect(await meetings().faultsOf(client, { tables, prepare: () => prepare(client, ++n) }, nth)).toEqual([])
  })
}
