import type { Transaction } from '../../database/connection.ts'
import { ApiError, type Fault, throwFaults } from '../../errors/catalogue.ts'
import { arrayOf, elements } from '../../ledger/arrays.ts'
import { bookPostings, PostingsRefused } from '../../ledger/booking/book-postings.ts'
import { BLANK, NO_PARTY, type Posting } from '../../ledger/booking/posting.ts'
import { BASE_RATE, baseCents, type RateMillionths } from '../../ledger/currency.ts'
import { daysAfter, daysBetween } from '../../ledger/days.ts'
import { lockLedger } from '../../ledger/lock.ts'
import { centsToText } from '../../ledger/money.ts'
import { ratesOn } from '../../ledger/rates.ts'
import type { SystemTexts } from '../../ledger/system-texts.ts'
import { REMINDERS_MAX } from '../../limits.ts'
import { dueItems } from './due.ts'
import { type Addressee, type Letter, lettersOf, REMINDER_ENTRY } from './letters.ts'
import { sellerOf } from '../printed-invoice.ts'
import type { PrintedReminder } from './printed-reminder.ts'
import { reminderSetup, type ReminderSetup } from './setup.ts'

/** A customer as the letter has it. */
type Recipient = PrintedReminder['buyer'] & Addressee & { accountNumber: number }

/** A letter that was written: decimal text. Nothing is booked where it charges nothing. */
export interface Reminded {
  number: number
  customerNumber: number
  name: string
  currency: string
  level: number
  items: {
    entryNumber: number
    invoiceNumber: string | null
    dueDate: string | null
    remainder: string
    days: number
    interest: string
  }[]
  fee: string
  compensation: string
  interest: string
  amount: string
  voucherNumber: number | null
}

/**
 * Reminds customers of what is due at the end of a day (MONTH.md 6): a letter each customer and currency, with fee,
 * interest and compensation, booked as entries of type 6 in a voucher each. Whoever was reminded in the days before is
 * not, so a second call reminds nobody twice; of two at once, one waits.
 * @throws ApiError with all faults: no setup, an account that is not set, a day that takes no entries, a currency
 * without a rate.
 */
export async function remind(
  transaction: Transaction,
  agreement: number,
  { date, customers }: { date: string; customers?: readonly number[] | undefined },
): Promise<Reminded[]> {
  const { baseCurrency, texts } = await lockLedger(transaction, agreement)
  const setup = await reminderSetup(transaction, agreement)
  if (!setup) throw new ApiError({ code: 'ReminderSetupMissing', property: 'date' })
  const { daysBetween: days, levels } = setup
  const found = await dueItems(transaction, agreement, {
    date,
    daysBetween: days,
    levels,
    customers,
    most: REMINDERS_MAX,
  })
  const numbers = [...new Set(found.map(({ customerNumber }) => customerNumber))]
  const recipients = await recipientsOf(transaction, agreement, numbers)
  const letters = lettersOf(found, { date, baseCurrency, setup, addressees: recipients })
  if (letters.length === 0) return []
  const currencies = [...new Set(letters.map(({ currency }) => currency))].filter((one) => one !== baseCurrency)
  const rates = await ratesOn(transaction, agreement, date, currencies)
  rates.set(baseCurrency, BASE_RATE)
  throwFaults([...accountFaults(letters, setup), ...rateFaults(currencies, rates, date)])
  const vouchers = await takeVouchers(transaction, agreement, letters)
  const facts = { date, dueDate: daysAfter(date, days), setup, texts, rates, vouchers, recipients }
  const booked = await book(transaction, agreement, facts)
  return await write(transaction, agreement, letters, { ...facts, booked })
}

const chargesOf = ({ fee, compensation, interest }: Letter): bigint => fee + compensation + interest

function accountFaults(letters: readonly Letter[], setup: ReminderSetup): Fault[] {
  const needed: [boolean, number | null, string][] = [
    [letters.some(({ fee, compensation }) => fee + compensation !== 0n), setup.feeAccountNumber, 'feeAccountNumber'],
    [letters.some(({ interest }) => interest !== 0n), setup.interestAccountNumber, 'interestAccountNumber'],
  ]
  return needed
    .filter(([isNeeded, account]) => isNeeded && account === null)
    .map(([, , name]) => ({
      code: 'ReminderSetupMissing',
      property: 'date',
      message: `The setup of reminders has no ${name}.`,
    }))
}

const rateFaults = (currencies: readonly string[], rates: ReadonlyMap<string, RateMillionths>, date: string): Fault[] =>
  currencies
    .filter((currency) => !rates.has(currency))
    .map((currency) => ({
      code: 'JournalEntryExchangeRateError',
      property: 'date',
      message: `There is no exchange rate of ${currency} on or before ${date}.`,
    }))

async function recipientsOf(
  transaction: Transaction,
  agreement: number,
  numbers: readonly number[],
): Promise<Map<number, Recipient>> {
  const rows = await transaction.rows<Recipient>(RECIPIENTS, [agreement, arrayOf(elements(numbers))])
  return new Map(rows.map((row) => [row.number, row]))
}

/** Takes the number of a voucher for each letter that charges something. */
async function takeVouchers(
  transaction: Transaction,
  agreement: number,
  letters: readonly Letter[],
): Promise<Map<Letter, number>> {
  const charging = letters.filter((letter) => chargesOf(letter) !== 0n)
  const rows = await transaction.rows<{ number: number }>(VOUCHERS, [agreement, charging.length])
  return new Map(charging.map((letter, at) => [letter, rows[at]!.number]))
}

interface Booking {
  date: string
  dueDate: string
  setup: ReminderSetup
  texts: SystemTexts
  rates: ReadonlyMap<string, RateMillionths>
  /** Of letters that charge something. */
  vouchers: ReadonlyMap<Letter, number>
  recipients: ReadonlyMap<number, Recipient>
}

/** Books the vouchers. @returns the booking; undefined where none does. */
async function book(
  transaction: Transaction,
  agreement: number,
  { date, dueDate, setup, texts, rates, vouchers, recipients }: Booking,
): Promise<number | undefined> {
  const postings = [...vouchers].flatMap(([letter, voucherNumber]): Posting[] => {
    const { currency, level, customerNumber, fee, compensation, interest } = letter
    const rate = rates.get(currency)!
    const posting = (accountNumber: number, amount: bigint, base: bigint): Posting => ({
      ...BLANK,
      ...NO_PARTY,
      ...{ accountNumber, amount, currency, date, exchangeRate: rate, type: REMINDER_ENTRY },
      ...{ amountInBaseCurrency: base, voucherNumber, text: texts.reminder(level) },
    })
    const charged = fee + compensation
    const parts = [
      ...(charged === 0n ? [] : [posting(setup.feeAccountNumber!, -charged, -baseCents(charged, rate))]),
      ...(interest === 0n ? [] : [posting(setup.interestAccountNumber!, -interest, -baseCents(interest, rate))]),
    ]
    const base = parts.reduce((sum, { amountInBaseCurrency }) => sum - amountInBaseCurrency, 0n)
    // The group of the customer may have another account than when the item was booked.
    const own = posting(recipients.get(customerNumber)!.accountNumber, chargesOf(letter), base)
    return [{ ...own, customerNumber, dueDate }, ...parts]
  })
  if (postings.length === 0) return undefined
  try {
    return (await bookPostings(transaction, agreement, postings, true)).booking
  } catch (error) {
    if (!(error instanceof PostingsRefused)) throw error
    throw new ApiError(error.faults.map((fault) => ({ ...fault, property: 'date' })))
  }
}

/** Writes the letters. */
async function write(
  transaction: Transaction,
  agreement: number,
  letters: readonly Letter[],
  { date, dueDate, setup, booked, vouchers, recipients }: Booking & { booked: number | undefined },
): Promise<Reminded[]> {
  const seller = await sellerOf(transaction, agreement)
  const sent = letters.map((letter, place) => {
    const voucher = vouchers.get(letter) ?? null
    const { accountNumber: _account, isBusiness: _isBusiness, ...buyer } = recipients.get(letter.customerNumber)!
    const printed: Omit<PrintedReminder, 'number'> = {
      date,
      dueDate,
      currency: letter.currency,
      level: letter.level,
      ...textOf(setup, letter.level),
      lines: [...letter.items, ...letter.others.map(({ item, cents }) => ({ ...item, cents, interest: 0n }))].map(
        ({ invoiceNumber, date: day, dueDate: due, text, amount, cents, interest }) => ({
          ...{ invoiceNumber, date: day, dueDate: due, text, amount },
          remainder: centsToText(cents),
          interest: centsToText(interest),
        }),
      ),
      fee: centsToText(letter.fee),
      compensation: centsToText(letter.compensation),
      interest: centsToText(letter.interest),
      amount: centsToText(letter.total),
      seller,
      buyer,
    }
    return { place, letter, voucher, printed }
  })
  const [made] = await transaction.rows<{ first: number }>(WRITE, [
    agreement,
    date,
    dueDate,
    booked ?? null,
    JSON.stringify(sent.map(rowOf)),
    JSON.stringify(sent.flatMap(({ letter, place }) => itemRows(letter, place))),
    sent.length,
  ])
  return sent.map(({ letter, voucher, printed, place }) => told(letter, made!.first + place, voucher, printed, date))
}

type Sent = { place: number; letter: Letter; voucher: number | null; printed: Omit<PrintedReminder, 'number'> }

const rowOf = ({ place, letter, voucher, printed }: Sent) => ({
  place,
  customer: letter.customerNumber,
  currency: letter.currency,
  level: letter.level,
  fee: printed.fee,
  compensation: printed.compensation,
  interest: printed.interest,
  amount: printed.amount,
  voucher,
  letter: JSON.stringify(printed),
})

const itemRows = ({ items }: Letter, place: number) =>
  items.map(({ entryNumber, cents, interestFrom, interest }) => ({
    place,
    entry: entryNumber,
    remainder: centsToText(cents),
    from: interestFrom,
    interest: centsToText(interest),
  }))

/** What is said at a level: its own text, else that of the level before. */
function textOf({ texts }: ReminderSetup, level: number): { title: string | null; text: string | null } {
  const found = texts.filter((one) => one.level <= level).sort((a, b) => b.level - a.level)[0]
  return { title: found?.title ?? null, text: found?.text ?? null }
}

function told(
  { customerNumber, currency, level, items }: Letter,
  number: number,
  voucherNumber: number | null,
  { buyer, fee, compensation, interest, amount }: Omit<PrintedReminder, 'number'>,
  date: string,
): Reminded {
  return {
    ...{ number, customerNumber, name: buyer.name, currency, level },
    items: items.map((item) => ({
      entryNumber: item.entryNumber,
      invoiceNumber: item.invoiceNumber,
      dueDate: item.dueDate,
      remainder: centsToText(item.cents),
      days: daysBetween(item.interestFrom, date),
      interest: centsToText(item.interest),
    })),
    ...{ fee, compensation, interest, amount, voucherNumber },
  }
}

const VOUCHERS = `SELECT take_system_voucher($1) AS number FROM generate_series(1, $2::int) AS n ORDER BY n`

/** A business has a number as one. */
const RECIPIENTS = `
  SELECT c.number, c.name, c.address, c.postal_code AS "postalCode", c.city, c.country,
    c.corporate_identification_number AS cvr, g.account_number AS "accountNumber",
    coalesce(c.corporate_identification_number, c.vat_number, c.ean_location_number) IS NOT NULL AS "isBusiness"
  FROM customer c JOIN customer_group g ON g.agreement = $1 AND g.number = c.group_number
  WHERE c.agreement = $1 AND c.number = ANY ($2::int[])`

const WRITE = `
  WITH taken AS MATERIALIZED (SELECT take_numbers($1, 'reminder', $7) AS first),
  made AS (
    INSERT INTO reminder (agreement, number, date, customer_number, currency, level, fee, compensation, interest,
      amount, due_date, booking, accounting_year, voucher_number, letter, reminded_at)
    SELECT $1, taken.first + s.place, $2::date, s.customer, s.currency, s.level, s.fee, s.compensation, s.interest,
      s.amount, $3::date, CASE WHEN s.voucher IS NOT NULL THEN $4::int END,
      CASE WHEN s.voucher IS NOT NULL THEN (SELECT y.year FROM accounting_year y WHERE y.agreement = $1
        AND $2::date BETWEEN y.date_from AND y.date_to) END,
      s.voucher, s.letter, clock_timestamp()
    FROM taken, json_to_recordset($5::json) AS s(place int, customer int, currency text, level int, fee numeric,
      compensation numeric, interest numeric, amount numeric, voucher int, letter text)
    ORDER BY s.place RETURNING number
  ), items AS (
    INSERT INTO reminder_item (agreement, entry_number, reminder_number, remainder, interest_from, interest_to,
      interest)
    SELECT $1, i.entry, m.number, i.remainder, i."from", $2::date, i.interest
    FROM taken, json_to_recordset($6::json) AS i(place int, entry int, remainder numeric, "from" date, interest numeric)
    JOIN made m ON m.number = (SELECT t.first FROM taken t) + i.place
    RETURNING 1
  )
  SELECT taken.first, (SELECT count(*) FROM items) AS counted FROM taken`
