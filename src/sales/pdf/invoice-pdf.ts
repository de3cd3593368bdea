import { centsOf, centsToText } from '../../ledger/money.ts'
import { inSteps } from '../../ledger/steps.ts'
import { countryCode } from '../einvoice/countries.ts'
import { categoriesNamingBuyer, vatCategories } from '../einvoice/vat-categories.ts'
import { paymentIdOf } from '../payment-slip.ts'
import type { PrintedInvoice, PrintedLine } from '../printed-invoice.ts'
import { accountFacts, footer, isSaid, parties, payment } from './letter.ts'
import { sideBySide } from './lettering.ts'
import { PAGE, Pages } from './pages.ts'
import { dayText, numberText, type Words, wordsFor } from './words.ts'

/** Positions of the columns: right ends for numbers, left ends for texts. */
const COLUMN = {
  product: PAGE.left + 6,
  description: 118,
  quantity: 345,
  unit: 352,
  price: 440,
  discount: 484,
  amount: 539,
}
const LINE_HEIGHT = 12
const CASH = 3
const CREDIT_CARD = 9

interface Printing {
  invoice: PrintedInvoice
  words: Words
  isCredit: boolean
  pages: Pages
}

/** A booked invoice or credit note as a PDF. A credit note has its amounts with the sign turned. */
export async function pdfOf(invoice: PrintedInvoice): Promise<Uint8Array> {
  const isCredit = invoice.amount.startsWith('-')
  const words = wordsFor(invoice.seller.country, countryCode(invoice.buyer.country))
  const pages = new Pages((next) => heads({ invoice, words, isCredit, pages: next }))
  const printing: Printing = { invoice, words, isCredit, pages }
  const title = `${isCredit ? words.creditNote : words.invoice} ${invoice.invoiceNumber ?? words.draft}`
  pages.text(PAGE.left, invoice.seller.name, { size: 15, bold: true })
  pages.text(PAGE.right, isCredit ? words.creditNote : words.invoice, { size: 20, right: true })
  pages.y -= 60
  const { buyer, seller } = invoice
  parties({ buyer, seller, words, pages }, factsOf(printing), invoice.attention ?? invoice.yourReference)
  await texts(printing, [
    [invoice.heading, true],
    [invoice.textLine1, false],
  ])
  heads(printing)
  await inSteps(invoice.lines, (line) => row(printing, line))
  await totals(printing)
  await texts(printing, [[invoice.textLine2, false]])
  if (!isCredit) payment(pages, paymentOf(printing))
  footer({ seller, words, pages })
  if (invoice.invoiceNumber === null) pages.mark(words.draft)
  return await pages.finish(title, seller.name, invoice.date)
}

/** What a document says of itself beside its buyer. */
function factsOf({ invoice, words, isCredit }: Printing): [name: string, value: string | null][] {
  const { buyer } = invoice
  const delivery = [
    invoice.deliveryAddress,
    [invoice.deliveryPostalCode, invoice.deliveryCity].filter(isSaid).join(' '),
  ]
  return [
    [words.number, invoice.invoiceNumber === null ? words.draft : String(invoice.invoiceNumber)],
    [words.date, dayText(invoice.date, words)],
    [words.dueDate, isCredit ? null : dayText(invoice.dueDate, words)],
    [words.credited, invoice.creditedNumber === null ? null : String(invoice.creditedNumber)],
    [words.customer, String(buyer.number)],
    [words.companyNumber, buyer.cvr ?? buyer.vatNumber],
    [words.ofVat, buyer.cvr !== null && categoriesNamingBuyer(invoice).length > 0 ? buyer.vatNumber : null],
    [words.ean, buyer.ean],
    [words.accounting, invoice.publicEntryNumber],
    [words.order, invoice.otherReference],
    [words.yourReference, invoice.yourReference],
    [words.ourReference, invoice.ourReference],
    [words.project, invoice.project],
    [words.delivery, sideBySide(delivery.filter(isSaid), ', ')],
  ]
}

/** Writes texts of the document, each bold or not, with space after each. */
async function texts(
  { pages }: Pick<Printing, 'pages'>,
  all: readonly (readonly [text: string | null, bold: boolean])[],
): Promise<void> {
  for (const [text, bold] of all) {
    if (!isSaid(text)) continue
    await inSteps(pages.wrapped(text, PAGE.right - PAGE.left, { size: 10, bold }), (line) => {
      pages.need(LINE_HEIGHT)
      pages.text(PAGE.left, line, { size: 10, bold })
      pages.y -= 14
    })
    pages.y -= 6
  }
}

/** The names of the columns, on every page. */
function heads({ invoice, words, pages }: Printing): void {
  const style = { size: 8.5, bold: true }
  const hasDiscount = invoice.lines.some(discounted)
  pages.band(18, 5.5)
  pages.text(COLUMN.product, words.product, style)
  pages.text(COLUMN.description, words.description, style)
  pages.text(COLUMN.quantity, words.quantity, { ...style, right: true })
  pages.text(COLUMN.unit, words.unit, style)
  pages.text(COLUMN.price, invoice.isVatIncluded ? words.grossPrice : words.price, { ...style, right: true })
  if (hasDiscount) pages.text(COLUMN.discount, words.discount, { ...style, right: true })
  pages.text(COLUMN.amount, words.amount, { ...style, right: true })
  pages.y -= 20
}

const discounted = ({ discount }: PrintedLine): boolean => /[1-9]/.test(discount ?? '')

function row({ invoice, words, isCredit, pages }: Printing, line: PrintedLine): void {
  const { productNumber, description, quantity, unit, price, discount, net, vat } = line
  const isText = productNumber === null
  const width = (isText ? COLUMN.amount : COLUMN.quantity - 48) - COLUMN.description
  const lines = pages.wrapped(description ?? '', width, { bold: isText })
  const isSold = productNumber !== null && net !== null
  const numbers = isSold ? pages.wrapped(productNumber, COLUMN.description - COLUMN.product - 4) : []
  const units = isSold ? pages.wrapped(unit ?? '', 34) : []
  pages.need(LINE_HEIGHT * Math.min(lines.length, 3))
  if (isSold) {
    const amount = centsOf(net) + (invoice.isVatIncluded ? centsOf(vat ?? '0') : 0n)
    const shown = isCredit ? -amount : amount
    pages.text(COLUMN.product, numbers[0]!)
    pages.text(COLUMN.quantity, numberText(turned(quantity ?? '0', isCredit), words), { right: true })
    pages.text(COLUMN.unit, units[0]!)
    pages.text(COLUMN.price, numberText(price ?? '0', words, 2), { right: true })
    if (discounted(line)) pages.text(COLUMN.discount, `${numberText(discount!, words)} %`, { right: true })
    pages.text(COLUMN.amount, numberText(centsToText(shown), words, 2), { right: true })
  }
  for (let at = 0; at < Math.max(lines.length, numbers.length, units.length); at++) {
    pages.need(LINE_HEIGHT)
    const [number, unitName, text] = [numbers[at], units[at], lines[at]]
    if (at > 0 && number !== undefined) pages.text(COLUMN.product, number)
    if (at > 0 && unitName !== undefined) pages.text(COLUMN.unit, unitName)
    if (text !== undefined) pages.text(COLUMN.description, text, { bold: isText })
    pages.y -= LINE_HEIGHT
  }
  pages.y -= 4
}

/** A decimal with the other sign. */
const turned = (text: string, isTurned: boolean): string =>
  !isTurned ? text : text.startsWith('-') ? text.slice(1) : `-${text}`

/** Net and VAT by rate, and the total. */
async function totals({ invoice, words, isCredit, pages }: Printing): Promise<void> {
  const sign = isCredit ? -1n : 1n
  const shown = (cents: bigint): string => numberText(centsToText(cents * sign), words, 2)
  const byRate = new Map<string, { net: bigint; vat: bigint }>()
  for (const { net, vat, rate } of invoice.lines) {
    if (net === null) continue
    const sum = byRate.get(rate) ?? { net: 0n, vat: 0n }
    byRate.set(rate, { net: sum.net + centsOf(net), vat: sum.vat + centsOf(vat ?? '0') })
  }
  const [gross, vat] = [centsOf(invoice.amount), centsOf(invoice.vatAmount)]
  const rates = [...byRate].map(([rate, sum]): [string, string] => [
    `${invoice.isVatIncluded ? words.vatIncluded : words.vat} ${numberText(rate, words)} % (${shown(sum.net)})`,
    shown(sum.vat),
  ])
  pages.need(24 * (rates.length + 3))
  pages.y -= 4
  pages.rule(10)
  pages.y -= 6
  for (const [name, value] of [[words.net, shown(gross - vat)], ...rates] as const) {
    pages.text(COLUMN.price, name!, { right: true, grey: true })
    pages.text(COLUMN.amount, value!, { right: true })
    pages.y -= 15
  }
  pages.rule(9, COLUMN.quantity)
  pages.y -= 6
  pages.text(COLUMN.price, `${words.total} ${invoice.currency}`, { size: 11, bold: true, right: true })
  pages.text(COLUMN.amount, shown(gross), { size: 11, bold: true, right: true })
  // An invoice in another currency shows its VAT in the country's currency, too (Directive 2006/112/EC, article 230).
  if (invoice.currency !== invoice.baseCurrency && vat !== 0n) {
    pages.y -= 17
    pages.text(COLUMN.price, `${words.vat} ${invoice.baseCurrency}`, { right: true, grey: true })
    pages.text(COLUMN.amount, shown(centsOf(invoice.vatInBase)), { right: true })
  }
  pages.y -= 30
  await texts(
    { pages },
    reasonsOf(invoice, words).map((text) => [text, false]),
  )
}

/** Why lines have no VAT, and the VAT number that the seller must then say (Directive 2006/112/EC, article 226). */
function reasonsOf(invoice: PrintedInvoice, { locale, ofSeller }: Words): string[] {
  const categoryOf = vatCategories(invoice)
  const without = invoice.lines.filter(({ net }) => net !== null).map(categoryOf)
  const reasons = new Set(
    without.flatMap(({ reason }) => (reason ? [locale === 'da' ? reason.danish : reason.text] : [])),
  )
  const said = [...reasons].map((reason) => `${reason}.`)
  const { vatNumber } = invoice.seller
  const mustSay = without.some(({ code }) => ['K', 'AE', 'G', 'O'].includes(code))
  return mustSay && isSaid(vatNumber) ? [...said, `${ofSeller} ${vatNumber}`] : said
}

/** How the document is paid; a credit note is not. */
function paymentOf({ invoice, words }: Printing): [name: string, value: string | null][] {
  const due = invoice.dueDate === null ? '' : `${words.dueDate} ${dayText(invoice.dueDate, words)}`
  const isPaid = invoice.termType === CASH || invoice.termType === CREDIT_CARD
  const terms = isPaid ? words.paid : due
  const facts = [...accountFacts(invoice.seller, words), [words.slip, slipOf(invoice)] as const]
  return [
    [words.terms, terms === '' ? invoice.term : `${invoice.term}. ${terms}`],
    ...facts.map(([name, value]): [string, string | null] => [name, isPaid ? null : value]),
  ]
}

/** The line of a payment slip in kroner: what names the invoice, and who is paid. Empty where there is none. */
function slipOf({ invoiceNumber, currency, seller: { creditorNumber } }: PrintedInvoice): string {
  if (!creditorNumber || invoiceNumber === null || currency !== 'DKK') return ''
  return `+71<${paymentIdOf(invoiceNumber)}+${creditorNumber}<`
}
