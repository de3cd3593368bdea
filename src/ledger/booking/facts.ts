import type { Transaction } from '../../database/connection.ts'
import { ACCRUAL_MONTHS_MAX } from '../../limits.ts'
import { monthEnds, monthsTouched } from './accrual.ts'
import type { StoredDraft } from '../drafts/store.ts'
import { type Dimensions, type DimensionValues, loadDimensions, type OtherKeys } from '../dimensions.ts'
import { tenThousandths } from '../money.ts'
import { type FindPeriod, lockPeriods } from '../periods.ts'
import { ACCOUNT_FACT, type AccountFact } from '../rules.ts'
import type { VatFact } from '../vat.ts'

/** The journal booked from: its number, and whether its entries' VAT codes are those of their accounts. */
export interface BookingJournal {
  number: number
  lockVatCodes: boolean
}

/** A customer or supplier with the summary account of its group. */
export interface BookingParty {
  number: number
  accountNumber: number
  isBarred: boolean
}

/** What draft entries refer to, as of now, with the periods locked. */
export interface Facts {
  journal: BookingJournal
  periods: FindPeriod
  customers: ReadonlyMap<number, BookingParty>
  suppliers: ReadonlyMap<number, BookingParty>
  accounts: ReadonlyMap<number, AccountFact>
  vatCodes: ReadonlyMap<string, VatFact>
  dimensions: Dimensions
  /** Numbers of assets: those there are, and those of the entries resolved so far. */
  assets: Set<number>
}

/** Whether the draft names anything that `Facts.dimensions` is about. */
export const hasDimensions = (draft: StoredDraft): boolean =>
  draft.departmentNumber !== null ||
  draft.dimension2Key !== null ||
  draft.dimension3Key !== null ||
  draft.seldom !== null

/** Looks up what the drafts name, and only that: one statement per kind. */
export async function loadFacts(
  transaction: Transaction,
  agreement: number,
  journal: BookingJournal,
  drafts: readonly StoredDraft[],
): Promise<Facts> {
  const named = namedBy(drafts)
  const dimensions = await loadDimensions(transaction, agreement, named.dimensions)
  const periods = await lockPeriods(transaction, agreement, named.days)
  const customers = await partiesOf(transaction, agreement, 'customer', named.customers)
  const suppliers = await partiesOf(transaction, agreement, 'supplier', named.suppliers)
  const vatCodes = await vatCodesOf(transaction, agreement, named.vatCodes)
  for (const { accountNumber } of [...customers.values(), ...suppliers.values(), ...vatCodes.values()])
    named.accounts.add(accountNumber)
  for (const { contraAccountNumber } of vatCodes.values())
    if (contraAccountNumber !== null) named.accounts.add(contraAccountNumber)
  return {
    journal,
    periods,
    customers,
    suppliers,
    accounts: await accountsOf(transaction, agreement, named.accounts),
    vatCodes,
    dimensions,
    assets: new Set(dimensions.assets),
  }
}

interface Named {
  days: Set<string>
  customers: Set<number>
  suppliers: Set<number>
  accounts: Set<number>
  vatCodes: Set<string>
  dimensions: (DimensionValues & OtherKeys)[]
}

function namedBy(drafts: readonly StoredDraft[]): Named {
  const named: Named = {
    days: new Set(),
    customers: new Set(),
    suppliers: new Set(),
    accounts: new Set(),
    vatCodes: new Set(),
    dimensions: [],
  }
  for (const draft of drafts) {
    named.days.add(draft.date)
    if (draft.customerNumber !== null) named.customers.add(draft.customerNumber)
    if (draft.supplierNumber !== null) named.suppliers.add(draft.supplierNumber)
    if (draft.accountNumber !== null) named.accounts.add(draft.accountNumber)
    if (draft.contraAccountNumber !== null) named.accounts.add(draft.contraAccountNumber)
    if (draft.vatCode !== null) named.vatCodes.add(draft.vatCode)
    if (draft.contraVatCode !== null) named.vatCodes.add(draft.contraVatCode)
    if (draft.accrual) {
      const { accountNumber, start, end } = draft.accrual
      named.accounts.add(accountNumber)
      if (monthsTouched(start, end) <= ACCRUAL_MONTHS_MAX) for (const day of monthEnds(start, end)) named.days.add(day)
    }
    if (!hasDimensions(draft)) continue
    named.dimensions.push(draft)
    if (draft.assetStartDate != null) named.days.add(draft.assetStartDate)
  }
  return named
}

/** What posting needs to know of these customers or suppliers, those that are there. */
export async function partiesOf(
  transaction: Transaction,
  agreement: number,
  party: 'customer' | 'supplier',
  numbers: ReadonlySet<number>,
): Promise<Map<number, BookingParty>> {
  if (numbers.size === 0) return new Map()
  const rows = await transaction.rows<BookingParty>(PARTIES[party], [agreement, JSON.stringify([...numbers])])
  return new Map(rows.map((row) => [row.number, row]))
}

/** OFFSET keeps the planner from beginning with the groups, and reading all their parties. */
const parties = (party: 'customer' | 'supplier') => `
  SELECT p.number, g.account_number AS "accountNumber", p.is_barred AS "isBarred"
  FROM (SELECT * FROM ${party} p
    WHERE p.agreement = $1 AND p.number
      = ANY (ARRAY(SELECT n::int FROM json_array_elements_text($2::json) AS n)) OFFSET 0) AS p
  JOIN ${party}_group g ON g.agreement = $1 AND g.number = p.group_number`
const PARTIES = { customer: parties('customer'), supplier: parties('supplier') }

/** What posting needs to know of these accounts, those that are there. */
export async function accountsOf(
  transaction: Transaction,
  agreement: number,
  numbers: ReadonlySet<number>,
): Promise<Map<number, AccountFact>> {
  const rows = await transaction.rows<AccountFact>(
    `SELECT ${ACCOUNT_FACT} FROM account a
     WHERE a.agreement = $1 AND a.number = ANY (ARRAY(SELECT n::int FROM json_array_elements_text($2::json) AS n))`,
    [agreement, JSON.stringify([...numbers])],
  )
  return new Map(rows.map((row) => [row.number, row]))
}

async function vatCodesOf(
  transaction: Transaction,
  agreement: number,
  codes: ReadonlySet<string>,
): Promise<Map<string, VatFact>> {
  if (codes.size === 0) return new Map()
  const rows = await transaction.rows<{
    code: string
    rate: string
    account: number
    contra: number | null
    deductible: string
  }>(
    `SELECT v.code, v.rate, v.account_number AS account, v.contra_account_number AS contra,
      v.deductible_percentage AS deductible
     FROM vat_code v
     WHERE v.agreement = $1 AND v.code = ANY (ARRAY(SELECT c FROM json_array_elements_text($2::json) AS c))`,
    [agreement, JSON.stringify([...codes])],
  )
  return new Map(
    rows.map(({ code, account, contra, ...per }) => [
      code,
      {
        code,
        rate: tenThousandths(per.rate),
        accountNumber: account,
        contraAccountNumber: contra,
        deductible: tenThousandths(per.deductible),
      },
    ]),
  )
}
