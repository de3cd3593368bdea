import { inSteps } from '../ledger/steps.ts'
import { footer, payment } from '../sales/pdf/letter.ts'
import { PAGE, Pages } from '../sales/pdf/pages.ts'
import { dayText, numberText, type Words, wordsFor } from '../sales/pdf/words.ts'
import type { ExplainedKind, PrintedItem, PrintedKind, PrintedReconciliation } from './printed-reconciliation.ts'

/** Positions of the columns: left ends for texts, the right end of the amount. */
const COLUMN = { date: PAGE.left + 6, number: 130, text: 190, amount: 539 }
const LINE_HEIGHT = 15

/** Words of reconciliations alone. */
const WORDS = {
  da: {
    title: 'Bankafstemning',
    account: 'Konto i finans',
    bank: 'Bankkonto',
    day: 'Afstemt til og med',
    lockedAt: 'Låst (UTC)',
    number: 'Nummer',
    text: 'Tekst',
    amount: 'Beløb',
    atBank: 'Saldo i banken',
    inLedger: 'Saldo i finans',
    difference: 'Forskel',
    nothing: 'Banken og finans er ens.',
    more: 'Flere, som ikke er nævnt her',
    kinds: {
      inLedgerNotAtBank: 'I finans, ikke i banken',
      atBankNotInLedger: 'I banken, ikke i finans',
      ignored: 'I banken, hører ikke til i finans',
      drafted: 'I banken, bilaget er ikke bogført',
      matchedOnOtherDays: 'Matchet, på andre dage',
      beforeFirstStatement: 'Før det første kontoudtog',
    },
  },
  en: {
    title: 'Bank reconciliation',
    account: 'Account in the ledger',
    bank: 'Bank account',
    day: 'Reconciled up to',
    lockedAt: 'Locked (UTC)',
    number: 'Number',
    text: 'Text',
    amount: 'Amount',
    atBank: 'Balance at the bank',
    inLedger: 'Balance in the ledger',
    difference: 'Difference',
    nothing: 'Bank and ledger are equal.',
    more: 'More that are not named here',
    kinds: {
      inLedgerNotAtBank: 'In the ledger, not at the bank',
      atBankNotInLedger: 'At the bank, not in the ledger',
      ignored: 'At the bank, of nothing in the ledger',
      drafted: 'At the bank, its voucher is not booked',
      matchedOnOtherDays: 'Matched, on other days',
      beforeFirstStatement: 'Before the first statement',
    },
  },
} as const

interface Printing {
  words: Words
  own: { number: string; text: string; amount: string; more: string; kinds: Readonly<Record<ExplainedKind, string>> }
  pages: Pages
}

/**
 * A locked day as a page to keep: both balances, and what explains the difference. The same bytes for the same
 * contents.
 */
export async function reconciliationPdf(printed: PrintedReconciliation): Promise<Uint8Array> {
  const { seller, bank, currency, date, explained, items } = printed
  const words = wordsFor(seller.country, undefined)
  const own = WORDS[words.locale]
  const pages = new Pages((next) => heads({ words, own, pages: next }))
  const shown = (amount: string): string => numberText(amount, words, 2)
  pages.text(PAGE.left, seller.name, { size: 15, bold: true })
  pages.text(PAGE.right, own.title, { size: 20, right: true })
  pages.y -= 50
  payment(pages, [
    [own.bank, [bank.name, bank.account].filter((part) => part !== null).join(', ')],
    ['IBAN', bank.iban],
    [own.account, String(printed.accountNumber)],
    [own.day, dayText(date, words)],
    [own.lockedAt, `${dayText(printed.reconciledAt.slice(0, 10), words)} ${printed.reconciledAt.slice(11)}`],
  ])
  pages.y -= 16
  sum(pages, `${own.atBank} ${currency}`, shown(printed.bankBalance))
  sum(pages, `${own.inLedger} ${currency}`, shown(printed.ledgerBalance))
  sum(pages, `${own.difference} ${currency}`, shown(printed.difference))
  pages.y -= 10
  if (explained.length === 0) pages.text(PAGE.left, own.nothing, { grey: true })
  else heads({ words, own, pages })
  for (const kind of explained) {
    await section(
      { words, own, pages },
      kind,
      items.filter((item) => item.kind === kind.kind),
    )
  }
  footer({ seller, words, pages })
  return await pages.finish(`${own.title} ${printed.number}`, seller.name, date)
}

function sum(pages: Pages, name: string, amount: string): void {
  pages.text(PAGE.left, name, { bold: true })
  pages.text(COLUMN.amount, amount, { bold: true, right: true })
  pages.y -= LINE_HEIGHT
}

/** What is of a kind, below what it comes to. */
async function section(
  printing: Printing,
  { kind, amount, count }: PrintedKind,
  items: readonly PrintedItem[],
): Promise<void> {
  const { words, own, pages } = printing
  pages.need(LINE_HEIGHT * 3)
  pages.text(PAGE.left, `${own.kinds[kind]} (${count})`, { bold: true })
  pages.text(COLUMN.amount, numberText(amount, words, 2), { bold: true, right: true })
  pages.y -= LINE_HEIGHT
  await inSteps(items, (item) => row(printing, item))
  if (items.length < count) {
    pages.need(LINE_HEIGHT)
    pages.text(COLUMN.text, `${own.more}: ${count - items.length}`, { grey: true })
    pages.y -= LINE_HEIGHT
  }
  pages.y -= 6
}

/** The names of the columns, on every page. */
function heads({ words, own, pages }: Printing): void {
  const style = { size: 8.5, bold: true }
  pages.band(18, 5.5)
  pages.text(COLUMN.date, words.date, style)
  pages.text(COLUMN.number, own.number, style)
  pages.text(COLUMN.text, own.text, style)
  pages.text(COLUMN.amount, own.amount, { ...style, right: true })
  pages.y -= 20
}

function row({ words, pages }: Printing, { date, number, text, amount }: PrintedItem): void {
  const texts = pages.wrapped(text ?? '', COLUMN.amount - COLUMN.text - 80)
  pages.need(LINE_HEIGHT * texts.length)
  pages.text(COLUMN.date, dayText(date, words))
  if (number !== null) pages.text(COLUMN.number, String(number))
  pages.text(COLUMN.amount, numberText(amount, words, 2), { right: true })
  for (const line of texts) {
    pages.text(COLUMN.text, line)
    pages.y -= LINE_HEIGHT - 3
  }
  pages.y -= 3
}
