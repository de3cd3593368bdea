import type { Database, Transaction } from '../database/connection.ts'
import { ApiError } from '../errors/catalogue.ts'
import { bookEntries } from '../ledger/booking/book.ts'
import { createDraftEntries, type DraftEntryInput, DraftsRefused } from '../ledger/drafts/drafts.ts'
import { bookOpening } from '../ledger/years/opening.ts'
import { BULK_ENTRIES_MAX } from '../limits.ts'
import { decimal } from './element.ts'
import { draftEntry, type EntryContext } from './entries.ts'
import { SafTError } from './error.ts'
import {
  CHUNK,
  createAccounts,
  createCurrencies,
  createJournals,
  createPartiesWithGroups,
  insertAccounts,
  partyNumbers,
  prepareAgreement,
} from './master-data.ts'
import type { Progress, SafTFile, SafTTransaction } from './model.ts'
import type { ClosingDifference, OpeningLine } from './opening.ts'
import { CLOSING_DIFFERENCE_TEXT, closingDifferences, OPENING_TEXT, openingLines } from './opening.ts'
import { freeAccountNumber, planAccounts, planParties, STATUS, voucherNumbers } from './plan.ts'
import { readSafT } from './read.ts'
import { prepareYears } from './years.ts'

export { SafTError } from './error.ts'

/** Ours: what a bookkeeper finds where the file's opening balances do not sum to zero. */
export const DIFFERENCE_ACCOUNT_NAME = 'Opening balance difference (SAF-T import)'

/** What was imported: how many of each, and where the file contradicts itself. */
export interface SafTImport {
  accounts: number
  customers: number
  suppliers: number
  transactions: number
  /** Booked entries of the transactions: one per line of the file. */
  entries: number
  /** The account that balances the opening vouchers; null where the file's openings balance of themselves. */
  differenceAccountNumber: number | null
  /** What the file's opening balances have too much debit; decimal text. */
  openingDifference: string
  /** Accounts whose stated closing balance is not opening plus transactions, and by how much; decimal text. */
  closingDifferences: { accountNumber: number; amount: string }[]
}

/**
 * Imports a Norwegian SAF-T Financial file into an agreement without booked entries, in one transaction: accounts, customers,
 * suppliers, currencies, accounting years, journals, opening balances, and every transaction as draft entries in its
 * journal, then booked. Afterwards every account's balance at the end of the file's period is the closing balance the file states.
 *
 * Opening balances that do not sum to zero are balanced by an account of our own, `DIFFERENCE_ACCOUNT_NAME`. Where a
 * stated closing balance is not the opening balance plus the transactions, a second opening voucher, against the same
 * account and with a text that says so, makes up for it.
 *
 * A fresh agreement takes the file's currency as its base currency; exchange rates in the old one are dropped.
 * @param onProgress stage `reading` in bytes, then `booking` in lines.
 * @throws SafTError with the line and the reason; then nothing at all has been imported.
 */
export async function importSafT(
  database: Database,
  agreement: number,
  file: string,
  onProgress: Progress = () => {},
): Promise<SafTImport> {
  const content = await readSafT(file, onProgress)
  try {
    return await database.transaction((transaction) => importFile(transaction, agreement, content, onProgress))
  } catch (error) {
    throw error instanceof ApiError ? new SafTError(undefined, error.message) : error
  }
}

async function importFile(
  transaction: Transaction,
  agreement: number,
  file: SafTFile,
  onProgress: Progress,
): Promise<SafTImport> {
  const accounts = planAccounts(file.accounts)
  await prepareAgreement(transaction, agreement, file)
  await prepareYears(transaction, agreement, file.periodFrom, file.periodTo)
  await createCurrencies(transaction, agreement, file)
  const accountNumbers = await createAccounts(transaction, agreement, accounts)
  const taken = (table: 'customer' | 'supplier') => partyNumbers(transaction, agreement, table)
  const customers = planParties('Customer', file, accounts, await taken('customer'))
  const suppliers = planParties('Supplier', file, accounts, await taken('supplier'))
  await createPartiesWithGroups(transaction, agreement, 'customer', customers, accounts, file)
  await createPartiesWithGroups(transaction, agreement, 'supplier', suppliers, accounts, file)

  const context: EntryContext = { file, accounts, customers, suppliers }
  const opening = await openBooks(transaction, agreement, context, accountNumbers)
  await bookTransactions(transaction, agreement, context, onProgress)
  return {
    accounts: accounts.size,
    customers: customers.size,
    suppliers: suppliers.size,
    transactions: file.totals.transactions,
    entries: file.totals.lines,
    ...opening,
  }
}

type OpeningResult = Pick<SafTImport, 'differenceAccountNumber' | 'openingDifference' | 'closingDifferences'>

/** Books the opening balances, and what the stated closing balances need besides, as opening entries of the first day. */
async function openBooks(
  transaction: Transaction,
  agreement: number,
  context: EntryContext,
  accountNumbers: ReadonlySet<number>,
): Promise<OpeningResult> {
  const { file, accounts, customers, suppliers } = context
  const lines = openingLines(file, accounts, customers, suppliers)
  const differences = closingDifferences(file, accounts)
  const openingDifference = sumOf(lines)
  const needed = openingDifference !== 0n || sumOf(differences) !== 0n
  const account = needed ? freeAccountNumber(accountNumbers) : null
  if (account !== null) {
    await insertAccounts(transaction, agreement, [{ number: account, name: DIFFERENCE_ACCOUNT_NAME, type: STATUS }])
  }
  await bookVoucher(transaction, agreement, file, lines, account, OPENING_TEXT)
  await bookVoucher(transaction, agreement, file, differences, account, CLOSING_DIFFERENCE_TEXT)
  return {
    differenceAccountNumber: account,
    openingDifference: decimal(openingDifference),
    closingDifferences: differences.map(({ accountNumber, amount }) => ({ accountNumber, amount: decimal(amount) })),
  }
}

function sumOf(lines: readonly { amount: bigint }[]): bigint {
  return lines.reduce((sum, line) => sum + line.amount, 0n)
}

async function bookVoucher(
  transaction: Transaction,
  agreement: number,
  file: SafTFile,
  lines: readonly (OpeningLine | ClosingDifference)[],
  balancingAccount: number | null,
  text: string,
): Promise<void> {
  if (lines.length === 0) return
  await bookOpening(transaction, {
    agreement,
    date: file.periodFrom,
    balances: lines.map(({ amount, ...line }) => ({ ...line, amountInBaseCurrency: decimal(amount) })),
    // Without an account of ours the lines balance, and nothing is posted to the one named here.
    balancingAccountNumber: balancingAccount ?? lines[0]!.accountNumber,
    text,
  })
}

/** Every transaction of the file, a journal at a time: draft entries as a client's, then booked, in chunks of whole transactions. */
async function bookTransactions(
  transaction: Transaction,
  agreement: number,
  context: EntryContext,
  onProgress: Progress,
): Promise<void> {
  const { file } = context
  const byJournal = new Map<string, SafTTransaction[]>(file.journals.map(({ journalId }) => [journalId, []]))
  for (const one of file.transactions) byJournal.get(one.journalId)!.push(one)
  const vouchers = new Map([...byJournal].map(([id, list]) => [id, voucherNumbers(list)]))
  const journals = await createJournals(transaction, agreement, file, vouchers)
  let done = 0
  for (const [journalId, transactions] of byJournal) {
    const journalNumber = journals.get(journalId)!
    const numbers = vouchers.get(journalId)!
    let entries: Entry[] = []
    for (const [index, one] of transactions.entries()) {
      const voucher = { journalNumber, voucherNumber: numbers[index]! }
      for (const line of one.lines) entries.push({ line: line.line, draft: draftEntry(one, line, voucher, context) })
      if (entries.length < CHUNK && index < transactions.length - 1) continue
      await bookChunk(transaction, agreement, file.defaultCurrency, journalNumber, entries)
      done += entries.length
      entries = []
      onProgress({ stage: 'booking', done, total: file.totals.lines })
    }
  }
}

/** A draft entry and the line of the file it comes from. */
interface Entry {
  line: number
  draft: DraftEntryInput
}

async function bookChunk(
  transaction: Transaction,
  agreement: number,
  baseCurrency: string,
  journalNumber: number,
  entries: readonly Entry[],
): Promise<void> {
  // The checks of foreign keys keep the plans they made while the tables were nearly empty, which read whole tables: for
  // every entry, in a transaction that fills them. Thrown away, they are made anew for the tables as they are.
  await transaction.rows('DISCARD PLANS')
  for (let start = 0; start < entries.length; start += BULK_ENTRIES_MAX) {
    const bulk = entries.slice(start, start + BULK_ENTRIES_MAX)
    const drafts = bulk.map((entry) => entry.draft)
    await createDraftEntries(transaction, { agreement, baseCurrency, repeatsInvoices: true }, drafts).catch(
      (error: unknown) => {
        throw withLine(error, bulk)
      },
    )
  }
  // The journal is the import's own: all its drafts are those just made.
  // The file has its exchange differences in entries of its own.
  await bookEntries(transaction, {
    agreement,
    journalNumber,
    selection: { kind: 'all' },
    settling: 'keepDifferences',
    repeatsInvoices: true,
  })
}

/** The ledger's first fault, told with the line of the file it comes from. */
function withLine(error: unknown, entries: readonly Entry[]): unknown {
  return error instanceof DraftsRefused ? new SafTError(entries[error.entry]!.line, error.message) : error
}
