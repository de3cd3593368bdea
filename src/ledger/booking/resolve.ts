import type { Transaction } from '../../database/connection.ts'
import { type ErrorCode, type Fault, throwFaults } from '../../errors/catalogue.ts'
import { ACCRUAL_MONTHS_MAX } from '../../limits.ts'
import { monthEnds, monthsTouched } from './accrual.ts'
import { assetFaults, isOfAsset, namesAsset } from '../assets.ts'
import { parseRate } from '../currency.ts'
import type { StoredDraft } from '../drafts/store.ts'
import { demandFault, dimensionFaults, keyFaults, projectFaults } from '../dimensions.ts'
import type { Accrual, ResolvedEntry, Side } from './expand.ts'
import { type BookingJournal, type Facts, hasDimensions, loadFacts } from './facts.ts'
import { quantityOf } from '../money.ts'
import { periodFault, VOUCHER_CODES } from '../periods.ts'
import type { LockedLedger } from '../lock.ts'
import {
  ACCRUAL_TYPES,
  accountFault,
  currencyFault,
  barredPartyFault,
  partyOfAccount,
  partyOfType,
  type RuleFault,
  vatCodeFault,
} from '../rules.ts'
import { inSteps } from '../steps.ts'

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
  const facts = await loadFacts(transaction, ledger.agreement, journal, drafts)
  const report = new Report()
  const entries: ResolvedEntry[] = []
  await inSteps(drafts, (draft) => void entries.push(resolve(draft, facts, report)))
  throwFaults(report.faults)
  return entries
}

/** Faults gathered, at most: an answer lists far fewer, and a booking may have very many. */
const FAULTS_MAX = 10_000

/** Gathers what is wrong with the drafts. */
class Report {
  readonly faults: Fault[] = []

  addFault(draft: StoredDraft, fault: RuleFault | undefined): void {
    if (fault) this.add(draft, fault.code, fault.property, fault.message)
  }

  add(draft: StoredDraft, code: ErrorCode, property: string, message: string): void {
    if (this.faults.length < FAULTS_MAX)
      this.faults.push({ code, property, message: `Draft entry ${draft.entryNumber}: ${message}` })
  }
}

/** The summary accounts of a draft's parties. */
interface SummaryAccounts {
  customerAccount: number | null
  supplierAccount: number | null
}

function resolve(draft: StoredDraft, facts: Facts, report: Report): ResolvedEntry {
  const period = facts.periods(draft.date)
  const closed = periodFault(draft.date, period)
  if (closed) report.add(draft, VOUCHER_CODES[closed.code], 'date', closed.message)
  const summary = summaryAccounts(draft, facts, report)
  if (hasDimensions(draft)) {
    const { dimensions } = facts
    const faults = [projectFaults(draft, dimensions), dimensionFaults(draft, dimensions), keyFaults(draft, dimensions)]
    for (const fault of faults.flat()) {
      report.add(draft, fault.code, fault.property, fault.message)
    }
  }
  const own = sideOf(draft, 'own', summary, facts, report)
  const contra = sideOf(draft, 'contra', summary, facts, report)
  if (!own && !contra) {
    const message = 'it has neither account nor contra account.'
    report.add(draft, 'JournalEntryAccountAndContraAccountNotSet', 'accountNumber', message)
  }
  return {
    draft,
    journalNumber: facts.journal.number,
    accountingYear: period?.year ?? '',
    exchangeRate: parseRate(draft.exchangeRate),
    own,
    contra,
    quantity1: quantityOf(draft.quantity1 ?? null),
    quantity2: quantityOf(draft.quantity2 ?? null),
    accrual: draft.accrual && accrualOf(draft, costSide(own, contra), facts, report),
    asset: draft.seldom === null ? undefined : assetOf(draft, costSide(own, contra), facts, report),
  }
}

function summaryAccounts(draft: StoredDraft, facts: Facts, report: Report): SummaryAccounts {
  const customer = draft.customerNumber === null ? undefined : facts.customers.get(draft.customerNumber)
  const supplier = draft.supplierNumber === null ? undefined : facts.suppliers.get(draft.supplierNumber)
  report.addFault(draft, barredPartyFault('customer', customer, draft.type))
  report.addFault(draft, barredPartyFault('supplier', supplier, draft.type))
  return { customerAccount: customer?.accountNumber ?? null, supplierAccount: supplier?.accountNumber ?? null }
}

/** One side with its account as of now: the own side of types 2, 3, 4 and 10 is the party's summary account. */
function sideOf(
  draft: StoredDraft,
  name: 'own' | 'contra',
  summary: SummaryAccounts,
  facts: Facts,
  report: Report,
): Side | undefined {
  const isOwn = name === 'own'
  const fixedParty = isOwn ? partyOfType(draft.type) : undefined
  const typed = isOwn ? draft.accountNumber : draft.contraAccountNumber
  const summaryAccount = fixedParty === 'customer' ? summary.customerAccount : summary.supplierAccount
  const accountNumber = fixedParty ? summaryAccount : typed
  if (accountNumber === null) return undefined
  const party = fixedParty ?? partyOfAccount(accountNumber, summary)
  const account = facts.accounts.get(accountNumber)
  const isOfParty = party !== undefined
  report.addFault(draft, accountFault(accountNumber, account, name, isOfParty) ?? demandFault(account, draft, name))
  const code = isOwn ? draft.vatCode : draft.contraVatCode
  const vat = code === null ? undefined : facts.vatCodes.get(code)
  for (const number of [accountNumber, vat?.accountNumber, vat?.contraAccountNumber]) {
    report.addFault(draft, currencyFault(facts.accounts.get(number ?? 0), draft.currency))
  }
  report.addFault(draft, vatCodeFault(code, name, { account, isOfParty, isLocked: facts.journal.lockVatCodes }))
  return { accountNumber, party, vat }
}

/** The side whose account a cost or income belongs to: the contra side where the own side is a party's. */
function costSide(own: Side | undefined, contra: Side | undefined): 'own' | 'contra' | undefined {
  if (own && own.party === undefined) return 'own'
  return contra && contra.party === undefined ? 'contra' : undefined
}

/** The asset that the entry buys, or is of, on the side of its cost. */
function assetOf(
  draft: StoredDraft,
  side: 'own' | 'contra' | undefined,
  facts: Facts,
  report: Report,
): ResolvedEntry['asset'] {
  if (!namesAsset(draft)) return undefined
  const { type, accrual, assetNumber, text } = draft
  const { periods, assets } = facts
  const isThere = isOfAsset(draft, assets)
  const faults = assetFaults(draft, { type, hasAccrual: accrual !== undefined, assets, periods })
  for (const { code, property, message } of faults) report.add(draft, code, property, message)
  assets.add(assetNumber!)
  if (side === undefined) {
    const message = 'its asset has no account of its own to be booked on.'
    report.add(draft, 'JournalEntryAssetWrongEntryType', 'assetNumber', message)
    return undefined
  }
  const bought = {
    number: assetNumber!,
    groupNumber: draft.assetGroupNumber!,
    text,
    startDate: draft.assetStartDate!,
    lifeTimeMonths: draft.assetLifeTimeMonths!,
  }
  return { side, number: assetNumber!, bought: isThere ? undefined : bought }
}

/** The accrued side is that of the cost or income. */
function accrualOf(
  draft: StoredDraft,
  side: 'own' | 'contra' | undefined,
  facts: Facts,
  report: Report,
): Accrual | undefined {
  const { accountNumber, start, end } = draft.accrual!
  if (side === undefined || !ACCRUAL_TYPES.includes(draft.type)) {
    const message = 'its accrual has no account of cost or income to accrue.'
    report.add(draft, 'JournalBookingAccrualNotPossible', 'accountNumber', message)
    return undefined
  }
  const account = facts.accounts.get(accountNumber)
  const fault =
    accountFault(accountNumber, account, 'own', false) ??
    demandFault(account, draft, 'own') ??
    currencyFault(account, draft.currency)
  if (fault) report.add(draft, fault.code, 'accountNumber', fault.message)
  const touched = monthsTouched(start, end)
  if (touched > ACCRUAL_MONTHS_MAX) {
    const message = `its accrual touches ${touched} calendar months, and at most ${ACCRUAL_MONTHS_MAX} can be booked.`
    report.add(draft, 'JournalBookingAccrualNotPossible', 'date', message)
    return undefined
  }
  const months = monthEnds(start, end).map((date) => {
    const period = facts.periods(date)
    const closed = periodFault(date, period)
    if (closed) report.add(draft, VOUCHER_CODES[closed.code], 'date', `its accrual: ${closed.message}`)
    return { date, accountingYear: period?.year ?? '' }
  })
  return { side, accountNumber, months }
}
