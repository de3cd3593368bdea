import { centsOf, centsToText } from '../../ledger/money.ts'
import { inSteps } from '../../ledger/steps.ts'
import { countryCode } from '../einvoice/countries.ts'
import type { PrintedEntry, PrintedStatement } from '../statements/printed-statement.ts'
import { accountFacts, footer, isSaid, parties, payment } from './letter.ts'
import { PAGE, Pages } from './pages.ts'
import { dayText, numberText, type Words, wordsFor } from './words.ts'

/** Positions of the columns: right ends for numbers, left ends for texts. */
const COLUMN = { date: PAGE.left + 6, voucher: 112, text: 172, dueDate: 305, debit: 415, credit: 475, balance: 539 }
const LINE_HEIGHT = 15

/** Words of statements alone. */
const WORDS = {
  da: {
    statement: 'Kontoudtog',
    period: 'Periode',
    voucher: 'Bilag',
    text: 'Tekst',
    debit: 'Debet',
    credit: 'Kredit',
    balance: 'Saldo',
    opening: 'Saldo ved periodens begyndelse',
    closing: 'Saldo',
    owed: 'Til gode',
    overdue: 'Heraf forfaldent',
  },
  en: {
    statement: 'Statement of account',
    period: 'Period',
    voucher: 'Voucher',
    text: 'Text',
    debit: 'Debit',
    credit: 'Credit',
    balance: 'Balance',
    opening: 'Balance at the beginning',
    closing: 'Balance',
    owed: 'In your favour',
    overdue: 'Of that overdue',
  },
} as const

interface Printing {
  words: Words
  own: (typeof WORDS)[Words['locale']]
  pages: Pages
}

/** A customer's statement as a letter, with a list for each currency: the same bytes for the same contents. */
export async function statementPdf(statement: PrintedStatement): Promise<Uint8Array> {
  const { buyer, seller, from, to } = statement
  const words = wordsFor(seller.country, countryCode(buyer.country))
  const own = WORDS[words.locale]
  const pages = new Pages((next) => heads({ words, own, pages: next }))
  const printing: Printing = { words, own, pages }
  pages.text(PAGE.left, seller.name, { size: 15, bold: true })
  pages.text(PAGE.right, own.statement, { size: 20, right: true })
  pages.y -= 60
  parties({ buyer, seller, words, pages }, [
    [own.period, `${dayText(from, words)} - ${dayText(to, words)}`],
    [words.customer, String(buyer.number)],
    [words.companyNumber, buyer.cvr],
  ])
  const none = { currency: statement.currency, openingBalance: '0.00', closingBalance: '0.00' }
  const currencies = statement.currencies.length > 0 ? statement.currencies : [none]
  for (const one of currencies) await section(printing, statement, one)
  payment(pages, accountFacts(seller, words))
  footer({ seller, words, pages })
  return await pages.finish(`${own.statement} ${buyer.number}`, seller.name, to)
}

/** The entries of a currency, between what it began and ended with. */
async function section(
  printing: Printing,
  statement: PrintedStatement,
  { currency, openingBalance, closingBalance }: PrintedStatement['currencies'][number],
): Promise<void> {
  const { words, own, pages } = printing
  const shown = (amount: string): string => numberText(amount, words, 2)
  pages.need(LINE_HEIGHT * 5)
  pages.text(PAGE.left, currency, { size: 12, bold: true })
  pages.y -= 20
  heads(printing)
  pages.text(COLUMN.date, own.opening, { grey: true })
  pages.text(COLUMN.balance, shown(openingBalance), { right: true })
  pages.y -= LINE_HEIGHT
  await inSteps(
    statement.items.filter((item) => item.currency === currency),
    (item) => row(printing, item),
  )
  pages.need(LINE_HEIGHT * 3 + 20)
  pages.y -= 4
  pages.rule(10)
  pages.y -= 6
  const owes = centsOf(closingBalance) >= 0n
  const strong = { size: 11, bold: true, right: true }
  pages.text(COLUMN.credit, `${owes ? own.closing : own.owed} ${currency}`, strong)
  pages.text(COLUMN.balance, shown(owes ? closingBalance : closingBalance.slice(1)), strong)
  pages.y -= LINE_HEIGHT + 2
  const overdue = overdueOf(statement, currency)
  if (overdue > 0n) {
    pages.text(COLUMN.credit, own.overdue, { right: true, grey: true })
    pages.text(COLUMN.balance, shown(centsToText(overdue)), { right: true })
    pages.y -= LINE_HEIGHT
  }
  pages.y -= 20
}

/**
 * What is open of entries that were due before the last day, as `aged-customers` has it: those without a due day by
 * their own.
 */
function overdueOf({ open, to }: PrintedStatement, currency: string): bigint {
  const late = open.filter((item) => item.currency === currency && (item.dueDate ?? item.date) < to)
  return late.reduce((sum, { remainderInCurrency }) => sum + centsOf(remainderInCurrency), 0n)
}

/** The names of the columns, on every page. */
function heads({ words, own, pages }: Printing): void {
  const style = { size: 8.5, bold: true }
  pages.band(18, 5.5)
  pages.text(COLUMN.date, words.date, style)
  pages.text(COLUMN.voucher, own.voucher, style)
  pages.text(COLUMN.text, own.text, style)
  pages.text(COLUMN.dueDate, words.dueDate, style)
  pages.text(COLUMN.debit, own.debit, { ...style, right: true })
  pages.text(COLUMN.credit, own.credit, { ...style, right: true })
  pages.text(COLUMN.balance, own.balance, { ...style, right: true })
  pages.y -= 20
}

function row({ words, pages }: Printing, item: PrintedEntry): void {
  const shown = (amount: string): string => numberText(amount, words, 2)
  const texts = isSaid(item.text) ? pages.wrapped(item.text, COLUMN.dueDate - COLUMN.text - 6) : ['']
  pages.need(LINE_HEIGHT * texts.length)
  const isCredit = item.amount.startsWith('-')
  pages.text(COLUMN.date, dayText(item.date, words))
  pages.text(COLUMN.voucher, item.customerInvoiceNumber ?? item.voucherNumber)
  if (!isCredit) pages.text(COLUMN.dueDate, dayText(item.dueDate, words))
  pages.text(isCredit ? COLUMN.credit : COLUMN.debit, shown(item.amount.replace('-', '')), { right: true })
  pages.text(COLUMN.balance, shown(item.balance), { right: true })
  for (const text of texts) {
    pages.text(COLUMN.text, text)
    pages.y -= LINE_HEIGHT - 3
  }
  pages.y -= 3
}
