import type { Amount } from './money.ts'
import { useRead } from './reads.ts'
import { draftPaths } from './drafts.ts'
import { useRested } from './rested.ts'

/** A voucher whose text is like what is typed. */
export interface Alike {
  voucherNumber: number
  date: string
  text: string | null
  /** Debit is positive. */
  lines: { accountNumber: number; vatCode: string | null; amount: Amount }[]
}

/** How long typing must rest before vouchers alike are asked for, in milliseconds. */
const REST_MILLISECONDS = 200

/**
 * The vouchers of a text like one that is typed, the last first; none before three letters. With an amount also those
 * of the same one.
 */
export function useAlike(text: string, isAsked = true, amount = ''): readonly Alike[] {
  const rested = useRested(text, REST_MILLISECONDS).trim()
  const ofAmount = useRested(amount, REST_MILLISECONDS)
  const said = rested.length >= 3 ? rested : undefined
  const path = isAsked && (said !== undefined || ofAmount !== '') ? draftPaths.alike(said, ofAmount) : undefined
  return useRead<{ items: Alike[] }>(path, 60_000).data?.items ?? []
}
