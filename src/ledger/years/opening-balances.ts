import type { Transaction } from '../../database/connection.ts'
import { ApiError, type Fault, throwFaults } from '../../errors/catalogue.ts'
import { BookingsInTurn, PostingsRefused } from '../booking/book-postings.ts'
import { BLANK, OPENING_ENTRY, type Posting } from '../booking/posting.ts'
import { reverseVoucher, type Voucher } from '../booking/reverse.ts'
import { rateBetween } from '../currency.ts'
import { lockJournal } from '../drafts/facts.ts'
import { takeVoucherNumbers } from '../drafts/voucher-numbers.ts'
import { lockLedger } from '../lock.ts'
import { assetSums, closeAssets, openAssets, type OpeningAsset } from './opening-assets.ts'
import { centsOf, centsToText } from '../money.ts'

interface Amounts {
  /** None: the base currency. */
  currency?: string | undefined
  /** Decimal text, debit positive; in the currency. */
  amount: string
  /** Where there is another currency. */
  amountInBaseCurrency?: string | undefined
}

/** What an account has. That of a summary account is compared with its items, and not booked. */
export interface AccountOpening extends Amounts {
  accountNumber: number
}

/** What is open of an invoice of other books. */
export interface ItemOpening extends Amounts {
  customerNumber?: number | undefined
  supplierNumber?: number | undefined
  invoiceNumber: string
  dueDate?: string | undefined
}

/** Balances of other books, to open these with. */
export interface OpeningRequest {
  date: string
  journalNumber: number
  text?: string | undefined
  accounts: readonly AccountOpening[]
  items: readonly ItemOpening[]
  /** The register of assets, at the end of the day. */
  assets: readonly OpeningAsset[]
  nextInvoiceNumber?: number | undefined
  preview?: boolean | undefined
}

/**
 * What does not add up: all of it where there is no account, else what is given of a summary account beside its items.
 * Decimal text.
 */
export interface OpeningDifference {
  accountNumber: number | null
  given: string
  items: string
  difference: string
}

/** What was booked, or would be. */
export interface OpenedBooks extends Voucher {
  lines: number
  debit: string
  credit: string
  differences: OpeningDifference[]
}

interface Line {
  /** Where a fault of it is: `items[3]`. */
  place: string
  accountNumber: number
  item?: ItemOpening
  amounts: Amounts
}

/** A line that does not say what it is in base currency is in it. */
const baseOf = ({ amount, amountInBaseCurrency }: Amounts): bigint => centsOf(amountInBaseCurrency ?? amount)

/**
 * Opens the books with balances of others (MONTH.md 7), in the caller's transaction: one voucher of opening entries
 * (type 7). Items keep the numbers that their invoices have. The next invoice gets the number asked for.
 * @throws ApiError OpeningBalancesAreThere, OpeningBalancesDoNotAddUp, what the day, the journal, and each account or
 * party says.
 */
export async function openBooks(
  transaction: Transaction,
  agreement: number,
  request: OpeningRequest,
): Promise<OpenedBooks> {
  const { baseCurrency } = await lockLedger(transaction, agreement)
  if (await openingOf(transaction, agreement)) throw new ApiError({ code: 'OpeningBalancesAreThere' })
  const journal = await lockJournal(transaction, agreement, request.journalNumber)
  if (!journal) throw new ApiError({ code: 'JournalDoesNotExist', property: 'journalNumber' })
  throwFaults(currencyFaults(request, baseCurrency))
  const lines = await linesOf(transaction, agreement, request)
  const booked = lines.filter(({ amounts }) => baseOf(amounts) !== 0n || centsOf(amounts.amount) !== 0n)
  const assets = await assetSums(transaction, agreement, request.assets)
  const differences = [...differencesOf(request, lines), ...assetDifferences(assets, lines)]
  const sum = (sign: 1 | -1): bigint =>
    booked.reduce((total, { amounts }) => total + (baseOf(amounts) * BigInt(sign) > 0n ? baseOf(amounts) : 0n), 0n)
  const told = { lines: booked.length, debit: centsToText(sum(1)), credit: centsToText(-sum(-1)), differences }
  const nothing = { journalNumber: request.journalNumber, accountingYear: '', voucherNumber: 0 }
  if (differences.length > 0) {
    if (request.preview !== true) throwFaults(differences.map(differenceFault))
    return { ...nothing, ...told }
  }
  const [voucherNumber] = await takeVoucherNumbers(transaction, agreement, journal, 1)
  const postings = booked.map((line) => postingOf(line, request, { baseCurrency, voucherNumber: voucherNumber! }))
  await bookOpening(transaction, agreement, request.journalNumber, booked, postings)
  if (request.assets.length > 0) await openAssets(transaction, agreement, request.date, request.assets)
  await beginSeries(transaction, agreement, request.nextInvoiceNumber)
  const { accountingYear } = postings[0] ?? { accountingYear: '' }
  return { ...nothing, accountingYear, voucherNumber: voucherNumber!, ...told }
}

/**
 * Takes the opening balances back: reverses their voucher, on its day.
 * @throws ApiError OpeningBalancesDoNotExist; OpeningBalancesHaveSuccessors where anything was booked since.
 */
export async function closeBooks(transaction: Transaction, agreement: number): Promise<void> {
  await lockLedger(transaction, agreement)
  const opening = await openingOf(transaction, agreement)
  if (!opening) throw new ApiError({ code: 'OpeningBalancesDoNotExist' })
  const { isLast, ...voucher } = opening
  if (!isLast) throw new ApiError({ code: 'OpeningBalancesHaveSuccessors' })
  await closeAssets(transaction, agreement, opening.date)
  await reverseVoucher(transaction, { agreement, ...voucher })
}

/** The voucher of opening entries in a journal that is not reversed: those of closed years have no journal. */
async function openingOf(
  transaction: Transaction,
  agreement: number,
): Promise<(Voucher & { date: string; isLast: boolean }) | undefined> {
  const [found] = await transaction.rows<Voucher & { date: string; isLast: boolean }>(OPENING, [agreement])
  return found
}

const OPENING = `
  SELECT e.journal_number AS "journalNumber", e.accounting_year AS "accountingYear",
    e.voucher_number AS "voucherNumber", e.date, e.booking = (SELECT max(b.number) FROM booking b
    WHERE b.agreement = $1) AS "isLast"
  FROM booked_entry e
  WHERE e.agreement = $1 AND e.type = 7 AND e.journal_number IS NOT NULL
    AND NOT EXISTS (SELECT FROM entry_reversal r WHERE r.agreement = $1
      AND e.entry_number IN (r.reversed_entry, r.reversing_entry))
  ORDER BY e.entry_number LIMIT 1`

/** Another currency needs its amount in base currency, and the base currency has one amount. */
function currencyFaults({ accounts, items }: OpeningRequest, baseCurrency: string): Fault[] {
  const faultOf = ({ currency, amountInBaseCurrency: base }: Amounts, place: string): Fault[] => {
    const isBase = currency === undefined || currency === baseCurrency
    if (isBase === (base === undefined)) return []
    const message = isBase ? 'The amount is in base currency.' : `Say what ${currency} it is in ${baseCurrency}.`
    return [{ code: isBase ? 'ValueNotAllowed' : 'ValueRequired', property: `${place}.amountInBaseCurrency`, message }]
  }
  return [
    ...accounts.flatMap((one, at) => faultOf(one, `accounts[${at}]`)),
    ...items.flatMap((one, at) => faultOf(one, `items[${at}]`)),
  ]
}

/** The lines to book: accounts that are not summary accounts, and items on those of their parties. */
async function linesOf(transaction: Transaction, agreement: number, request: OpeningRequest): Promise<Line[]> {
  const numbers = (of: (item: ItemOpening) => number | undefined): string => JSON.stringify(request.items.map(of))
  const [known] = await transaction.rows<{ customers: string; suppliers: string; summaries: string }>(KNOWN, [
    agreement,
    numbers(({ customerNumber }) => customerNumber),
    numbers(({ supplierNumber }) => supplierNumber),
  ])
  const customers = JSON.parse(known!.customers) as Record<string, number>
  const suppliers = JSON.parse(known!.suppliers) as Record<string, number>
  const summaries = new Set(JSON.parse(known!.summaries) as number[])
  const faults: Fault[] = []
  const items = request.items.map((item, at): Line => {
    const { customerNumber: customer, supplierNumber: supplier } = item
    const place = `items[${at}]`
    if ((customer === undefined) === (supplier === undefined)) {
      const message = 'Give customerNumber or supplierNumber.'
      faults.push({ code: 'ValueRequired', property: `${place}.customerNumber`, message })
    }
    const accountNumber = customer === undefined ? suppliers[supplier!] : customers[customer]
    if (accountNumber === undefined && customer !== undefined) {
      faults.push({ code: 'CustomerDoesNotExist', property: `${place}.customerNumber` })
    } else if (accountNumber === undefined && supplier !== undefined) {
      faults.push({ code: 'SupplierDoesNotExist', property: `${place}.supplierNumber` })
    }
    return { place, accountNumber: accountNumber ?? 0, item, amounts: item }
  })
  throwFaults(faults)
  const accounts = request.accounts.flatMap((account, at): Line[] =>
    summaries.has(account.accountNumber)
      ? []
      : [{ place: `accounts[${at}]`, accountNumber: account.accountNumber, amounts: account }],
  )
  return [...accounts, ...items]
}

const KNOWN = `
  SELECT (SELECT coalesce(json_object_agg(c.number, g.account_number), '{}') FROM customer c
      JOIN customer_group g ON g.agreement = $1 AND g.number = c.group_number
      WHERE c.agreement = $1 AND c.number IN (SELECT n.number::int
        FROM json_array_elements_text($2::json) AS n(number)))::text AS customers,
    (SELECT coalesce(json_object_agg(s.number, g.account_number), '{}') FROM supplier s
      JOIN supplier_group g ON g.agreement = $1 AND g.number = s.group_number
      WHERE s.agreement = $1 AND s.number IN (SELECT n.number::int
        FROM json_array_elements_text($3::json) AS n(number)))::text AS suppliers,
    (SELECT coalesce(json_agg(a.account_number), '[]') FROM summary_account a WHERE a.agreement = $1)::text
      AS summaries`

/** Each summary account that is given beside its items, and all that is booked together. */
function differencesOf({ accounts }: OpeningRequest, lines: readonly Line[]): OpeningDifference[] {
  const sumOf = (some: readonly Line[]): bigint => some.reduce((sum, { amounts }) => sum + baseOf(amounts), 0n)
  const booked = new Set(lines.filter(({ item }) => !item).map(({ accountNumber }) => accountNumber))
  const given = new Map<number, bigint>()
  for (const account of accounts) {
    if (booked.has(account.accountNumber)) continue
    given.set(account.accountNumber, (given.get(account.accountNumber) ?? 0n) + baseOf(account))
  }
  const difference = (accountNumber: number | null, sum: bigint, items: bigint): OpeningDifference[] =>
    sum === items
      ? []
      : [
          {
            accountNumber,
            given: centsToText(sum),
            items: centsToText(items),
            difference: centsToText(sum - items),
          },
        ]
  const ofAccounts = [...given].flatMap(([number, sum]) => {
    const items = lines.filter(({ item, accountNumber }) => item && accountNumber === number)
    return difference(number, sum, sumOf(items))
  })
  return [...ofAccounts, ...difference(null, sumOf(lines), 0n)]
}

/** Each account of the groups of the assets, and what they come to on it. */
function assetDifferences(sums: ReadonlyMap<number, bigint>, lines: readonly Line[]): OpeningDifference[] {
  return [...sums].flatMap(([accountNumber, assets]) => {
    const own = lines.filter((line) => line.accountNumber === accountNumber)
    const given = own.reduce((sum, { amounts }) => sum + baseOf(amounts), 0n)
    if (given === assets) return []
    const difference = centsToText(given - assets)
    return [{ accountNumber, given: centsToText(given), items: centsToText(assets), difference }]
  })
}

function differenceFault({ accountNumber, given, items, difference }: OpeningDifference): Fault {
  const message =
    accountNumber === null
      ? `The balances are ${given} together, and must be 0.00.`
      : `Account ${accountNumber} has ${given}, and its items or assets have ${items}: ${difference} is missing.`
  return { code: 'OpeningBalancesDoNotAddUp', property: accountNumber === null ? 'accounts' : 'items', message }
}

function postingOf(
  { accountNumber, item, amounts }: Line,
  { date, text, journalNumber }: OpeningRequest,
  { baseCurrency, voucherNumber }: { baseCurrency: string; voucherNumber: number },
): Posting {
  const [amount, base] = [centsOf(amounts.amount), baseOf(amounts)]
  return {
    ...BLANK,
    accountNumber,
    type: OPENING_ENTRY,
    date,
    journalNumber,
    voucherNumber,
    amount,
    amountInBaseCurrency: base,
    currency: amounts.currency ?? baseCurrency,
    exchangeRate: rateBetween(amount, base),
    text: text ?? null,
    customerNumber: item?.customerNumber ?? null,
    supplierNumber: item?.supplierNumber ?? null,
    supplierInvoiceNumber: item?.supplierNumber === undefined ? null : item.invoiceNumber,
    externalNumber: item?.customerNumber === undefined ? null : item.invoiceNumber,
    dueDate: item?.dueDate ?? null,
  }
}

/** Books the voucher, and fills in the accounting year of its postings. */
async function bookOpening(
  transaction: Transaction,
  agreement: number,
  journalNumber: number,
  lines: readonly Line[],
  postings: readonly Posting[],
): Promise<void> {
  if (postings.length === 0) throw new ApiError({ code: 'ValueRequired', property: 'accounts' })
  try {
    const bookings = await BookingsInTurn.begin(transaction, agreement)
    await bookings.book(journalNumber, postings)
    await bookings.end()
  } catch (error) {
    if (!(error instanceof PostingsRefused)) throw error
    const [fault] = error.faults
    const isOfRequest = fault.property === 'date'
    const property = isOfRequest ? 'date' : `${lines[error.posting]!.place}.${fault.property}`
    throw new ApiError({ ...fault, property })
  }
}

/** The next invoice gets the number, which must be above every one that is used. */
async function beginSeries(transaction: Transaction, agreement: number, next: number | undefined): Promise<void> {
  if (next === undefined) return
  const set = await transaction.rows(
    `UPDATE sales_setup SET next_invoice_number = $2, object_version = nextval('object_version')
     WHERE agreement = $1 AND $2 > coalesce((SELECT c.value FROM counter c WHERE c.agreement = $1
       AND c.name = 'invoice'), 0)
     RETURNING agreement`,
    [agreement, next],
  )
  const message = 'It must be above every invoice number that is used.'
  if (set.length === 0) throw new ApiError({ code: 'ValueOutOfRange', property: 'nextInvoiceNumber', message })
}
