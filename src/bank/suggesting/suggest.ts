import { absolute, centsOf, centsToText } from '../../ledger/money.ts'
import { accountOf } from '../payments/payee.ts'
import type { AskedMatch } from '../matching/asked.ts'
import type { Confidence, Suggestion } from './suggestion.ts'
import { areNear, type LedgerEntry, type Facts, type RuleFact } from './facts.ts'
import { grouped } from '../../ledger/grouped.ts'
import { firstRule, PartiesOfLines } from './of-parties.ts'
import { PaymentsOfLines } from './of-payments.ts'
import { isSameSide, type Item, type Line, listed, openOf, paying } from './open-items.ts'
import { differ, names, numberOf, numbersIn } from './words.ts'

type Entry = LedgerEntry & { numbers: Set<string> }

const LIKELY: Confidence = 'likely'

/** Suggestions for all lines, or for the one that is asked for, the best first. */
export function suggestAll(facts: Facts): { bankLine: number; suggestions: Suggestion[] }[] {
  const lines = facts.lines.map((line): Line => ({
    ...line,
    cents: centsOf(line.amount),
    numbers: numbersIn(line.words),
  }))
  const suggester = new Suggester(facts, lines)
  const told = lines.filter(({ number }) => (facts.asked ?? number) === number)
  return told.map((line) => ({ bankLine: line.number, suggestions: suggester.of(line) }))
}

class Suggester {
  readonly #facts: Facts
  readonly #lines: Map<string, Line[]>
  readonly #entries: Map<string, Entry[]>
  readonly #items: Map<string, Item[]>
  readonly #byAmount: Map<string, Item[]>
  readonly #payments: PaymentsOfLines
  readonly #parties: PartiesOfLines
  readonly #naming: Map<string, number>
  readonly #history: Map<string, Facts['history'][number]>

  constructor(facts: Facts, lines: readonly Line[]) {
    this.#facts = facts
    this.#lines = grouped(lines, ({ amount }) => amount)
    this.#entries = grouped(
      facts.entries.map((entry) => ({ ...entry, numbers: numbersIn(entry.words) })),
      ({ amount }) => amount,
    )
    const items = facts.items.map((item): Item => ({
      ...item,
      cents: centsOf(item.open),
      key: numberOf(item.invoiceNumber),
    }))
    this.#items = grouped(items, ({ key }) => key)
    this.#byAmount = grouped(items, ({ open }) => open)
    this.#parties = new PartiesOfLines(facts, items)
    this.#naming = new Map()
    for (const { numbers } of lines)
      for (const number of numbers) this.#naming.set(number, (this.#naming.get(number) ?? 0) + 1)
    this.#payments = new PaymentsOfLines(facts, this.#naming)
    this.#history = new Map(facts.history.filter(({ isFee }) => !isFee).map((one) => [one.pattern, one]))
  }

  of(line: Line): Suggestion[] {
    const entries = this.#ofEntries(line)
    // What is in the ledger, or in drafts, is not paid once more.
    const isThere = entries.some(({ kind, confidence }) => kind === 'draft' || confidence === 'sure')
    const payments = this.#payments.of(line)
    const named = this.#named(line)
    const owed = payments.length > 0 ? payments : this.#ofItems(line, named)
    const doubted = (one: Suggestion): Suggestion => (one.confidence === 'sure' ? { ...one, confidence: LIKELY } : one)
    const first = [
      ...entries.map((one) => (isOfAnother(one, named) ? doubted(one) : one)),
      ...owed.map((one) => (isThere ? doubted(one) : one)),
      ...this.#parties.of(line),
    ]
    const found = [...first, ...this.#ofRules(line, first.length === 0), ...this.#ofAlike(line)]
    const more = found.length > 0 ? found : this.#moreThanAsked(line, named)
    const all = more.length > 0 ? more : this.#ofAmount(line)
    const ranks: Record<Confidence, number> = { sure: 0, likely: 1, possible: 2 }
    return all.toSorted((a, b) => ranks[a.confidence] - ranks[b.confidence]).slice(0, 5)
  }

  /**
   * A booked entry or a draft of the same amount within some days: sure if one more fact agrees, and nothing else could
   * be meant on either side.
   */
  #ofEntries(line: Line): Suggestion[] {
    const isNear = ({ date }: { date: string }): boolean => areNear(date, line.date)
    const near = (this.#entries.get(line.amount) ?? []).filter(isNear)
    return near.slice(0, 3).map((entry) => {
      const fact = agreeing(line, entry)
      const rivals = (this.#lines.get(line.amount) ?? []).filter(({ date }) => areNear(date, entry.date))
      const isSure = fact !== undefined && near.length === 1 && rivals.length === 1
      const what = entry.isDraft ? 'A draft' : 'An entry'
      return {
        kind: entry.isDraft ? 'draft' : 'entry',
        confidence: isSure ? 'sure' : 'likely',
        code: fact === undefined ? 'SameAmountNearDate' : 'SameAmountAndFact',
        reason: `${what} of ${entry.amount} on ${entry.date}${fact === undefined ? '' : `; both name ${fact}`}`,
        facts: { date: entry.date, ...(fact !== undefined && { shared: fact }) },
        match: { bankLines: [line.number], [entry.isDraft ? 'drafts' : 'entries']: [entry.number] },
      }
    })
  }

  /** Open items whose numbers stand in the text. */
  #named(line: Line): Item[] {
    return [...line.numbers].flatMap((number) => this.#items.get(number) ?? []).filter((item) => isSameSide(item, line))
  }

  #ofItems(line: Line, named: readonly Item[]): Suggestion[] {
    if (named.length === 0) return []
    const [only] = named
    const cents = named.reduce((sum, item) => sum + item.cents, 0n)
    if (named.length > 1 && cents === line.cents && named.every(({ currency }) => currency === this.#facts.currency)) {
      return [
        {
          kind: 'items',
          confidence: 'likely',
          code: 'ItemsNamed',
          reason: `Invoices ${listed(named)} come to the amount`,
          facts: openOf(named),
          match: paying(line, named),
        },
      ]
    }
    return named.slice(0, 3).flatMap((item) => {
      if (item.currency !== this.#facts.currency) return this.#inOtherCurrency(line, item)
      const left = absolute(item.cents) - absolute(line.cents)
      const isOther = isPaidByOther(line, item)
      const isAlone = named.length === 1 && item === only && (this.#naming.get(item.key) ?? 0) <= 1
      if (left === 0n) {
        const isSure = isAlone && !isOther && !item.isDrafted
        const payer = isOther ? `, but the payer is ${line.name}` : ''
        const doubt = `${payer}${item.isDrafted ? ', but a draft pays it already' : ''}`
        return [
          {
            kind: 'item',
            confidence: isSure ? 'sure' : 'likely',
            code: 'ItemNamed',
            reason: `Invoice ${item.invoiceNumber} of ${item.name}, ${item.open} open${doubt}`,
            facts: {
              ...openOf([item]),
              ...(isOther && { payer: line.name! }),
              ...(item.isDrafted && { isDrafted: true }),
            },
            match: paying(line, [item]),
          },
        ]
      }
      if (left < 0n) return []
      return [
        {
          kind: 'item',
          confidence: 'likely',
          code: 'ItemNamedLess',
          reason: `Invoice ${item.invoiceNumber} of ${item.name}: ${centsToText(left)} less than asked`,
          facts: { ...openOf([item]), lessAmount: centsToText(left) },
          match: { ...paying(line, [item]), leaveOpen: true },
        },
      ]
    })
  }

  /** The one item that is named, where more came than is open of it and nothing else fits: the rest is a credit. */
  #moreThanAsked(line: Line, [item, ...others]: readonly Item[]): Suggestion[] {
    if (!item || others.length > 0 || item.currency !== this.#facts.currency || item.isDrafted) return []
    const more = absolute(line.cents) - absolute(item.cents)
    const isOther = isPaidByOther(line, item)
    const match = paying(line, [item])
    return [
      {
        kind: 'item',
        // The number may be another's where somebody else pays, or twice as much came.
        confidence: isOther || more > absolute(item.cents) ? 'possible' : LIKELY,
        code: 'ItemNamedMore',
        reason: `Invoice ${item.invoiceNumber} of ${item.name}: ${centsToText(more)} more than asked`,
        facts: { ...openOf([item]), moreAmount: centsToText(more), ...(isOther && { payer: line.name! }) },
        match: { ...match, items: match.items!.map((one) => ({ ...one, amount: line.amount })) },
      },
    ]
  }

  #inOtherCurrency(line: Line, item: Item): Suggestion[] {
    if (line.originalCurrency !== item.currency || line.originalAmount === null) return []
    const isWhole = absolute(centsOf(line.originalAmount)) === absolute(item.cents)
    if (!isWhole) return []
    const reason = `Invoice ${item.invoiceNumber} of ${item.name}, ${item.currency} ${item.open} open, at the line's own rate`
    const facts = { ...openOf([item]), openCurrency: item.currency }
    return [
      { kind: 'item', confidence: 'likely', code: 'ItemNamedInCurrency', reason, facts, match: paying(line, [item]) },
    ]
  }

  /** The first rule that fits: sure where it says so itself, and nothing else does. */
  #ofRules(line: Line, isAlone: boolean): Suggestion[] {
    const rule = firstRule(this.#facts.rules, line)
    if (!rule) return []
    const { accountNumber, vatCode, departmentNumber, text } = rule
    return [
      {
        kind: 'rule',
        confidence: rule.isFollowed && isAlone ? 'sure' : 'likely',
        code: 'Rule',
        reason: `Rule ${rule.number}: ${rule.textLike}`,
        facts: { ruleNumber: rule.number, textLike: rule.textLike },
        match: posting(line, { accountNumber, vatCode, departmentNumber, text }),
      },
    ]
  }

  #ofAlike(line: Line): Suggestion[] {
    const alike = this.#history.get(line.pattern)
    if (!alike) return []
    const { accountNumber, vatCode, text, count } = alike
    const reason = count === 1 ? 'As the last of this text' : `As the last ${count} of this text`
    return [
      {
        kind: 'alike',
        confidence: 'likely',
        code: 'SameTextBefore',
        reason,
        facts: { count },
        match: posting(line, { accountNumber, vatCode, departmentNumber: null, text }),
      },
    ]
  }

  /** One open item of the amount, where nothing else says anything. */
  #ofAmount(line: Line): Suggestion[] {
    const same = (this.#byAmount.get(line.amount) ?? []).filter(({ currency }) => currency === this.#facts.currency)
    if (same.length !== 1) return []
    const [item] = same
    return [
      {
        kind: 'amount',
        confidence: 'possible',
        code: 'SameAmountOpen',
        reason: `The only open item of ${item!.open}: invoice ${item!.invoiceNumber} of ${item!.name}`,
        facts: openOf(same),
        match: paying(line, same),
      },
    ]
  }
}

/** Whether the line says that somebody else pays than whose item it is. */
const isPaidByOther = ({ name }: Line, item: Item): boolean => name !== null && differ(name, item.name)

/** Whether the line names open items, and the entry none of them: then it may be of either. */
const isOfAnother = ({ facts: { shared } }: Suggestion, named: readonly Item[]): boolean =>
  named.length > 0 && !named.some(({ key }) => key === shared)

/** What both a line and an entry name, besides amount and day. */
function agreeing(line: Line, entry: Entry): string | undefined {
  // A year is in many texts, and in numbers such as F-2026/17.
  const isFact = (one: string): boolean => one.length >= 4 && !/^(?:19|20)\d\d$/.test(one)
  const number = [...line.numbers].find((one) => isFact(one) && entry.numbers.has(one))
  if (number !== undefined) return number
  if (entry.name !== null && names(line.words, entry.name)) return entry.name
  const account = accountOf(line.account)
  return account !== undefined && entry.accounts.some((own) => accountOf(own) === account) ? line.account! : undefined
}

const posting = (
  { number, amount }: Line,
  {
    accountNumber,
    vatCode,
    departmentNumber,
    text,
  }: Pick<RuleFact, 'accountNumber' | 'vatCode' | 'departmentNumber' | 'text'>,
): AskedMatch => ({
  bankLines: [number],
  lines: [
    {
      accountNumber,
      amount,
      ...(vatCode !== null && { vatCode }),
      ...(departmentNumber !== null && { departmentNumber }),
      ...(text !== null && { text }),
    },
  ],
})
