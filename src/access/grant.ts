import type { Executor } from '../database/connection.ts'
import { GRANT_CACHE_MAX, GRANT_CACHE_MILLISECONDS } from '../limits.ts'
import type { Module, Role } from './roles.ts'
import { hashToken, sameHash } from './tokens.ts'

/** Who is asking, and what they may do. */
export interface Grant {
  agreement: number
  baseCurrency: string
  app: number
  grantNumber: number
  roles: Role[]
  modules: Module[]
  /** The demo agreement answers GET only. */
  isDemo: boolean
}

interface GrantRow {
  agreement: number
  base_currency: string
  app: number
  number: number
  roles: string
  modules: string
  is_demo: boolean
  secret_hash: string
  token_hash: string
}

/**
 * The grant that a pair of tokens stands for (spec 1, Authentication), read from the database now. Found by the grant's
 * hash; both hashes are then compared in constant time.
 * @returns undefined when either token is wrong, they do not belong together, or the grant is revoked.
 */
export async function findGrant(
  executor: Executor,
  appSecretToken: string,
  agreementGrantToken: string,
): Promise<Grant | undefined> {
  const [secretHash, tokenHash] = [hashToken(appSecretToken), hashToken(agreementGrantToken)]
  const [row] = await executor.rows<GrantRow>(
    `SELECT g.agreement, a.base_currency, g.app, g.number, array_to_json(g.roles) AS roles, array_to_json(a.modules) AS modules,
            a.is_demo, encode(p.secret_hash, 'hex') AS secret_hash, encode(g.token_hash, 'hex') AS token_hash
     FROM access_grant g JOIN agreement a ON a.agreement = g.agreement JOIN app p ON p.app = g.app
     WHERE g.token_hash = decode($1, 'hex') AND g.revoked_at IS NULL`,
    [tokenHash],
  )
  if (!row || !sameHash(row.token_hash, tokenHash) || !sameHash(row.secret_hash, secretHash)) return undefined
  return {
    agreement: row.agreement,
    baseCurrency: row.base_currency,
    app: row.app,
    grantNumber: row.number,
    roles: JSON.parse(row.roles) as Role[],
    modules: JSON.parse(row.modules) as Module[],
    isDemo: row.is_demo,
  }
}

interface Lookup {
  begun: number
  grant: Promise<Grant | undefined>
}

/**
 * Remembers grants for less than a second, counted from before the database was asked: so a revocation is in force on
 * every node within a second, without any node being told. Requests of one pair at once share one query.
 */
export class GrantCache {
  private readonly lookups = new Map<string, Lookup>()
  private readonly executor: Executor
  private readonly now: () => number

  /** @param now a clock in milliseconds that never goes back. */
  constructor(executor: Executor, now: () => number = () => performance.now()) {
    this.executor = executor
    this.now = now
  }

  /** As findGrant, at most GRANT_CACHE_MILLISECONDS old. */
  find(appSecretToken: string, agreementGrantToken: string): Promise<Grant | undefined> {
    const key = hashToken(appSecretToken) + hashToken(agreementGrantToken)
    const known = this.lookups.get(key)
    if (known && this.now() - known.begun < GRANT_CACHE_MILLISECONDS) return known.grant
    const lookup = { begun: this.now(), grant: findGrant(this.executor, appSecretToken, agreementGrantToken) }
    this.remember(key, lookup)
    return lookup.grant
  }

  private remember(key: string, lookup: Lookup): void {
    this.lookups.delete(key)
    const [oldest] = this.lookups.keys()
    if (this.lookups.size >= GRANT_CACHE_MAX && oldest !== undefined) this.lookups.delete(oldest)
    this.lookups.set(key, lookup)
    const forget = () => {
      if (this.lookups.get(key) === lookup) this.lookups.delete(key)
    }
    // Neither a failed query nor a wrong pair is worth remembering: nobody can push the right ones out.
    lookup.grant.then((grant) => grant ?? forget(), forget)
  }
}
