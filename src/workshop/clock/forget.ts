import type { Transaction } from '../../database/connection.ts'
import { sweepKeptFilesOf } from '../../documents/sweep.ts'
import { IDEMPOTENCY_SECONDS } from '../../limits.ts'
import { isOldDelivery } from '../../webhooks/outbox.ts'
import { instantText } from './clock.ts'
import type { Happened } from './happened.ts'

/**
 * Forgets what a sandbox keeps for a time that is over by its clock, as sweeps do for everybody. @returns how much of
 * each, where there was some.
 */
export async function forget(transaction: Transaction, agreement: number): Promise<Happened[]> {
  const files = await sweepKeptFilesOf(transaction, agreement)
  const [row] = await transaction.rows<{ at: string; keys: number; deliveries: number }>(FORGET, [
    agreement,
    IDEMPOTENCY_SECONDS,
  ])
  const { at, keys, deliveries } = row!
  const all: Happened[] = [
    { at, kind: 'keysForgotten', count: keys },
    { at, kind: 'deliveriesForgotten', count: deliveries },
    { at, kind: 'filesForgotten', count: files },
  ]
  return all.filter(({ count }) => count! > 0)
}

const FORGET = `
  WITH keys AS (
    DELETE FROM idempotency_key k WHERE k.agreement = $1 AND k.created_at <= clock_of($1) - make_interval(secs => $2)
      RETURNING 1
  ), deliveries AS (
    DELETE FROM webhook_delivery d WHERE d.agreement = $1 AND ${isOldDelivery('clock_of($1)')} RETURNING 1)
  SELECT ${instantText('clock_of($1)')} AS at, (SELECT count(*) FROM keys)::int AS keys,
    (SELECT count(*) FROM deliveries)::int AS deliveries`
