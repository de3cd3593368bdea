import type { Transaction } from '../../database/connection.ts'
import type { Item } from '../../resource/operations.ts'
import type { WriteRequest } from '../../resource/resource.ts'
import { IS_CURRENT, type Subscription, subscriptionsOf } from './due.ts'
import { anchorOf, dayBefore, nextPeriod } from './periods.ts'
import { COPIED } from './copied.ts'

type Written = readonly (readonly Item[] | undefined)[]

/** A subscriber of a chain; days ISO. */
interface Member {
  number: number
  chain: number
  subscriptionNumber: number
  start: string
  end: string
  expiry: string | null
  uncut: string | null
  anchorDay: number | null
  /** The draft, order or quote that it is on. */
  document: number | null
  isCurrent: boolean
  /** Its chain has no other one, and ended before anything was invoiced. */
  isOver: boolean
  /** Whether an expiry has ended the chain, and how far it came. */
  isEnded: boolean
  reached: string | null
}

const MEMBER = `s.number, coalesce(s.chain, s.number) AS chain, s.subscription_number AS "subscriptionNumber", s.start_date AS start, s.end_date AS "end",
  s.expiry_date AS expiry, s.uncut_end AS uncut, s.anchor_day AS "anchorDay", s.draft_document_id AS document,
  ${IS_CURRENT} AS "isCurrent", s.is_over AS "isOver", coalesce(s.chain_end < 'infinity', false) AS "isEnded", s.chain_reached AS reached`

/**
 * A change of the stored expiry of a subscriber, in whatever place of its chain, goes to the current one in the same
 * transaction: one that begins after the day goes, for it was never invoiced; one that the day is in is cut. Without a
 * day, or with a later one, the chain goes on from where it ended (rule 13.6). A write that changes no stored expiry
 * moves nothing. Drafts of later periods stay, and are named.
 */
export async function updateWithChain(
  transaction: Transaction,
  requests: readonly WriteRequest[],
  write: () => Promise<Written>,
): Promise<Written> {
  const { agreement } = requests[0]!.caller
  const items = requests.flatMap((request) => request.items)
  const sent = items.map(({ item }) => ({ number: item.number, expiry: item.expiryDate }))
  const [some] = await transaction.rows(CHANGES_SOME, [agreement, JSON.stringify(sent)])
  if (!some) return await write()
  const before = await lockChains(transaction, agreement, JSON.stringify(sent))
  for (const { item } of items) cutWithin(item, before.get(item.number as number))
  const written = await write()
  if (written.includes(undefined)) return written
  for (const { item, read } of items) {
    const documents = await followExpiry(transaction, agreement, before.get(item.number as number)!)
    for (const document of documents)
      read?.note('is kept, though its period begins after the expiry', `document ${document}`)
  }
  return written
}

/** An expiry within a current period, sent with the period's end as it was read, cuts the period. */
function cutWithin(item: Item, stored: Member | undefined): void {
  const day = item.expiryDate as string | null | undefined
  if (!stored?.isCurrent || !day || item.endDate !== stored.end || stored.start > day) return
  if (day < stored.end) item.endDate = day
}

const CHANGES_SOME = `
  SELECT 1 FROM json_to_recordset($2::json) AS x(number int, expiry date)
  JOIN subscriber s ON s.agreement = $1 AND s.number = x.number AND s.expiry_date IS DISTINCT FROM x.expiry LIMIT 1`

/**
 * Locks the chains of the subscribers, with what a run that was waited for has added to them.
 * @returns the subscribers named, as they are stored.
 */
async function lockChains(transaction: Transaction, agreement: number, sent: string): Promise<Map<number, Member>> {
  for (let known = -1; ;) {
    const locked = await transaction.rows<Member>(LOCK, [agreement, sent])
    // The rows as they are once all are locked: a statement sees none that was added while it waited.
    if (locked.length === known) return new Map(locked.map((one) => [one.number, one]))
    known = locked.length
  }
}

const LOCK = `
  SELECT ${MEMBER} FROM subscriber s WHERE s.agreement = $1 AND coalesce(s.chain, s.number) IN (
    SELECT coalesce(o.chain, o.number) FROM json_to_recordset($2::json) AS x(number int) JOIN subscriber o
      ON o.agreement = $1 AND o.number = x.number)
  ORDER BY s.number FOR UPDATE OF s`

const CHAIN = `SELECT ${MEMBER} FROM subscriber s WHERE s.agreement = $1 AND coalesce(s.chain, s.number) = $2
  ORDER BY s.start_date`

/**
 * Carries the stored expiry of the subscriber, if it has changed, through its chain. @returns documents of periods that
 * begin after it.
 */
async function followExpiry(transaction: Transaction, agreement: number, before: Member): Promise<number[]> {
  const members = await transaction.rows<Member>(CHAIN, [agreement, before.chain])
  const own = members.find(({ number }) => number === before.number)!
  const day = own.expiry
  if (day === before.expiry) return []
  const isLater = ({ start }: { start: string }): boolean => day !== null && start > day
  const gone = members.filter((one) => one.isCurrent && one !== own && isLater(one))
  const current = members.filter((one) => one.isCurrent && !gone.includes(one))
  const reached = gone.length > 0 ? dayBefore(gone[0]!.start) : before.reached
  await transaction.rows(END, [agreement, before.chain, day, JSON.stringify(gone.map(({ number }) => number)), reached])
  await transaction.rows(CUT, [agreement, day, JSON.stringify(current.map((one) => cutAt(day, one, before)))])
  const wasEnded = before.isEnded || before.expiry !== null
  if (wasEnded && current.length === 0 && gone.length === 0)
    await revive(transaction, agreement, members.at(-1)!, reached, day)
  return members.filter((one) => one.document !== null && isLater(one)).map(({ document }) => document!)
}

/**
 * The end of a current period by the day, and the end it has without it. Of the subscriber that was written, an end
 * that was sent anew counts.
 */
function cutAt(day: string | null, { number, end, uncut }: Member, before: Member) {
  const isOwn = number === before.number
  const whole = isOwn && end !== before.end && end !== day ? end : isOwn ? (before.uncut ?? before.end) : (uncut ?? end)
  const isCut = day !== null && whole > day
  return { number, end: isCut ? day : whole, uncut: isCut ? whole : null }
}

/** Notes the end with the whole chain, and deletes what was never invoiced of it. */
const END = `
  WITH gone AS (DELETE FROM subscriber s WHERE s.agreement = $1
    AND s.number IN (SELECT json_array_elements_text($4::json)::int))
  UPDATE subscriber s SET chain_end = coalesce($3::date, 'infinity'), chain_reached = $5::date
  WHERE s.agreement = $1 AND coalesce(s.chain, s.number) = $2
    AND s.number NOT IN (SELECT json_array_elements_text($4::json)::int)`

const CUT = `
  UPDATE subscriber s SET expiry_date = $2::date, end_date = c."end", uncut_end = c.uncut,
    last_updated = clock_timestamp(), object_version = nextval('object_version')
  FROM json_to_recordset($3::json) AS c(number int, "end" date, uncut date)
  WHERE s.agreement = $1 AND s.number = c.number
    AND (s.expiry_date, s.end_date, s.uncut_end) IS DISTINCT FROM ($2::date, c."end", c.uncut)`

/** Begins the period after the last one of a chain that had ended, if it begins by the day. */
async function revive(
  transaction: Transaction,
  agreement: number,
  last: Member,
  reached: string | null,
  day: string | null,
): Promise<void> {
  const subscriptions = await subscriptionsOf(transaction, agreement, [last.subscriptionNumber])
  const rhythm: Subscription = subscriptions.get(last.subscriptionNumber)!
  const period = {
    start: last.start,
    end: reached !== null && reached > last.end ? reached : last.end,
    anchorDay: anchorOf(last.start, last.anchorDay),
  }
  const next = nextPeriod(rhythm, period, day)
  if (!next) return
  const values = [agreement, last.number, next.start, next.end, next.anchorDay, next.uncut, day]
  await transaction.rows(last.isOver ? CURRENT_AGAIN : GO_ON, values)
  await transaction.rows(
    'UPDATE subscriber s SET chain_reached = NULL WHERE s.agreement = $1 AND coalesce(s.chain, s.number) = $2 AND s.chain_reached IS NOT NULL',
    [agreement, last.chain],
  )
}

const COPIED_ON = COPIED.filter((name) => name !== 'expiry_date' && name !== 'chain_end')
const GO_ON = `
  INSERT INTO subscriber (agreement, number, start_date, end_date, anchor_day, uncut_end, expiry_date, chain_end, chain,
    ${COPIED_ON.join(', ')})
  SELECT $1, (take_free_numbers($1, 'subscriber', NULL, NULL, 1, '{}'))[1], $3::date, $4::date, $5, $6::date, $7::date,
    coalesce($7::date, 'infinity'), coalesce(s.chain, s.number), ${COPIED_ON.map((name) => `s.${name}`).join(', ')}
  FROM subscriber s WHERE s.agreement = $1 AND s.number = $2`

const CURRENT_AGAIN = `
  UPDATE subscriber s SET start_date = $3::date, end_date = $4::date, anchor_day = $5, uncut_end = $6::date,
    expiry_date = $7::date, is_over = false, last_updated = clock_timestamp(),
    object_version = nextval('object_version')
  WHERE s.agreement = $1 AND s.number = $2`
