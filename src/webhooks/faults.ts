import type { Database } from '../database/connection.ts'

/** What a fault of a delivery goes by. */
export interface FaultableDelivery {
  agreement: number
  eventType: string
  number: number
  /** Its place in the webhook's order, as text. */
  position: string
  /** Attempts already made in this round. */
  roundAttempts: number
  /** Whose webhook it is. */
  app: number
  /** Whether the sandbox has ordered faults, and the one that was ordered for this delivery. */
  hasFaultPlan: boolean
  orderedFault: string | null
}

/** What becomes of a delivery by the plan of a sandbox: it waits, fails without being sent, or is sent twice. */
export type DeliveryFault = 'held' | 'fail' | 'duplicate'

/** Faults of deliveries that a sandbox can order. */
export const DELIVERY_FAULT_KINDS = ['duplicate', 'reorder', 'delay', 'fail'] as const

interface Hit {
  rule: number
  kind: (typeof DELIVERY_FAULT_KINDS)[number]
  milliseconds: number | null
}

/** The mark of a delivery that waits for a newer one. */
const WAITING = ': waits for a newer one'
const NONE_CAME = ': none came'

const UNCHANGED = `d.agreement = $1 AND d.number = $2 AND d.position = $3 AND d.state = 'pending'`

/**
 * By the clock of the sandbox, as attempts are due by it. While that stands still, nothing waits for a newer delivery:
 * it would wait for good.
 */
const MARKED = `UPDATE webhook_delivery d SET ordered_fault = $4, due_at = CASE
    WHEN $5::int = 0 OR $4 LIKE '%${WAITING}' AND EXISTS (SELECT FROM sandbox_clock c WHERE c.agreement = $1
      AND c.is_frozen) THEN d.due_at
    ELSE clock_of($1) + make_interval(secs => $5::int / 1000.0) END
  WHERE ${UNCHANGED}`

/** Changes places with the next delivery that is there. */
const SWAPPED = `
  WITH newer AS MATERIALIZED (
    SELECT d.number, d.position FROM webhook_delivery d
    WHERE d.agreement = $1 AND d.event_type = $5 AND d.state = 'pending' AND d.position > $3 ORDER BY d.position LIMIT 1
      FOR UPDATE),
  own AS (
    UPDATE webhook_delivery d SET position = n.position, ordered_fault = $4 FROM newer n WHERE ${UNCHANGED} RETURNING 1)
  UPDATE webhook_delivery d SET position = $3 FROM newer n
  WHERE d.agreement = $1 AND d.number = n.number AND EXISTS (SELECT FROM own) RETURNING d.number`

/**
 * The fault of a delivery's first attempt. Its sandbox's plan is asked once for it; what was ordered stands at the
 * delivery, also when the process ends before it has happened.
 */
export async function faultOf(database: Database, delivery: FaultableDelivery): Promise<DeliveryFault | undefined> {
  const { agreement, eventType, app, roundAttempts, hasFaultPlan, orderedFault } = delivery
  if (roundAttempts > 0) return undefined
  if (orderedFault !== null) {
    if (orderedFault.endsWith(WAITING)) return await reorder(database, delivery, orderedFault.replace(WAITING, ''))
    const [kind] = orderedFault.split(',')
    return kind === 'fail' || kind === 'duplicate' ? kind : undefined
  }
  if (!hasFaultPlan) return undefined
  const asked = JSON.stringify({ kinds: DELIVERY_FAULT_KINDS, app, eventType, isWrite: false })
  const [row] = await database
    .at(agreement)
    .rows<{ hit: string | null }>('SELECT order_fault($1, $2::json)::text AS hit', [agreement, asked])
  const hit = JSON.parse(row?.hit ?? 'null') as Hit | null
  if (!hit) return undefined
  const says = `${hit.kind}, rule ${hit.rule}`
  if (hit.kind === 'reorder') {
    const isSwapped = await swap(database, delivery, says)
    if (!isSwapped) await mark(database, delivery, says + WAITING, hit.milliseconds ?? 0)
    return 'held'
  }
  await mark(database, delivery, says, hit.kind === 'delay' ? (hit.milliseconds ?? 0) : 0)
  return hit.kind === 'delay' ? 'held' : hit.kind
}

/** The wait for a newer delivery is over: it goes first, or there is none. */
async function reorder(
  database: Database,
  delivery: FaultableDelivery,
  says: string,
): Promise<DeliveryFault | undefined> {
  if (await swap(database, delivery, says)) return 'held'
  await mark(database, delivery, says + NONE_CAME, 0)
  return undefined
}

async function mark(
  database: Database,
  delivery: FaultableDelivery,
  says: string,
  milliseconds: number,
): Promise<void> {
  const { agreement, number, position } = delivery
  await database.at(agreement).rows(MARKED, [agreement, number, position, says, milliseconds])
}

async function swap(database: Database, delivery: FaultableDelivery, says: string): Promise<boolean> {
  const { agreement, number, position, eventType } = delivery
  const rows = await database.at(agreement).rows(SWAPPED, [agreement, number, position, says, eventType])
  return rows.length > 0
}
