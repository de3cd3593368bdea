import type { Database } from '../../src/database/connection.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import type { Acknowledged } from './load.ts'

/** What became of the writes of a load. */
export interface Judgement {
  acknowledged: number
  booked: number
  /** Acknowledged vouchers that are not there, or not in the books. */
  lost: string[]
  /** Vouchers that are there more than once. */
  doubled: string[]
  /** Agreements whose numbers of entries or vouchers have a gap. */
  gaps: number[]
  /** What `verify` finds; undefined when all is right. */
  fault: string | undefined
}

const VOUCHERS = `
  SELECT text, count(DISTINCT voucher_number)::int AS vouchers, bool_or(is_booked) AS "isBooked", bool_or(NOT is_booked) AS "isDraft"
  FROM (SELECT e.text, e.voucher_number, false AS is_booked FROM draft_entry e WHERE e.agreement = $1
    UNION ALL SELECT b.text, b.voucher_number, true FROM booked_entry b WHERE b.agreement = $1) AS voucher
  WHERE starts_with(text, 'Load ') GROUP BY text`

const NUMBERS = `
  SELECT coalesce(count(*) = max(entry_number), true) AND (
    SELECT coalesce(count(*) = max(number) - min(number) + 1, true) FROM (
      SELECT e.voucher_number AS number FROM draft_entry e WHERE e.agreement = $1
      UNION SELECT b.voucher_number FROM booked_entry b WHERE b.agreement = $1) AS voucher
  ) AS "isWhole" FROM booked_entry WHERE agreement = $1`

/** Compares the answers that a load got with the database. Nothing may write meanwhile. */
export async function judge(database: Database, acknowledged: readonly Acknowledged[]): Promise<Judgement> {
  const found: Judgement = {
    acknowledged: acknowledged.length,
    booked: acknowledged.filter(({ isBooked }) => isBooked).length,
    lost: [],
    doubled: [],
    gaps: [],
    fault: undefined,
  }
  for (const [agreement, told] of byAgreement(acknowledged)) {
    const there = await database
      .at(agreement)
      .rows<{ text: string; vouchers: number; isBooked: boolean; isDraft: boolean }>(VOUCHERS, [agreement])
    const vouchers = new Map(there.map((voucher) => [voucher.text, voucher]))
    for (const { text, isBooked } of told) {
      const voucher = vouchers.get(text)
      if (!voucher || voucher.isBooked !== isBooked) found.lost.push(`${agreement}: ${text}`)
    }
    for (const { text, vouchers: times, isBooked, isDraft } of there)
      if (times > 1 || (isBooked && isDraft)) found.doubled.push(`${agreement}: ${text}`)
    const [numbers] = await database.at(agreement).rows<{ isWhole: boolean }>(NUMBERS, [agreement])
    if (!numbers!.isWhole) found.gaps.push(agreement)
  }
  const verified = await verify(database)
  if (!verified.ok) found.fault = verified.fault
  return found
}

function byAgreement(acknowledged: readonly Acknowledged[]): Map<number, Acknowledged[]> {
  const all = new Map<number, Acknowledged[]>()
  for (const one of acknowledged) {
    const of = all.get(one.company.agreement) ?? []
    all.set(one.company.agreement, of)
    of.push(one)
  }
  return all
}

/** Whether nothing is lost, doubled, missing or wrong. */
export const isSound = ({ lost, doubled, gaps, fault }: Judgement): boolean =>
  lost.length + doubled.length + gaps.length === 0 && fault === undefined

/** The judgement in one line. */
export const toldOf = (judgement: Judgement): string =>
  `${judgement.acknowledged} vouchers acknowledged, ${judgement.booked} of them booked: ${judgement.lost.length} lost, ` +
  `${judgement.doubled.length} doubled, ${judgement.gaps.length} gaps, verify ${judgement.fault ?? 'ok'}`
