import type { Transaction } from '../database/connection.ts'
import { type ErrorCode, type Fault, throwFaults } from '../errors/catalogue.ts'
import { monthEnds } from './accrual.ts'
import { parseRate } from './currency.ts'
import type { StoredDraft } from './draft-store.ts'
import type { Accrual, ResolvedEntry, Side } from './expand.ts'
import { parseDecimal } from './money.ts'
import { type FindPeriod, lockPeriods, periodFault, VOUCHER_CODES } from './periods.ts'
import type { LockedLedger } from './post.ts'
import { ACCRUAL_TYPES, accountFault, type AccountFact, partyOfAccount, partyOfType } from './rules.ts'
import type { VatFact } from './vat.ts'

interface Facts {
  periods: FindPeriod
  accounts: ReadonlyMap<number, AccountFact>
  vatCodes: ReadonlyMap<string, VatFact>
}

/**
 * Looks up what stored draft entries refer to, one query per kind, and checks it all again as of now, with the periods
 * locked. @throws ApiError with every fault of every entry; the messages name the entry.
 */
export async function resolveDrafts(
  transaction: Transaction,
  ledger: LockedLedger,
  journalNumber: number,
  drafts: readonly StoredDraft[],
): Promise<ResolvedEntry[]> {
  const { agreement } = ledger
  const facts: Facts = {
    periods: await lockPeriods(transaction, agreement, daysOf(drafts)),
    accounts: await accountsOf(transaction, agreement, drafts),
    vatCodes: await vatCodesOf(transaction, agreement, drafts),
  }
  const faults: Fault[] = []
  const entries = drafts.map((draft) => resolve(draft, journalNumber, facts, faults))
  throwFaults(faults)
  return entries
}

function* daysOf(drafts: readonly StoredDraft[]): Generator<string> {
  for (const draft of drafts) {
    yield draft.date
    if (draft.accrualStart !== null && draft.accrualEnd !== null) yield* monthEnds(draft.accrualStart, draft.accrualEnd)
  }
}

async function accountsOf(
  transaction: Transaction,
  agreement: number,
  drafts: readonly StoredDraft[],
): Promise<Map<number, AccountFact>> {
  const numbers = new Set<number>()
  for (const draft of drafts) {
    for (const number of [
      draft.accountNumber,
      draft.contraAccountNumber,
      draft.customerAccount,
      draft.supplierAccount,
      draft.accrualAccount,
    ]) {
      if (number !== null) numbers.add(number)
    }
  }
  const rows = await transaction.rows<AccountFact>(
    `SELECT a.number, a.type, a.is_barred AS "isBarred", a.is_blocked_for_direct_entries AS "isBlocked",
       EXISTS (SELECT FROM customer_group g WHERE g.agreement = $1 AND g.account_number = a.number)
       OR EXISTS (SELECT FROM supplier_group g WHERE g.agreement = $1 AND g.account_number = a.number) AS "isSummary"
     FROM account a
     WHERE a.agreement = $1 AND a.number IN (SELECT n::int FROM json_array_elements_text($2::json) AS n)`,
    [agreement, JSON.stringify([...numbers])],
  )
  return new Map(rows.map((row) => [row.number, row]))
}

async function vatCodesOf(
  transaction: Transaction,
  agreement: number,
  drafts: readonly StoredDraft[],
): Promise<Map<string, VatFact>> {
  const codes = new Set<string>()
  for (const { vatCode, contraVatCode } of drafts) {
    if (vatCode !== null) codes.add(vatCode)
    if (contraVatCode !== null) codes.add(contraVatCode)
  }
  if (codes.size === 0) return new Map()
  const rows = await transaction.rows<{ code: string; rate: string; account: number; contra: number | null }>(
    `SELECT v.code, v.rate, v.account_number AS account, v.contra_account_number AS contra FROM vat_code v
     WHERE v.agreement = $1 AND v.code IN (SELECT c FROM json_array_elements_text($2::json) AS c)`,
    [agreement, JSON.stringify([...codes])],
  )
  return new Map(
    rows.map(({ code, rate, account, contra }) => [
      code,
      { code, rate: tenThousandths(rate), accountNumber: account, contraAccountNumber: contra },
    ]),
  )
}

function tenThousandths(rate: string): bigint {
  const { units, scale } = parseDecimal(rate)
  return units * 10n ** BigInt(4 - scale)
}

function resolve(draft: StoredDraft, journalNumber: number, facts: Facts, faults: Fault[]): ResolvedEntry {
  const report = (code: ErrorCode, property: string, message: string) =>
    faults.push({ code, property, message: `Draft entry ${draft.entryNumber}: ${message}` })
  const period = facts.periods(draft.date)
  const closed = periodFault(draft.date, period)
  if (closed) report(VOUCHER_CODES[closed.code], 'date', closed.message)
  if (draft.customerBarred) {
    report('JournalEntryCustomerNotAccessible', 'customerNumber', `Customer ${draft.customerNumber} is barred.`)
  }
  if (draft.supplierBarred) {
    report('JournalEntrySupplierNotAccessible', 'supplierNumber', `Supplier ${draft.supplierNumber} is barred.`)
  }
  const own = sideOf(draft, 'own', facts, report)
  const contra = sideOf(draft, 'contra', facts, report)
  if (!own && !contra) {
    report('JournalEntryAccountAndContraAccountNotSet', 'accountNumber', 'it has neither account nor contra account.')
  }
  const { entryNumber, type, voucherNumber, date, amount, currency, text } = draft
  const { customerNumber, supplierNumber, supplierInvoiceNumber, dueDate } = draft
  const { projectNumber, costTypeNumber, departmentNumber } = draft
  return {
    ...{ entryNumber, type, journalNumber, voucherNumber, date, amount, currency, text },
    ...{ customerNumber, supplierNumber, supplierInvoiceNumber, dueDate },
    ...{ projectNumber, costTypeNumber, departmentNumber, own, contra },
    accountingYear: period?.year ?? '',
    exchangeRate: parseRate(draft.exchangeRate),
    customerInvoiceNumber: draft.customerInvoiceNumber === null ? null : Number(draft.customerInvoiceNumber),
    accrual: accrualOf(draft, own, contra, facts, report),
  }
}

type Report = (code: ErrorCode, property: string, message: string) => void

/** One side with its account as of now: the own side of types 2, 3, 4 and 10 is the party's summary account. */
function sideOf(draft: StoredDraft, name: 'own' | 'contra', facts: Facts, report: Report): Side | undefined {
  const fixedParty = name === 'own' ? partyOfType(draft.type) : undefined
  const typed = name === 'own' ? draft.accountNumber : draft.contraAccountNumber
  const summary = fixedParty === 'customer' ? draft.customerAccount : draft.supplierAccount
  const accountNumber = fixedParty ? summary : typed
  if (accountNumber === null) return undefined
  const party = fixedParty ?? partyOfAccount(accountNumber, draft)
  const fault = accountFault(accountNumber, facts.accounts.get(accountNumber), name, party !== undefined)
  if (fault) report(fault.code, name === 'own' ? 'accountNumber' : 'contraAccountNumber', fault.message)
  const code = name === 'own' ? draft.vatCode : draft.contraVatCode
  return { accountNumber, party, vat: code === null ? undefined : facts.vatCodes.get(code) }
}

/** The accrued side: the account a cost or income belongs to, so the contra side where the own side is a party's. */
function accrualOf(
  draft: StoredDraft,
  own: Side | undefined,
  contra: Side | undefined,
  facts: Facts,
  report: Report,
): Accrual | undefined {
  if (draft.accrualAccount === null || draft.accrualStart === null || draft.accrualEnd === null) return undefined
  const side = own && own.party === undefined ? 'own' : 'contra'
  const accrued = side === 'own' ? own : contra
  if (!accrued || accrued.party !== undefined || !ACCRUAL_TYPES.includes(draft.type)) {
    report(
      'JournalBookingAccrualNotPossible',
      'accountNumber',
      'its accrual has no account of cost or income to accrue.',
    )
    return undefined
  }
  const fault = accountFault(draft.accrualAccount, facts.accounts.get(draft.accrualAccount), 'own', false)
  if (fault) report(fault.code, 'accountNumber', fault.message)
  const months = monthEnds(draft.accrualStart, draft.accrualEnd).map((date) => {
    const period = facts.periods(date)
    const closed = periodFault(date, period)
    if (closed) report(VOUCHER_CODES[closed.code], 'date', `its accrual: ${closed.message}`)
    return { date, accountingYear: period?.year ?? '' }
  })
  return { side, accountNumber: draft.accrualAccount, months }
}
