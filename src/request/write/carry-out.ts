import type { Executor, Pool, Transaction } from '../../database/connection.ts'
import { mayRetry } from '../../errors/unavailable.ts'
import { ApiError } from '../../errors/catalogue.ts'
import { tried } from '../../resource/tried.ts'
import type { ConstraintCodes } from '../../records/constraints.ts'
import { placed } from '../../records/placed-faults.ts'
import { constraintOf, databaseError, isConstraint } from '../protocol/database-errors.ts'
import { type KeyedRequest, once } from '../protocol/idempotency.ts'
import { type Answer, errorAnswer, type Trace } from '../protocol/respond.ts'
import { dryRun } from './dry-run.ts'

const ATTEMPTS = 3

/** A write that one request makes, whatever its kind. */
export interface Change {
  /** Whether the body itself is at fault. Then rules are only looked up, nothing is written, and no key is used up. */
  isFaulty: boolean
  constraints: ConstraintCodes
  /** Whether `carryOut` is one statement, and so its own transaction. */
  isOneStatement: boolean
  /** Of a bulk call: what the list is called, and how long it is. */
  list?: { name: string; length: number } | undefined
  /**
   * Carries it out; of a list the first `count` items alone, where that is given. `end` may be called with the last
   * statement, where nothing follows. @throws ApiError with everything that is wrong.
   */
  carryOut(executor: Executor & Partial<Omit<Transaction, 'at'>>, count?: number, end?: () => void): Promise<Answer>
}

/**
 * Carries a change out, once per Idempotency-Key where it has one; or, where it is only tried, tells what it would
 * answer.
 * @param given properties of the answer that only a write gives.
 * @throws ApiError, and internal errors unchanged.
 */
export async function carriedOut(
  database: Pool,
  change: Change,
  { agreement, keyed, trace, isTried }: Carrying,
  given?: readonly string[],
): Promise<Answer> {
  if (!isTried) return await carryOut(database, change, keyed, trace)
  return await dryRun(database, agreement, (trial) => carryOut(trial, change, undefined, trace), given)
}

/** Whose change it is, and how it is carried out. */
interface Carrying {
  agreement: number
  keyed: KeyedRequest | undefined
  trace: Trace
  isTried: boolean | undefined
}

async function carryOut(
  database: Pool,
  change: Change,
  keyed: KeyedRequest | undefined,
  trace: Trace,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt >= ATTEMPTS
    try {
      return keyed ? await keptChange(database, change, keyed, trace, isLast) : await plainChange(database, change)
    } catch (error) {
      // Retry after two transactions got in each other's way. Retry after a constraint, too: the rules now see why.
      if (!isLast && (mayRetry(error) || isConstraint(error))) continue
      if (isOfItem(error, change)) throw await database.transaction((inner) => placedRefusal(inner, change, error))
      throw databaseError(error, change.constraints) ?? error
    }
  }
}

/** Whether a constraint refused an item of a list: it does not say which. */
const isOfItem = (error: unknown, { constraints, list }: Change): boolean =>
  list !== undefined && isConstraint(error) && constraintOf(error) in constraints

/** The error of a violated constraint, with the item's place in its list. */
async function placedRefusal(transaction: Transaction, change: Change, error: unknown): Promise<ApiError> {
  const { name, length } = change.list!
  const known = databaseError(error, change.constraints)!
  try {
    const at = await refusedItem(transaction, change, constraintOf(error), length)
    return new ApiError(known.faults.map((fault) => placed(fault, `${name}[${at}]`)))
  } catch (later) {
    // The rules see by now what the constraint saw.
    if (later instanceof ApiError) return later
    throw later
  }
}

/**
 * The place of the item that has the list refused. It ends the shortest beginning of the list that is refused, found by
 * halving; all tries are undone.
 */
async function refusedItem(
  transaction: Transaction,
  change: Change,
  constraint: string,
  length: number,
): Promise<number> {
  let [taken, refused] = [0, length]
  while (refused - taken > 1) {
    const half = Math.floor((taken + refused) / 2)
    if (await isRefused(transaction, change, constraint, half)) refused = half
    else taken = half
  }
  return refused - 1
}

async function isRefused(
  transaction: Transaction,
  change: Change,
  constraint: string,
  count: number,
): Promise<boolean> {
  try {
    await tried(
      (work: (inner: Transaction) => Promise<never>) => transaction.savepoint(work),
      (inner) => change.carryOut(inner, count),
    )
    return false
  } catch (error) {
    if (isConstraint(error) && constraintOf(error) === constraint) return true
    throw error
  }
}

async function plainChange(database: Pool, change: Change): Promise<Answer> {
  if (change.isOneStatement) return await change.carryOut(database)
  return await database.transaction((transaction) => change.carryOut(transaction, undefined, transaction.end))
}

async function keptChange(
  database: Pool,
  change: Change,
  keyed: KeyedRequest,
  trace: Trace,
  isLast: boolean,
): Promise<Answer> {
  const prepare = async (transaction: Transaction): Promise<void> => {
    if (change.isFaulty) await change.carryOut(transaction)
  }
  const toAnswer = async (error: unknown, transaction: Transaction): Promise<Answer> => {
    const isPlaceless = isLast && isOfItem(error, change)
    const told = isPlaceless ? await placedRefusal(transaction, change, error) : error
    const known = told instanceof ApiError ? told : isLast ? databaseError(told, change.constraints) : undefined
    if (!known || known.status >= 500 || (mayRetry(error) && !(error instanceof ApiError))) throw error
    return errorAnswer(known, trace)
  }
  return await once(database, keyed, prepare, (transaction) => change.carryOut(transaction), toAnswer)
}
