import type { Executor } from '../database/connection.ts'

/** An agreement as it is listed. */
export interface ListedAgreement {
  agreementNumber: number
  name: string
  baseCurrency: string
  country: string
  modules: string[]
  isDemo: boolean
  isSandbox: boolean
  createdAt: string
}

/** An app as it is listed; until when its previous secret opens too, where it does. */
export interface ListedApp {
  appNumber: number
  name: string
  previousSecretUntil: string | null
  /** How what it sends is read; null: as the service's setting says. */
  compatibility: string | null
  /** Whether agreements may let it in by themselves. */
  isGrantable: boolean
  createdAt: string
}

/** A grant as it is listed. */
export interface ListedGrant {
  grantNumber: number
  agreementNumber: number
  appNumber: number
  roles: string[]
  /** Whose it is, by initials. */
  person: string | null
  mayNameActor: boolean
  createdAt: string
  revokedAt: string | null
}

/** Every agreement, by number. */
export async function listAgreements(executor: Executor): Promise<ListedAgreement[]> {
  const rows = await executor.rows<Omit<ListedAgreement, 'modules'> & { modules: string }>(
    `SELECT a.agreement AS "agreementNumber", a.name, a.base_currency AS "baseCurrency", a.country,
      array_to_json(a.modules) AS modules,
       a.is_demo AS "isDemo", a.is_sandbox AS "isSandbox", ${moment('a.created_at')} AS "createdAt"
     FROM agreement a ORDER BY a.agreement`,
  )
  return rows.map(({ modules, ...row }) => ({ ...row, modules: JSON.parse(modules) as string[] }))
}

/** Every app, by number; never its secret. */
export async function listApps(executor: Executor): Promise<ListedApp[]> {
  return await executor.rows<ListedApp>(
    `SELECT p.app AS "appNumber", p.name, CASE WHEN p.previous_secret_until > now()
      THEN ${moment('p.previous_secret_until')} END AS "previousSecretUntil", p.compatibility,
       p.is_grantable AS "isGrantable",       ${moment('p.created_at')} AS "createdAt"
     FROM app p ORDER BY p.app`,
  )
}

/** Every grant, by number; or those of one agreement, or app, or both. Ended ones too. */
export async function listGrants(
  executor: Executor,
  only: { agreement?: number; app?: number } = {},
): Promise<ListedGrant[]> {
  const rows = await executor.rows<Omit<ListedGrant, 'roles'> & { roles: string }>(
    `SELECT g.number AS "grantNumber", g.agreement AS "agreementNumber", g.app AS "appNumber",
      array_to_json(g.roles) AS roles,
       g.person, g.may_name_actor AS "mayNameActor", ${moment('g.created_at')} AS "createdAt",
         ${moment('g.revoked_at')} AS "revokedAt"
     FROM access_grant g WHERE g.agreement = coalesce($1::int, g.agreement) AND g.app = coalesce($2::int, g.app)
       ORDER BY g.number`,
    [only.agreement ?? null, only.app ?? null],
  )
  return rows.map(({ roles, ...row }) => ({ ...row, roles: JSON.parse(roles) as string[] }))
}

/** SQL: a point in time as the API writes one, to the second. */
export const moment = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
