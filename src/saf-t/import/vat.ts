import type { Transaction } from '../../database/connection.ts'
import { writeRecords } from '../../records/records.ts'
import { vatCodes } from '../../resources/daybook/vat-codes.ts'
import type { SafTFile, SafTOwnCode } from '../model.ts'
import { UNASKED } from './master-data.ts'
import type { Notes } from './notes.ts'
import { cutName, type PlannedAccounts } from './plan.ts'
import type { TaxEvidence } from './survey.ts'
import { taxKey } from './tax-keys.ts'

/** A VAT code the import uses. */
export interface PlannedCode {
  code: string
  name: string
  type: 1 | 2
  /** Ten-thousandths of a per cent. */
  rate: bigint
  accountNumber: number
  contraAccountNumber: number | null
  /** Per cent of the tax that is deducted. */
  deductible: string
  /** False where the agreement has it already. */
  isNew: boolean
}

/** The file's VAT codes by `taxKey`. */
export type PlannedCodes = ReadonlyMap<string, PlannedCode>

/** What planning VAT codes needs. */
export interface VatContext {
  file: SafTFile
  accounts: PlannedAccounts
  /** By `taxKey`. */
  taxes: ReadonlyMap<string, TaxEvidence>
  /** Summary accounts of parties. A tax is never on one of them. */
  summaryAccounts: ReadonlySet<number>
  existing: readonly PlannedCode[]
}

/** A code of the file, and what is known of it. */
interface Wanted {
  key: string
  taxCode: string
  rate: bigint
  name: string
  type: 1 | 2
  isTypeKnown: boolean
  accountNumber: number | undefined
  contraAccountNumber: number | null
  deductible: string
  own: boolean
}

const CODE_MAX = 5
const NAME_MAX = 50
/**
 * Standard codes of sales: domestic, exempt, export and outside the VAT Act (list of the Norwegian tax administration).
 */
const SALES: ReadonlySet<string> = new Set(['3', '31', '32', '33', '5', '51', '52', '6', '7'])

/**
 * The VAT codes of a file. A code of the agreement is used where rate and accounts are the same. Else a code is made,
 * with the file's name for it where that is free and short enough. SAF-T does not tell the accounts of a tax, but our
 * own export does. In any other file they are the accounts of lines of the size of the tax, beside taxed lines.
 * @param spareAccount makes an account for codes whose account nothing tells.
 */
export function planCodes(context: VatContext, spareAccount: () => number, notes: Notes): PlannedCodes {
  const wanted = wantedCodes(context, notes)
  const plan = new Map<string, PlannedCode>()
  // No address names `.` and `..`, so the API has no such codes.
  const taken = new Set(['.', '..', ...context.existing.map(({ code }) => code.toLowerCase())])
  for (const one of wanted) {
    const existing = context.existing.find((code) => isSame(code, one))
    if (existing) {
      plan.set(one.key, existing)
      continue
    }
    const code = freeCode(one.taxCode, taken)
    if (code !== one.taxCode) {
      const rate = `${Number(one.rate) / 10_000} %`
      notes.say(
        `VAT code '${one.taxCode}' of the file at ${rate} became '${code}': codes have up to 5 characters, one rate and its accounts.`,
      )
    }
    taken.add(code.toLowerCase())
    const { name, type, rate, contraAccountNumber, deductible } = one
    const accountNumber = one.accountNumber ?? likeliestAccount(one, wanted) ?? spareAccount()
    plan.set(one.key, { code, name, type, rate, accountNumber, contraAccountNumber, deductible, isNew: true })
  }
  return plan
}

/** The codes of lines, and those that our own export describes, in the order of the tax table, then of the file. */
function wantedCodes(context: VatContext, notes: Notes): Wanted[] {
  const { file, taxes } = context
  const keys = new Map<string, { taxCode: string; percentage: bigint | null | undefined }>()
  let unused = 0
  for (const one of file.taxCodes) {
    const key = taxKey(one, '', file)
    if (taxes.has(key) || file.ownCodes.has(one.taxCode)) keys.set(key, one)
    else unused += 1
  }
  notes.add('codeUnused', unused)
  for (const [key, evidence] of taxes) keys.set(key, evidence)
  return [...keys].flatMap(([key, { taxCode, percentage }]) =>
    typeof percentage === 'bigint' ? [wantedCode(key, taxCode, percentage, context)] : [],
  )
}

function wantedCode(key: string, taxCode: string, rate: bigint, context: VatContext): Wanted {
  const { file, accounts, taxes } = context
  const described = file.taxCodes.find((one) => one.taxCode === taxCode)
  const evidence = taxes.get(key)
  const own = ownAccounts(file.ownCodes.get(taxCode), accounts)
  const standard = described?.standardCode
  const isSale = isSaleByCode(standard) ?? (evidence?.debits ?? 0) < 0
  const inferred = own ?? accountsOf(evidence, context)
  return {
    key,
    taxCode,
    rate,
    name: cutName(described?.description ?? taxCode, NAME_MAX),
    type: own?.type ?? (isSale ? 1 : 2),
    isTypeKnown: own !== undefined,
    accountNumber: inferred.accountNumber,
    contraAccountNumber: inferred.contraAccountNumber,
    deductible: own?.deductible ?? '100',
    own: own !== undefined,
  }
}

/** What a standard code tells: Norwegian ones are numbers, Danish ones begin with S for sales and K for purchases. */
function isSaleByCode(standard: string | undefined): boolean | undefined {
  if (/^[SK]\d/.test(standard ?? '')) return standard!.startsWith('S')
  return standard && /^\d/.test(standard) ? SALES.has(standard) : undefined
}

type Accounts = Pick<Wanted, 'accountNumber' | 'contraAccountNumber'>

function ownAccounts(
  own: SafTOwnCode | undefined,
  accounts: PlannedAccounts,
): (Accounts & Pick<SafTOwnCode, 'type' | 'deductible'>) | undefined {
  const account = own && accounts.get(own.accountId)
  if (!account) return undefined
  const contra = own.contraAccountId === undefined ? undefined : accounts.get(own.contraAccountId)
  const { type, deductible } = own
  return { type, accountNumber: account.number, contraAccountNumber: contra?.number ?? null, deductible }
}

/** The account of most taxes. It is a reverse charge where most taxes have their opposite beside them. */
function accountsOf(evidence: TaxEvidence | undefined, { accounts, summaryAccounts }: VatContext): Accounts {
  if (!evidence) return { accountNumber: undefined, contraAccountNumber: null }
  const numbered = (votes: ReadonlyMap<string, number>) =>
    [...votes].map(([accountId, count]) => ({ number: accounts.get(accountId)!.number, count }))
  const most = (votes: ReadonlyMap<string, number>, not?: number) =>
    numbered(votes)
      .filter(({ number }) => number !== not && !summaryAccounts.has(number))
      .sort((a, b) => b.count - a.count || a.number - b.number)[0]
  const accountNumber = most(evidence.accounts)?.number
  const contra = accountNumber === undefined ? undefined : most(evidence.contras, accountNumber)
  const isReverse = contra !== undefined && contra.count * 2 > evidence.taxed
  return { accountNumber, contraAccountNumber: isReverse ? contra.number : null }
}

function isSame(code: PlannedCode, one: Wanted): boolean {
  const isKnown = one.accountNumber !== undefined
  return (
    code.code === one.taxCode &&
    code.rate === one.rate &&
    Number(code.deductible) === Number(one.deductible) &&
    (!one.isTypeKnown || code.type === one.type) &&
    (!isKnown || (code.accountNumber === one.accountNumber && code.contraAccountNumber === one.contraAccountNumber))
  )
}

/** A code without a tax in the file gets the account of another one of its type, else of any. */
function likeliestAccount({ type }: Wanted, wanted: readonly Wanted[]): number | undefined {
  const found = wanted.filter(({ accountNumber }) => accountNumber !== undefined)
  return (found.find((one) => one.type === type) ?? found[0])?.accountNumber
}

function freeCode(taxCode: string, taken: ReadonlySet<string>): string {
  const letters = [...taxCode]
  const short = letters.slice(0, CODE_MAX).join('').trimEnd()
  if (!taken.has(short.toLowerCase())) return short
  for (let number = 2; ; number += 1) {
    const end = String(number)
    const code =
      letters
        .slice(0, CODE_MAX - end.length)
        .join('')
        .trimEnd() + end
    if (!taken.has(code.toLowerCase())) return code
  }
}

/** The VAT codes the agreement has. */
export async function existingCodes(transaction: Transaction, agreement: number): Promise<PlannedCode[]> {
  const rows = await transaction.rows<Omit<PlannedCode, 'rate' | 'isNew'> & { rate: string }>(
    `SELECT v.code, v.name, v.type, (v.rate * 10000)::int::text AS rate, v.account_number AS "accountNumber",
       v.contra_account_number AS "contraAccountNumber", v.deductible_percentage AS deductible
     FROM vat_code v WHERE v.agreement = $1 ORDER BY v.code`,
    [agreement],
  )
  return rows.map((row) => ({ ...row, rate: BigInt(row.rate), isNew: false }))
}

/** Creates the codes that are new. */
export async function createCodes(
  transaction: Transaction,
  agreement: number,
  codes: PlannedCodes,
): Promise<PlannedCode[]> {
  const made = [...new Set(codes.values())].filter(({ isNew }) => isNew)
  const items = made.map(({ code, name, type, rate, accountNumber, contraAccountNumber, deductible }) => ({
    code,
    name,
    type,
    rate: `${rate / 10_000n}.${String(rate % 10_000n).padStart(4, '0')}`,
    accountNumber,
    contraAccountNumber,
    deductiblePercentage: deductible,
  }))
  await writeRecords(transaction, agreement, vatCodes, items, UNASKED)
  return made
}
