import { equalShares } from './accrual.ts'
import type { Asset } from '../assets.ts'
import { BASE_RATE, baseCents, exactBase, type RateMillionths } from '../currency.ts'
import type { StoredDraft } from '../drafts/store.ts'
import { add, centsOf, type Decimal, parseDecimal, roundToCents } from '../money.ts'
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
  draft: StoredDraft
  journalNumber: number
  accountingYear: string
  exchangeRate: RateMillionths
  own: Side | undefined
  contra: Side | undefined
  /** Ten-thousandths. */
  quantity1: bigint | null
  quantity2: bigint | null
  accrual: Accrual | undefined
  /** The asset it buys or is of, and the side it is booked on. */
  asset: { number: number; side: 'own' | 'contra'; bought: Asset | undefined } | undefined
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
 * The postings of the entries, or by how much they are out of balance, in cents of base currency. `isRounding`: only
 * rounding left it, and a rounding account would take it.
 */
export type Expansion = { postings: Posting[] } | { difference: bigint; isRounding: boolean }

/**
 * The postings of one voucher on one date (or in one month): both sides of every entry, VAT split off, in currency and
 * in base currency, the accruals' months after them.
 *
 * It balances when its postings sum to 0.00 in base currency, or when the exact amounts do and only the rounding of the
 * single postings leaves a difference: that is posted to the rounding account, dated as the last entry.
 */
export function expandVoucher(entries: readonly ResolvedEntry[], facts: BookingFacts): Expansion {
  const postings: Posting[] = []
  const months: Posting[] = []
  for (const entry of entries) {
    const cents = centsOf(entry.draft.amount)
    if (entry.own) postSide(entry, 'own', entry.own, cents, postings, months)
    if (entry.contra) postSide(entry, 'contra', entry.contra, -cents, postings, months)
  }
  let difference = 0n
  for (const posting of postings) difference += posting.amountInBaseCurrency
  if (difference !== 0n) {
    const isRounding = roundToCents(exactDifference(entries)) === 0n
    if (!isRounding || facts.roundingAccount === undefined) return { difference, isRounding }
    postings.push(roundingPosting(entries.at(-1)!, -difference, facts.roundingAccount, facts.baseCurrency))
  }
  for (const month of months) postings.push(month)
  return { postings }
}

/** By how much the entries are out of balance before rounding. An entry with both sides balances by itself. */
function exactDifference(entries: readonly ResolvedEntry[]): Decimal {
  let exact: Decimal = { units: 0n, scale: 0 }
  for (const { draft, own, contra, exchangeRate } of entries) {
    if (!own === !contra) continue
    const { units, scale } = parseDecimal(draft.amount)
    exact = add(exact, exactBase({ units: own ? units : -units, scale }, exchangeRate))
  }
  return exact
}

function postSide(
  entry: ResolvedEntry,
  name: 'own' | 'contra',
  side: Side,
  cents: bigint,
  postings: Posting[],
  months: Posting[],
): void {
  const { net, tax, deductible } = side.vat ? splitVat(cents, side.vat) : { net: cents, tax: 0n, deductible: 0n }
  const main = mainPosting(entry, name, side, net)
  const costs = side.vat && tax !== deductible ? [main, notDeducted(entry, main, tax - deductible)] : [main]
  const accrual = entry.accrual?.side === name ? entry.accrual : undefined
  for (const cost of costs) postings.push(accrual ? { ...cost, accountNumber: accrual.accountNumber } : cost)
  if (accrual) months.push(...accrualMonths(summed(costs), accrual))
  if (!side.vat || tax === 0n) return
  if (deductible !== 0n) postings.push(posting(entry, side.vat.accountNumber, deductible))
  if (side.vat.contraAccountNumber !== null) postings.push(posting(entry, side.vat.contraAccountNumber, -tax))
}

/**
 * The part of the tax that is not deducted: a cost like the entry's own, but no base of its code, and it counts
 * nothing.
 */
function notDeducted(entry: ResolvedEntry, main: Posting, amount: bigint): Posting {
  const amountInBaseCurrency = baseCents(amount, entry.exchangeRate)
  const counts = { unit1Number: null, quantity1: null, unit2Number: null, quantity2: null }
  return { ...main, ...counts, amount, amountInBaseCurrency, vatCode: null, nonDeductibleVatCode: main.vatCode }
}

/** The first posting with the amounts of all. */
function summed([first, ...others]: readonly Posting[]): Posting {
  let { amount, amountInBaseCurrency } = first!
  for (const other of others) {
    amount += other.amount
    amountInBaseCurrency += other.amountInBaseCurrency
  }
  return { ...first!, amount, amountInBaseCurrency }
}

/** The posting in `parts`, each with its share of the amounts and quantities; `share` shares out a total. */
function shared(whole: Posting, parts: number, share: (total: bigint) => bigint[]): Posting[] {
  const [amounts, bases] = [share(whole.amount), share(whole.amountInBaseCurrency)]
  const quantities1 = whole.quantity1 === null ? undefined : share(whole.quantity1)
  const quantities2 = whole.quantity2 === null ? undefined : share(whole.quantity2)
  return Array.from({ length: parts }, (_, index) => ({
    ...whole,
    amount: amounts[index]!,
    amountInBaseCurrency: bases[index]!,
    quantity1: quantities1?.[index] ?? null,
    quantity2: quantities2?.[index] ?? null,
  }))
}

/**
 * Per month a voucher that moves a share from the accrual account to the entry's account; it keeps the voucher number.
 */
function accrualMonths(main: Posting, accrual: Accrual): Posting[] {
  const months = accrual.months.length
  const shares = shared({ ...main, type: SYSTEM_ENTRY, vatCode: null }, months, (total) => equalShares(total, months))
  return shares.flatMap((share, index) => {
    if (![share.amount, share.amountInBaseCurrency, share.quantity1, share.quantity2].some(Boolean)) return []
    const dated = { ...share, ...accrual.months[index] }
    return [opposite({ ...dated, accountNumber: accrual.accountNumber }), dated]
  })
}

/** A posting of the entry that carries its amount and nothing else. */
function posting(entry: ResolvedEntry, accountNumber: number, amount: bigint): Posting {
  const { draft, accountingYear, journalNumber, exchangeRate } = entry
  return {
    ...BLANK,
    accountNumber,
    type: draft.type,
    date: draft.date,
    accountingYear,
    journalNumber,
    voucherNumber: draft.voucherNumber,
    amount,
    amountInBaseCurrency: baseCents(amount, exchangeRate),
    currency: draft.currency,
    exchangeRate,
    text: draft.text,
    documentDate: draft.documentDate ?? null,
  }
}

/**
 * The posting that carries all of a side: its VAT code, what it carries, and the party where it is the party's account.
 */
function mainPosting(entry: ResolvedEntry, name: 'own' | 'contra', side: Side, amount: bigint): Posting {
  const { draft } = entry
  const main = posting(entry, side.accountNumber, amount)
  if (side.vat) main.vatCode = side.vat.code
  if (side.party === 'customer') {
    main.customerNumber = draft.customerNumber
    main.customerInvoiceNumber = draft.customerInvoiceNumber === null ? null : Number(draft.customerInvoiceNumber)
    main.dueDate = draft.dueDate
  } else if (side.party === 'supplier') {
    main.supplierNumber = draft.supplierNumber
    main.supplierInvoiceNumber = draft.supplierInvoiceNumber
    main.dueDate = draft.dueDate
  }
  // Reports of dimensions are about results: what a party owes has none.
  if (side.party === undefined) {
    main.departmentNumber = draft.departmentNumber
    main.dimension2Key = draft.dimension2Key
    main.dimension3Key = draft.dimension3Key
    main.departmentalDistributionNumber = draft.departmentalDistributionNumber ?? null
  }
  if (draft.seldom !== null) {
    carryDimensions(main, entry, name)
    if (side.party !== undefined) main.externalNumber = draft.externalNumber ?? null
  }
  return main
}

function carryDimensions(main: Posting, entry: ResolvedEntry, name: 'own' | 'contra'): void {
  const { draft, quantity1, quantity2, asset } = entry
  main.projectNumber = draft.projectNumber ?? null
  main.costTypeNumber = draft.costTypeNumber ?? null
  main.unit1Number = draft.unit1Number ?? null
  main.quantity1 = ofSide(quantity1, draft, name)
  main.unit2Number = draft.unit2Number ?? null
  main.quantity2 = ofSide(quantity2, draft, name)
  main.employeeNumber = draft.employeeNumber ?? null
  if (asset?.side === name) main.assetNumber = asset.number
}

/**
 * A quantity has the sign of its side's amount: positive where the account takes units in, negative where it gives them
 * away.
 */
function ofSide(quantity: bigint | null, draft: StoredDraft, name: 'own' | 'contra'): bigint | null {
  if (quantity === null) return null
  const isCredit = draft.amount.startsWith('-') === (name === 'own')
  return isCredit ? -quantity : quantity
}

function roundingPosting(last: ResolvedEntry, base: bigint, accountNumber: number, currency: string): Posting {
  const rounding = posting({ ...last, exchangeRate: BASE_RATE }, accountNumber, base)
  return { ...rounding, currency, type: SYSTEM_ENTRY }
}
