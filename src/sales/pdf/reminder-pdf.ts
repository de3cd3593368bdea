import { countryCode } from '../einvoice/countries.ts'
import { centsOf, centsToText } from '../../ledger/money.ts'
import { inSteps } from '../../ledger/steps.ts'
import type { PrintedReminder } from '../reminders/printed-reminder.ts'
import { accountFacts, footer, isSaid, parties, payment } from './letter.ts'
import { PAGE, Pages } from './pages.ts'
import { dayText, numberText, type Words, wordsFor } from './words.ts'

/** Positions of the columns: right ends for numbers, left ends for texts. */
const COLUMN = { invoice: PAGE.left + 6, date: 120, dueDate: 190, amount: 355, remainder: 450, interest: 539 }
const LINE_HEIGHT = 15

/** Words of reminders alone. */
const WORDS = {
  da: {
    reminder: 'Rykker',
    open: 'Restbeløb',
    original: 'Oprindeligt',
    interest: 'Rente',
    fee: 'Rykkergebyr',
    compensation: 'Kompensationsbeløb',
    item: 'Post',
    payBy: 'Betales senest',
    text: 'Ifølge vores bogføring har vi endnu ikke modtaget jeres betaling af det, der er nævnt herunder. Vi beder jer betale senest den nævnte dag. Er betalingen sendt, kan I se bort fra dette brev.',
  },
  en: {
    reminder: 'Reminder',
    open: 'Open',
    original: 'Original',
    interest: 'Interest',
    fee: 'Reminder fee',
    compensation: 'Compensation',
    item: 'Item',
    payBy: 'To be paid by',
    text: 'According to our books we have not yet received your payment of what is listed below. Please pay by the day that is named. If your payment is on its way, disregard this letter.',
  },
} as const

interface Printing {
  reminder: PrintedReminder
  words: Words
  own: (typeof WORDS)[Words['locale']]
  pages: Pages
}

/** A reminder as a letter: the same bytes for the same contents. */
export async function reminderPdf(reminder: PrintedReminder): Promise<Uint8Array> {
  const words = wordsFor(reminder.seller.country, countryCode(reminder.buyer.country))
  const own = WORDS[words.locale]
  const pages = new Pages((next) => heads({ reminder, words, own, pages: next }))
  const printing: Printing = { reminder, words, own, pages }
  const title = isSaid(reminder.title) ? reminder.title : `${own.reminder} ${reminder.level}`
  pages.text(PAGE.left, reminder.seller.name, { size: 15, bold: true })
  pages.text(PAGE.right, own.reminder, { size: 20, right: true })
  pages.y -= 60
  const { buyer, seller } = reminder
  const dueDate = dayText(reminder.dueDate, words)
  parties({ buyer, seller, words, pages }, [
    [words.number, String(reminder.number)],
    [words.date, dayText(reminder.date, words)],
    [own.payBy, dueDate],
    [words.customer, String(buyer.number)],
    [words.companyNumber, buyer.cvr],
  ])
  pages.text(PAGE.left, title, { size: 12, bold: true })
  pages.y -= 20
  for (const line of pages.wrapped(isSaid(reminder.text) ? reminder.text : own.text, PAGE.right - PAGE.left, {
    size: 10,
  })) {
    pages.need(14)
    pages.text(PAGE.left, line, { size: 10 })
    pages.y -= 14
  }
  pages.y -= 14
  heads(printing)
  await inSteps(reminder.lines, (line) => row(printing, line))
  totals(printing)
  payment(pages, [[own.payBy, dueDate], ...accountFacts(seller, words)])
  footer({ seller, words, pages })
  return await pages.finish(`${own.reminder} ${reminder.number}`, seller.name, reminder.date)
}

/** The names of the columns, on every page. */
function heads({ words, own, pages }: Printing): void {
  const style = { size: 8.5, bold: true }
  pages.band(18, 5.5)
  pages.text(COLUMN.invoice, words.invoice, style)
  pages.text(COLUMN.date, words.date, style)
  pages.text(COLUMN.dueDate, words.dueDate, style)
  pages.text(COLUMN.amount, own.original, { ...style, right: true })
  pages.text(COLUMN.remainder, own.open, { ...style, right: true })
  pages.text(COLUMN.interest, own.interest, { ...style, right: true })
  pages.y -= 20
}

function row({ words, own, pages }: Printing, line: PrintedReminder['lines'][number]): void {
  const shown = (amount: string): string => numberText(amount, words, 2)
  const what = line.invoiceNumber ?? line.text ?? own.item
  const names = pages.wrapped(what, COLUMN.date - COLUMN.invoice - 4)
  pages.need(LINE_HEIGHT * names.length)
  pages.text(COLUMN.date, dayText(line.date, words))
  pages.text(COLUMN.dueDate, dayText(line.dueDate, words))
  pages.text(COLUMN.amount, shown(line.amount), { right: true })
  pages.text(COLUMN.remainder, shown(line.remainder), { right: true })
  if (centsOf(line.interest) !== 0n) pages.text(COLUMN.interest, shown(line.interest), { right: true })
  for (const name of names) {
    pages.text(COLUMN.invoice, name)
    pages.y -= LINE_HEIGHT - 3
  }
  pages.y -= 3
}

function totals({ reminder, words, own, pages }: Printing): void {
  const owed = reminder.lines.reduce((sum, { remainder }) => sum + centsOf(remainder), 0n)
  const parts: (readonly [name: string, cents: bigint])[] = [
    [own.open, owed],
    [own.interest, centsOf(reminder.interest)],
    [own.fee, centsOf(reminder.fee)],
    [own.compensation, centsOf(reminder.compensation)],
  ]
  pages.need(24 * parts.length)
  pages.y -= 4
  pages.rule(10)
  pages.y -= 6
  for (const [name, cents] of parts) {
    if (cents === 0n) continue
    pages.text(COLUMN.remainder, name, { right: true, grey: true })
    pages.text(COLUMN.interest, numberText(centsToText(cents), words, 2), { right: true })
    pages.y -= 15
  }
  pages.rule(9, COLUMN.amount)
  pages.y -= 6
  pages.text(COLUMN.remainder, `${words.total} ${reminder.currency}`, { size: 11, bold: true, right: true })
  pages.text(COLUMN.interest, numberText(reminder.amount, words, 2), { size: 11, bold: true, right: true })
  pages.y -= 36
}
