import { expect } from 'vitest'
import { unboundTables } from '../faults/recorded.ts'
import type { SharedService } from '../service/shared.ts'

/**
 * Tables of no single agreement: apps, addresses of services, migrations and so on. A row of `agreement` is the
 * agreement itself.
 */
export const SHARED_TABLES: readonly string[] = [
  'app',
  'migration',
  'agreement',
  'service_address',
  'secret_key',
  'pristine_company',
  'sandbox_line',
]

/** The tables that belong to agreements. */
export async function tenantTables({ database }: Pick<SharedService, 'database'>): Promise<string[]> {
  const rows = await database.rows<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  )
  return rows.map(({ name }) => name).filter((name) => !SHARED_TABLES.includes(name))
}

const judged = new Set<string>()

/**
 * Statements that cannot name the agreement: a token finds it, and old answers of all agreements are deleted at once.
 */
const OF_NO_AGREEMENT =
  /FROM access_grant g (JOIN agreement a|WHERE g\.token_hash)|^DELETE FROM (idempotency_key WHERE created_at|console_(session|link) . WHERE)/

/**
 * Asserts that every statement sent so far binds every table to the agreement, and that the service answered no 500.
 */
export async function expectBound(service: Pick<SharedService, 'database' | 'statements' | 'log'>): Promise<void> {
  const tables = await tenantTables(service)
  const asks = [...service.statements].filter((text) => !judged.has(text) && !OF_NO_AGREEMENT.test(text))
  for (const text of asks) judged.add(text)
  expect(service.statements.size).toBeGreaterThan(0)
  expect(asks.flatMap((text) => unboundTables(text, tables).map((table) => `${table} in ${text}`))).toEqual([])
  expect(service.log.filter(({ status }) => status === 500)).toEqual([])
}
