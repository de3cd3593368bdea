import type { DraftEntryInput } from '../../src/ledger/drafts.ts'

/**
 * A second reading of ACCOUNTING.md, to judge the ledger by: one entry after the other, in fractions, with nothing taken from
 * src/ledger. Knows the test books only.
 */
export interface NaiveLine {
  voucher: number
  date: string
  account: number
  /** Cents, of the currency and of the base currency. */
  amount: bigint
  base: bigint
  customer: number | null
  supplier: number | null
}

interface Fraction {
  over: bigint
  under: bigint
}

const VAT: Record<string, { over: bigint; under: bigint; account: number; reverse?: number }> = {
  U25: { over: 1n, under: 4n, account: 6902 },
  I25: { over: 1n, under: 4n, account: 6906 },
  U0: { over: 0n, under: 1n, account: 6902 },
  REP: { over: 52632n, under: 1_000_000n, account: 6906 },
  IV25: { over: 1n, under: 4n, account: 6906, reverse: 6904 },
}
/** The latest rate on or before a day, newest first: units of DKK for 100. */
const RATES: Record<string, [from: string, rate: string][]> = {
  DKK: [['0000', '100']],
  EUR: [
    ['2026-03-01', '744.9'],
    ['2026-01-01', '746.05'],
    ['2025-01-01', '745.123456'],
  ],
  USD: [['2025-01-01', '689.7']],
  SEK: [['2025-01-01', '66.666666']],
}
const CUSTOMER_ACCOUNT: Record<number, number> = { 1: 5600, 2: 5605, 4: 5600 }

function fraction(text: string): Fraction {
  const dot = text.indexOf('.')
  const decimals = dot < 0 ? 0 : text.length - dot - 1
  return { over: BigInt(text.replace('.', '')), under: BigInt(`1${'0'.repeat(decimals)}`) }
}

function times(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.over, under: a.under * b.under }
}

/** To whole cents: what lies exactly between goes away from zero. */
function cents(value: Fraction): bigint {
  const size = (value.over < 0n ? -value.over : value.over) * 100n
  let whole = size / value.under
  if ((size % value.under) * 2n >= value.under) whole += 1n
  return value.over < 0n ? -whole : whole
}

const ofCents = (amount: bigint): Fraction => ({ over: amount, under: 100n })

/** The lines a balanced list of draft entries with voucher numbers becomes. */
export function naiveBook(entries: readonly DraftEntryInput[]): NaiveLine[] {
  const lines = entries.flatMap((entry) => naiveEntry(entry))
  const units = new Set(lines.map((line) => `${line.voucher} ${line.date}`))
  for (const unit of units) {
    const [voucher, date] = unit.split(' ') as [string, string]
    const inUnit = lines.filter((line) => line.voucher === Number(voucher) && line.date === date)
    let off = 0n
    for (const line of inUnit) off += line.base
    if (off !== 0n) {
      const rest = { customer: null, supplier: null, voucher: Number(voucher), date }
      lines.push({ ...rest, account: 2990, amount: -off, base: -off })
    }
  }
  return lines
}

function naiveEntry(entry: DraftEntryInput): NaiveLine[] {
  const rate = entry.exchangeRate ?? RATES[entry.currency!]!.find(([from]) => from <= entry.date)![1]
  const lines: NaiveLine[] = []
  const line = (account: number, amount: bigint, party?: 'customer' | 'supplier') =>
    lines.push({
      voucher: entry.voucherNumber!,
      date: entry.date,
      account,
      amount,
      base: cents(times(times(ofCents(amount), fraction(rate)), { over: 1n, under: 100n })),
      customer: party === 'customer' ? entry.customerNumber! : null,
      supplier: party === 'supplier' ? entry.supplierNumber! : null,
    })
  const side = (account: number, gross: bigint, code: string | undefined, party?: 'customer' | 'supplier') => {
    const vat = code === undefined ? undefined : VAT[code]!
    if (vat === undefined) {
      line(account, gross, party)
    } else if (vat.reverse !== undefined) {
      const tax = cents(times(ofCents(gross), vat))
      line(account, gross, party)
      if (tax !== 0n) {
        line(vat.account, tax)
        line(vat.reverse, -tax)
      }
    } else {
      const net = cents(times(ofCents(gross), { over: vat.under, under: vat.under + vat.over }))
      line(account, net, party)
      if (gross - net !== 0n) line(vat.account, gross - net)
    }
  }
  const amount = cents(fraction(entry.amount!))
  const { entryTypeNumber: type } = entry
  if (type === 2 || type === 10) side(CUSTOMER_ACCOUNT[entry.customerNumber!]!, amount, entry.vatCode, 'customer')
  else if (type === 3 || type === 4) side(6800, amount, entry.vatCode, 'supplier')
  else if (entry.accountNumber !== undefined) side(entry.accountNumber, amount, entry.vatCode)
  if (entry.contraAccountNumber !== undefined) side(entry.contraAccountNumber, -amount, entry.contraVatCode)
  return lines
}

export interface NaiveBalance {
  account: number
  opening: bigint
  debit: bigint
  credit: bigint
}

/** What moved per account from `from` to `to`, and what had before. */
export function naiveTrialBalance(lines: readonly NaiveLine[], from: string, to: string): Map<number, NaiveBalance> {
  const balances = new Map<number, NaiveBalance>()
  for (const { account, date, base } of lines) {
    if (date > to) continue
    const balance = balances.get(account) ?? { account, opening: 0n, debit: 0n, credit: 0n }
    if (date < from) balance.opening += base
    else if (base > 0n) balance.debit += base
    else balance.credit -= base
    balances.set(account, balance)
  }
  return balances
}
