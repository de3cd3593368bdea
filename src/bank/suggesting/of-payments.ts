import { centsOf, centsToText } from '../../ledger/money.ts'
import { DAYS_APART, type Facts, type OpenLine, type OwedItem, type WaitingPayment } from './facts.ts'
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

const keyOf = ({ supplierNumber, invoiceNumber }: { supplierNumber?: number; invoiceNumber: string }): string =>
  JSON.stringify([supplierNumber ?? null, invoiceNumber.toLowerCase()])
const daysBetween = (one: string, other: string): number => Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000

/** What payments that a bank was asked for say of its lines: they stand on them by what they are called. */
export class PaymentsOfLines {
  readonly #currency: string
  readonly #byId: ReadonlyMap<string, Payment>
  readonly #proposals: ReadonlyMap<string, Payment[]>
  readonly #naming: ReadonlyMap<string, number>

  /** @param naming how many open lines name each number. */
  constructor(
    { currency, payments, items }: Pick<Facts, 'currency' | 'payments' | 'items'>,
    naming: ReadonlyMap<string, number>,
  ) {
    this.#naming = naming
    const open = new Map(items.map((item) => [keyOf(item), item]))
    const waiting = payments.flatMap((payment): Payment[] => {
      const item = open.get(keyOf(payment))
      if (!item) return []
      const cents = centsOf(payment.amount)
      return [{ ...payment, cents, item, isWhole: centsOf(item.open) === -cents && !item.isDrafted }]
    })
    this.#currency = currency
    this.#byId = new Map(waiting.map((payment) => [payment.endToEndId.toLowerCase(), payment]))
    const proposals = new Map<string, Payment[]>()
    for (const payment of waiting) {
      const id = payment.messageId.toLowerCase()
      proposals.set(id, [...(proposals.get(id) ?? []), payment])
    }
    this.#proposals = proposals
  }

  /** A payment that the line names; all of a proposal, where the bank booked them as one; or the only one of its amount in these days. */
  of(line: NamingLine): Suggestion[] {
    if (line.cents >= 0n || this.#byId.size === 0) return []
    const named = [...line.numbers].flatMap((number) => this.#byId.get(number) ?? [])
    const [only] = named
    if (named.length === 1 && only) return this.#ofOne(line, only, 'PaymentNamed')
    return this.#ofProposal(line) ?? this.#ofAmount(line)
  }

  /** Whether the line comes to what is paid, in the account's currency or in that of the payment. */
  #isOf(line: NamingLine, { currency, cents }: Payment): boolean {
    if (currency === this.#currency) return line.cents === -cents
    if (line.originalCurrency !== currency || line.originalAmount === null) return false
    const original = centsOf(line.originalAmount)
    return (original < 0n ? -original : original) === cents
  }

  #ofOne(line: NamingLine, payment: Payment, code: string): Suggestion[] {
    if (!this.#isOf(line, payment)) return []
    const isAlone = (this.#naming.get(payment.endToEndId.toLowerCase()) ?? 0) <= 1
    const isSure = code === 'PaymentNamed' && payment.isWhole && isAlone
    const { invoiceNumber, item, endToEndId } = payment
    const reason = `Payment ${endToEndId} of invoice ${invoiceNumber} of ${item.name}`
    return [this.#paying(line, [payment], { code, isSure, reason })]
  }

  #ofProposal(line: NamingLine): Suggestion[] | undefined {
    const all = [...this.#proposals].find(
      ([id, payments]) =>
        payments.length > 1 &&
        payments.every(({ currency }) => currency === this.#currency) &&
        payments.reduce((sum, { cents }) => sum + cents, 0n) === -line.cents &&
        (line.numbers.has(id) || daysBetween(payments[0]!.date, line.date) <= DAYS_APART),
    )
    if (!all) return undefined
    const [id, payments] = all
    const isSure = line.numbers.has(id) && (this.#naming.get(id) ?? 0) <= 1 && payments.every(({ isWhole }) => isWhole)
    const reason = `All ${payments.length} payments of ${payments[0]!.messageId}`
    return [this.#paying(line, payments, { code: 'PaymentsOfProposal', isSure, reason })]
  }

  #ofAmount(line: NamingLine): Suggestion[] {
    const near = [...this.#byId.values()].filter(
      (payment) => daysBetween(payment.date, line.date) <= DAYS_APART && this.#isOf(line, payment),
    )
    return near.length === 1 ? this.#ofOne(line, near[0]!, 'PaymentOfAmount') : []
  }

  #paying(
    line: NamingLine,
    payments: readonly Payment[],
    { code, isSure, reason }: { code: string; isSure: boolean; reason: string },
  ): Suggestion {
    const [{ item, currency }] = payments as [Payment]
    const sum = payments.reduce((total, { cents }) => total + cents, 0n)
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
