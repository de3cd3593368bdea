import { ApiError } from '../errors/catalogue.ts'
import { Unreadable } from '../parsing/unreadable.ts'
import type { Work } from '../resource/operations.ts'
import type { AskedMatch } from './matching/asked.ts'
import { matchUnasked } from './matching/match.ts'
import { sureMatchesOf } from './suggest.ts'
import { factsStatement } from './suggesting/facts.ts'

/** A bank account, with the kinds of suggestions that are carried out by themselves where they are sure. */
export interface AcceptingAccount {
  number: number
  accepts: readonly string[]
}

/** How often matches are tried again without those that cannot be. */
const ROUNDS_MAX = 3

/**
 * Carries out the sure suggestions of bank accounts that the company lets be carried out by themselves (MONTH.md 1,
 * `autoAccept`). What cannot be matched stays open, and is no fault of the statement that was read. @returns how many
 * lines are matched now.
 */
export async function acceptSure(work: Work, accounts: ReadonlySet<AcceptingAccount>): Promise<number> {
  let accepted = 0
  for (const account of accounts) {
    if (account.accepts.length > 0) accepted += await accept(work, await sureMatches(work, account))
  }
  return accepted
}

/** What matches the lines that are surely of something; nothing while there is no room to work it out. */
async function sureMatches(
  { transaction, caller }: Work,
  { number, accepts }: AcceptingAccount,
): Promise<AskedMatch[]> {
  const { text, values } = factsStatement(caller.agreement, { bankAccount: number })
  const [found] = await transaction.rows<{ facts: string }>(text, values)
  try {
    const sure = await sureMatchesOf(caller.agreement, Buffer.from(found!.facts))
    return sure.flatMap(({ kind, match }) => (accepts.includes(kind) ? match : []))
  } catch (error) {
    if (error instanceof ApiError || error instanceof Unreadable) return []
    throw error
  }
}

/** Matches all of them that can be. @returns how many. */
async function accept({ transaction, caller }: Work, matches: readonly AskedMatch[]): Promise<number> {
  let left = matches
  for (let round = 0; left.length > 0 && round < ROUNDS_MAX; round += 1) {
    try {
      await transaction.savepoint((inner) => matchUnasked(inner, caller, { matches: [...left] }))
      return left.length
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const wrong = new Set(error.faults.map(({ property }) => Number(/^matches\[(\d+)\]/.exec(property ?? '')?.[1])))
      left = wrong.has(Number.NaN) ? [] : left.filter((_, at) => !wrong.has(at))
    }
  }
  return 0
}
