import { ApiError, type Fault } from '../errors/catalogue.ts'
import {
  absolute,
  centsOf,
  centsToText,
  divideRounded,
  HUNDRED_PER_CENT,
  parseDecimal,
  tenThousandths,
} from '../ledger/money.ts'
import { splitVat } from '../ledger/vat.ts'
import type { Posted } from './alike.ts'
import type { AskedDraft, AskedLine } from './asked.ts'
import { paymentOf } from './payment.ts'
import { INVOICE, type Planned, type PlannedEntry } from './planned.ts'
import type { EInvoice, ReadVat } from './reading/einvoice.ts'
import { chosenCode, placeOf, type PurchaseCode } from './vat-code.ts'

/** What an e-invoice is drafted with beside what it says and what was asked. */
export interface EInvoiceKnown {
  supplierNumber: number
  /** Whether the supplier has terms that a due date follows from. */
  hasTerms: boolean
  country: string
  alike: readonly Posted[]
  codes: readonly PurchaseCode[]
  roundingAccount: number | undefined
}

/** A part of a document that becomes one entry: of one VAT category, posted on one account. */
interface Part {
  vat: ReadVat
  accountNumber: number | undefined
  vatCode: string | undefined
  departmentNumber: number | undefined
  text: string | undefined
  place: string
  /** Cents, as the document has them. */
  net: bigint
}

/** Properties of a draft that an e-invoice says. */
const SAID = ['amount', 'currency', 'invoiceNumber', 'contraAccountNumber'] as const
const TEXT_MAX = 250

/**
 * The voucher of an e-invoice: one entry for each VAT category and account; together exactly what it comes to. @throws
 * ApiError
 */
export function planEInvoice(einvoice: EInvoice, asked: AskedDraft, known: EInvoiceKnown): Planned {
  const faults = askedFaults(einvoice, asked)
  if (faults.length > 0) throw new ApiError(faults)
  const notes: string[] = []
  const parts = partsOf(einvoice, asked, known, notes)
  const entries = parts.flatMap((part) => entriesOf(part, known.codes))
  const { rounding, prepaid } = einvoice.totals
  if (centsOf(rounding) !== 0n) {
    const account = asked.roundingAccountNumber ?? known.roundingAccount
    if (account === undefined) notes.push('The rounding has no account: give roundingAccountNumber.')
    entries.push({ gross: centsOf(rounding), account, place: 'rounding' })
  }
  if (centsOf(prepaid) !== 0n) {
    if (asked.prepaidAccountNumber === undefined)
      notes.push(`${prepaid} of it is paid already: match that payment with the invoice once it is booked.`)
    else entries.push({ gross: -centsOf(prepaid), account: asked.prepaidAccountNumber, place: 'prepaid' })
  }
  const { fields, note } = paymentOf(einvoice)
  if (note !== undefined && !einvoice.isCreditNote) notes.push(note)
  const shared = sharedOf(einvoice, asked, known)
  const planned = entries
    .filter(({ gross }) => gross !== 0n)
    .map((entry, at): PlannedEntry => ({
      input: {
        ...shared,
        ...(at === 0 && !einvoice.isCreditNote && fields),
        text: entry.text ?? shared.text,
        amount: centsToText(einvoice.isCreditNote ? entry.gross : -entry.gross),
        contraAccountNumber: entry.account,
        contraVatCode: entry.vatCode,
        departmentNumber: entry.departmentNumber,
      },
      place: entry.place,
    }))
  if (planned.length === 0)
    throw new ApiError({
      code: 'InboxItemComesToNothing',
      property: 'number',
      message: 'It comes to 0.00: there is nothing to post.',
    })
  return { entries: planned, supplierNumber: known.supplierNumber, notes: [...new Set(notes)] }
}

function sharedOf(
  { number, date, dueDate, currency, seller }: EInvoice,
  asked: AskedDraft,
  { supplierNumber, hasTerms }: EInvoiceKnown,
) {
  const due = dueDate ?? asked.dueDate ?? (hasTerms ? undefined : date)
  return {
    entryTypeNumber: INVOICE,
    date: asked.date ?? date,
    currency,
    supplierNumber,
    supplierInvoiceNumber: number,
    text: asked.text ?? `${seller.name}, ${number}`.slice(0, TEXT_MAX),
    ...(due !== undefined && { dueDate: due }),
    ...(asked.date !== undefined && asked.date !== date && { documentDate: date }),
  }
}

function askedFaults({ lines, dueDate }: EInvoice, asked: AskedDraft): Fault[] {
  const notAllowed = (property: string, message: string): Fault => ({ code: 'ValueNotAllowed', property, message })
  const ids = lines.map(({ id }) => id)
  return [
    ...[...SAID, ...(dueDate === null ? [] : (['dueDate'] as const))]
      .filter((name) => asked[name] !== undefined)
      .map((name) => notAllowed(name, `${name} is what the e-invoice says; leave it out.`)),
    ...(asked.lines ?? []).flatMap(({ line, amount }, at): Fault[] => {
      const property = `lines[${at}].line`
      if (amount !== undefined)
        return [notAllowed(`lines[${at}].amount`, `lines[${at}].amount is what the e-invoice says; leave it out.`)]
      if (line === undefined)
        return [
          { code: 'ValueRequired', property, message: `${property} is required: it names a line of the e-invoice.` },
        ]
      return ids.includes(line)
        ? []
        : [notAllowed(property, `${property}: the e-invoice has no line '${line.slice(0, 50)}'.`)]
    }),
  ]
}

/** The parts of a document, what is taken off and added as a whole with the largest of its category. */
function partsOf(einvoice: EInvoice, asked: AskedDraft, known: EInvoiceKnown, notes: string[]): Part[] {
  const parts = new Map<string, Part>()
  const placed = new Map<string, { at: number; line: AskedLine }>()
  for (const [at, line] of (asked.lines ?? []).entries()) placed.set(line.line!, { at, line })
  const add = (vat: ReadVat, net: bigint, own: { at: number; line: AskedLine } | undefined): void => {
    const part = postedAs(vat, own, { einvoice, asked, known }, notes)
    const key = JSON.stringify([rateKey(vat), part.accountNumber, part.vatCode, part.departmentNumber, part.text])
    const there = parts.get(key)
    if (there) there.net += net
    else parts.set(key, { ...part, net })
  }
  for (const line of einvoice.lines) add(line, centsOf(line.net), placed.get(line.id))
  for (const one of einvoice.adjustments) {
    const amount = centsOf(one.amount) * (one.isCharge ? 1n : -1n)
    const [largest] = [...parts.values()].filter(({ vat }) => rateKey(vat) === rateKey(one)).toSorted(byNet)
    if (largest) largest.net += amount
    else add(one, amount, undefined)
  }
  return [...parts.values()]
    .map((part): [Part, bigint] => [part, taxOf(part, [...parts.values()], einvoice)])
    .map(([part, tax]) => Object.assign(part, { tax }))
}

const byNet = (a: Part, b: Part): number =>
  Number(absolute(b.net) - absolute(a.net) > 0n) - Number(absolute(b.net) - absolute(a.net) < 0n)
const rateKey = ({ category, rate }: ReadVat): string => `${category} ${category === 'S' ? (rate ?? '0') : ''}`

interface Posting {
  einvoice: EInvoice
  asked: AskedDraft
  known: EInvoiceKnown
}

function postedAs(
  vat: ReadVat,
  own: { at: number; line: AskedLine } | undefined,
  { einvoice, asked, known }: Posting,
  notes: string[],
): Omit<Part, 'net'> {
  const { seller } = einvoice
  const { alike, codes, country } = known
  const line = own?.line
  const given = line?.vatCode ?? asked.vatCode
  const place = placeOf(seller.vatNumber, seller.country, country)
  const chosen =
    given === undefined ? chosenCode(vat, place, { codes, alike: alike.map(({ vatCode }) => vatCode) }) : undefined
  if (chosen?.note !== undefined) notes.push(chosen.note)
  const vatCode = given ?? chosen?.code
  const before = alike.find((one) => (one.vatCode ?? undefined) === vatCode) ?? alike[0]
  const accountNumber = line?.accountNumber ?? asked.accountNumber ?? before?.accountNumber
  if (line?.accountNumber === undefined && asked.accountNumber === undefined && before)
    notes.push(`Posted as voucher ${before.voucherNumber}, one of the last of the supplier.`)
  const isAlike = before !== undefined && accountNumber === before.accountNumber
  return {
    vat,
    accountNumber,
    vatCode,
    departmentNumber:
      line?.departmentNumber ??
      asked.departmentNumber ??
      (isAlike ? (before.departmentNumber ?? undefined) : undefined),
    text: line?.text,
    place: own ? `lines[${own.at}].` : '',
  }
}

/** The VAT of a part: by its rate; the largest part of a category has what is left of what the document says. */
function taxOf(part: Part, all: readonly Part[], einvoice: EInvoice): bigint {
  const of = all.filter(({ vat }) => rateKey(vat) === rateKey(part.vat))
  const [said] = einvoice.vat.filter((one) => rateKey(one) === rateKey(part.vat))
  const byRate = ({ net }: Part): bigint => {
    const { units, scale } = parseDecimal(said?.rate ?? '0')
    return divideRounded(net * units, 100n * 10n ** BigInt(scale))
  }
  const [largest] = of.toSorted(byNet)
  if (part !== largest) return byRate(part)
  const others = of.filter((one) => one !== part).reduce((sum, one) => sum + byRate(one), 0n)
  return centsOf(said?.tax ?? '0') - others
}

/** An entry to be: what the supplier gets for it, as the document has it. */
interface Entry {
  gross: bigint
  account: number | undefined
  vatCode?: string | undefined
  departmentNumber?: number | undefined
  text?: string | undefined
  place: string
}

/** All of the tax of a code that is no reverse charge, whatever is deducted of it. */
const ORDINARY = { contraAccountNumber: null, deductible: HUNDRED_PER_CENT }

/**
 * The entries of a part. The VAT of an entry follows from what it comes to, and is the document's to the cent where
 * that is as its rate says. Where the document has some cents more or less, a second entry without VAT takes what is
 * left, so that both VAT and sum are the document's.
 */
function entriesOf(part: Part, codes: readonly PurchaseCode[]): Entry[] {
  const { net, accountNumber: account, vatCode, departmentNumber, text, place } = part
  const { tax } = part as Part & { tax: bigint }
  const gross = net + tax
  const shared = { account, departmentNumber, text, place }
  const code = codes.find((one) => one.code === vatCode)
  if (!code || code.isReverse || code.rate === '0') return [{ ...shared, gross, vatCode }]
  const rate = tenThousandths(code.rate)
  const booked = (amount: bigint): bigint => splitVat(amount, { rate, ...ORDINARY }).tax
  if (booked(gross) === tax) return [{ ...shared, gross, vatCode }]
  const taxed = divideRounded(tax * (HUNDRED_PER_CENT + rate), rate)
  if (booked(taxed) !== tax) return [{ ...shared, gross, vatCode }]
  return [
    { ...shared, gross: taxed, vatCode },
    { ...shared, gross: gross - taxed },
  ]
}
