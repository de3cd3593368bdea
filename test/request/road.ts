import type { Grant } from '../../src/access/grant.ts'
import type { Database } from '../../src/database/connection.ts'
import { compiler } from '../../src/request/compile.ts'
import { answer } from '../../src/request/index.ts'
import { leeways } from '../../src/request/protocol/reading.ts'
import type { Answer } from '../../src/request/protocol/respond.ts'
import { WaitingRoom, type WaitingBounds } from '../../src/request/write/waiting-room.ts'
import { type Api, everyVersion } from '../../src/resource/versions.ts'
import { testVault } from '../service/secret-key.ts'
import { library, LIBRARY } from './library.ts'

/** A request as it is put on the road; `path` below the library's. */
export interface Sent {
  body: object
  key?: string | undefined
}

/** One caller's way of creating: everything put on it in one turn is on its way before any of it is answered. */
export type Create = (path: string, sent: Sent) => Promise<Answer>

/**
 * The stages over a database, without HTTP before them: requests that are sent at once arrive at once, in that order.
 */
export function openRoad(
  database: Database,
  bounds?: WaitingBounds,
  apis: readonly Api[] = [library],
): (caller: { agreement: number; app: number }) => Create {
  const world = {
    database,
    settings: { webhookAllowedHosts: [], vault: testVault },
  }
  const versions = everyVersion(apis)
  const compiled = compiler(versions, [], { ...world, ...(bounds && { room: new WaitingRoom(bounds) }) })
  const routes = versions.flatMap(compiled)
  return ({ agreement, app }) => {
    const grant: Grant = {
      agreement,
      app,
      grantNumber: 1,
      baseCurrency: 'DKK',
      roles: ['SuperUser'],
      modules: [],
      isDemo: false,
      isSandbox: false,
      requestLog: 'off',
    }
    const road = { findGrant: () => grant, rateLimiter: undefined, leewayOf: leeways('default', false) }
    return (path, { body, key }) => {
      const route = routes.find((one) => one.path === LIBRARY + path && one.operation.method === 'POST')!
      return answer(road, route, {
        method: 'POST',
        path: LIBRARY + path,
        search: '',
        headers: {
          'x-appsecrettoken': 'secret',
          'x-agreementgranttoken': 'token',
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        parameters: {},
        body: Buffer.from(JSON.stringify(body)),
        address: '127.0.0.1',
        gone: () => new AbortController().signal,
        traceId: 'trace',
      })
    }
  }
}

/** An answer in brief: its status, whether it was kept, and the number or code. */
export function brief({ status, headers, body }: Answer): unknown[] {
  const json = JSON.parse(String(body)) as { number?: number; errorCode?: string }
  return [status, headers['x-resultfromcache'] === 'true' ? 'kept' : 'new', json.errorCode ?? json.number]
}
