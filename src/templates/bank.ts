import type { Transaction } from '../database/connection.ts'
import type { AskedMatch } from '../bank/matching/asked.ts'
import { matchUnasked } from '../bank/matching/match.ts'
import { centsOf } from '../ledger/money.ts'
import type { Part } from './booking.ts'
import { addDays, byDate, type DemoDays, lastDayOf, workday } from './calendar.ts'
import { type DataRow, dataOf, storyOf } from './data.ts'
import { BANK, JOURNAL } from './groundwork.ts'
import { type BankLine, statementsOf } from './statements.ts'
import type { UnbookedPayment } from './story.ts'
import type { Voucher } from './voucher.ts'

const BASE_CURRENCY = 'DKK'
/** Every so many of the customers of the last week pay a little less than they were asked for. */
const LESS_OF = 4
const LESS = 87_50n

/** The number of the first line of the last week: the same every day, above those of all lines before it. */
const LAST_WEEK_BEGINS_AT = 9001

/** The company's bank account: its statements, and what their lines belong to. */
export interface Bank extends Part {
  /** The statement of the last week, whose lines wait to be matched. */
  lastWeek(unbooked: readonly UnbookedPayment[], drafts: readonly Voucher[]): Promise<void>
}

/** A line with what it is matched with. */
interface Matched {
  line: BankLine
  match?: Omit<AskedMatch, 'bankLines'>
}

/** Makes the bank account, whose statements follow as the books grow. */
export async function fillBank(transaction: Transaction, agreement: number, days: DemoDays): Promise<Bank> {
  const [company] = dataOf('company')
  await transaction.rows(ACCOUNT, [agreement, BANK.DKK, JOURNAL.daily, JSON.stringify(company)])
  const names = new Map(
    [...dataOf('customer'), ...dataOf('supplier')].map(({ number, name }): [string, string] => [number!, name!]),
  )
  const own = storyOf('bank', days).map((row) => ({ ...row, day: workday(row.day) }))
  const statements = statementsOf(transaction, agreement, company!.iban!)
  let after = days.on('1-01-01')
  const write = async (until: string, lines: readonly Matched[]): Promise<void> => {
    const from = addDays(after, 1)
    const sorted = lines.toSorted((one, other) => byDate(one.line, other.line))
    const matches: AskedMatch[] = []
    for (const [first, last] of monthsOf(from, until)) {
      const ofMonth = sorted.filter(({ line: { date } }) => date >= first && date <= last)
      const numbers = await statements.write(
        first,
        last,
        ofMonth.map(({ line }) => line),
      )
      for (const [at, { match }] of ofMonth.entries()) if (match) matches.push({ bankLines: [numbers + at], ...match })
    }
    after = until
    if (matches.length > 0)
      await matchUnasked(transaction, { agreement, baseCurrency: BASE_CURRENCY }, { matches, book: true })
  }
  const booked = async (until: string): Promise<Matched[]> => {
    const entries = await transaction.rows<Entry>(ENTRIES, [agreement, BANK.DKK, after, until])
    return entries.map((entry) => ({ line: lineOf(entry, names), match: { entries: [entry.number] } }))
  }
  const charged = (until: string): Matched[] => own.filter(({ day }) => day > after && day <= until).map(chargeOf)
  return {
    async until(day) {
      // Once a year, and in the end: each time costs as much as it has lines.
      if (day < days.today && !day.endsWith('-12-31')) return []
      const end = day < days.matchedUntil ? day : days.matchedUntil
      await write(end, [...(await booked(end)), ...charged(end)])
      return []
    },
    async lastWeek(unbooked, drafts) {
      const end = days.bankUntil
      const fixed = dataOf('bank_fixed')
      const lines = [
        ...fixed.map((row) => chargeOf({ ...row, day: addDays(after, 1) }).line),
        ...(await booked(end)).map(({ line }) => line),
        ...charged(end).map(({ line }) => line),
        ...unbooked.map((payment, at) => unbookedLine(payment, names, at)),
        ...drafts.flatMap((draft) => draftLine(draft, names)),
      ]
      await statements.goOnAt(LAST_WEEK_BEGINS_AT)
      await write(
        end,
        lines.filter(({ date }) => date <= end).map((line) => ({ line })),
      )
      const ignored = fixed.map(({ reason }, at) => ({ number: LAST_WEEK_BEGINS_AT + at, reason }))
      await transaction.rows(IGNORED, [agreement, JSON.stringify(ignored)])
    },
  }
}

/** The months between two days, both included, cut to them. */
function monthsOf(from: string, until: string): [first: string, last: string][] {
  const months: [string, string][] = []
  for (let first = from; first <= until;) {
    const end = lastDayOf({ year: Number(first.slice(0, 4)), month: Number(first.slice(5, 7)) })
    const last = end < until ? end : until
    months.push([first, last])
    first = addDays(last, 1)
  }
  return months
}

/** A booked entry of the bank's account, with the party and the invoice of its voucher. */
interface Entry {
  number: number
  date: string
  amount: string
  text: string
  party: number | null
  invoice: string | null
}

function lineOf({ date, amount, text, party, invoice }: Entry, names: ReadonlyMap<string, string>): BankLine {
  const name = party === null ? undefined : names.get(String(party))
  const said =
    name === undefined
      ? text
      : `${centsOf(amount) < 0n ? 'Betaling' : 'Indbetaling'} ${name}${invoice === null ? '' : ` ${invoice}`}`
  return { date, cents: centsOf(amount), text: said, name: name ?? null, reference: null }
}

/** A line of the bank's own. Where it has an account, it is posted there. */
function chargeOf({ day, amount, text, name, reference, account }: DataRow & { day: string }): Matched {
  const line = { date: day, cents: centsOf(amount!), text: text!, name: name ?? null, reference: reference ?? null }
  return account == null ? { line } : { line, match: { lines: [{ accountNumber: Number(account), amount: amount! }] } }
}

/** A customer's payment that nobody has booked: most of them the amount of the invoice, which the text names. */
function unbookedLine(payment: UnbookedPayment, names: ReadonlyMap<string, string>, at: number): BankLine {
  const { date, customer, invoice, amount } = payment
  const name = names.get(String(customer))!
  const isLess = at % LESS_OF === 1 && amount > 10n * LESS
  const text = `${name.toUpperCase()} FAKT ${invoice}`
  return { date, cents: isLess ? amount - LESS : amount, text, name, reference: null }
}

/** The line of a payment that is drafted: it left the bank on its day. */
function draftLine({ date, lines: [line] }: Voucher, names: ReadonlyMap<string, string>): BankLine[] {
  if (line!.type !== 4 || line!.contraAccount !== BANK.DKK || line!.currency !== BASE_CURRENCY) return []
  const name = names.get(String(line!.supplier))!
  return [{ date, cents: -line!.amount, text: `Betaling ${name} ${line!.supplierInvoice}`, name, reference: null }]
}

const IGNORED = `
  UPDATE bank_line l SET ignored_reason = i.reason FROM json_to_recordset($2::json) AS i(number int, reason text)
  WHERE l.agreement = $1 AND l.number = i.number AND i.reason IS NOT NULL`

const ACCOUNT = `
  INSERT INTO bank_account (agreement, number, account_number, name, iban, bic, registration_number,
    bank_account_number, journal_number)
  SELECT $1, 1, $2, 'Driftskonto', c.iban, c.bic, c.bank_registration_number, c.bank_account_number, $3
  FROM json_populate_record(NULL::company, $4::json) c`

const ENTRIES = `
  SELECT e.entry_number AS number, e.date, e.amount_in_base_currency AS amount, e.text,
    coalesce(p.customer_number, p.supplier_number) AS party,
      coalesce(p.customer_invoice_number::text, p.supplier_invoice_number) AS invoice
  FROM booked_entry e LEFT JOIN booked_entry p ON p.agreement = $1 AND p.journal_number = e.journal_number
    AND p.booking = e.booking
    AND p.voucher_number = e.voucher_number AND p.type = e.type
      AND num_nonnulls(p.customer_number, p.supplier_number) > 0
  WHERE e.agreement = $1 AND e.account_number = $2 AND e.date > $3 AND e.date <= $4
  ORDER BY e.date, e.entry_number`
