import { centsOf, centsToText } from '../../ledger/money.ts'
import { itemKey } from '../matching/asked.ts'
import { sumOf } from '../money.ts'
import { areNear, type Facts, type OpenLine, type OwedItem, type WaitingPayment } from './facts.ts'
import { grouped } from '../../ledger/grouped.ts'
import type { Suggestion, SuggestionFacts } from './suggestion.ts'

/** A line with what is known of it: words and numbers that stand in it, folded. */
type NamingLine = Pick<OpenLine, 'number' | 'date' | 'originalAmount' | 'originalCurrency'> & {
  cents: bigint
  numbers: ReadonlySet<string>
}

/** A payment whose item is open. */
interface Payment extends WaitingPayment {
  cents: bigint
  item: OwedItem
  /** The item is open by what is paid, and no draft pays it. */
  isWhole: boolean
}

/** Payments of one file, which a bank may book as one. */
interface Proposal {
  id: string
  date: string
  cents: bigint
  payments: Payment[]
}

/** Payments that may be one line together: several, in the currency of the account. */
function proposalsOf(waiting: readonly Payment[], currency: string): Proposal[] {
  return [...grouped(waiting, ({ messageId }) => messageId.toLowerCase())].flatMap(([id, payments]): Proposal[] => {
    if (payments.length < 2 || payments.some((one) => one.currency !== currency)) return []
    return [{ id, date: payments[0]!.date, cents: sumOf(payments.map(({ amount }) => amount)), payments }]
  })
}

const amountKey = (currency: string, cents: bigint): string => `${currency} ${cents < 0n ? -cents : cents}`

/** What payments that a bank was asked for say of its lines: they stand on them by what they are called. */
export class PaymentsOfLines {
  readonly #currency: string
  readonly #byId: ReadonlyMap<string, Payment>
  readonly #byAmount: ReadonlyMap<string, Payment[]>
  readonly #proposals: ReadonlyMap<string, Proposal[]>
  readonly #naming: ReadonlyMap<string, number>

  /** @param naming how many open lines name each number. */
  constructor(
    { currency, payments, items }: Pick<Facts, 'currency' | 'payments' | 'items'>,
    naming: ReadonlyMap<string, number>,
  ) {
    this.#naming = naming
    const open = new Map(items.map((item) => [itemKey(item), item]))
    const waiting = payments.flatMap((payment): Payment[] => {
      const item = open.get(itemKey(payment))
      if (!item) return []
      const cents = centsOf(payment.amount)
      return [{ ...payment, cents, item, isWhole: centsOf(item.open) === -cents && !item.isDrafted }]
    })
    this.#currency = currency
    this.#byId = new Map(waiting.map((payment) => [payment.endToEndId.toLowerCase(), payment]))
    this.#byAmount = grouped(waiting, (payment) => amountKey(payment.currency, payment.cents))
    this.#proposals = grouped(proposalsOf(waiting, currency), ({ cents }) => amountKey(currency, cents))
  }

  /**
   * A payment that the line names; all of a proposal, where the bank booked them as one; or the only one of its amount
   * in these days.
   */
  of(line: NamingLine): Suggestion[] {
    if (line.cents >= 0n || this.#byId.size === 0) return []
    const named = [...line.numbers].flatMap((number) => this.#byId.get(number) ?? [])
    const [only] = named
    if (named.length === 1 && only) return this.#ofOne(line, only, 'PaymentNamed')
    return this.#ofProposal(line) ?? this.#ofAmount(line)
  }

  /** What payments come to that the line may be of: its amount in the account's currency, or that in the payment's. */
  #amountsOf({ cents, originalAmount, originalCurrency }: NamingLine): string[] {
    const own = amountKey(this.#currency, cents)
    if (originalAmount === null || originalCurrency === null || originalCurrency === this.#currency) return [own]
    return [own, amountKey(originalCurrency, centsOf(originalAmount))]
  }

  #ofOne(line: NamingLine, payment: Payment, code: string): Suggestion[] {
    if (!this.#amountsOf(line).includes(amountKey(payment.currency, payment.cents))) return []
    const isAlone = (this.#naming.get(payment.endToEndId.toLowerCase()) ?? 0) <= 1
    const isSure = code === 'PaymentNamed' && payment.isWhole && isAlone
    const { invoiceNumber, item, endToEndId } = payment
    const reason = `Payment ${endToEndId} of invoice ${invoiceNumber} of ${item.name}`
    return [this.#paying(line, [payment], { code, isSure, reason })]
  }

  #ofProposal(line: NamingLine): Suggestion[] | undefined {
    const found = this.#proposals
      .get(amountKey(this.#currency, line.cents))
      ?.find(({ id, date }) => line.numbers.has(id) || areNear(date, line.date))
    if (!found) return undefined
    const { id, payments } = found
    const isSure = line.numbers.has(id) && (this.#naming.get(id) ?? 0) <= 1 && payments.every(({ isWhole }) => isWhole)
    const reason = `All ${payments.length} payments of ${payments[0]!.messageId}`
    return [this.#paying(line, payments, { code: 'PaymentsOfProposal', isSure, reason })]
  }

  #ofAmount(line: NamingLine): Suggestion[] {
    const near = this.#amountsOf(line)
      .flatMap((amount) => this.#byAmount.get(amount) ?? [])
      .filter(({ date }) => areNear(date, line.date))
    return near.length === 1 ? this.#ofOne(line, near[0]!, 'PaymentOfAmount') : []
  }

  #paying(
    line: NamingLine,
    payments: readonly Payment[],
    { code, isSure, reason }: { code: string; isSure: boolean; reason: string },
  ): Suggestion {
    const [{ item, currency }] = payments as [Payment]
    const sum = sumOf(payments.map(({ amount }) => amount))
    const facts: SuggestionFacts = {
      ...(payments.length === 1 && { name: item.name }),
      openAmount: centsToText(-sum),
      ...(currency !== this.#currency && { openCurrency: currency }),
    }
    const isPart = payments.some((one) => centsOf(one.item.open) < -one.cents)
    return {
      kind: payments.length === 1 ? 'item' : 'items',
      confidence: isSure ? 'sure' : 'likely',
      code,
      reason,
      facts,
      match: {
        bankLines: [line.number],
        items: payments.map(({ supplierNumber, item: { invoiceNumber } }) => ({ supplierNumber, invoiceNumber })),
        ...(isPart && { leaveOpen: true }),
      },
    }
  }
}
