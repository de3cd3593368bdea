import { equalShares } from './accrual.ts'
import type { Asset } from '../assets.ts'
import { BASE_RATE, baseCents, exactBase, type RateMillionths } from '../currency.ts'
import { type DistributionLine, sharesByPercent } from './distribution.ts'
import { add, type Decimal, parseDecimal, roundToCents } from '../money.ts'
import { BLANK, opposite, type Posting, SYSTEM_ENTRY } from './posting.ts'
import { splitVat, type VatFact } from '../vat.ts'

/** One side of a draft entry with everything that decides its postings. */
export interface Side {
  accountNumber: number
  vat: VatFact | undefined
  /** Whose summary account this is: the posting carries that party. */
  party: 'customer' | 'supplier' | undefined
}

/** A draft entry whose accounts, VAT codes and rate have been looked up. */
export interface ResolvedEntry {
  entryNumber: number
  type: number
  journalNumber: number
  voucherNumber: number
  date: string
  accountingYear: string
  /** Decimal text, signed for the own side. */
  amount: string
  currency: string
  exchangeRate: RateMillionths
  own: Side | undefined
  contra: Side | undefined
  text: string | null
  customerNumber: number | null
  customerInvoiceNumber: number | null
  supplierNumber: number | null
  supplierInvoiceNumber: string | null
  dueDate: string | null
  projectNumber: number | null
  costTypeNumber: number | null
  departmentNumber: number | null
  /** How the own side is shared out among departments; then there is no contra side. */
  distribution: readonly DistributionLine[] | undefined
  unit1Number: number | null
  /** Ten-thousandths. */
  quantity1: bigint | null
  unit2Number: number | null
  quantity2: bigint | null
  employeeNumber: number | null
  accrual: Accrual | undefined
  /** The asset it buys, and the side it is booked on. */
  asset: (Asset & { side: 'own' | 'contra' }) | undefined
}

/** An accrual of the own or the contra side, its months as the day and accounting year each is posted in. */
export interface Accrual {
  side: 'own' | 'contra'
  accountNumber: number
  months: readonly { date: string; accountingYear: string }[]
}

/** What the agreement adds to every voucher. */
export interface BookingFacts {
  baseCurrency: string
  /** Undefined where the agreement has none; then a rounding difference makes the voucher unbalanced. */
  roundingAccount: number | undefined
}

/**
 * Either the postings of the entries given, or what they lack (in cents of base currency) to be a voucher; `isRounding` where only
 * rounding left it and a rounding account would take it.
 */
export type Expansion = { postings: Posting[] } | { difference: bigint; isRounding: boolean }

/**
 * The postings of one voucher on one date (or in one month): both sides of every entry, VAT split off, in currency and in base
 * currency, the accruals' months after them.
 *
 * It balances when its postings sum to 0.00 in base currency, or when the exact amounts do and only the rounding of the
 * single postings leaves a difference: that is posted to the rounding account, dated as the last entry.
 */
export function expandVoucher(entries: readonly ResolvedEntry[], facts: BookingFacts): Expansion {
  const postings: Posting[] = []
  const months: Posting[] = []
  let exact: Decimal = { units: 0n, scale: 0 }
  for (const entry of entries) {
    const amount = parseDecimal(entry.amount)
    const cents = roundToCents(amount)
    if (entry.own) postSide(entry, 'own', entry.own, cents, postings, months)
    if (entry.contra) postSide(entry, 'contra', entry.contra, -cents, postings, months)
    if (!entry.own !== !entry.contra) {
      const signed = { units: entry.own ? amount.units : -amount.units, scale: amount.scale }
      exact = add(exact, exactBase(signed, entry.exchangeRate))
    }
  }
  const difference = postings.reduce((sum, posting) => sum + posting.base, 0n)
  if (difference !== 0n) {
    const isRounding = roundToCents(exact) === 0n
    if (!isRounding || facts.roundingAccount === undefined) return { difference, isRounding }
    postings.push(roundingPosting(entries.at(-1)!, -difference, facts.roundingAccount, facts.baseCurrency))
  }
  return { postings: [...postings, ...months] }
}

function postSide(
  entry: ResolvedEntry,
  name: 'own' | 'contra',
  side: Side,
  cents: bigint,
  postings: Posting[],
  months: Posting[],
): void {
  const { net, tax } = side.vat ? splitVat(cents, side.vat) : { net: cents, tax: 0n }
  const whole = { ...posting(entry, side.accountNumber, net), ...details(entry, name, side) }
  const parts = entry.distribution ? distributed(whole, entry.distribution) : [whole]
  for (const main of parts) {
    if (entry.accrual?.side === name) {
      postings.push({ ...main, accountNumber: entry.accrual.accountNumber })
      months.push(...accrualMonths(main, entry.accrual))
    } else {
      postings.push(main)
    }
  }
  if (!side.vat || tax === 0n) return
  postings.push(posting(entry, side.vat.accountNumber, tax))
  if (side.vat.contraAccountNumber !== null) postings.push(posting(entry, side.vat.contraAccountNumber, -tax))
}

/** A posting for each department of a distribution: its share of the amounts and quantities. */
function distributed(whole: Posting, lines: readonly DistributionLine[]): Posting[] {
  const percents = lines.map(({ percent }) => percent)
  return shared(whole, lines.length, (total) => sharesByPercent(total, percents)).map((part, index) => ({
    ...part,
    departmentNumber: lines[index]!.departmentNumber,
  }))
}

/** The posting in so many parts, each with its share of the amounts and quantities, as `share` makes them of a total. */
function shared(whole: Posting, parts: number, share: (total: bigint) => bigint[]): Posting[] {
  const [amounts, bases] = [share(whole.amount), share(whole.base)]
  const quantities1 = whole.quantity1 === null ? undefined : share(whole.quantity1)
  const quantities2 = whole.quantity2 === null ? undefined : share(whole.quantity2)
  return Array.from({ length: parts }, (_, index) => ({
    ...whole,
    amount: amounts[index]!,
    base: bases[index]!,
    quantity1: quantities1?.[index] ?? null,
    quantity2: quantities2?.[index] ?? null,
  }))
}

/** Per month a voucher that moves a share from the accrual account to the entry's account; it keeps the voucher number. */
function accrualMonths(main: Posting, accrual: Accrual): Posting[] {
  const months = accrual.months.length
  const shares = shared({ ...main, type: SYSTEM_ENTRY, vatCode: null }, months, (total) => equalShares(total, months))
  return shares.flatMap((share, index) => {
    if (![share.amount, share.base, share.quantity1, share.quantity2].some(Boolean)) return []
    const dated = { ...share, ...accrual.months[index] }
    return [opposite({ ...dated, accountNumber: accrual.accountNumber }), dated]
  })
}

function posting(entry: ResolvedEntry, accountNumber: number, amount: bigint): Posting {
  return {
    ...BLANK,
    accountNumber,
    type: entry.type,
    date: entry.date,
    accountingYear: entry.accountingYear,
    journalNumber: entry.journalNumber,
    voucherNumber: entry.voucherNumber,
    amount,
    base: baseCents(amount, entry.exchangeRate),
    currency: entry.currency,
    exchangeRate: entry.exchangeRate,
    text: entry.text,
  }
}

/** What only the main posting of a side carries: its VAT code, its dimensions, and the party where it is the party's account. */
function details(entry: ResolvedEntry, name: 'own' | 'contra', side: Side): Partial<Posting> {
  const common = {
    vatCode: side.vat?.code ?? null,
    projectNumber: entry.projectNumber,
    costTypeNumber: entry.costTypeNumber,
    departmentNumber: entry.departmentNumber,
    unit1Number: entry.unit1Number,
    unit2Number: entry.unit2Number,
    employeeNumber: entry.employeeNumber,
    quantity1: ofSide(entry.quantity1, entry, name),
    quantity2: ofSide(entry.quantity2, entry, name),
    assetNumber: entry.asset?.side === name ? entry.asset.number : null,
  }
  if (side.party === undefined) return common
  const { customerNumber, customerInvoiceNumber, supplierNumber, supplierInvoiceNumber, dueDate } = entry
  return side.party === 'customer'
    ? { ...common, customerNumber, customerInvoiceNumber, dueDate }
    : { ...common, supplierNumber, supplierInvoiceNumber, dueDate }
}

/** A quantity goes the way of its side's amount: what an account takes in of a unit is positive, what it gives away negative. */
function ofSide(quantity: bigint | null, entry: ResolvedEntry, name: 'own' | 'contra'): bigint | null {
  if (quantity === null) return null
  const isCredit = entry.amount.startsWith('-') === (name === 'own')
  return isCredit ? -quantity : quantity
}

function roundingPosting(last: ResolvedEntry, base: bigint, accountNumber: number, currency: string): Posting {
  const rounding = posting({ ...last, currency, exchangeRate: BASE_RATE }, accountNumber, base)
  return { ...rounding, type: SYSTEM_ENTRY }
}
