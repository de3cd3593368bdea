import { PAGE, Pages } from '../../sales/pdf/pages.ts'
import { dayText, numberText, type Words, wordsFor } from '../../sales/pdf/words.ts'
import type { EInvoice, ReadInvoiceLine, ReadParty } from './einvoice.ts'

const COLUMN = { description: PAGE.left + 6, quantity: 345, unit: 352, price: 440, vat: 484, amount: 539 }
const LINE = 12

/** Words that documents of the company do not have. */
const MORE = {
  da: {
    supplier: 'Leverandør',
    allowance: 'Rabat',
    charge: 'Gebyr',
    vatOf: 'Moms',
    prepaid: 'Heraf betalt',
    rounding: 'Afrunding',
    payable: 'At betale',
    files: 'Vedhæftede filer',
    external: 'Findes andetsteds (hentes ikke)',
    made: 'Visning af en elektronisk faktura (UBL), lavet af Daybook. Originalen er XML-filen.',
    credits: 'Krediterer',
    paymentId: 'Betalings-id',
  },
  en: {
    supplier: 'Supplier',
    allowance: 'Allowance',
    charge: 'Charge',
    vatOf: 'VAT',
    prepaid: 'Paid already',
    rounding: 'Rounding',
    payable: 'To be paid',
    files: 'Attached files',
    external: 'Kept elsewhere (not fetched)',
    made: 'Shown by Daybook from an electronic invoice (UBL). The original is the XML file.',
    credits: 'Credits',
    paymentId: 'Payment id',
  },
} as const

interface Showing {
  invoice: EInvoice
  words: Words
  more: Readonly<Record<keyof (typeof MORE)['da'], string>>
  pages: Pages
}

/** What an e-invoice says, as a PDF: the same bytes each time. @param files names of the files inside it. */
export async function readablePdf(invoice: EInvoice, files: readonly string[]): Promise<Uint8Array> {
  const words = wordsFor(invoice.seller.country ?? '', invoice.buyer.country ?? undefined)
  const more = MORE[words.locale]
  const pages = new Pages((next) => heads({ invoice, words, more, pages: next }))
  const showing: Showing = { invoice, words, more, pages }
  const kind = invoice.isCreditNote ? words.creditNote : words.invoice
  paragraph(pages, invoice.seller.name, { size: 15, bold: true, width: 300 })
  const below = pages.y
  pages.y = PAGE.top
  pages.text(PAGE.right, kind, { size: 20, right: true })
  pages.y = below - 20
  head(showing)
  if (invoice.note !== null) paragraph(pages, invoice.note, {})
  heads(showing)
  for (const line of invoice.lines) row(showing, line)
  totals(showing)
  foot(showing, files)
  pages.onEvery((page, all) => {
    pages.y = 60
    pages.text(PAGE.left, more.made, { size: 7, grey: true })
    pages.text(PAGE.right, `${words.page} ${page}/${all}`, { size: 7, grey: true, right: true })
  })
  return await pages.finish(`${kind} ${invoice.number}`, invoice.seller.name, invoice.date)
}

interface Paragraph {
  size?: number
  bold?: boolean
  grey?: boolean
  width?: number
}

function paragraph(pages: Pages, text: string, { width = PAGE.right - PAGE.left, ...style }: Paragraph): void {
  const height = (style.size ?? 9) + 4
  for (const line of pages.wrapped(text, width, style)) {
    pages.need(height)
    pages.text(PAGE.left, line, style)
    pages.y -= height
  }
}

const partyLines = ({
  name,
  tradingName,
  address,
  postalCode,
  city,
  country,
  vatNumber,
  legalId,
}: ReadParty): string[] =>
  [
    name,
    tradingName === name ? null : tradingName,
    ...(address ?? '').split('\n'),
    [postalCode, city].filter((one) => one !== null).join(' '),
    country,
    vatNumber ?? legalId,
  ].filter((line): line is string => line !== null && line !== '')

/** The parties to the left, the facts of the document to the right. */
function head({ invoice, words, more, pages }: Showing): void {
  const top = pages.y
  pages.text(PAGE.left, more.supplier, { grey: true })
  pages.y -= 13
  for (const line of partyLines(invoice.seller)) paragraph(pages, line, { width: 260 })
  pages.y -= 6
  pages.text(PAGE.left, words.customer, { grey: true })
  pages.y -= 13
  for (const line of partyLines(invoice.buyer)) paragraph(pages, line, { width: 260 })
  const bottom = pages.y
  pages.y = top
  const [payment] = invoice.payments
  const facts: readonly (readonly [name: string, value: string | null])[] = [
    [words.number, invoice.number],
    [words.date, dayText(invoice.date, words)],
    [words.dueDate, dayText(invoice.dueDate, words)],
    [more.credits, invoice.precedingInvoices.join(', ')],
    [words.yourReference, invoice.buyerReference],
    [words.order, invoice.orderReference],
    [words.accounting, invoice.accountingCost],
    [words.account, payment?.account ?? null],
    [more.paymentId, payment?.paymentId ?? null],
    [words.terms, invoice.terms?.slice(0, 200) ?? null],
  ]
  for (const [name, value] of facts) {
    if (value === null || value === '') continue
    pages.text(350, name, { grey: true })
    for (const line of pages.wrapped(value, 120)) {
      pages.text(PAGE.right, line, { right: true })
      pages.y -= 13
    }
  }
  pages.y = Math.min(bottom, pages.y) - 20
}

/** The names of the columns, on every page. */
function heads({ words, more, pages }: Showing): void {
  const style = { size: 8.5, bold: true }
  pages.band(18, 5.5)
  pages.text(COLUMN.description, words.description, style)
  pages.text(COLUMN.quantity, words.quantity, { ...style, right: true })
  pages.text(COLUMN.unit, words.unit, style)
  pages.text(COLUMN.price, words.price, { ...style, right: true })
  pages.text(COLUMN.vat, `${more.vatOf} %`, { ...style, right: true })
  pages.text(COLUMN.amount, words.amount, { ...style, right: true })
  pages.y -= 20
}

function row({ words, more, pages }: Showing, line: ReadInvoiceLine): void {
  const named = [line.name, line.description === line.name ? null : line.description].filter((one) => one !== null)
  const adjusted = line.adjustments.map(
    (one) =>
      `${one.reason ?? (one.isCharge ? more.charge : more.allowance)}: ${one.isCharge ? '' : '-'}${numberText(one.amount, words, 2)}`,
  )
  const [first = '', ...others] = [...named, ...adjusted].flatMap((text) => pages.wrapped(text.slice(0, 600), 220))
  pages.need(LINE)
  pages.text(COLUMN.description, first)
  if (line.quantity !== null) pages.text(COLUMN.quantity, numberText(line.quantity, words), { right: true })
  if (line.unit !== null) pages.text(COLUMN.unit, line.unit)
  if (line.price !== null) pages.text(COLUMN.price, numberText(line.price, words, 2), { right: true })
  pages.text(COLUMN.vat, line.rate === null ? line.category : numberText(line.rate, words), { right: true })
  pages.text(COLUMN.amount, numberText(line.net, words, 2), { right: true })
  pages.y -= LINE
  for (const other of others) {
    pages.need(LINE)
    pages.text(COLUMN.description, other, { grey: true })
    pages.y -= LINE
  }
  pages.y -= 2
}

const isSomething = (amount: string): boolean => /[1-9]/.test(amount)

function totals({ invoice, words, more, pages }: Showing): void {
  const { totals: sums, adjustments, vat, currency } = invoice
  const rows: (readonly [name: string, amount: string, bold?: boolean])[] = [
    ...adjustments.map((one): [string, string] => [
      one.reason ?? (one.isCharge ? more.charge : more.allowance),
      `${one.isCharge ? '' : '-'}${one.amount}`.replace('--', ''),
    ]),
    [words.net, sums.net],
    ...vat.map((one): [string, string] => [
      `${more.vatOf} ${one.rate === null ? one.category : `${numberText(one.rate, words)} %`} (${numberText(one.taxable, words, 2)})`,
      one.tax,
    ]),
    [`${words.total} ${currency}`, sums.gross, true],
    ...(isSomething(sums.prepaid) ? [[more.prepaid, sums.prepaid] as const] : []),
    ...(isSomething(sums.rounding) ? [[more.rounding, sums.rounding] as const] : []),
    ...(sums.payable === sums.gross ? [] : [[`${more.payable} ${currency}`, sums.payable, true] as const]),
  ]
  pages.need(24)
  pages.rule(4)
  pages.y -= 12
  for (const [name, amount, bold = false] of rows) {
    pages.need(14)
    pages.text(300, name.slice(0, 45), { bold })
    pages.text(COLUMN.amount, numberText(amount, words, 2), { right: true, bold })
    pages.y -= 14
  }
}

function foot({ invoice, more, pages }: Showing, files: readonly string[]): void {
  const lists: readonly (readonly [name: string, texts: readonly string[]])[] = [
    [more.files, files],
    [
      more.external,
      invoice.external.map(({ description, uri }) => [description, uri].filter((one) => one !== null).join(': ')),
    ],
  ]
  for (const [name, texts] of lists) {
    if (texts.length === 0) continue
    pages.y -= 10
    pages.need(26)
    paragraph(pages, name, { bold: true })
    for (const text of texts) paragraph(pages, text.slice(0, 300), { size: 8 })
  }
}
