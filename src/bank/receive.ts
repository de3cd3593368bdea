import type { Executor, Transaction } from '../database/connection.ts'
import { ApiError, type Fault } from '../errors/catalogue.ts'
import { Unreadable } from '../parsing/unreadable.ts'
import type { Caller, Item, ReceivedFile, Work } from '../resource/operations.ts'
import { acceptSure, type AcceptingAccount } from './accept.ts'
import type { WrittenLine } from './jobs.ts'
import { type ParsedFile, type ParsedStatement, parseStatements } from './parse.ts'
import type { CsvProfile } from './reading/profiles.ts'
import { centsOf, centsToText } from '../ledger/money.ts'
import { jsonOf } from './money.ts'
import { savedProfile } from './csv-profile.ts'
import { keepStatementFile } from './store.ts'
import { statementWriter, type WrittenStatement } from './write-statement.ts'

/** The fields of the form, besides its file. */
interface Asked {
  bankAccountNumber?: number
  csvProfileNumber?: number
  acceptGap?: boolean
  preview?: boolean
}

/** A bank account that a statement may be of. */
interface BankAccount extends AcceptingAccount {
  iban: string | null
  digits: string | null
  currency: string
}

const unreadable = (message: string): ApiError =>
  new ApiError({ code: 'BankFileUnreadable', property: 'file', message })

/**
 * Receives a file of bank statements: reads it in a parser, and then writes all of its statements or none. @throws
 * ApiError
 */
export async function receiveStatements(
  caller: Caller,
  sent: Uint8Array<ArrayBuffer>,
  { body, database }: { body: Item; database: Executor },
): Promise<ReceivedFile> {
  const asked = body as Asked
  const profile = await savedProfile(database, caller.agreement, asked.csvProfileNumber)
  const parsed = await parseStatements(caller.agreement, sent, profile).catch((error: unknown) => {
    throw error instanceof Unreadable ? unreadable(error.message) : error
  })
  return { hash: parsed.hash, write: (work, { faults }) => write(work, asked, { ...parsed, bytes: sent }, faults) }
}

type Received = ParsedFile & { bytes: Uint8Array }

async function write(work: Work, asked: Asked, file: Received, faults: Fault[]): ReturnType<ReceivedFile['write']> {
  const { transaction, caller } = work
  if (file.proposed && !asked.preview) throw unreadable(PROPOSED)
  const accounts = await lockedAccounts(transaction, caller)
  const placed = file.statements.map((statement) => ({ statement, account: accountOf(statement, accounts, asked) }))
  for (const { statement, account } of placed) faults.push(...faultsOf(statement, account))
  if (faults.length > 0) return { status: 200, body: '{}' }
  await keepStatementFile(transaction, caller.agreement, file)
  const writer = statementWriter(transaction, caller.agreement, {
    hash: file.hash,
    acceptsGap: asked.acceptGap === true,
  })
  const statements: WrittenStatement[] = []
  for (const { statement, account } of placed) {
    statements.push(await writer(statement, (account as BankAccount).number, faults))
  }
  if (asked.preview) return { status: 200, body: jsonOf(previewOf(statements, file)) }
  const accepted = await acceptSure(work, new Set(placed.map(({ account }) => account as BankAccount)))
  const [first] = statements
  return {
    status: 201,
    body: jsonOf({ number: first!.number, accepted, statements }),
    location: `/bank-statements/${first!.number}`,
  }
}

const PROPOSED =
  'It is neither camt.053 nor MT940, and no CSV file whose headings are known. Send it with preview=true for a csv-profile that may fit.'

/** What a file would become. */
function previewOf(
  written: readonly WrittenStatement[],
  { format, profileName, proposed, statements }: Received,
): object {
  const told = written.map(({ number: _, ...statement }, at) => ({
    ...statement,
    firstLines: firstLines(statements[at]!),
  }))
  return {
    format,
    profile: profileName ?? null,
    proposedProfile: proposed ? profileProperties(proposed) : null,
    statements: told,
  }
}

/** Lines of a statement that a preview shows. */
const FIRST_LINES = 20

const firstLines = ({ lines: [first] }: ParsedStatement): object[] =>
  first === undefined
    ? []
    : (JSON.parse(first) as WrittenLine[]).slice(0, FIRST_LINES).map(({ place: _place, same: _same, ...line }) => line)

/** A profile in the properties of csv-profiles. */
const profileProperties = ({ columns, name: _, delimiter, ...profile }: CsvProfile): object => ({
  ...profile,
  delimiter: delimiter === '\t' ? 'tab' : delimiter,
  ...Object.fromEntries(Object.entries(columns).map(([column, [heading]]) => [`${column}Column`, heading])),
})

/** All bank accounts, locked: statements of one account are written one after the other. */
const lockedAccounts = (transaction: Transaction, { agreement, baseCurrency }: Caller): Promise<BankAccount[]> =>
  transaction.rows<BankAccount>(
    `SELECT b.number, b.iban, concat(b.registration_number, b.bank_account_number) AS digits,
       coalesce(a.currency, $2) AS currency, array_to_json(
         CASE WHEN b.auto_accept_entries IS NOT NULL THEN ARRAY['entry', 'draft'] ELSE '{}' END
         || CASE WHEN b.auto_accept_items IS NOT NULL THEN ARRAY['item'] ELSE '{}' END
         || CASE WHEN EXISTS (SELECT FROM bank_rule r WHERE r.agreement = $1 AND r.auto_accept IS NOT NULL)
           THEN ARRAY['rule'] ELSE '{}' END) AS accepts
     FROM bank_account b JOIN account a ON a.agreement = $1 AND a.number = b.account_number
     WHERE b.agreement = $1 ORDER BY b.number FOR NO KEY UPDATE OF b`,
    [agreement, baseCurrency],
  )

const plain = (text: string | null): string => (text ?? '').replace(/[\s./-]/g, '').toUpperCase()

/**
 * The account of a statement: the one that is named, which must be the file's, or the one that has the file's IBAN or
 * number.
 */
function accountOf(
  { account }: ParsedStatement,
  accounts: readonly BankAccount[],
  { bankAccountNumber }: Asked,
): BankAccount | Fault {
  const named = accounts.find(({ number }) => number === bankAccountNumber)
  if (bankAccountNumber !== undefined && !named)
    return { code: 'BankAccountDoesNotExist', property: 'bankAccountNumber' }
  const isOf = ({ iban, digits }: BankAccount): boolean => {
    const own = plain(account)
    // An account without the file's kind of number may be named for it.
    return own === plain(iban) || (own.length >= 6 && plain(digits).replace(/^0+/, '') === own.replace(/^0+/, ''))
  }
  const found = account === null ? undefined : accounts.find(isOf)
  if (named) {
    const isAnother =
      account !== null && (found ? found !== named : /^[A-Z]{2}\d\d/.test(plain(account)) && named.iban !== null)
    if (!isAnother) return named
    const message = `The file is of the account ${account}, not of bank account ${bankAccountNumber}.`
    return { code: 'BankStatementOfAnotherAccount', property: 'bankAccountNumber', message }
  }
  if (found) return found
  if (account === null)
    return {
      code: 'ValueRequired',
      property: 'bankAccountNumber',
      message: 'bankAccountNumber is required: the file does not say which account it is of.',
    }
  return { code: 'BankAccountUnknown', property: 'file', message: `No bank account has the IBAN or number ${account}.` }
}

/** What is wrong with a statement by itself. */
function faultsOf(statement: ParsedStatement, account: BankAccount | Fault): Fault[] {
  if ('code' in account) return [account]
  const { currency, openingBalance, closingBalance, sum, from, to } = statement
  const faults: Fault[] = []
  if (currency !== null && currency !== account.currency) {
    const message = `The statement is in ${currency}, and bank account ${account.number} in ${account.currency}.`
    faults.push({ code: 'BankStatementCurrencyDiffers', property: 'file', message })
  }
  if (openingBalance !== null && closingBalance !== null) {
    const comesTo = centsOf(openingBalance) + centsOf(sum)
    if (comesTo !== centsOf(closingBalance)) {
      const message = `From ${from} to ${to}: the opening balance ${openingBalance} and the lines ${sum} come to ${centsToText(comesTo)}, and the closing balance is ${closingBalance}.`
      faults.push({ code: 'BankStatementDoesNotAddUp', property: 'file', message })
    }
  }
  return faults
}
