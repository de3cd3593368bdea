import { useRead } from './reads.ts'
import { draftPaths } from './drafts.ts'
import { useRested } from './rested.ts'

/** A voucher whose text is like what is typed. */
export interface Alike {
  voucherNumber: number
  date: string
  text: string | null
  lines: { accountNumber: number; vatCode: string | null }[]
}

/** How long typing must rest before vouchers alike are asked for, in milliseconds. */
const REST_MILLISECONDS = 200

/** The vouchers of a text like one that is typed, the last first; none before three letters. */
export function useAlike(text: string, isAsked = true): readonly Alike[] {
  const rested = useRested(text, REST_MILLISECONDS).trim()
  const path = isAsked && rested.length >= 3 ? draftPaths.alike(rested) : undefined
  return useRead<{ items: Alike[] }>(path, 60_000).data?.items ?? []
}
