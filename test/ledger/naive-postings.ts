import { accountFault, barredParties, type NaiveDraft, ownAccount, partyKind, whose } from './naive-drafts.ts'
import { type Day, monthsTouched, type NaiveFacts, type NaiveVat, whyShut, yearOf } from './naive-facts.ts'
import { cents, divided, type Fraction, fraction, negative, ofCents, plus, times } from './naive-money.ts'

/** One line of a voucher. */
export interface NaivePosting {
  type: number
  account: number
  date: Day
  year: string
  journal: number | null
  voucher: number
  /** Cents, of the currency and of the base currency. */
  amount: bigint
  base: bigint
  currency: string
  rate: string
  text: string | null
  vat: string | null
  /** The code whose tax this is. */
  taxOf?: string
  customer: number | null
  customerInvoice: bigint | null
  supplier: number | null
  supplierInvoice: string | null
  dueDate: Day | null
}

/** The type of entries that the service makes itself. */
const SYSTEM = 9
const HUNDREDTH: Fraction = { over: 1n, under: 100n }
const ONE: Fraction = { over: 1n, under: 1n }
type TaxPart = 'net' | 'payable' | 'deductible'
const NO_PARTY = { customer: null, customerInvoice: null, supplier: null, supplierInvoice: null, dueDate: null }

/** The codes of a day on which nothing can be posted. */
export const DATE_CODES = {
  missing: 'JournalVoucherAccountingYearDoesNotExist',
  closed: 'JournalVoucherAccountingYearClosed',
  barred: 'JournalEntryDateAccountingYearPeriodBarred',
}

function dayFault({ years }: NaiveFacts, day: Day): string[] {
  const shut = whyShut(years, day)
  return shut === undefined ? [] : [`date: ${DATE_CODES[shut]}`]
}

/** The side an accrual spreads: the own one, unless that is a party's; undefined when there is none. */
function accruedSide(facts: NaiveFacts, draft: NaiveDraft): 'own' | 'contra' | undefined {
  if (![3, 5, 10].includes(draft.entryTypeNumber)) return undefined
  const own = ownAccount(facts, draft)
  if (own !== undefined && whose(facts, draft, own) === undefined) return 'own'
  const contra = draft.contraAccountNumber
  return contra !== undefined && whose(facts, draft, contra) === undefined ? 'contra' : undefined
}

/** Everything that keeps a draft entry from being booked now, its balance aside. */
export function bookingFaults(facts: NaiveFacts, draft: NaiveDraft): string[] {
  const { accountNumber, contraAccountNumber, accrual } = draft
  const faults = [...dayFault(facts, draft.date), ...barredParties(facts, draft)]
  if (partyKind(draft.entryTypeNumber) === undefined && accountNumber !== undefined) {
    faults.push(...accountFault(facts, draft, accountNumber, ''))
  }
  if (contraAccountNumber !== undefined) faults.push(...accountFault(facts, draft, contraAccountNumber, 'Contra'))
  if (accrual === undefined) return faults
  if (accruedSide(facts, draft) === undefined) return [...faults, 'accountNumber: JournalBookingAccrualNotPossible']
  // Postings on the accrual account belong to no party, so it cannot be a summary account.
  const nobodys = { ...draft, customerNumber: undefined, supplierNumber: undefined }
  faults.push(...accountFault(facts, nobodys, accrual.account, ''))
  for (const day of monthsTouched(accrual.start, accrual.end)) faults.push(...dayFault(facts, day))
  return faults
}

/** What is left of an amount without its tax, the tax, and the part of it that is deducted. */
function taxParts(gross: bigint, { rate, reverse, deductible: share = '100' }: NaiveVat): Record<TaxPart, bigint> {
  const part = times(fraction(rate), HUNDREDTH)
  const whole = plus(ONE, part)
  const untaxed = reverse === undefined ? divided(ofCents(gross), whole) : ofCents(gross)
  const net = cents(untaxed)
  const payable = reverse === undefined ? gross - net : cents(times(untaxed, part))
  const deductible = share === '100' ? payable : cents(times(times(untaxed, part), times(fraction(share), HUNDREDTH)))
  return { net, payable, deductible }
}

/** What a side of an entry becomes: the amount itself, and its VAT. */
function sidePostings(facts: NaiveFacts, draft: NaiveDraft, side: 'own' | 'contra'): NaivePosting[] {
  const account = side === 'own' ? ownAccount(facts, draft) : draft.contraAccountNumber
  if (account === undefined) return []
  const gross = cents(fraction(draft.amount)) * (side === 'own' ? 1n : -1n)
  const code = side === 'own' ? draft.vatCode : draft.contraVatCode
  const kind = whose(facts, draft, account)
  const line = (number: number, amount: bigint): NaivePosting => ({
    ...NO_PARTY,
    type: draft.entryTypeNumber,
    account: number,
    date: draft.date,
    year: draft.year,
    journal: draft.journalNumber,
    voucher: draft.voucherNumber,
    amount,
    base: cents(times(times(ofCents(amount), fraction(draft.exchangeRate)), HUNDREDTH)),
    currency: draft.currency,
    rate: draft.exchangeRate,
    text: draft.text ?? null,
    vat: null,
  })
  const vat = code === undefined ? undefined : facts.vat.get(code)!
  const { net, payable, deductible } = vat ? taxParts(gross, vat) : { net: gross, payable: 0n, deductible: 0n }
  const { customerNumber, customerInvoiceNumber: invoice, supplierNumber, supplierInvoiceNumber, dueDate } = draft
  const party =
    kind === 'customer'
      ? { customer: customerNumber!, customerInvoice: invoice === undefined ? null : BigInt(invoice) }
      : kind === 'supplier'
        ? { supplier: supplierNumber!, supplierInvoice: supplierInvoiceNumber ?? null }
        : {}
  const main = { ...line(account, net), ...party, dueDate: kind ? (dueDate ?? null) : null, vat: code ?? null }
  if (payable === 0n) return [main]
  const cost = payable === deductible ? [] : [line(account, payable - deductible)]
  const taxed = (number: number, amount: bigint): NaivePosting => ({ ...line(number, amount), taxOf: code! })
  const tax = deductible === 0n ? [] : [taxed(vat!.account, deductible)]
  return [main, ...cost, ...tax, ...(vat!.reverse === undefined ? [] : [taxed(vat!.reverse, -payable)])]
}

/** Equal shares, the last with what rounding leaves. */
export function shares(amount: bigint, many: number): bigint[] {
  const share = cents(divided(ofCents(amount), { over: BigInt(many), under: 1n }))
  return Array.from({ length: many }, (_, index) => (index < many - 1 ? share : amount - share * BigInt(many - 1)))
}

/** An accrued entry's net goes to the accrual account, and from there share by share to the account it was for. */
function accrued(facts: NaiveFacts, draft: NaiveDraft, postings: NaivePosting[]): NaivePosting[] {
  const { account, start, end } = draft.accrual!
  const main = postings[0]!
  // What is not deducted is a cost as well: it stands on the same account.
  const costs = postings.filter(
    (one, at) => at === 0 || (at === 1 && one.account === main.account && main.vat !== null),
  )
  const sum = (of: 'amount' | 'base'): bigint => costs.reduce((total, one) => total + one[of], 0n)
  const days = monthsTouched(start, end)
  const [amounts, bases] = [shares(sum('amount'), days.length), shares(sum('base'), days.length)]
  const months = days.flatMap((date, index) => {
    const [amount, base] = [amounts[index]!, bases[index]!]
    if (amount === 0n && base === 0n) return []
    const share = { ...main, type: SYSTEM, date, year: yearOf(facts.years, date)!.name, vat: null, amount, base }
    return [{ ...share, account, amount: -amount, base: -base }, share]
  })
  costs.forEach((cost, at) => (postings[at] = { ...cost, account }))
  return months
}

/** What entries that must balance with each other become, or the code that says why they do not. */
export function unitPostings(facts: NaiveFacts, drafts: readonly NaiveDraft[]): NaivePosting[] | string {
  const postings: NaivePosting[] = []
  const months: NaivePosting[] = []
  let exact: Fraction = { over: 0n, under: 1n }
  for (const draft of drafts) {
    const sides = { own: sidePostings(facts, draft, 'own'), contra: sidePostings(facts, draft, 'contra') }
    if (draft.accrual) months.push(...accrued(facts, draft, sides[accruedSide(facts, draft)!]))
    postings.push(...sides.own, ...sides.contra)
    const whole = times(times(fraction(draft.amount), fraction(draft.exchangeRate)), HUNDREDTH)
    if (sides.own.length > 0) exact = plus(exact, whole)
    if (sides.contra.length > 0) exact = plus(exact, negative(whole))
  }
  let off = 0n
  for (const { base } of postings) off += base
  if (off !== 0n) {
    if (cents(exact) !== 0n) return 'JournalBookingVoucherNotInBalance'
    if (facts.rounding === undefined) return 'JournalBookingRoundingAccountNotSet'
    const last = sidePostings(
      facts,
      drafts.at(-1)!,
      ownAccount(facts, drafts.at(-1)!) === undefined ? 'contra' : 'own',
    )[0]!
    const money = { amount: -off, base: -off, currency: facts.baseCurrency, rate: '100' }
    postings.push({ ...last, ...NO_PARTY, ...money, type: SYSTEM, account: facts.rounding, vat: null })
  }
  return [...postings, ...months]
}
