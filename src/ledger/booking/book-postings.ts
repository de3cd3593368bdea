import type { Transaction } from '../../database/connection.ts'
import { ApiError, type Fault, throwFaults } from '../../errors/catalogue.ts'
import { type LockedLedger, lockLedger } from '../lock.ts'
import { CENTS_MAX, centsToText } from '../money.ts'
import { periodFault, VOUCHER_CODES } from '../periods.ts'
import { accountFault, currencyFault, isPaymentOf } from '../rules.ts'
import type { Booked, Next, SealedBooking } from './booked.ts'
import { following, post, seal, takeNext, write } from './post.ts'
import type { Party } from '../parties/party.ts'
import { PostingFacts } from './posting-facts.ts'
import type { Posting } from './posting.ts'

/** Postings are refused; `posting` is the place of the first that is at fault. */
export class PostingsRefused extends ApiError {
  readonly posting: number

  constructor(fault: Fault, posting: number) {
    super([fault])
    this.posting = posting
  }
}

/**
 * Books whole vouchers of no journal, in a fixed number of statements. The caller gives every posting: nothing is
 * expanded, and a tax stands right behind the posting that it is the tax of. Fills in the accounting year. Checks day,
 * account, currency, party and its summary account, the size of the amount, and the balance of every voucher, as the
 * booking of draft entries does. The postings are automatic, so accounts that are blocked for direct entries take them.
 * @param takesBarredParties whether the caller has decided which parties may be barred: credit notes are booked for
 * those too.
 * @throws PostingsRefused with the first fault.
 */
export async function bookPostings(
  transaction: Transaction,
  agreement: number,
  postings: readonly Posting[],
  takesBarredParties = false,
): Promise<Booked> {
  const ledger = await lockLedger(transaction, agreement)
  const facts = new PostingFacts(transaction, agreement)
  await checkPostings(postings, ledger, facts, { isAutomatic: true, takesBarredParties })
  return await post(transaction, ledger, null, postings)
}

/**
 * Books vouchers from other books: each booking as `bookPostings` does, but in a journal and without exchange
 * differences, which those books have as postings. The ledger stays locked: a booking is made and sealed while the
 * database takes the one before.
 */
export class BookingsInTurn {
  readonly #transaction: Transaction
  readonly #ledger: LockedLedger
  readonly #facts: PostingFacts
  readonly #journals = new Set<number>()
  #last: SealedBooking | undefined
  #writing: Promise<void> = Promise.resolve()

  private constructor(transaction: Transaction, ledger: LockedLedger) {
    this.#transaction = transaction
    this.#ledger = ledger
    this.#facts = new PostingFacts(transaction, ledger.agreement)
  }

  static async begin(transaction: Transaction, agreement: number): Promise<BookingsInTurn> {
    return new BookingsInTurn(transaction, await lockLedger(transaction, agreement))
  }

  /**
   * Returns once the booking is checked and sent, and the one before is written.
   * @throws PostingsRefused with the first fault of these postings.
   */
  async book(journalNumber: number, postings: readonly Posting[]): Promise<void> {
    try {
      const sealed = await this.#sealed(journalNumber, postings)
      await this.#writing
      this.#writing = this.#write(sealed, this.#last === undefined)
      // Awaited later. Until then this handler keeps a failure from being unhandled.
      this.#writing.catch(() => {})
      this.#last = sealed
    } catch (error) {
      // Where writing failed, everything after it failed for that reason.
      await this.#writing
      throw error
    }
  }

  /** Waits until all is written, or one failed: nothing goes on in the transaction afterwards. */
  async end(): Promise<void> {
    await this.#writing
  }

  async #sealed(journalNumber: number, postings: readonly Posting[]): Promise<SealedBooking> {
    await this.#lockJournal(journalNumber)
    await checkPostings(postings, this.#ledger, this.#facts, { isAutomatic: false, takesBarredParties: false })
    const next = this.#last ? following(this.#last) : await this.#takeNext(postings.length)
    return await seal(this.#ledger, next, journalNumber, postings)
  }

  async #write(sealed: SealedBooking, isNumbered: boolean): Promise<void> {
    const { firstEntry, lastEntry, booking } = sealed.booked
    const taken = isNumbered ? undefined : this.#takeNext(lastEntry - firstEntry + 1)
    const [next] = await Promise.all([taken, write(this.#transaction, this.#ledger, sealed, 'keepDifferences')])
    if (next && (next.first !== firstEntry || next.booking !== booking)) {
      throw new Error(
        `Booking ${booking} begins with entry ${firstEntry}, but ${next.booking} and ${next.first} were next.`,
      )
    }
  }

  #takeNext(entries: number): Promise<Next> {
    return takeNext(this.#transaction, this.#ledger.agreement, entries)
  }

  async #lockJournal(number: number): Promise<void> {
    if (this.#journals.has(number)) return
    const journal = 'SELECT FROM journal j WHERE j.agreement = $1 AND j.number = $2 FOR KEY SHARE'
    await this.#transaction.rows(journal, [this.#ledger.agreement, number])
    this.#journals.add(number)
  }
}

/** What postings may do beside others. */
interface Liberties {
  isAutomatic: boolean
  takesBarredParties: boolean
}

/**
 * Looks up what the postings name, and checks them; fills in their accounting years. @throws PostingsRefused with the
 * first fault.
 */
async function checkPostings(
  postings: readonly Posting[],
  { baseCurrency }: LockedLedger,
  facts: PostingFacts,
  liberties: Liberties,
): Promise<void> {
  await facts.look(postings)
  postings.forEach((posting, at) => {
    const fault = dayFault(posting, facts) ?? sideFault(posting, facts, liberties) ?? sizeFault(posting)
    if (fault) throw new PostingsRefused(fault, at)
  })
  throwFaults(unbalanced(postings, baseCurrency))
}

function dayFault(posting: Posting, facts: PostingFacts): Fault | undefined {
  const period = facts.period(posting.date)
  const fault = periodFault(posting.date, period)
  if (fault) return { code: VOUCHER_CODES[fault.code], property: 'date', message: fault.message }
  posting.accountingYear = period!.year
  return undefined
}

function partyOf({ customerNumber, supplierNumber }: Posting): { party: Party; number: number } | undefined {
  if (customerNumber !== null) return { party: 'customer', number: customerNumber }
  return supplierNumber === null ? undefined : { party: 'supplier', number: supplierNumber }
}

function sideFault(posting: Posting, facts: PostingFacts, liberties: Liberties): Fault | undefined {
  const { accountNumber } = posting
  const { isAutomatic, takesBarredParties } = liberties
  const named = partyOf(posting)
  const party = named && facts.party(named.party, named.number)
  if (named && party?.isBarred && !takesBarredParties && !isPaymentOf(named.party, posting.type))
    return barredFault(named)
  if (named && party?.accountNumber !== accountNumber) {
    const message = `Account ${accountNumber} is not the summary account of ${named.party} ${named.number}.`
    return { code: 'JournalEntryAccountIsBlockedForDirectEntries', property: 'accountNumber', message }
  }
  const account = facts.account(accountNumber)
  const mayBeBlocked = named !== undefined || (isAutomatic && account?.isSummary === false)
  const fault = accountFault(accountNumber, account, 'own', mayBeBlocked)
  return fault ?? (isAutomatic ? currencyFault(account, posting.currency) : undefined)
}

const fits = (cents: bigint): boolean => cents <= CENTS_MAX && cents >= -CENTS_MAX

function sizeFault({ amount, amountInBaseCurrency: base }: Posting): Fault | undefined {
  if (fits(amount) && fits(base)) return undefined
  const message = 'An amount to book has more than 18 digits before the point.'
  return { code: 'JournalEntryAmountExceedsDigitLimit', property: 'amount', message }
}

const barredFault = ({ party, number }: { party: Party; number: number }): Fault =>
  party === 'customer'
    ? { code: 'CustomerIsBarred', property: 'customerNumber', message: `Customer ${number} is barred.` }
    : {
        code: 'JournalEntrySupplierNotAccessible',
        property: 'supplierNumber',
        message: `Supplier ${number} is barred.`,
      }

function unbalanced(postings: readonly Posting[], baseCurrency: string): Fault[] {
  const sums = new Map<string, bigint>()
  for (const { accountingYear, voucherNumber, amountInBaseCurrency } of postings) {
    const voucher = `${voucherNumber} of ${accountingYear}`
    sums.set(voucher, (sums.get(voucher) ?? 0n) + amountInBaseCurrency)
  }
  return [...sums].flatMap(([voucher, sum]) => {
    if (sum === 0n) return []
    const message = `Voucher ${voucher} is out of balance by ${centsToText(sum)} ${baseCurrency}.`
    return [{ code: 'JournalBookingVoucherNotInBalance', property: 'voucherNumber', message } satisfies Fault]
  })
}
