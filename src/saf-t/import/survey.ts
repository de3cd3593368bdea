import { STATUS } from '../account-types.ts'
import { SafTError } from '../error.ts'
import { TAX_CODES_MAX } from '../limits.ts'
import type { SafTFile, SafTLine, SafTTransaction } from '../model.ts'
import { planAccounts, type PlannedAccounts, voucherNumberOf } from './plan.ts'
import { taxKey, taxPercentage } from './tax-keys.ts'

/** What the transactions tell of a VAT code at one rate. */
export interface TaxEvidence {
  taxCode: string
  /** Ten-thousandths of a per cent; undefined where nothing says it, null where no VAT code can have it. */
  percentage: bigint | null | undefined
  /** Lines with the code, and how many of them have a tax. */
  lines: number
  taxed: number
  /** Lines in debit less lines in credit. */
  debits: number
  /** By account, the lines of the size of the tax beside a taxed line: of its sign, and of the opposite one. */
  accounts: Map<string, number>
  contras: Map<string, number>
}

/** What must be known of a journal before its first transaction is booked. */
export interface JournalSurvey {
  transactions: number
  /** Whether all TransactionIDs are voucher numbers. */
  isNumbered: boolean
  largest: number
}

/** Gathers from the transactions, as they are read, what must be known before the first of them is booked. */
export class Survey {
  /** The sum of the transactions on each account, in cents. */
  readonly moved = new Map<string, bigint>()
  readonly currencies = new Set<string>()
  /** By party, the account of its first line on a status account. */
  readonly customerAccounts = new Map<string, string>()
  readonly supplierAccounts = new Map<string, string>()
  readonly journals = new Map<string, JournalSurvey>()
  /** By `taxKey`. */
  readonly taxes = new Map<string, TaxEvidence>()
  #accounts: PlannedAccounts | undefined

  add(transaction: SafTTransaction, file: SafTFile): void {
    this.#accounts ??= planAccounts(file.accounts)
    this.#addJournal(transaction, file.own !== undefined)
    for (const line of transaction.lines) {
      this.moved.set(line.accountId, (this.moved.get(line.accountId) ?? 0n) + line.amount)
      if (line.currency) this.currencies.add(line.currency.code)
      this.#addParty(line)
    }
    if (transaction.lines.some((line) => line.tax !== undefined)) this.#addTaxes(transaction, file)
  }

  #addJournal({ journalId, transactionId }: SafTTransaction, isOwn: boolean): void {
    const number = voucherNumberOf(transactionId, isOwn)
    const journal = this.journals.get(journalId) ?? { transactions: 0, isNumbered: true, largest: 0 }
    journal.transactions += 1
    if (number === undefined) journal.isNumbered = false
    else if (number > journal.largest) journal.largest = number
    this.journals.set(journalId, journal)
  }

  #addParty({ accountId, customerId, supplierId }: SafTLine): void {
    if (customerId === undefined && supplierId === undefined) return
    if (this.#accounts!.get(accountId)!.type !== STATUS) return
    if (customerId !== undefined && !this.customerAccounts.has(customerId))
      this.customerAccounts.set(customerId, accountId)
    if (supplierId !== undefined && !this.supplierAccounts.has(supplierId))
      this.supplierAccounts.set(supplierId, accountId)
  }

  #addTaxes({ lines, date }: SafTTransaction, file: SafTFile): void {
    const untaxed = this.#untaxed(lines)
    const sums = new Map<TaxEvidence, { tax: bigint; lines: number }>()
    for (const line of lines) {
      if (!line.tax) continue
      const found = this.#evidence(line, date, file)
      found.lines += 1
      found.debits += line.amount < 0n ? -1 : 1
      if (line.tax.amount === 0n) continue
      found.taxed += 1
      const tax = line.amount < 0n ? -line.tax.amount : line.tax.amount
      if (vote(found, untaxed, tax, 1)) continue
      const sum = sums.get(found) ?? { tax: 0n, lines: 0 }
      sums.set(found, { tax: sum.tax + tax, lines: sum.lines + 1 })
    }
    for (const [found, sum] of sums) if (sum.tax !== 0n) vote(found, untaxed, sum.tax, sum.lines)
  }

  #evidence({ tax, line }: SafTLine, date: string, file: SafTFile): TaxEvidence {
    const key = taxKey(tax!, date, file)
    const known = this.taxes.get(key)
    if (known) return known
    if (this.taxes.size === TAX_CODES_MAX) {
      throw new SafTError(line, `The file has more than ${TAX_CODES_MAX} VAT codes and rates.`)
    }
    const percentage = taxPercentage(tax!, date, file)
    const none = { lines: 0, taxed: 0, debits: 0, accounts: new Map(), contras: new Map() }
    const made = { taxCode: tax!.taxCode, percentage, ...none }
    this.taxes.set(key, made)
    return made
  }

  /** The accounts of lines that could be a tax, by amount: without a code or a party, on a status account. */
  #untaxed(lines: readonly SafTLine[]): Map<bigint, Set<string>> {
    const found = new Map<bigint, Set<string>>()
    for (const { accountId, amount, tax, customerId, supplierId } of lines) {
      if (tax || customerId !== undefined || supplierId !== undefined) continue
      if (this.#accounts!.get(accountId)!.type !== STATUS) continue
      const accounts = found.get(amount)
      if (accounts) accounts.add(accountId)
      else found.set(amount, new Set([accountId]))
    }
    return found
  }
}

type Untaxed = ReadonlyMap<bigint, ReadonlySet<string>>

/**
 * Counts every account with an amount of the size of the tax as a candidate. @returns whether there is one with its
 * sign.
 */
function vote({ accounts, contras }: TaxEvidence, untaxed: Untaxed, tax: bigint, weight: number): boolean {
  const add = (votes: Map<string, number>, amount: bigint): void => {
    for (const account of untaxed.get(amount) ?? []) votes.set(account, (votes.get(account) ?? 0) + weight)
  }
  add(accounts, tax)
  add(contras, -tax)
  return untaxed.has(tax)
}
