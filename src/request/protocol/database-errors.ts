import { isUnavailable, mayRetry, unavailableReason } from '../../errors/unavailable.ts'
import { ApiError, type ErrorCode } from '../../errors/catalogue.ts'
import type { ConstraintCodes } from '../../records/constraints.ts'

interface DatabaseError extends Error {
  code?: string
  constraint_name?: string
}

/** The statement was stopped because of the time it took. */
const TOO_LONG = '57014'
/** The agreement has all the work under way that one may have. */
const BUSY = 'AGREEMENT_BUSY'
/**
 * Whether a constraint refused the write. Another request wrote after the rules were looked up; asked again, the rules
 * see it.
 */
export const isConstraint = (error: unknown): boolean => /^23[0-9A-Z]{3}$/.test((error as DatabaseError).code ?? '')

/** The name of the constraint that refused; empty for another error. */
export const constraintOf = (error: unknown): string => (error as DatabaseError).constraint_name ?? ''

/**
 * Whether nothing was done for sure: the service or the database refused. After a lost connection the outcome is
 * unknown.
 */
export const isRefusal = (error: unknown): boolean => {
  if (error instanceof ApiError) return true
  const { code = '' } = error as DatabaseError
  return /^[0-9A-Z]{5}$/.test(code) && !isUnavailable(error)
}

/** What any booking may violate, whatever asked for it. */
const OF_BOOKINGS: ConstraintCodes = { bank_day_is_reconciled: { code: 'BankDayIsReconciled', property: 'date' } }

/**
 * The one place where refusals of the database become error codes. Rules are looked up before writing, so a violated
 * constraint is a race.
 * @returns undefined for an internal error.
 */
export function databaseError(error: unknown, constraints: ConstraintCodes = {}): ApiError | undefined {
  const { code = '' } = error as DatabaseError
  if (isUnavailable(error)) {
    const message = unavailableReason(error)
    return new ApiError(
      { code: 'Unavailable', property: 'database', ...(message !== undefined && { message }) },
      { 'retry-after': '1' },
    )
  }
  if (code === BUSY) return new ApiError({ code: 'AgreementBusy', property: 'request' }, { 'retry-after': '1' })
  if (code === TOO_LONG) return new ApiError({ code: 'TookTooLong', property: 'request' }, { 'retry-after': '5' })
  if (mayRetry(error)) return new ApiError({ code: 'Conflict', property: 'request' })
  if (!isConstraint(error)) return undefined
  const declared = constraints[constraintOf(error)] ?? OF_BOOKINGS[constraintOf(error)]
  if (declared) return new ApiError(declared)
  const general: Record<string, ErrorCode> = { '23505': 'Conflict', '23503': 'ReferenceInUse' }
  return general[code] ? new ApiError({ code: general[code], property: 'request' }) : undefined
}
