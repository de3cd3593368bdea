import type { Session } from '../driver/session.ts'
import type { Connection, Destination } from '../pool/connection.ts'
import { answered } from '../pool/exchange.ts'
import { MOVED } from './run-at.ts'

/** How many texts a process keeps as they are sent to shards. */
const TEXTS_MAX = 5000

/** Texts by shard, as they are sent there. */
class TextsAt {
  private readonly make: (shard: string, text: string) => string
  private readonly made = new Map<string, Map<string, string>>()
  private count = 0

  constructor(make: TextsAt['make']) {
    this.make = make
  }

  of(shard: string, text: string): string {
    const known = this.made.get(shard)?.get(text)
    if (known !== undefined) return known
    if (this.count >= TEXTS_MAX) {
      this.made.clear()
      this.count = 0
    }
    const ofShard = this.made.get(shard) ?? new Map<string, string>()
    const made = this.make(shard, text)
    this.made.set(shard, ofShard.set(text, made))
    this.count += 1
    return made
  }
}

/**
 * A statement with the shard in its text. With one text for all shards, a session would plan it anew at each change of
 * shard.
 */
const named = new TextsAt((shard, text) => `${text}\n-- shard ${BigInt(shard)}`)

/** A read that also tells whether the shard was there, in at least one row. */
const checked = new TextsAt(
  (shard, text) => `SELECT t.*, NOT pg_is_in_recovery() AND EXISTS (
  SELECT FROM pg_dist_placement p JOIN pg_dist_local_group g USING (groupid) WHERE p.shardid = ${BigInt(shard)})
    AS is_there
FROM (VALUES (true)) AS one LEFT JOIN (${text}\n) AS t ON true`,
)

/** A statement's text for a shard. */
export const textAt = (home: Destination, text: string): string => named.of(home.affinity, text)

const COME = 'SELECT public.come_to_shard($1::bigint, $2::boolean) AS is_there'

/**
 * Puts the session on the shard of its connection's home: for one statement, or for a transaction that stays there. The
 * end of a transaction may undo what it has set.
 * @throws the error that `hasMoved` knows where the shard is not there: then what was sent after it has found nothing.
 */
export async function come(connection: Connection, { affinity: shard }: Destination, stays?: 'stays'): Promise<void> {
  connection.affinity = undefined
  const [found] = await answered(connection, (session) =>
    session.rows<{ is_there: boolean }>(COME, [shard, stays !== undefined], true),
  )
  if (found!.is_there !== true) throw moved()
  if (!stays) connection.affinity = shard
}

/**
 * Sends a statement by itself to the shard of its connection's home: along with the question whether that is there,
 * where the session is on it.
 */
export async function sentAtHome<T>(
  connection: Connection,
  home: Destination,
  text: string,
  send: (session: Session, text: string) => PromiseLike<T>,
): Promise<T> {
  const sent = (): Promise<T> => answered(connection, (session) => send(session, textAt(home, text)))
  if (connection.affinity !== home.affinity) {
    await come(connection, home)
    return await sent()
  }
  const [there, answer] = await Promise.allSettled([come(connection, home), sent()])
  if (there.status === 'rejected') throw there.reason
  if (answer.status === 'rejected') throw answer.reason
  return answer.value
}

/** The same for what only reads, in one statement. @param send answers the rows as the server sent them. */
export async function readAtHome<T extends readonly unknown[]>(
  connection: Connection,
  home: Destination,
  text: string,
  send: (session: Session, text: string) => PromiseLike<readonly T[]>,
): Promise<readonly T[]> {
  if (connection.affinity !== home.affinity) await come(connection, home)
  let rows: readonly T[]
  try {
    rows = await answered(connection, (session) => send(session, checked.of(home.affinity, text)))
  } catch (error) {
    // Where the shard is gone, the server may refuse for any reason.
    if (!connection.lost) await come(connection, home)
    throw error
  }
  if (String(rows[0]!.at(-1)) !== 't') throw moved()
  return rows
}

const moved = (): Error => Object.assign(new Error('The shard has moved.'), { code: MOVED })
