import type { Transaction } from '../../database/connection.ts'
import { trialBalance } from '../../ledger/reports/trial-balance.ts'
import { STATUS } from '../account-types.ts'
import type { ExportDays, ExportedAccount } from './rows.ts'
import { balanceLeaf, element, leaf, LONG, MIDDLE_1, said } from './xml.ts'
import type { Xml } from '../../xml.ts'

/**
 * Every account that takes entries, with its balances before and at the end of the days; named as when the last year
 * was closed, where it is.
 */
export async function exportedAccounts(
  transaction: Transaction,
  agreement: number,
  { from, to }: ExportDays,
  closedYear: string | null,
): Promise<ExportedAccount[]> {
  const body = (await transaction.bytes(trialBalance(agreement, from, to)))!.toString()
  return await transaction.rows<ExportedAccount>(
    `SELECT b."accountNumber" AS number, coalesce(c.name, a.name) AS name, coalesce(c.type, a.type) AS type,
       CASE WHEN c.number IS NULL THEN a.is_credit ELSE c.is_credit END AS "isCredit",
       a.standard_account_number AS standard, b."openingBalance" AS opening, b."closingBalance" AS closing
     FROM json_to_recordset($2::json -> 'items') AS b("accountNumber" int, "openingBalance" numeric,
       "closingBalance" numeric)
     LEFT JOIN account a ON a.agreement = $1 AND a.number = b."accountNumber"
     LEFT JOIN closed_account c ON c.agreement = $1 AND c.accounting_year = $3 AND c.number = b."accountNumber"
     WHERE a.number IS NOT NULL OR c.number IS NOT NULL
     ORDER BY b."accountNumber"`,
    [agreement, body, closedYear],
  )
}

/** The general ledger accounts; nothing where there are none. */
export function accountsXml(accounts: readonly ExportedAccount[]): Xml {
  if (accounts.length === 0) return ''
  const standard = followsStandard(accounts)
  const list = accounts.map((account) => {
    const { category, code } = standard ? standardGrouping(account) : kindGrouping(account)
    return element(
      'Account',
      leaf('AccountID', account.number),
      leaf('AccountDescription', said(account.name, String(account.number)), LONG),
      leaf('GroupingCategory', category, LONG),
      leaf('GroupingCode', code, MIDDLE_1),
      leaf('AccountType', 'GL'),
      balanceLeaf('Opening', account.opening),
      balanceLeaf('Closing', account.closing),
    )
  })
  return element('GeneralLedgerAccounts', ...list)
}

interface Grouping {
  category: string
  code: string
}

/**
 * Whether the chart is numbered as NS 4102: four digits or more, balance in classes 1 and 2, profit and loss in 3 to 8.
 */
function followsStandard(accounts: readonly ExportedAccount[]): boolean {
  return accounts.every(({ number, type }) => (type === STATUS ? /^[12]\d{3}/ : /^[3-8]\d{3}/).test(String(number)))
}

/** Categories of the code list by the first digits of a standard account. */
const CATEGORIES: readonly (readonly [RegExp, string])[] = [
  [/^1[0-3]/, 'balanseverdiForAnleggsmiddel'],
  [/^1/, 'balanseverdiForOmloepsmiddel'],
  [/^20/, 'egenkapital'],
  [/^2[12]/, 'langsiktigGjeld'],
  [/^2/, 'kortsiktigGjeld'],
  [/^3[0-7]/, 'salgsinntekt'],
  [/^3/, 'annenDriftsinntekt'],
  [/^4/, 'varekostnad'],
  [/^5/, 'loennskostnad'],
  [/^[67]/, 'annenDriftskostnad'],
  [/^80/, 'finansinntekt'],
  [/^8[1-2]/, 'finanskostnad'],
  [/^8/, 'skattekostnad'],
]

function standardGrouping({ number }: ExportedAccount): Grouping {
  const code = String(number).slice(0, 4)
  return { category: CATEGORIES.find(([digits]) => digits.test(code))![1], code }
}

/**
 * Of any other chart only this is known: income or cost, asset or debt. The codes are those for other accounts of each
 * kind.
 */
function kindGrouping({ type, isCredit, closing }: ExportedAccount): Grouping {
  const credit = isCredit ?? closing.startsWith('-')
  if (type === STATUS) {
    return credit
      ? { category: 'kortsiktigGjeld', code: '2990' }
      : { category: 'balanseverdiForOmloepsmiddel', code: '1570' }
  }
  return credit ? { category: 'annenDriftsinntekt', code: '3900' } : { category: 'annenDriftskostnad', code: '7700' }
}
