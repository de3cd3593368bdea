import type { SafTFile } from '../model.ts'
import type { PlannedAccounts, PlannedParties, PlannedParty } from './plan.ts'

/** One line of the opening voucher; the amount in cents, debit positive. */
export interface OpeningLine {
  accountNumber: number
  customerNumber?: number
  supplierNumber?: number
  amount: bigint
}

/**
 * An account whose stated closing balance is not its opening balance plus its transactions, and the difference in
 * cents.
 */
export interface ClosingDifference {
  accountNumber: number
  amount: bigint
}

export const OPENING_TEXT = 'Opening balance'
export const CLOSING_DIFFERENCE_TEXT = 'Difference to the closing balance stated in the SAF-T file'

/** The accounts whose stated closing balance is not the opening balance plus the transactions. */
export function closingDifferences(
  file: SafTFile,
  accounts: PlannedAccounts,
  moved: ReadonlyMap<string, bigint>,
): ClosingDifference[] {
  return file.accounts.flatMap(({ accountId, openingBalance, closingBalance }) => {
    const amount = closingBalance - openingBalance - (moved.get(accountId) ?? 0n)
    return amount === 0n ? [] : [{ accountNumber: accounts.get(accountId)!.number, amount }]
  })
}

/**
 * The lines that open the books, without the one that balances them.
 *
 * Each party's opening balance is a line of the party on its summary account. The rest of the account's opening balance
 * is a line without a party. So account and parties open as the file says, even where the parties do not sum to the
 * account.
 */
export function openingLines(
  file: SafTFile,
  accounts: PlannedAccounts,
  customers: PlannedParties,
  suppliers: PlannedParties,
): OpeningLine[] {
  const lines: OpeningLine[] = []
  const ofParties = new Map<number, bigint>()
  const addParty = ({ party, summaryAccount }: PlannedParty, numbered: Partial<OpeningLine>) => {
    const amount = party.balances
      .filter(({ accountId }) => accountId === undefined || accounts.get(accountId)!.number === summaryAccount)
      .reduce((sum, balance) => sum + balance.openingBalance, 0n)
    ofParties.set(summaryAccount, (ofParties.get(summaryAccount) ?? 0n) + amount)
    lines.push({ accountNumber: summaryAccount, ...numbered, amount })
  }
  for (const customer of customers.values()) addParty(customer, { customerNumber: customer.number })
  for (const supplier of suppliers.values()) addParty(supplier, { supplierNumber: supplier.number })
  for (const { accountId, openingBalance } of file.accounts) {
    const { number } = accounts.get(accountId)!
    lines.push({ accountNumber: number, amount: openingBalance - (ofParties.get(number) ?? 0n) })
  }
  return lines.filter((line) => line.amount !== 0n)
}
