import type { Database, Transaction } from '../../database/connection.ts'
import { ApiError } from '../../errors/catalogue.ts'
import { bookOpening } from '../../ledger/years/opening.ts'
import { STATUS } from '../account-types.ts'
import { SafTError } from '../error.ts'
import type { Progress, SafTFile, SafTTransaction } from '../model.ts'
import { decimal } from '../read/element.ts'
import { readSafT } from '../read/read.ts'
import { bookTransactions } from './book.ts'
import {
  accountsOf,
  createAccounts,
  createCurrencies,
  createJournals,
  createPartiesWithGroups,
  insertAccounts,
  partyNumbers,
  prepareAgreement,
} from './master-data.ts'
import { Notes } from './notes.ts'
import type { ClosingDifference, OpeningLine } from './opening.ts'
import { CLOSING_DIFFERENCE_TEXT, closingDifferences, OPENING_TEXT, openingLines } from './opening.ts'
import { freeAccountNumber, type Masters, planAccounts, planParties } from './plan.ts'
import { renumbered, restoreBooks } from './own-books.ts'
import { Spool } from './spool.ts'
import { mapAccounts } from './standard-accounts.ts'
import { Survey } from './survey.ts'
import { createCodes, existingCodes, planCodes, type PlannedCode } from './vat.ts'
import { prepareYears } from './years.ts'

export { SafTError } from '../error.ts'

/** Ours: the account that balances opening balances that do not sum to zero. */
export const DIFFERENCE_ACCOUNT_NAME = 'Opening balance difference (SAF-T import)'
/** Ours: the account of VAT codes whose tax is nowhere in the file. */
export const VAT_ACCOUNT_NAME = 'VAT (SAF-T import)'

/** What was imported: how many of each, and where the file contradicts itself. */
export interface SafTImport {
  accounts: number
  /** Accounts whose AccountID is no account number, and the numbers they got. */
  accountNumbers: { accountId: string; accountNumber: number }[]
  customers: number
  suppliers: number
  transactions: number
  /**
   * Booked entries of the transactions: one per line of the file, several where a line is the tax of several entries.
   */
  entries: number
  /** VAT codes that were made; rates are per cent as decimal text. */
  vatCodes: { code: string; name: string; rate: string; accountNumber: number; contraAccountNumber: number | null }[]
  /** The account that balances the opening vouchers; null where they balance without it. */
  differenceAccountNumber: number | null
  /** How much the debit of the file's opening balances exceeds the credit; decimal text. */
  openingDifference: string
  /**
   * Accounts whose stated closing balance is not the opening balance plus transactions, and the difference; decimal
   * text.
   */
  closingDifferences: { accountNumber: number; amount: string }[]
  /** What could not be kept, in plain sentences with how many there were. */
  notes: string[]
}

/**
 * Imports a SAF-T Financial file, Norwegian or Danish, into an agreement without booked entries, in one transaction:
 * accounts, customers, suppliers, currencies, VAT codes, accounting years, journals, opening balances, and every
 * transaction in its journal. Afterwards the balance of every account at the end of the file's period is the closing
 * balance that the file states.
 *
 * An account of our own, `DIFFERENCE_ACCOUNT_NAME`, balances opening balances that do not sum to zero. Where a stated
 * closing balance is not the opening balance plus the transactions, a second opening voucher against the same account
 * corrects it. Its text says so.
 *
 * The file is first read and checked to its end, and its transactions are kept on disk (`Spool`). Then they are booked
 * in batches: memory does not grow with them.
 *
 * The agreement takes the file's currency as its base currency. Exchange rates in the old one are dropped.
 * @param onProgress stage `reading` in bytes, then `booking` in lines.
 * @throws SafTError with the line and the reason. Nothing has been imported then.
 */
export async function importSafT(
  database: Database,
  agreement: number,
  file: string,
  onProgress: Progress = () => {},
): Promise<SafTImport> {
  const spool = await Spool.open()
  try {
    const survey = new Survey()
    const reader = {
      transaction: (one: SafTTransaction, soFar: SafTFile) => {
        survey.add(one, soFar)
        spool.add(one)
      },
      passOn: () => spool.passOn(),
    }
    const content = await readSafT(file, reader, onProgress)
    const parts = { file: content, survey, spool, onProgress }
    return await database.at(agreement).transaction((transaction) => importFile(transaction, agreement, parts))
  } catch (error) {
    throw error instanceof ApiError ? new SafTError(undefined, error.message) : error
  } finally {
    await spool.close()
  }
}

/** A file that has been read: its header and master files, the survey of its transactions, and where these are kept. */
interface ReadFile {
  file: SafTFile
  survey: Survey
  spool: Spool
  onProgress: Progress
}

async function importFile(transaction: Transaction, agreement: number, parts: ReadFile): Promise<SafTImport> {
  const { file, survey, spool, onProgress } = parts
  await prepareAgreement(transaction, agreement, file)
  const accounts = planAccounts(file.accounts, await accountsOf(transaction, agreement))
  await prepareYears(transaction, agreement, file.periodFrom, file.periodTo, file.own?.years)
  await createCurrencies(transaction, agreement, file, survey.currencies)
  const accountNumbers = await createAccounts(transaction, agreement, accounts)
  const taken = (table: 'customer' | 'supplier') => partyNumbers(transaction, agreement, table)
  const customers = planParties('Customer', file, accounts, survey.customerAccounts, await taken('customer'))
  const suppliers = planParties('Supplier', file, accounts, survey.supplierAccounts, await taken('supplier'))
  const masters = { file, accounts, customers, suppliers }
  const notes = new Notes()
  if (file.format === 'DK') await mapAccounts(transaction, agreement, file, accounts, notes)
  await createPartiesWithGroups(transaction, agreement, 'customer', masters, notes)
  await createPartiesWithGroups(transaction, agreement, 'supplier', masters, notes)
  const { vatCodes, made } = await createVat(transaction, agreement, masters, survey, accountNumbers, notes)
  const opening = await openBooks(transaction, agreement, masters, survey, accountNumbers)
  const journals = await createJournals(transaction, agreement, file, survey.journals)
  const context = { ...masters, vatCodes }
  const entries = await bookTransactions(
    transaction,
    agreement,
    { context, survey, journals, notes },
    spool,
    onProgress,
  )
  if (file.own) await restoreBooks(transaction, agreement, masters, file.own, notes)
  return {
    accounts: accounts.size,
    accountNumbers: renumbered(accounts),
    customers: customers.size,
    suppliers: suppliers.size,
    transactions: file.totals.transactions,
    entries,
    vatCodes: made,
    ...opening,
    notes: notes.sentences(),
  }
}

/** Creates the VAT codes that are missing, and an account for codes whose account nothing tells. */
async function createVat(
  transaction: Transaction,
  agreement: number,
  { file, accounts, customers, suppliers }: Masters,
  survey: Survey,
  accountNumbers: Set<number>,
  notes: Notes,
) {
  const existing = await existingCodes(transaction, agreement)
  const parties = [...customers.values(), ...suppliers.values()]
  const summaryAccounts = new Set(parties.map(({ summaryAccount }) => summaryAccount))
  const spare = freeAccountNumber(accountNumbers)
  let isSpareUsed = false
  const useSpare = (): number => {
    isSpareUsed = true
    return spare
  }
  const vatCodes = planCodes({ file, accounts, taxes: survey.taxes, summaryAccounts, existing }, useSpare, notes)
  if (isSpareUsed) {
    await insertAccounts(transaction, agreement, [{ number: spare, name: VAT_ACCOUNT_NAME, type: STATUS }])
    accountNumbers.add(spare)
  }
  const made = await createCodes(transaction, agreement, vatCodes)
  return { vatCodes, made: made.map(toldCode) }
}

const toldCode = ({ code, name, rate, accountNumber, contraAccountNumber }: PlannedCode) => ({
  code,
  name,
  accountNumber,
  contraAccountNumber,
  rate: `${rate / 10_000n}.${(rate % 10_000n).toString().padStart(4, '0')}`.replace(/\.?0+$/, ''),
})

type OpeningResult = Pick<SafTImport, 'differenceAccountNumber' | 'openingDifference' | 'closingDifferences'>

/** Books the opening balances, and corrections to the stated closing balances, as opening entries of the first day. */
async function openBooks(
  transaction: Transaction,
  agreement: number,
  { file, accounts, customers, suppliers }: Masters,
  survey: Survey,
  accountNumbers: ReadonlySet<number>,
): Promise<OpeningResult> {
  const lines = openingLines(file, accounts, customers, suppliers)
  const differences = closingDifferences(file, accounts, survey.moved)
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
    // Without an account of ours the lines balance: nothing is posted to the account named here.
    balancingAccountNumber: balancingAccount ?? lines[0]!.accountNumber,
    text,
  })
}
