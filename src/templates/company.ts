import type { Transaction } from '../database/connection.ts'
import { hashOfDraft } from '../ledger/drafts/content.ts'
import { endOf, type Rhythm } from '../sales/subscriptions/periods.ts'
import { fillAssets } from './assets.ts'
import { fillBank } from './bank.ts'
import { draftVouchers, fillBooks } from './booking.ts'
import type { DemoDays } from './calendar.ts'
import { type DataRow, dataOf, fillTable, withDays } from './data.ts'
import { fillBudgets, fillDimensions } from './dimensions.ts'
import { projectWork } from './fill-projects.ts'
import { fillInbox } from './inbox.ts'
import { JOURNAL, outlaysJournal } from './groundwork.ts'
import { invoicing } from './invoicing.ts'
import { fillPayments } from './payments.ts'
import { fillReceipts } from './receipts.ts'
import { demoStory } from './story.ts'
import { vatReturns } from './vat.ts'

/** Fills the demo company: its parties and products, and its books until today. Rows are those of the data files. */
export async function fillCompany(transaction: Transaction, agreement: number, days: DemoDays): Promise<void> {
  await fillMasterData(transaction, agreement, days)
  await fillDimensions(transaction, agreement)
  await fillAssets(transaction, agreement, days)
  const story = demoStory(days)
  // Before all others, so that they have the same numbers every day.
  await draftVouchers(transaction, agreement, story.outlays)
  await transaction.rows(ASKED, [agreement, JOURNAL.outlays, outlaysJournal.minimum_voucher_number + 1, 'FL'])
  const projects = await projectWork(transaction, agreement, days)
  const invoices = await invoicing(transaction, agreement, days)
  const bank = await fillBank(transaction, agreement, days)
  await fillBooks(transaction, agreement, days, story, {
    first: [projects, invoices],
    then: [bank, vatReturns(transaction, agreement, days)],
  })
  await bank.lastWeek([...story.unbooked, ...invoices.unbooked], story.drafts)
  await fillPayments(transaction, agreement, days)
  await projects.finish()
  await fillReceipts(transaction, agreement)
  await fillInbox(transaction, agreement, days)
  await fillBudgets(transaction, agreement, days)
}

/** Tables that are filled as their data files are, after those that they refer to. */
const TABLES = [
  'customer',
  'supplier',
  'supplier_contact',
  'product',
  'price_group',
  'discount_group',
  'product_special_price',
  'person',
  'subscription',
  'subscription_line',
  'bank_rule',
]

async function fillMasterData(transaction: Transaction, agreement: number, days: DemoDays): Promise<void> {
  for (const table of TABLES) await fillTable(transaction, agreement, table)
  await fillTable(transaction, agreement, 'subscriber', subscribers(days))
  for (const statement of MASTER_DATA) await transaction.rows(statement, [agreement])
  const { minimum_voucher_number: next } = outlaysJournal
  await fillTable(transaction, agreement, 'journal', [{ ...outlaysJournal, next_voucher_number: next }])
  const [company] = dataOf('company')
  await transaction.rows(COMPANY, [agreement, JSON.stringify(company)])
}

/** Subscribers with the last day of their first period. */
function subscribers(days: DemoDays): DataRow[] {
  const dated = ['start_date', 'registration_date', 'expiry_date', 'discount_expiry_date']
  const rhythms = new Map(
    dataOf('subscription').map(({ number, interval, is_calendar_based: isCalendarBased }): [string, Rhythm] => [
      number!,
      { interval: Number(interval), isCalendarBased: isCalendarBased === 'true' },
    ]),
  )
  return withDays(dataOf('subscriber'), days, ...dated).map((row) => {
    const start = row.start_date!
    return { ...row, end_date: endOf(rhythms.get(row.subscription_number!)!, start, Number(start.slice(8))) }
  })
}

/** What follows from the rows: where their numbers go on, and whom suppliers are addressed to. */
const MASTER_DATA = [
  `SELECT take_numbers($1::int, 'journal', 1)`,
  `INSERT INTO counter (agreement, name, value)
   SELECT $1::int, 'supplier_contact of ' || supplier_number, max(user_interface_number) FROM supplier_contact
     WHERE agreement = $1 GROUP BY supplier_number
   UNION ALL SELECT $1::int, 'supplier_contact', max(number) FROM supplier_contact WHERE agreement = $1
   UNION ALL SELECT $1::int, 'product_special_price', max(number) FROM product_special_price WHERE agreement = $1
   UNION ALL SELECT $1::int, 'bank_rule', max(number) FROM bank_rule WHERE agreement = $1`,
  `UPDATE supplier s SET attention_number = c.number FROM supplier_contact c
   WHERE s.agreement = $1 AND c.agreement = $1 AND c.supplier_number = s.number AND c.user_interface_number = 1`,
] as const

const COMPANY = `
  UPDATE company c SET name = n.name, address = n.address, postal_code = n.postal_code, city = n.city,
    country = n.country, corporate_identification_number = n.corporate_identification_number, vat_number = n.vat_number,
    email = n.email, phone = n.phone, homepage = n.homepage, bank_registration_number = n.bank_registration_number,
    bank_account_number = n.bank_account_number, iban = n.iban, bic = n.bic
  FROM json_populate_record(NULL::company, $2::json) n WHERE c.agreement = $1`

/** The owner is asked to approve one of the drafts. */
const ASKED = `
  INSERT INTO voucher_approval (agreement, number, state, accounting_year, journal_number, voucher_number, people, note,
    submitted_at, hash)
  SELECT $1, take_numbers($1, 'voucher_approval', 1), 'submitted', v.accounting_year, v.journal_number,
    v.voucher_number, ARRAY[$4], 'Er den vores?', clock_timestamp(), ${hashOfDraft('v')}
  FROM draft_entry v WHERE v.agreement = $1 AND v.journal_number = $2 AND v.voucher_number = $3`
