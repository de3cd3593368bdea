import type { Compatibility } from './compatibility.ts'
import type { Executor } from '../database/connection.ts'
import { GRANT_CACHE_MAX, GRANT_CACHE_MILLISECONDS } from '../limits.ts'
import type { Acting } from './acting.ts'
import type { Module, Role } from './roles.ts'
import { hashToken, sameHash } from './tokens.ts'

/** Both tokens of the demo agreement, which answers anybody. */
export const DEMO_TOKEN = 'demo'

/**
 * The demo company: no other agreement may have its number, its token, or an app with its secret. The number is below
 * the first that is given out; the hash is in hex, of both tokens.
 */
export const DEMO = { agreement: 100_000, tokenHash: hashToken(DEMO_TOKEN) }

/**
 * Which requests of an agreement are logged: none, those that were refused, without what they said, or all of them,
 * with their bodies.
 */
export const REQUEST_LOG_MODES = ['off', 'faults', 'all'] as const
export type RequestLogMode = (typeof REQUEST_LOG_MODES)[number]

/** SQL: the same of the agreement `a`. */
export const REQUEST_LOG = `CASE WHEN a.is_demo THEN 'off'
  ELSE coalesce(a.request_log, CASE WHEN a.is_sandbox THEN 'all' ELSE 'faults' END) END`

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
  /** A company made to try things out. */
  isSandbox: boolean
  /** Which requests of the agreement are logged. */
  requestLog: RequestLogMode
  /** The sandbox has ordered faults. */
  hasFaultPlan?: true
  /** The sandbox has snapshots. */
  hasSnapshots?: true
  /** How what the app sends is read; undefined where the app says nothing. */
  compatibility?: Compatibility
  /** Whose grant it is. */
  person?: Acting
  /** A grant of nobody in particular with which the app may name who acts. */
  mayNameActor?: true
}

/** A grant as it is stored, without what its agreement says. */
export interface GrantRow {
  agreement: number
  app: number
  number: number
  roles: string
  compatibility: Compatibility | null
  person: string | null
  may_name_actor: boolean
}

interface GrantHashes {
  secret_hash: string
  /** Of a secret that was replaced not long ago. */
  previous_hash: string | null
  token_hash: string
}

interface HomeRow {
  base_currency: string
  modules: string
  is_demo: boolean
  is_sandbox: boolean
  request_log: RequestLogMode
  has_fault_plan: boolean
  has_snapshots: boolean
}

/** Reads tables that belong to no agreement, and those of one agreement. */
export type Finder = Executor & { at(agreement: number): Executor }

/**
 * SQL: the grants in force that the token of the hash `$1`, in hex, opens: its own, and for a while the one before. An
 * index finds either.
 */
const IN_FORCE = `
  SELECT g.agreement, g.app, g.number, g.roles, g.person, g.may_name_actor, encode(g.token_hash, 'hex') AS token_hash
  FROM access_grant g WHERE g.token_hash = decode($1, 'hex') AND g.revoked_at IS NULL
  UNION ALL
  SELECT g.agreement, g.app, g.number, g.roles, g.person, g.may_name_actor, encode(g.previous_token_hash, 'hex')
  FROM access_grant g WHERE g.previous_token_hash = decode($1, 'hex') AND g.previous_token_until > now()
    AND g.revoked_at IS NULL`

/**
 * The grant that a pair of tokens stands for (rule 3.1), read from the database now. Found by the grant's
 * hash; both hashes are then compared in constant time.
 * @returns undefined when either token is wrong, they do not belong together, or the grant is revoked.
 */
export async function findGrant(
  executor: Finder,
  appSecretToken: string,
  agreementGrantToken: string,
): Promise<Grant | undefined> {
  const [secretHash, tokenHash] = [hashToken(appSecretToken), hashToken(agreementGrantToken)]
  const [row] = await executor.rows<GrantRow & GrantHashes>(
    `SELECT g.agreement, g.app, g.number, array_to_json(g.roles) AS roles, encode(p.secret_hash, 'hex') AS secret_hash,
      g.token_hash,
            CASE WHEN p.previous_secret_until > now() THEN encode(p.previous_secret_hash, 'hex') END AS previous_hash,
              p.compatibility,
            g.person, g.may_name_actor
     FROM (${IN_FORCE}) g JOIN app p ON p.app = g.app`,
    [tokenHash],
  )
  if (!row || !sameHash(row.token_hash, tokenHash)) return undefined
  const isSecret = sameHash(row.secret_hash, secretHash)
  const isPrevious = sameHash(row.previous_hash ?? row.secret_hash, secretHash)
  if (!isSecret && !isPrevious) return undefined
  return await grantOf(executor, row)
}

/** The grant of its row, with what its agreement says; undefined where that is gone. */
export async function grantOf(executor: Finder, row: GrantRow): Promise<Grant | undefined> {
  // A statement of its own: until the grant is found, it is unknown where the agreement is.
  const [home] = await executor.at(row.agreement).rows<HomeRow>(
    `SELECT a.base_currency, array_to_json(a.modules) AS modules, a.is_demo, a.is_sandbox,
      ${REQUEST_LOG} AS request_log,
            a.is_sandbox AND EXISTS (SELECT FROM fault_rule f WHERE f.agreement = a.agreement) AS has_fault_plan,
            a.is_sandbox AND EXISTS (SELECT FROM snapshot s WHERE s.agreement = a.agreement) AS has_snapshots
       FROM agreement a WHERE a.agreement = $1`,
    [row.agreement],
  )
  // Removed between the two, with its grants.
  if (!home) return undefined
  return {
    agreement: row.agreement,
    baseCurrency: home.base_currency,
    app: row.app,
    grantNumber: row.number,
    roles: JSON.parse(row.roles) as Role[],
    modules: JSON.parse(home.modules) as Module[],
    isDemo: home.is_demo,
    isSandbox: home.is_sandbox,
    requestLog: home.request_log,
    ...(home.has_fault_plan && { hasFaultPlan: true }),
    ...(home.has_snapshots && { hasSnapshots: true }),
    ...(row.compatibility && { compatibility: row.compatibility }),
    ...(row.person !== null && { person: { initials: row.person, isClaimed: false } }),
    ...(row.may_name_actor && { mayNameActor: true }),
  }
}

/**
 * Whether the token is that of a grant in force, whatever secret came with it. A refusal can then say which half is
 * wrong.
 */
export async function isGrantToken(executor: Executor, agreementGrantToken: string): Promise<boolean> {
  const [row] = await executor.rows<{ known: boolean }>(`SELECT EXISTS (${IN_FORCE}) AS known`, [
    hashToken(agreementGrantToken),
  ])
  return row!.known
}

interface Lookup {
  begun: number
  /** What was found, once it was. */
  found: Grant | undefined
  finding: Promise<Grant | undefined>
}

/**
 * Remembers grants for less than a second, counted from before the database was asked. So a revocation is in force on
 * every node within a second, without any node being told. Requests of one pair at once share one query. A pair in use
 * is asked for again before its time is over, so that no request waits.
 */
export class GrantCache {
  private readonly lookups = new Map<string, Lookup>()
  private readonly renewing = new Set<string>()
  private readonly executor: Finder
  private readonly now: () => number
  private readonly read: typeof findGrant

  /**
   * @param now a clock in milliseconds that never goes back.
   * @param read finds a grant in the database, by two texts.
   */
  constructor(executor: Finder, now: () => number = () => performance.now(), read: typeof findGrant = findGrant) {
    this.executor = executor
    this.now = now
    this.read = read
  }

  /** As findGrant, at most GRANT_CACHE_MILLISECONDS old; at once where it is known. */
  find(appSecretToken: string, agreementGrantToken: string): Promise<Grant | undefined> | Grant {
    const key = hashToken(`${appSecretToken}\n${agreementGrantToken}`)
    const known = this.lookups.get(key)
    const age = known ? this.now() - known.begun : Infinity
    if (known?.found && age < GRANT_CACHE_MILLISECONDS) {
      if (age >= GRANT_CACHE_MILLISECONDS / 2 && !this.renewing.has(key)) {
        this.renewing.add(key)
        const renewed = this.look(key, appSecretToken, agreementGrantToken, known)
        const over = (): void => void this.renewing.delete(key)
        renewed.finding.then(over, over)
      }
      return known.found
    }
    const lookup = known && age < GRANT_CACHE_MILLISECONDS ? known : this.look(key, appSecretToken, agreementGrantToken)
    return lookup.finding
  }

  /** Forgets what is known of an agreement's grants, and what is being asked: the next request asks anew. */
  forget(agreement: number): void {
    for (const [key, { found }] of this.lookups) if (!found || found.agreement === agreement) this.lookups.delete(key)
  }

  /** Asks the database; while it answers, `meanwhile` stays what is known. */
  private look(key: string, appSecretToken: string, agreementGrantToken: string, meanwhile?: Lookup): Lookup {
    const begun = this.now()
    const finding = this.read(this.executor, appSecretToken, agreementGrantToken)
    const lookup: Lookup = { begun, found: undefined, finding }
    if (!meanwhile) this.remember(key, lookup)
    const forget = (): void => {
      const known = this.lookups.get(key)
      if (known === lookup || known === meanwhile) this.lookups.delete(key)
    }
    // Neither a failed query nor a wrong pair is remembered: they could push out the right ones.
    finding.then(
      (grant) => {
        if (!grant) return forget()
        lookup.found = grant
        if (meanwhile && this.lookups.get(key) === meanwhile) this.remember(key, lookup)
      },
      meanwhile ? () => {} : forget,
    )
    return lookup
  }

  private remember(key: string, lookup: Lookup): void {
    this.lookups.delete(key)
    const [oldest] = this.lookups.keys()
    if (this.lookups.size >= GRANT_CACHE_MAX && oldest !== undefined) this.lookups.delete(oldest)
    this.lookups.set(key, lookup)
  }
}
