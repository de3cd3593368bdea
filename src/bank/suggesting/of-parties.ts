import { absolute, centsOf, centsToText } from '../../ledger/money.ts'
import type { Facts, HistoryFact, RuleFact } from './facts.ts'
import { grouped } from '../../ledger/grouped.ts'
import { isSameSide, type Item, type Line, listed, openOf, paying } from './open-items.ts'
import type { Suggestion, SuggestionFacts } from './suggestion.ts'
import { isLike, names, wordsOf } from './words.ts'

/** Items of a party that may be put together to an amount. */
const TOGETHER_MAX = 12
/** The largest part of what items come to that a fee may be, in per cent. */
const FEE_PERCENT_MAX = 10n
/** Digits that the number of a party has, for it to be told from others in a text. */
const PARTY_DIGITS = 4
/** Parties that are looked at for a line. */
const PARTIES_MAX = 3

/** A party that owes, or is owed. */
interface Party {
  key: string
  name: string
  number: string
  items: Item[]
}

/** The first rule that fits a line; fees are taken off, and are of no line by themselves. */
export const firstRule = (rules: readonly RuleFact[], line: Line): RuleFact | undefined =>
  rules.find((one) => !one.isFee && isLike(line.words, one.textLike) && isWithin(line.cents, one))

const isWithin = (cents: bigint, { amountFrom, amountTo }: RuleFact): boolean =>
  (amountFrom === null || cents >= centsOf(amountFrom)) && (amountTo === null || cents <= centsOf(amountTo))

const partyKey = (of: { customerNumber?: number | null; supplierNumber?: number | null }): string =>
  `${of.customerNumber ?? ''}/${of.supplierNumber ?? ''}`

/** A rule of no party. */
const NOBODY = partyKey({})

/** Items of parties that lines name, or that a rule says lines are of. */
export class PartiesOfLines {
  readonly #currency: string
  readonly #rules: readonly RuleFact[]
  readonly #byKey: ReadonlyMap<string, Party>
  /** By what a text must have to name them: the longest word of their name, or their number. */
  readonly #byWord: ReadonlyMap<string, Party[]>
  readonly #fees: ReadonlyMap<string, HistoryFact>

  constructor({ currency, rules, history }: Pick<Facts, 'currency' | 'rules' | 'history'>, items: readonly Item[]) {
    this.#currency = currency
    this.#rules = rules
    const parties = [...grouped(items, partyKey)].map(([key, own]): Party => {
      const [{ name, customerNumber, supplierNumber }] = own as [Item]
      return { key, name, number: String(customerNumber ?? supplierNumber), items: own }
    })
    this.#byKey = new Map(parties.map((party) => [party.key, party]))
    const worded = parties.flatMap((party) => {
      const [longest] = wordsOf(party.name).toSorted((a, b) => b.length - a.length)
      const words = [longest ?? [], party.number.length >= PARTY_DIGITS ? party.number : []].flat()
      return words.map((word) => ({ word, party }))
    })
    const byWord = grouped(worded, ({ word }) => word)
    this.#byWord = new Map([...byWord].map(([word, own]) => [word, own.map(({ party }) => party)]))
    this.#fees = new Map(history.filter(({ isFee }) => isFee).map((one) => [one.pattern, one]))
  }

  /**
   * Several items of a party that come to the amount; or to more, by a fee; or, where a rule says whose they are, the
   * oldest of them.
   */
  of(line: Line): Suggestion[] {
    const rule = firstRule(this.#rules, line)
    const told = rule && this.#byKey.get(partyKey(rule))
    const words = new Set([...wordsOf(line.words), ...line.numbers])
    const named = [...new Set([...words].flatMap((word) => this.#byWord.get(word) ?? []))].filter(
      ({ name, number }) => line.numbers.has(number) || names(line.words, name),
    )
    const parties = told ? [told, ...named.filter((party) => party !== told)] : named
    return parties
      .slice(0, PARTIES_MAX)
      .flatMap((party) => this.#ofParty(line, party, party === told ? rule : undefined))
  }

  #ofParty(line: Line, party: Party, rule: RuleFact | undefined): Suggestion[] {
    const own = party.items
      .filter((item) => isSameSide(item, line) && item.currency === this.#currency)
      .slice(0, TOGETHER_MAX)
    const why = rule ? `Rule ${rule.number} (${rule.textLike}): ` : ''
    const ruled: SuggestionFacts = rule ? { ruleNumber: rule.number, textLike: rule.textLike } : {}
    const together = subsetOf(own, line.cents)
    if (together) {
      return [
        {
          kind: together.length === 1 ? 'item' : 'items',
          confidence: 'likely',
          code: together.length === 1 ? 'ItemOfParty' : 'ItemsOfParty',
          reason: `${why}${listed(together)} of ${party.name} come to the amount`,
          facts: { ...openOf(together), ...ruled },
          match: paying(line, together),
        },
      ]
    }
    const less = this.#lessFee(line, party, own)
    if (less) return [{ ...less, reason: why + less.reason, facts: { ...less.facts, ...ruled } }]
    return rule
      ? oldestOf(line, own).map((one) => ({ ...one, reason: why + one.reason, facts: { ...one.facts, ...ruled } }))
      : []
  }

  /** All items of a party less a fee: by a rule for fees, or as the last of this text. */
  #lessFee(line: Line, { key, name }: Party, own: readonly Item[]): Suggestion | undefined {
    const rule = this.#rules.find(
      (one) => one.isFee && isLike(line.words, one.textLike) && [NOBODY, key].includes(partyKey(one)),
    )
    const before = this.#fees.get(line.pattern)
    const account = rule?.accountNumber ?? before?.accountNumber
    const more = own.reduce((sum, item) => sum + item.cents, 0n) - line.cents
    const isFee = own.length > 0 && line.cents > 0n && more > 0n && more * 100n <= line.cents * FEE_PERCENT_MAX
    if (account === undefined || !isFee) return undefined
    return {
      kind: 'items',
      confidence: 'likely',
      code: 'ItemsLessFee',
      reason: `${listed(own)} of ${name} less a fee of ${centsToText(more)}${rule ? '' : ', as the last of this text'}`,
      facts: { ...openOf(own), lessAmount: centsToText(more), ...(!rule && { count: before!.count }) },
      match: { ...paying(line, own), differenceAccountNumber: account },
    }
  }
}

/** The oldest items that a line pays, the last of them in part. */
function oldestOf(line: Line, items: readonly Item[]): Suggestion[] {
  const taken: Item[] = []
  let left = absolute(line.cents)
  for (const item of items) {
    if (left <= 0n) break
    taken.push(item)
    left -= absolute(item.cents)
  }
  if (taken.length === 0 || left >= 0n) return []
  const facts = { ...openOf(taken), lessAmount: centsToText(-left) }
  return [
    {
      kind: taken.length === 1 ? 'item' : 'items',
      confidence: 'possible',
      code: 'OldestItemsOfParty',
      reason: `${listed(taken)} of ${taken[0]!.name}, the oldest first; ${centsToText(-left)} stays open`,
      facts,
      match: { ...paying(line, taken), leaveOpen: true },
    },
  ]
}

/** Items that come to an amount: all of them, the oldest of them, or any of a few. */
function subsetOf(items: readonly Item[], cents: bigint): Item[] | undefined {
  let sum = 0n
  for (const [at, item] of items.entries()) {
    sum += item.cents
    if (sum === cents) return items.slice(0, at + 1)
  }
  const sums = new Map<bigint, Item[]>([[0n, []]])
  for (const item of items) {
    for (const [before, taken] of [...sums]) {
      const next = before + item.cents
      if (!sums.has(next)) sums.set(next, [...taken, item])
    }
  }
  const found = sums.get(cents)
  return found && found.length > 0 ? found : undefined
}
