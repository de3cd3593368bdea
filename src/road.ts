import { findSession } from './access/console.ts'
import { DEMO_TOKEN, GrantCache, isGrantToken } from './access/grant.ts'
import { PeopleCache } from './access/people.ts'
import { WrongTokens } from './access/wrong-tokens.ts'
import type { Config } from './config.ts'
import type { Database } from './database/connection.ts'
import type { Standby } from './database/health/standby.ts'
import type { Road } from './request/index.ts'
import { ConsoleRequests } from './request/protocol/console-requests.ts'
import { RateLimiter } from './request/protocol/rate-limit.ts'
import { leeways } from './request/protocol/reading.ts'
import type { Vault } from './secrets/vault.ts'
import { Faults } from './workshop/faults/faults.ts'

/**
 * No agreement has this number. Requests whose grant is not known yet share connections under it, as those of one
 * agreement do.
 */
const NOBODY = 0

const RESTORED = `SELECT 1 FROM snapshot s
  WHERE s.agreement = $1 AND s.restored_at > clock_timestamp() - make_interval(secs => $2::float8 / 1000)`

/** What the road of requests is made of. */
export interface RoadParts {
  database: Database
  config: Pick<Config, 'rateLimit' | 'unknownProperties' | 'compatibility'> &
    Partial<Pick<Config, 'hasDemo' | 'publicOrigin'>>
  vault: Vault
  standby: Standby | undefined
  /** Settled once the demo company is there; until then, requests for it wait. */
  demo: Promise<unknown> | undefined
}

/** The road of requests over a database. */
export function roadOf({
  database,
  config,
  vault,
  standby,
  demo,
}: RoadParts): Road & { grants: GrantCache; consoleRequests: ConsoleRequests } {
  const grants = new GrantCache(database.of(NOBODY))
  const sessions = new GrantCache(database.of(NOBODY), undefined, findSession)
  const people = new PeopleCache(database.of(NOBODY))
  const wrongTokens = new WrongTokens()
  const isOff = (token: string): boolean => config.hasDemo === false && token === DEMO_TOKEN
  const made = (): void => void (making = undefined)
  let making = demo?.then(made, made)
  return {
    grants,
    noteWrong: (address) => wrongTokens.note(address),
    findGrant: (secret, token) => {
      if (isOff(token)) return undefined
      return making && token === DEMO_TOKEN ? making.then(() => grants.find(secret, token)) : grants.find(secret, token)
    },
    findSession: (token, agreement) => sessions.find(token, agreement),
    consoleRequests: new ConsoleRequests(config.publicOrigin),
    isGrantToken: async (token) => !isOff(token) && (await isGrantToken(database.of(NOBODY), token)),
    findPerson: (agreement, initials) => people.find(agreement, initials),
    rateLimiter: config.rateLimit && new RateLimiter(config.rateLimit),
    leewayOf: leeways(config.compatibility, config.unknownProperties === 'ignore'),
    ...(standby && { wrote: (agreement: number) => standby.wrote(agreement) }),
    reveal: (agreement, stored) => vault.open(agreement, stored),
    forgetGrants: (agreement) => [grants, sessions].forEach((cache) => cache.forget(agreement)),
    faults: new Faults(database),
    isRestored: async (agreement, milliseconds) =>
      (await database.of(agreement).rows(RESTORED, [agreement, milliseconds])).length > 0,
  }
}
