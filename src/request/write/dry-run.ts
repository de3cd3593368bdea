import type { EndingTransaction, Executor, Pool, Statement, Transaction } from '../../database/connection.ts'
import { ApiError } from '../../errors/catalogue.ts'
import { DRY_RUN_MILLISECONDS } from '../../limits.ts'
import type { Fields } from '../../resource/fields.ts'
import { isTriable, type Item, type Operation, type UploadOperation } from '../../resource/operations.ts'
import { tried } from '../../resource/tried.ts'
import { type Answer, JSON_TYPE } from '../protocol/respond.ts'

/** @throws ApiError 400 for an operation that acts outside the database, or in several transactions. */
export function refuseDryRun(operation: Operation): void {
  if (!isTriable(operation)) throw new ApiError({ code: 'DryRunNotPossible', property: HEADER })
}

/** @throws ApiError 400 for a file that is too large to be tried. */
export function refuseDryRunOf({ dryRunBytesMax, file }: UploadOperation, { length }: Uint8Array): void {
  if (dryRunBytesMax === undefined || length <= dryRunBytesMax) return
  const message = `A file of ${length} bytes cannot be tried: it may have ${dryRunBytesMax}.`
  throw new ApiError({ code: 'DryRunNotPossible', property: file.name, message })
}

/** Whether a body asks for a preview: that is a dry run. */
export const isPreview = (fields: Fields | undefined, { preview }: Item): boolean =>
  preview === true && fields?.preview !== undefined

const HEADER = 'Daybook-Dry-Run'

/**
 * What a write would answer. It is carried out on a pool whose transactions run as they always do, with the constraints
 * that wait for COMMIT checked at their end, and are undone then. An agreement has one such transaction at a time, on
 * whatever node.
 * @param given properties of the answer that only a write gives, as `matches.number`: they are null.
 * @throws ApiError what the write would throw; DryRunUnderWay where another one is under way; TookTooLong.
 */
export async function dryRun(
  pool: Pool,
  agreement: number,
  run: (trial: Pool) => Promise<Answer>,
  given: readonly string[] = [],
): Promise<Answer> {
  const until = performance.now() + DRY_RUN_MILLISECONDS
  let told: Told | undefined
  const transaction: Pool['transaction'] = (work) =>
    tried(
      (attempt: (inner: EndingTransaction) => Promise<never>) => pool.transaction(attempt),
      async (inner) => {
        const bookings = await begin(inner, agreement)
        const found = await work({ ...bounded(inner, until), end: () => {} })
        await inner.checkDeferred()
        told = await postingsSince(inner, agreement, bookings)
        return found
      },
    )
  const trial: Pool = {
    ...pool,
    transaction,
    rows: <T>(text: string, values?: Statement['values']) => transaction((inner) => inner.rows<T>(text, values)),
    bytes: (statement) => transaction((inner) => inner.bytes(statement)),
    at: () => trial,
  }
  const answer = withoutGiven(await run(trial), given)
  return told ? withPostings(answer, await own(pool, agreement, told)) : answer
}

/** The advisory locks of dry runs: agreements are positive, so no other lock of two numbers is named so. */
const LOCKS = -1

/** Takes the agreement's turn, and bounds the statements. @returns the number of its last booking. */
async function begin(transaction: Transaction, agreement: number): Promise<number> {
  const [begun] = await transaction.rows<{ isTaken: boolean; bookings: number }>(
    `SELECT pg_try_advisory_xact_lock(${LOCKS}, $1::int) AS "isTaken", set_config('statement_timeout', $2, true),
       coalesce((SELECT max(b.number) FROM booking b WHERE b.agreement = $1), 0) AS bookings`,
    [agreement, String(DRY_RUN_MILLISECONDS)],
  )
  if (begun!.isTaken) return begun!.bookings
  throw new ApiError({ code: 'DryRunUnderWay', property: HEADER }, { 'retry-after': '1' })
}

/** How far the time that is left may be from the one that the server knows, in milliseconds. */
const TOLERANCE = 250

/** The transaction, whose statements together take no longer than until then. */
function bounded(transaction: Transaction, until: number, known = { left: DRY_RUN_MILLISECONDS }): Transaction {
  const bound = (): void => {
    const left = Math.ceil(until - performance.now())
    if (left <= 0) throw Object.assign(new Error('The dry run took too long.'), { code: '57014' })
    if (left > known.left - TOLERANCE) return
    known.left = left
    transaction.rows(`SELECT set_config('statement_timeout', $1, true)`, [String(left)]).catch(() => {})
  }
  const after =
    <Given extends readonly unknown[], T>(send: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      bound()
      return await send(...given)
    }
  return {
    ...transaction,
    rows: after(transaction.rows) as Executor['rows'],
    look: after(transaction.look) as Transaction['look'],
    bytes: after(transaction.bytes),
    at: () => bounded(transaction, until, known),
    savepoint: (work) => transaction.savepoint((inner) => work(bounded(inner, until, { ...known }))),
  }
}

/** Bookings since the dry run began, and the number of the last one before. */
interface Told {
  before: number
  /** By booking and account. */
  rows: (Posting & { seal: string })[]
}

/** What bookings do to an account: debit is positive. Amounts are text, exact. */
interface Posting {
  accountNumber: number
  currency: string
  amount: string
  amountInBaseCurrency: string
}

async function postingsSince(transaction: Transaction, agreement: number, before: number): Promise<Told | undefined> {
  const rows = await transaction.rows<Told['rows'][number]>(
    `SELECT encode(b.seal, 'hex') AS seal, e.account_number AS "accountNumber", e.currency,
      sum(e.amount)::text AS amount,
       sum(e.amount_in_base_currency)::text AS "amountInBaseCurrency"
     FROM booking b JOIN booked_entry e ON e.agreement = $1 AND e.entry_number BETWEEN b.first_entry AND b.last_entry
     WHERE b.agreement = $1 AND b.number > $2 GROUP BY b.number, b.seal, e.account_number, e.currency
     ORDER BY e.account_number, e.currency`,
    [agreement, before],
  )
  if (rows.length === 0) return undefined
  return { before, rows }
}

/** The postings of bookings that are undone by now. Those that others made meanwhile are still there. */
async function own(pool: Pool, agreement: number, { before, rows }: Told): Promise<Posting[]> {
  const kept = await pool.rows<{ seal: string }>(
    `SELECT encode(b.seal, 'hex') AS seal FROM booking b WHERE b.agreement = $1 AND b.number > $2`,
    [agreement, before],
  )
  const others = new Set(kept.map(({ seal }) => seal))
  const postings: Posting[] = []
  for (const { seal, ...row } of rows) {
    if (others.has(seal)) continue
    const last = postings.at(-1)
    if (last?.accountNumber !== row.accountNumber || last.currency !== row.currency) postings.push(row)
    else {
      last.amount = sumOf(last.amount, row.amount)
      last.amountInBaseCurrency = sumOf(last.amountInBaseCurrency, row.amountInBaseCurrency)
    }
  }
  return postings
}

/** The sum of amounts of two decimals each. */
function sumOf(one: string, other: string): string {
  const cents = BigInt(one.replace('.', '')) + BigInt(other.replace('.', ''))
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The answer without what only a write gives: no address, and null for its numbers. */
function withoutGiven({ status, headers, body }: Answer, given: readonly string[]): Answer {
  const { location: _, ...others } = headers
  const told = typeof body === 'string' && given.length > 0 ? nulled(body, new Set(given)) : body
  return { status, headers: { ...others, 'daybook-dry-run': 'true' }, body: told }
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g

/** A JSON text with null for every plain value of these properties, also of lists. All else keeps its bytes. */
function nulled(json: string, properties: ReadonlySet<string>): string {
  const names: (string | undefined)[] = []
  let last = ''
  let isValue = true
  return json.replace(TOKENS, (token) => {
    if (token === '{' || token === '[') {
      names.push(undefined)
      isValue = token === '['
    } else if (token === '}' || token === ']') names.pop()
    else if (token === ':') {
      names[names.length - 1] = JSON.parse(last) as string
      isValue = true
    } else if (token === ',') isValue = names.at(-1) === undefined
    else if (isValue && properties.has(names.filter((name) => name !== undefined).join('.'))) return 'null'
    last = token
    return token
  })
}

/** The answer with what would be posted. One without a body gets one, with the status that the write would answer. */
function withPostings({ status, headers, body }: Answer, postings: readonly Posting[]): Answer {
  if (postings.length === 0) return { status, headers, body }
  const list = postings.map(
    ({ accountNumber, currency, amount, amountInBaseCurrency }) =>
      `{"accountNumber":${accountNumber},"currency":"${currency}","amount":${amount},"amountInBaseCurrency":${amountInBaseCurrency}}`,
  )
  const told = `"postings":[${list.join(',')}]}`
  if (typeof body === 'string')
    return { status, headers, body: `${body.slice(0, -1)}${body === '{}' ? '' : ','}${told}` }
  return { status: 200, headers: { ...headers, 'content-type': JSON_TYPE }, body: `{"status":${status},${told}` }
}

/** The identifiers of created items as a dry run tells them: null for numbers that the client did not give. */
export const notGiven = (keys: readonly Item[], items: readonly { item: Item }[], property: string): Item[] =>
  keys.map((key, at) => {
    const isGiven = typeof key[property] !== 'number' || items[at]!.item[property] === key[property]
    return isGiven ? key : { ...key, [property]: null }
  })
