import type { Transaction } from '../../database/connection.ts'
import { type FindPeriod, findAmong, type PeriodFact, periodsOf } from '../periods.ts'
import type { AccountFact } from '../rules.ts'
import { accountsOf, partiesOf, type BookingParty } from './facts.ts'
import type { Party } from '../parties/party.ts'
import type { Posting } from './posting.ts'

/**
 * What the postings of a transaction name, as it was at the first look-up: nothing is looked up twice. The periods are
 * locked.
 */
export class PostingFacts {
  readonly #transaction: Transaction
  readonly #agreement: number
  readonly #periods: PeriodFact[] = []
  readonly #accounts = new Map<number, AccountFact | undefined>()
  readonly #parties = {
    customer: new Map<number, BookingParty | undefined>(),
    supplier: new Map<number, BookingParty | undefined>(),
  }
  period: FindPeriod = () => undefined

  constructor(transaction: Transaction, agreement: number) {
    this.#transaction = transaction
    this.#agreement = agreement
  }

  account(number: number): AccountFact | undefined {
    return this.#accounts.get(number)
  }

  party(party: Party, number: number): BookingParty | undefined {
    return this.#parties[party].get(number)
  }

  /** Looks up what these postings name and none did before, in at most a statement for each kind. */
  async look(postings: readonly Posting[]): Promise<void> {
    const [days, accounts] = [new Set<string>(), new Set<number>()]
    const named = { customer: new Set<number>(), supplier: new Set<number>() }
    for (const { date, accountNumber, customerNumber, supplierNumber } of postings) {
      days.add(date)
      accounts.add(accountNumber)
      if (customerNumber !== null) named.customer.add(customerNumber)
      if (supplierNumber !== null) named.supplier.add(supplierNumber)
    }
    await this.#lookAtDays(days)
    await lookUp(this.#accounts, accounts, (missing) => accountsOf(this.#transaction, this.#agreement, missing))
    for (const party of ['customer', 'supplier'] as const) {
      const find = (missing: ReadonlySet<number>) => partiesOf(this.#transaction, this.#agreement, party, missing)
      await lookUp(this.#parties[party], named[party], find)
    }
  }

  async #lookAtDays(days: ReadonlySet<string>): Promise<void> {
    const missing = [...days].filter((day) => !this.period(day))
    if (missing.length === 0) return
    this.#periods.push(...(await periodsOf(this.#transaction, this.#agreement, missing)))
    this.period = findAmong(this.#periods)
  }
}

/** Adds each of `numbers` to `known`: what was found, or undefined. */
async function lookUp<Fact>(
  known: Map<number, Fact | undefined>,
  numbers: ReadonlySet<number>,
  find: (missing: ReadonlySet<number>) => Promise<ReadonlyMap<number, Fact>>,
): Promise<void> {
  const missing = new Set([...numbers].filter((number) => !known.has(number)))
  if (missing.size === 0) return
  const found = await find(missing)
  for (const number of missing) known.set(number, found.get(number))
}
