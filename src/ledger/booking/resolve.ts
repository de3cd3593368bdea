import type { Transaction } from '../../database/connection.ts'
import { type ErrorCode, type Fault, throwFaults } from '../../errors/catalogue.ts'
import { monthEnds } from './accrual.ts'
import { type Asset, assetFaults, buysAsset } from '../assets.ts'
import { parseRate } from '../currency.ts'
import type { StoredDraft } from '../drafts/store.ts'
import { demandFault, dimensionFaults, type Dimensions, loadDimensions, projectFaults } from '../dimensions.ts'
import type { Accrual, ResolvedEntry, Side } from './expand.ts'
import { quantityOf, tenThousandths } from '../money.ts'
import { type FindPeriod, lockPeriods, periodFault, VOUCHER_CODES } from '../periods.ts'
import type { LockedLedger } from '../lock.ts'
import {
  ACCOUNT_FACT,
  ACCRUAL_TYPES,
  accountFault,
  type AccountFact,
  lockedVatFault,
  partyOfAccount,
  partyOfType,
} from '../rules.ts'
import type { VatFact } from '../vat.ts'

interface Facts {
  periods: FindPeriod
  accounts: ReadonlyMap<number, AccountFact>
  vatCodes: ReadonlyMap<string, VatFact>
  dimensions: Dimensions
  /** Numbers of assets: those there are, and those of the entries resolved so far. */
  assets: Set<number>
  journal: BookingJournal
}

/** The journal booked from: its number, and whether its entries' VAT codes are those of their accounts. */
export interface BookingJournal {
  number: number
  lockVatCodes: boolean
}

/**
 * Looks up what stored draft entries refer to, one query per kind, and checks it all again as of now, with the periods
 * locked. @throws ApiError with every fault of every entry; the messages name the entry.
 */
export async function resolveDrafts(
  transaction: Transaction,
  ledger: LockedLedger,
  journal: BookingJournal,
  drafts: readonly StoredDraft[],
): Promise<ResolvedEntry[]> {
  const { agreement } = ledger
  const dimensions = await loadDimensions(transaction, agreement, drafts)
  const facts: Facts = {
    periods: await lockPeriods(transaction, agreement, daysOf(drafts)),
    accounts: await accountsOf(transaction, agreement, drafts),
    vatCodes: await vatCodesOf(transaction, agreement, drafts),
    dimensions,
    assets: new Set(dimensions.assets),
    journal,
  }
  const faults: Fault[] = []
  const entries = drafts.map((draft) => resolve(draft, facts, faults))
  throwFaults(faults)
  return entries
}

function* daysOf(drafts: readonly StoredDraft[]): Generator<string> {
  for (const draft of drafts) {
    yield draft.date
    if (draft.assetStartDate !== null) yield draft.assetStartDate
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
    `SELECT ${ACCOUNT_FACT} FROM account a
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

function resolve(draft: StoredDraft, facts: Facts, faults: Fault[]): ResolvedEntry {
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
  for (const fault of [...projectFaults(draft, facts.dimensions), ...dimensionFaults(draft, facts.dimensions)]) {
    report(fault.code, fault.property, fault.message)
  }
  const own = sideOf(draft, 'own', facts, report)
  const contra = sideOf(draft, 'contra', facts, report)
  if (!own && !contra) {
    report('JournalEntryAccountAndContraAccountNotSet', 'accountNumber', 'it has neither account nor contra account.')
  }
  const { entryNumber, type, voucherNumber, date, amount, currency, text } = draft
  const { customerNumber, supplierNumber, supplierInvoiceNumber, dueDate } = draft
  const { projectNumber, costTypeNumber, departmentNumber, unit1Number, unit2Number, employeeNumber } = draft
  return {
    ...{ entryNumber, type, voucherNumber, date, amount, currency, text },
    ...{ customerNumber, supplierNumber, supplierInvoiceNumber, dueDate },
    ...{ projectNumber, costTypeNumber, departmentNumber, unit1Number, unit2Number, employeeNumber, own, contra },
    quantity1: quantityOf(draft.quantity1),
    quantity2: quantityOf(draft.quantity2),
    distribution: facts.dimensions.distributions.get(draft.departmentalDistributionNumber ?? -1)?.lines,
    journalNumber: facts.journal.number,
    accountingYear: period?.year ?? '',
    exchangeRate: parseRate(draft.exchangeRate),
    customerInvoiceNumber: draft.customerInvoiceNumber === null ? null : Number(draft.customerInvoiceNumber),
    accrual: accrualOf(draft, own, contra, facts, report),
    asset: assetOf(draft, own, contra, facts, report),
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
  const account = facts.accounts.get(accountNumber)
  const [property, vatProperty] =
    name === 'own' ? (['accountNumber', 'vatCode'] as const) : (['contraAccountNumber', 'contraVatCode'] as const)
  const fault = accountFault(accountNumber, account, name, party !== undefined) ?? demandFault(account, draft)
  if (fault) report(fault.code, property, fault.message)
  const code = draft[vatProperty]
  const locked = facts.journal.lockVatCodes && account ? lockedVatFault(account, code) : undefined
  if (locked !== undefined) report('JournalEntryVatCodeIsLocked', vatProperty, locked)
  return { accountNumber, party, vat: code === null ? undefined : facts.vatCodes.get(code) }
}

/** The side whose account a cost or income belongs to: the contra side where the own side is a party's. */
function costSide(own: Side | undefined, contra: Side | undefined): 'own' | 'contra' | undefined {
  if (own && own.party === undefined) return 'own'
  return contra && contra.party === undefined ? 'contra' : undefined
}

/** The asset that the entry buys on the side of its cost. */
function assetOf(
  draft: StoredDraft,
  own: Side | undefined,
  contra: Side | undefined,
  facts: Facts,
  report: Report,
): (Asset & { side: 'own' | 'contra' }) | undefined {
  if (!buysAsset(draft)) return undefined
  const { type, accrualAccount, assetNumber, text } = draft
  const { periods, assets } = facts
  const faults = assetFaults(draft, { type, hasAccrual: accrualAccount !== null, assets, periods })
  for (const { code, property, message } of faults) report(code, property, message)
  assets.add(assetNumber!)
  const side = costSide(own, contra)
  if (side === undefined) {
    report('JournalEntryAssetWrongEntryType', 'assetNumber', 'its asset has no account of its own to be booked on.')
    return undefined
  }
  return {
    side,
    number: assetNumber!,
    groupNumber: draft.assetGroupNumber!,
    text,
    startDate: draft.assetStartDate!,
    lifeTimeMonths: draft.assetLifeTimeMonths!,
  }
}

/** The accrued side is that of the cost or income. */
function accrualOf(
  draft: StoredDraft,
  own: Side | undefined,
  contra: Side | undefined,
  facts: Facts,
  report: Report,
): Accrual | undefined {
  if (draft.accrualAccount === null || draft.accrualStart === null || draft.accrualEnd === null) return undefined
  const side = costSide(own, contra)
  if (side === undefined || !ACCRUAL_TYPES.includes(draft.type)) {
    report(
      'JournalBookingAccrualNotPossible',
      'accountNumber',
      'its accrual has no account of cost or income to accrue.',
    )
    return undefined
  }
  const account = facts.accounts.get(draft.accrualAccount)
  const fault = accountFault(draft.accrualAccount, account, 'own', false) ?? demandFault(account, draft)
  if (fault) report(fault.code, 'accountNumber', fault.message)
  const months = monthEnds(draft.accrualStart, draft.accrualEnd).map((date) => {
    const period = facts.periods(date)
    const closed = periodFault(date, period)
    if (closed) report(VOUCHER_CODES[closed.code], 'date', `its accrual: ${closed.message}`)
    return { date, accountingYear: period?.year ?? '' }
  })
  return { side, accountNumber: draft.accrualAccount, months }
}
