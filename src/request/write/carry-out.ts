import type { Database, Executor, Transaction } from '../../database/connection.ts'
import { ApiError, type Fault } from '../../errors/catalogue.ts'
import type { WriteRequest } from '../../resource/resource.ts'
import { type ConstraintCodes, databaseError, isConstraint, mayRetry } from '../protocol/database-errors.ts'
import { type KeyedRequest, once } from '../protocol/idempotency.ts'
import { type Answer, errorAnswer, type Trace } from '../protocol/respond.ts'

const ATTEMPTS = 3

/** A write that one request makes, whatever its kind. */
export interface Change {
  /** What the body itself has wrong, so that the write never begins: then it is only looked through, and no key is used up. */
  isFaulty: boolean
  constraints: ConstraintCodes
  /** Whether `carryOut` is one statement, and so its own transaction. */
  isOneStatement: boolean
  /** @throws ApiError with everything that is wrong. */
  carryOut(executor: Executor & Partial<Transaction>): Promise<Answer>
}

/** Carries a change out, once per Idempotency-Key where it has one. @throws ApiError, and what is our own fault as it is. */
export async function carryOut(
  database: Database,
  change: Change,
  keyed: KeyedRequest | undefined,
  trace: Trace,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt >= ATTEMPTS
    try {
      return keyed ? await keptChange(database, change, keyed, trace, isLast) : await plainChange(database, change)
    } catch (error) {
      // Two transactions that got in each other's way are our affair, not the client's; and after a constraint the rules see why.
      if (isLast || !(mayRetry(error) || isConstraint(error))) throw databaseError(error, change.constraints) ?? error
    }
  }
}

async function plainChange(database: Database, change: Change): Promise<Answer> {
  if (change.isOneStatement) return await change.carryOut(database)
  return await database.transaction((transaction) => change.carryOut(transaction))
}

async function keptChange(
  database: Database,
  change: Change,
  keyed: KeyedRequest,
  trace: Trace,
  isLast: boolean,
): Promise<Answer> {
  const prepare = async (transaction: Transaction): Promise<void> => {
    if (change.isFaulty) await change.carryOut(transaction)
  }
  const toAnswer = (error: unknown): Answer => {
    const known = error instanceof ApiError ? error : isLast ? databaseError(error, change.constraints) : undefined
    if (!known || known.status >= 500 || (mayRetry(error) && !(error instanceof ApiError))) throw error
    return errorAnswer(known, trace)
  }
  return await once(database, keyed, prepare, (transaction) => change.carryOut(transaction), toAnswer)
}

/** Every fault of a request's items, each property named by where it stands in the body: `entries[17].date`. `ofBody` are the body's own. */
export function faultsOf({ items }: WriteRequest, list?: string, ofBody: readonly Fault[] = []): Fault[] {
  if (list === undefined) return items.flatMap(({ faults }) => faults)
  const isOfBody = (fault: Fault): boolean => ofBody.includes(fault)
  return items.flatMap(({ faults }, at) =>
    faults.map((fault) => (isOfBody(fault) ? fault : placed(fault, `${list}[${at}]`))),
  )
}

function placed(fault: Fault, place: string): Fault {
  const { property = '', message } = fault
  const at = property === '' ? place : `${place}.${property}`
  if (message === undefined) return { ...fault, property: at }
  const isNamed = property !== '' && message.startsWith(`${property} `)
  const told = property === '' ? `${place} ${message}` : isNamed ? `${place}.${message}` : message
  return { ...fault, property: at, message: told }
}
