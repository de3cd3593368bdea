import type { Chance } from '../chance.ts'
import { dayIn, type Days } from '../ledger/judge-drafts.ts'
import { invoice } from '../ledger/judge-invoices.ts'
import type { DraftBody } from '../ledger/naive-drafts.ts'
import type { Day } from '../ledger/naive-facts.ts'
import type { InvoiceBody } from '../ledger/naive-invoices.ts'
import { inText } from '../ledger/naive-money.ts'
import { isOpen, type NaiveEntry } from '../ledger/naive-open-items.ts'
import { NaiveLedger } from '../ledger/naive.ts'
import { must, OURS, TERM, type YearWorld } from '../ledger/year-world.ts'
import type { Client } from '../service/harness.ts'
import type { BankEvent, Owed, Truth } from './month-events.ts'
import { BANKS, CUSTOMERS, type Currency, JOURNALS, SALARIES, SERIES, SUPPLIERS } from './month-world.ts'

/** Journals that only the naive books have: of the bank, and of the settlement of VAT. */
export const NAIVE = { bank: 9_998, settlement: 9_999 }
const API = '/journalsapi/v15.0.1'
const PRICES = ['1250.00', '2500.00', '625.00', '12500.00']
const SALES: Record<Currency, readonly [account: number, code: string][]> = {
  DKK: [
    [1010, 'U25'],
    [1020, 'U25'],
    [1080, 'U0'],
  ],
  EUR: [
    [1040, 'UEUV'],
    [1050, 'UEUY'],
  ],
}
const COSTS: Record<Currency, readonly [account: number, code: string | undefined][]> = {
  DKK: [
    [1310, 'I25'],
    [3420, 'I25'],
    [2725, 'REP25'],
    [1360, 'ABR25'],
    [3660, undefined],
  ],
  EUR: [
    [1320, 'IV25'],
    [1350, 'IY25'],
    [1330, 'IMP25'],
    [2715, 'IYU25'],
  ],
}

/**
 * The company's books, kept twice: over the API, and by the naive ledger, which knows what each line of the bank is.
 */
export class MonthBooks {
  readonly naive: NaiveLedger
  readonly client: Client
  readonly #counts = new Map<number, number>()
  #typed = SERIES.typed - 1
  #voucher = 0

  constructor({ client, facts }: YearWorld) {
    this.client = client
    const [journal] = facts.journals.values()
    const plain = { ...journal!, customerContra: undefined, supplierContra: undefined, minimum: 1, next: 1 }
    for (const number of Object.values(NAIVE)) facts.journals.set(number, { ...plain, number, maximum: 999_999_999 })
    this.naive = new NaiveLedger(facts)
    this.naive.invoices.start(SERIES.booked)
  }

  /** The number of a new voucher of a journal, in its series and far from those that it gives by itself. */
  voucher(journal = JOURNALS.own): number {
    return journal * 10_000_000 + 5_000_000 + (this.#voucher += 1)
  }

  /** Sales and purchases of some days. */
  async trade(chance: Chance, days: Days, sales: number, purchases: number): Promise<void> {
    const entries = [
      ...Array.from({ length: sales }, () => this.#sale(chance, days)),
      ...Array.from({ length: purchases }, () => this.#purchase(chance, days)),
    ]
    if (chance.maybe(0.3)) entries.push(byHand(chance, days))
    await this.book(entries)
    for (let left = chance.int(1, 2); left > 0; left -= 1) await this.#invoice(chance, days)
  }

  /** Sales and purchases of a period that is settled already. */
  async late(chance: Chance, days: Days): Promise<void> {
    await this.book([this.#sale(chance, days), this.#purchase(chance, days), this.#purchase(chance, days)])
  }

  #sale(chance: Chance, days: Days): DraftBody {
    const { number, currency, name } = chance.pick(CUSTOMERS)
    const [account, code] = chance.pick(SALES[currency])
    return {
      ...{ entryTypeNumber: 10, journalNumber: JOURNALS.own, date: dayIn(chance, days), currency, text: name },
      amount: chance.maybe(0.35) ? chance.pick(PRICES) : chance.decimal(chance.pick([99_999, 9_999_999]), 2),
      ...{ customerNumber: number, customerInvoiceNumber: String((this.#typed += 1)) },
      ...{ contraAccountNumber: account, contraVatCode: code },
    }
  }

  #purchase(chance: Chance, days: Days): DraftBody {
    const { number, currency, name, form } = chance.pick(SUPPLIERS)
    const [account, code] = chance.pick(COSTS[currency])
    const count = (this.#counts.get(number) ?? 0) + 1
    this.#counts.set(number, count)
    const amount = chance.maybe(0.3) ? chance.pick(PRICES) : chance.decimal(chance.pick([99_999, 2_999_999]), 2)
    return {
      ...{ entryTypeNumber: 3, journalNumber: JOURNALS.own, date: dayIn(chance, days), currency, text: name },
      ...{ amount: `-${amount}`, supplierNumber: number, supplierInvoiceNumber: form!(count) },
      ...{ contraAccountNumber: account, contraVatCode: code },
    }
  }

  async #invoice(chance: Chance, days: Days): Promise<void> {
    const { number, currency } = chance.pick(CUSTOMERS)
    const date = dayIn(chance, days)
    const body: InvoiceBody = {
      ...{ customer: number, zone: currency === 'DKK' ? 1 : 2, date, currency, isVatIncluded: false },
      rate: currency === 'DKK' ? '100' : chance.decimal(9_999, 4).replace(/^\d*/, '745'),
      lines: Array.from({ length: chance.int(1, 3) }, () => ({
        product: chance.pick(['VARE', 'TIME']),
        ...{ quantity: String(chance.int(1, 9)), price: chance.decimal(99_999, 2), discount: '0', accrual: undefined },
      })),
    }
    const reply = await invoice(this.client, 'DKK', body, TERM.number)
    this.naive.carryOut({ do: 'invoice', body })
    if (reply.status !== 201) throw new Error(reply.text)
  }

  /** Drafts entries in both books, and books them in the company's own journal. */
  async book(entries: readonly DraftBody[]): Promise<void> {
    await this.draft(entries)
    await this.bookJournal(JOURNALS.own)
  }

  /** @returns the numbers of the drafts in the real books. */
  async draft(entries: readonly DraftBody[]): Promise<number[]> {
    const numbers: number[] = []
    for (let at = 0; at < entries.length; at += 500) {
      const some = entries.slice(at, at + 500)
      const made = await must(this.client, 'POST', `${OURS}/draft-entries/bulk`, {
        entries: some.map((entry) => ({ ...entry, amount: Number(entry.amount) })),
      })
      numbers.push(...(made as unknown as { entryNumbers: number[] }).entryNumbers)
      this.#naively([...some])
    }
    return numbers
  }

  async bookJournal(journal: number): Promise<void> {
    await must(this.client, 'POST', `${API}/journals/${journal}/book`)
    this.#booked(journal)
  }

  #naively(entries: DraftBody[]): void {
    const outcome = this.naive.carryOut({ do: 'draft', entries })
    if ('faults' in outcome) throw new Error(`The naive ledger refuses ${JSON.stringify(outcome)}`)
  }

  #booked(journal: number): void {
    const outcome = this.naive.carryOut({ do: 'book', journal, selection: { kind: 'all' } })
    if ('faults' in outcome) throw new Error(`The naive ledger refuses ${JSON.stringify(outcome)}`)
  }

  /** What the naive accountant books for lines of the bank. */
  post(events: readonly BankEvent[]): void {
    const entries = events.flatMap((event) => entriesOf(event))
    if (entries.length === 0) return
    this.#naively(entries)
    this.#booked(NAIVE.bank)
  }

  /** A voucher of settlement, which the service books by itself: account → cents. */
  settle(date: Day, postings: ReadonlyMap<number, bigint>): void {
    const entries = [...postings]
      .filter(([, amount]) => amount !== 0n)
      .map(([accountNumber, amount]): DraftBody => ({
        ...{ entryTypeNumber: 5, journalNumber: NAIVE.settlement, date, accountNumber, amount: inText(amount) },
        ...{ currency: 'DKK', text: 'Moms' },
      }))
    if (entries.length === 0) return
    const outcome = this.naive.carryOut({ do: 'voucher', journal: NAIVE.settlement, entries })
    if ('faults' in outcome) throw new Error(`The naive ledger refuses ${JSON.stringify(outcome)}`)
    this.#booked(NAIVE.settlement)
  }

  /** What is open, of the parties of these months. */
  owed(): Owed[] {
    return this.naive.entries.filter(isOpen).flatMap((entry) => owedOf(this.naive, entry))
  }

  /** A payment to a supplier, or of salaries, that is booked before the bank knows of it. */
  paid(chance: Chance, owed: Owed | undefined, date: Day, journal: number = JOURNALS.own): DraftBody {
    const voucherNumber = this.voucher(journal)
    const common = { journalNumber: journal, voucherNumber, date }
    if (owed === undefined) {
      const amount = `-${chance.decimal(9_999_999, 2)}`
      const account = { accountNumber: BANKS.DKK.account, contraAccountNumber: SALARIES }
      return { ...common, entryTypeNumber: 5, amount, currency: 'DKK', text: `Løn ${voucherNumber}`, ...account }
    }
    const { party, invoice: number, currency, open } = owed
    return {
      ...{ ...common, entryTypeNumber: 4, amount: inText(-open), currency, text: `Betaling ${owed.name}` },
      ...{ supplierNumber: party, supplierInvoiceNumber: number, contraAccountNumber: BANKS[currency].account },
    }
  }
}

function owedOf(naive: NaiveLedger, entry: NaiveEntry): Owed[] {
  const { customer, supplier, customerInvoice, supplierInvoice, currency, open, date } = entry
  const invoiceNumber = customerInvoice === null ? supplierInvoice : String(customerInvoice)
  if (invoiceNumber === null || (currency !== 'DKK' && currency !== 'EUR')) return []
  const [kind, party] = customer === null ? (['supplier', supplier!] as const) : (['customer', customer] as const)
  const { name } = naive.facts[`${kind}s`].get(party)!
  return [{ kind, party, name, invoice: invoiceNumber, currency, open: open!, date }]
}

/** What a line of the bank is in the ledger, by the naive accountant: the bank is the other side of each entry. */
export function entriesOf({ bank, date, amount, truth, text }: BankEvent): DraftBody[] {
  const common = { journalNumber: NAIVE.bank, date, contraAccountNumber: BANKS[bank].account, text }
  if (truth.is === 'lines') {
    return truth.lines.map((line) => ({
      ...{ ...common, entryTypeNumber: 5, accountNumber: line.account, vatCode: line.vat, currency: bank },
      amount: inText(-line.amount),
    }))
  }
  if (truth.is !== 'items') return []
  const paid = truth.items.map((item) => payment(common, item, truth, amount))
  if (truth.rest === undefined) return paid
  const { account, amount: rest } = truth.rest
  return [...paid, { ...common, entryTypeNumber: 5, accountNumber: account, amount: inText(rest), currency: bank }]
}

type Common = Pick<DraftBody, 'journalNumber' | 'date' | 'contraAccountNumber' | 'text'> & {
  contraAccountNumber: number
}

function payment(common: Common, item: Owed, truth: Extract<Truth, { is: 'items' }>, amount: bigint): DraftBody {
  const { kind, party, invoice: number, currency, open } = item
  const named =
    kind === 'customer'
      ? { entryTypeNumber: 2, customerNumber: party, customerInvoiceNumber: number }
      : { entryTypeNumber: 4, supplierNumber: party, supplierInvoiceNumber: number }
  const rate = truth.rate === undefined ? {} : { exchangeRate: truth.rate }
  return { ...common, ...named, ...rate, currency, amount: inText(-(truth.inPart ? amount : open)) }
}

/** A voucher that moves VAT without any code: a correction by hand. */
const byHand = (chance: Chance, days: Days): DraftBody => ({
  ...{ entryTypeNumber: 5, journalNumber: JOURNALS.own, date: dayIn(chance, days), amount: chance.decimal(99_999, 2) },
  ...{ currency: 'DKK', accountNumber: 6906, contraAccountNumber: 6903, text: 'Rettelse' },
})
