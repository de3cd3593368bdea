import { PROFIT_AND_LOSS, STATUS } from '../account-types.ts'
import { typeOfStandard } from '../standard-chart.ts'
import { SafTError } from '../error.ts'
import { NUMBER_MAX } from '../../limits.ts'
import type { SafTAccount, SafTFile, SafTParty } from '../model.ts'

/** The largest number of accounts, parties and vouchers (rule 1.1). */
const NUMBER = /^[1-9]\d{0,8}$/
const ACCOUNT_NAME_MAX = 125
const GROUP_NAME_MAX = 50

/** An account of the file as the agreement has it. Named as the columns of table `account`. */
export interface PlannedAccount {
  number: number
  name: string
  type: typeof PROFIT_AND_LOSS | typeof STATUS
  /** Its number in the Danish standard chart, as the file says it. */
  standard: number | undefined
  line: number
}

/** A party with its number and the summary account of its group. */
export interface PlannedParty {
  number: number
  party: SafTParty
  summaryAccount: number
}

/** Account numbers by AccountID, in the order of the file. */
export type PlannedAccounts = ReadonlyMap<string, PlannedAccount>
/** Parties by CustomerID or SupplierID, in the order of the file. */
export type PlannedParties = ReadonlyMap<string, PlannedParty>

/** A file and what its accounts and parties became. */
export interface Masters {
  file: SafTFile
  accounts: PlannedAccounts
  customers: PlannedParties
  suppliers: PlannedParties
}

/** The first number that an account gets whose digits are no number that is free. */
const FIRST_FREE_ACCOUNT = 10_000

/**
 * Numbers and types for the accounts of a file. An AccountID that is a number is kept. Any other account gets the
 * number of its digits where that is free, else the first free one.
 * @param taken numbers that the agreement has already: none of those is given to an account whose id is no number.
 */
export function planAccounts(
  accounts: readonly SafTAccount[],
  taken: ReadonlySet<number> = new Set(),
): PlannedAccounts {
  const plan = new Map<string, PlannedAccount>()
  const kept = accounts.filter(({ accountId }) => NUMBER.test(accountId)).map(({ accountId }) => Number(accountId))
  const used = new Set([...taken, ...kept])
  let free = FIRST_FREE_ACCOUNT
  const numberFor = (accountId: string): number => {
    const digits = Number(accountId.replace(/\D/g, ''))
    let number = digits
    if (digits < 1 || digits > NUMBER_MAX || used.has(digits)) {
      while (used.has(free)) free += 1
      number = free
    }
    used.add(number)
    return number
  }
  for (const account of accounts) {
    const { accountId } = account
    plan.set(accountId, {
      number: NUMBER.test(accountId) ? Number(accountId) : numberFor(accountId),
      name: cutName(account.description, ACCOUNT_NAME_MAX),
      type: accountType(account),
      standard: standardOf(account),
      line: account.line,
    })
  }
  return plan
}

const DANISH_TYPES: Readonly<Record<string, PlannedAccount['type']>> = {
  Asset: STATUS,
  Liability: STATUS,
  Sale: PROFIT_AND_LOSS,
  Expense: PROFIT_AND_LOSS,
}
const isDanish = ({ accountType: type }: SafTAccount): boolean =>
  type === 'Other' || Object.hasOwn(DANISH_TYPES, type ?? '')

/** The line of the Danish standard chart. */
function standardOf(account: SafTAccount): number | undefined {
  const number = account.standardAccountId ?? ''
  return isDanish(account) && /^[1-9]\d{3}$/.test(number) ? Number(number) : undefined
}

/**
 * Danish accounts say what they are; others of them are profit and loss where their line of the standard chart is.
 * Norwegian accounts are profit and loss in classes 3 to 8, status in 1 and 2. The class is the first digit of the
 * standard account or grouping code, else of the AccountID. Accounts of other classes are status, unless their grouping
 * category says that they are income or cost.
 */
function accountType(account: SafTAccount): PlannedAccount['type'] {
  if (isDanish(account)) {
    const standard = standardOf(account)
    return DANISH_TYPES[account.accountType!] ?? (standard === undefined ? STATUS : typeOfStandard(standard))
  }
  const code = /^[1-8]/.test(account.standardAccountId ?? '') ? account.standardAccountId! : account.accountId
  if (/^[3-8]/.test(code)) return PROFIT_AND_LOSS
  if (/^[12]/.test(code)) return STATUS
  return /inntekt|kostnad/i.test(account.groupingCategory ?? '') ? PROFIT_AND_LOSS : STATUS
}

/**
 * Numbers and summary accounts for the customers or the suppliers of a file. An id that is a number is kept. Any other
 * party gets the lowest free number.
 * @param byLine by party, the status account of its first line.
 * @param taken numbers the agreement has already.
 * @throws SafTError where a number is taken, or no account can be found for a party.
 */
export function planParties(
  kind: 'Customer' | 'Supplier',
  file: SafTFile,
  accounts: PlannedAccounts,
  byLine: ReadonlyMap<string, string>,
  taken: ReadonlySet<number>,
): PlannedParties {
  const parties = kind === 'Customer' ? file.customers : file.suppliers
  const used = new Set(taken)
  for (const { id, line } of parties) {
    if (!NUMBER.test(id)) continue
    if (taken.has(Number(id))) throw new SafTError(line, `${kind}ID '${id}': the agreement has this number already.`)
    used.add(Number(id))
  }
  const summaryAccountOf = summaryAccounts(kind, parties, accounts, byLine)
  const plan = new Map<string, PlannedParty>()
  let free = 1
  for (const party of parties) {
    let number = Number(party.id)
    if (!NUMBER.test(party.id)) {
      while (used.has(free)) free += 1
      number = free
      used.add(free)
    }
    plan.set(party.id, { number, party, summaryAccount: summaryAccountOf(party) })
  }
  return plan
}

/**
 * The summary account of a party: its first account in the file; without one, the status account of its first line;
 * without a line, the account of the first party of its kind that has one.
 */
function summaryAccounts(
  kind: 'Customer' | 'Supplier',
  parties: readonly SafTParty[],
  accounts: PlannedAccounts,
  byLine: ReadonlyMap<string, string>,
): (party: SafTParty) => number {
  const ownAccount = (party: SafTParty) => party.balances.find((one) => one.accountId !== undefined)?.accountId
  const usual = parties.map((party) => ownAccount(party) ?? byLine.get(party.id)).find((one) => one !== undefined)
  return (party) => {
    const accountId = ownAccount(party) ?? byLine.get(party.id) ?? usual
    if (accountId === undefined) {
      throw new SafTError(party.line, `${kind} '${party.id}' has no AccountID, and no line of the file gives it one.`)
    }
    const account = accounts.get(accountId)!
    if (account.type !== STATUS) {
      throw new SafTError(party.line, `${kind} '${party.id}' has account ${accountId}, which is not a status account.`)
    }
    return account.number
  }
}

/** A group's name: number and name of its summary account. */
export function groupName(account: PlannedAccount): string {
  return cutName(`${account.number} ${account.name}`, GROUP_NAME_MAX).trim()
}

/** The first characters of a name. It never splits a surrogate pair: half of one is no text. */
export const cutName = (name: string, max: number): string => [...name].slice(0, max).join('')

/**
 * The voucher number of a TransactionID, if it is one. A journal keeps them if all are. Else its vouchers count 1, 2, 3
 * … Our own export writes `17-2` for the second transaction of vouchers 17: of another booking, date or year.
 */
export function voucherNumberOf(transactionId: string, isOwn: boolean): number | undefined {
  const id = isOwn ? transactionId.replace(/-\d{1,9}$/, '') : transactionId
  return NUMBER.test(id) ? Number(id) : undefined
}

/** A number for an account of our own: the first that is not `taken`, from 2999 down to 2901, then from 9999 up. */
export function freeAccountNumber(taken: ReadonlySet<number>): number {
  for (let number = 2999; number > 2900; number -= 1) if (!taken.has(number)) return number
  let number = 9999
  while (taken.has(number)) number += 1
  return number
}
