import { ApiError, type ErrorCode } from '../../errors/catalogue.ts'

interface DatabaseError extends Error {
  code?: string
  constraint_name?: string
}

/** SQLSTATEs of two transactions that got in each other's way; the whole transaction may simply be tried again. */
const RETRY = new Set(['40001', '40P01', '55P03'])
/** The statement was stopped because of the time it took. */
const TOO_LONG = '57014'
/** The agreement has all the work under way that one may have. */
const BUSY = 'AGREEMENT_BUSY'
/** The database is gone, going or not there yet, hangs, or has no room; told where that says more than the code. */
const GONE: ReadonlyMap<string, string | undefined> = new Map([
  ['25006', 'The database is read-only: a standby, or a server that is being made one.'],
  ['53100', 'The disk of the database is full.'],
  ['53300', 'The database takes no more connections.'],
  ['NO_CONNECTION', 'Too many requests wait for the database; nothing of this one was done.'],
  ['DATABASE_SILENT', 'The database does not answer.'],
  ['WRITES_HANG', 'Writes hang: the database waits for a standby that does not answer.'],
  ...[
    '57P01',
    '57P02',
    '57P03',
    '08000',
    '08001',
    '08003',
    '08004',
    '08006',
    '53000',
    '53200',
    'CONNECTION_CLOSED',
    'CONNECTION_ENDED',
    'CONNECTION_DESTROYED',
    'CONNECT_TIMEOUT',
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOENT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EPIPE',
    'ETIMEDOUT',
  ].map((code): [string, undefined] => [code, undefined]),
])

/** Whether the transaction failed only because of another one at the same time. */
export const mayRetry = (error: unknown): boolean => RETRY.has((error as DatabaseError).code ?? '')

/** Whether a constraint refused what another request's write has made impossible since the rules were looked up: they would see it now. */
export const isConstraint = (error: unknown): boolean => /^23[0-9A-Z]{3}$/.test((error as DatabaseError).code ?? '')

/** The name of the constraint that refused; empty for another error. */
export const constraintOf = (error: unknown): string => (error as DatabaseError).constraint_name ?? ''

/** Whether nothing was done for sure: the service or the database refused. Of a connection that is lost, nobody can tell. */
export const isRefusal = (error: unknown): boolean => {
  if (error instanceof ApiError) return true
  const { code = '' } = error as DatabaseError
  return /^[0-9A-Z]{5}$/.test(code) && !GONE.has(code)
}

/** What a violated constraint means, by its name. */
export type ConstraintCodes = Readonly<Record<string, { code: ErrorCode; property: string }>>

/**
 * The one place where what the database refuses becomes an error code. Rules are looked up before writing, so these are races that a
 * constraint decided.
 * @returns undefined for what is our own fault, an internal error.
 */
export function databaseError(error: unknown, constraints: ConstraintCodes = {}): ApiError | undefined {
  const { code = '' } = error as DatabaseError
  if (GONE.has(code)) {
    const message = GONE.get(code)
    return new ApiError(
      { code: 'Unavailable', property: 'database', ...(message !== undefined && { message }) },
      { 'retry-after': '1' },
    )
  }
  if (code === BUSY) return new ApiError({ code: 'AgreementBusy', property: 'request' }, { 'retry-after': '1' })
  if (code === TOO_LONG) return new ApiError({ code: 'TookTooLong', property: 'request' }, { 'retry-after': '5' })
  if (RETRY.has(code)) return new ApiError({ code: 'Conflict', property: 'request' })
  if (!isConstraint(error)) return undefined
  const declared = constraints[constraintOf(error)]
  if (declared) return new ApiError(declared)
  const general: Record<string, ErrorCode> = { '23505': 'Conflict', '23503': 'ReferenceInUse' }
  return general[code] ? new ApiError({ code: general[code], property: 'request' }) : undefined
}
