import { setTimeout as delay } from 'node:timers/promises'
import type { Grant } from '../../access/grant.ts'
import type { Database } from '../../database/connection.ts'
import { SLOW_AT_ONCE_MAX } from '../../limits.ts'
import type { Route } from '../../request/compile.ts'
import type { Incoming, Road } from '../../request/index.ts'
import type { Gone } from '../../request/protocol/client-gone.ts'
import { canBeStale, type OrderedFault } from '../../request/protocol/ordered-faults.ts'
import { FAULT_KINDS, type FaultKind } from '../../resource/fault-kinds.ts'

interface Hit {
  rule: number
  kind: FaultKind
  milliseconds: number | null
}

const ALWAYS = FAULT_KINDS.filter((kind) => kind !== 'stale')

/**
 * The faults that sandboxes have ordered, for the requests of one process. The database counts; nothing is remembered
 * of a plan.
 */
export class Faults implements NonNullable<Road['faults']> {
  private readonly database: Pick<Database, 'of'>
  private readonly waiting = new Map<number, number>()

  constructor(database: Pick<Database, 'of'>) {
    this.database = database
  }

  /** The fault that is due for the request; undefined where none is. */
  async planned(grant: Grant, route: Route, incoming: Incoming): Promise<OrderedFault | undefined> {
    const { operation } = route
    const asked = {
      kinds: canBeStale(operation) ? FAULT_KINDS : ALWAYS,
      app: grant.app,
      operation: `${operation.method} ${operation.path}`,
      path: incoming.path.replaceAll('\0', ''),
      isWrite: operation.method !== 'GET',
    }
    const [row] = await this.database
      .of(grant.agreement)
      .rows<{ hit: string | null }>('SELECT order_fault($1, $2::json)::text AS hit', [
        grant.agreement,
        JSON.stringify(asked),
      ])
    const hit = JSON.parse(row?.hit ?? 'null') as Hit | null
    if (!hit) return undefined
    const { rule, kind, milliseconds } = hit
    return { kind, milliseconds: milliseconds ?? 0, says: `${kind}, rule ${rule}` }
  }

  /**
   * Waits as a slow request is to, with no connection to the database. An agreement has a bounded number of those at
   * once; one more does not wait.
   */
  async wait(agreement: number, { milliseconds, says }: OrderedFault, gone: Gone): Promise<string> {
    const waiting = this.waiting.get(agreement) ?? 0
    if (waiting >= SLOW_AT_ONCE_MAX) return `${says}, not slow: ${SLOW_AT_ONCE_MAX} wait already`
    this.waiting.set(agreement, waiting + 1)
    const ended = new AbortController()
    const end = (): void => ended.abort()
    if (gone.aborted) end()
    gone.addEventListener('abort', end)
    await delay(milliseconds, undefined, { signal: ended.signal }).catch(() => {})
    gone.removeEventListener('abort', end)
    const left = this.waiting.get(agreement)! - 1
    if (left === 0) this.waiting.delete(agreement)
    else this.waiting.set(agreement, left)
    return says
  }
}
