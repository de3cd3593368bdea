import type { Transaction } from '../../database/connection.ts'
import { ApiError, type Fault, throwFaults } from '../../errors/catalogue.ts'
import { lockLedger } from '../lock.ts'
import { centsToText } from '../money.ts'
import { type FindPeriod, lockPeriods, periodFault, VOUCHER_CODES } from '../periods.ts'
import { accountFault, type AccountFact } from '../rules.ts'
import { accountsOf, partiesOf, type PartyFact } from './facts.ts'
import { type Booked, post } from './post.ts'
import type { Posting } from './posting.ts'

/** Whole vouchers of one journal, or of none, posting by posting. */
export interface PostingsRequest {
  agreement: number
  journalNumber: number | null
  /** Their accounting year is filled in here. */
  postings: readonly Posting[]
  /** Nobody typed them in: accounts that are blocked for direct entries take them, and what they settle realises differences. */
  isAutomatic?: true
}

/** Postings are refused; `posting` is the place of the first that is at fault. */
export class PostingsRefused extends ApiError {
  readonly posting: number

  constructor(fault: Fault, posting: number) {
    super([fault])
    this.posting = posting
  }
}

/**
 * Books vouchers whose postings are known one by one, as another program's are, in a fixed number of statements. Nothing is
 * expanded: where VAT is due, it is among the postings, right behind what it is the tax of. What booking checks of a draft entry is
 * checked here: day, account, party and its summary account, and the balance of every voucher.
 * @throws PostingsRefused with the first fault.
 */
export async function bookPostings(transaction: Transaction, request: PostingsRequest): Promise<Booked> {
  const { agreement, journalNumber, postings, isAutomatic = false } = request
  const ledger = await lockLedger(transaction, agreement)
  if (journalNumber !== null) {
    const journal = 'SELECT FROM journal j WHERE j.agreement = $1 AND j.number = $2 FOR KEY SHARE'
    await transaction.rows(journal, [agreement, journalNumber])
  }
  const periods = await lockPeriods(transaction, agreement, new Set(postings.map(({ date }) => date)))
  const accounts = await accountsOf(transaction, agreement, new Set(postings.map((one) => one.accountNumber)))
  const partiesNamed = (party: Party): Promise<PartyFacts> =>
    partiesOf(transaction, agreement, party, new Set(postings.flatMap((one) => one[`${party}Number`] ?? [])))
  const parties = { customer: await partiesNamed('customer'), supplier: await partiesNamed('supplier') }
  postings.forEach((posting, at) => {
    const fault = dayFault(posting, periods) ?? sideFault(posting, accounts, parties, isAutomatic)
    if (fault) throw new PostingsRefused(fault, at)
  })
  throwFaults(unbalanced(postings, ledger.baseCurrency))
  // Books that come from elsewhere have their exchange differences in postings of their own.
  return await post(transaction, ledger, journalNumber, postings, isAutomatic ? 'settle' : 'keepDifferences')
}

function dayFault(posting: Posting, periods: FindPeriod): Fault | undefined {
  const period = periods(posting.date)
  const fault = periodFault(posting.date, period)
  if (fault) return { code: VOUCHER_CODES[fault.code], property: 'date', message: fault.message }
  posting.accountingYear = period!.year
  return undefined
}

type Party = 'customer' | 'supplier'
type PartyFacts = ReadonlyMap<number, PartyFact>

function partyOf({ customerNumber, supplierNumber }: Posting): { party: Party; number: number } | undefined {
  if (customerNumber !== null) return { party: 'customer', number: customerNumber }
  return supplierNumber === null ? undefined : { party: 'supplier', number: supplierNumber }
}

function sideFault(
  posting: Posting,
  accounts: ReadonlyMap<number, AccountFact>,
  parties: Readonly<Record<Party, PartyFacts>>,
  isAutomatic: boolean,
): Fault | undefined {
  const { accountNumber } = posting
  const named = partyOf(posting)
  const party = named && parties[named.party].get(named.number)
  if (named && (!party || party.isBarred || party.accountNumber !== accountNumber)) {
    const message = `Account ${accountNumber} is not the summary account of ${named.party} ${named.number}.`
    return { code: 'JournalEntryAccountIsBlockedForDirectEntries', property: 'accountNumber', message }
  }
  const account = accounts.get(accountNumber)
  const mayBeBlocked = named !== undefined || (isAutomatic && account?.isSummary === false)
  const fault = accountFault(accountNumber, account, 'own', mayBeBlocked)
  return fault && { ...fault, property: 'accountNumber' }
}

function unbalanced(postings: readonly Posting[], baseCurrency: string): Fault[] {
  const sums = new Map<string, bigint>()
  for (const { accountingYear, voucherNumber, base } of postings) {
    const voucher = `${voucherNumber} of ${accountingYear}`
    sums.set(voucher, (sums.get(voucher) ?? 0n) + base)
  }
  return [...sums].flatMap(([voucher, sum]) => {
    if (sum === 0n) return []
    const message = `Voucher ${voucher} is out of balance by ${centsToText(sum)} ${baseCurrency}.`
    return [{ code: 'JournalBookingVoucherNotInBalance', property: 'voucherNumber', message } satisfies Fault]
  })
}
