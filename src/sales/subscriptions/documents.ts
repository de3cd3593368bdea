import { grouped } from '../../ledger/grouped.ts'
import type { NewDocument, NewLine } from '../make-documents.ts'
import { hasDiscount, priceOf, quantityOf, type Share, shareOf, WHOLE } from './amounts.ts'
import { type Due, keyOf, type Line, type ProductTerms, type Subscription } from './due.ts'
import type { RunOptions } from './options.ts'
import { anchorOf } from './periods.ts'

/** The data that a run computes with. */
export interface Facts {
  options: RunOptions
  subscriptions: ReadonlyMap<number, Subscription>
  terms: ReadonlyMap<string, ProductTerms>
}

/** A document to be made, and the subscribers on it. */
export interface Planned {
  subscribers: readonly Due[]
  document: NewDocument
  /** The subscriber of each line; undefined for an empty line between subscriptions. */
  owners: readonly (Due | undefined)[]
}

/**
 * Groups the subscribers that share a document (rule 13.5): by customer, subscription and period, or by customer alone
 * when combined. Another reference or project makes a document of its own.
 */
export function together(due: readonly Due[], { isCombined }: Pick<RunOptions, 'isCombined'>): Due[][] {
  const groups = grouped(due, (one) => {
    const header = [one.customerNumber, one.yourRef, one.otherRef, one.projectNumber]
    return JSON.stringify(isCombined ? header : [...header, one.subscriptionNumber, one.startDate, one.endDate])
  })
  return [...groups.values()]
}

/** The document of subscribers that share one. */
export function planned(subscribers: readonly Due[], facts: Facts): Planned {
  const { invoiceDate, heading, textLine1, textLine2 } = facts.options
  const sorted = subscribers.toSorted(
    (a, b) =>
      a.subscriptionNumber - b.subscriptionNumber ||
      (a.startDate < b.startDate ? -1 : Number(a.startDate > b.startDate)) ||
      a.number - b.number,
  )
  const lines: NewLine[] = []
  const owners: (Due | undefined)[] = []
  for (const [at, one] of sorted.entries()) {
    const isOther = at > 0 && sorted[at - 1]!.subscriptionNumber !== one.subscriptionNumber
    if (isOther) lines.push({ description: '' })
    if (isOther) owners.push(undefined)
    const own = linesOf(one, facts)
    lines.push(...own)
    owners.push(...own.map(() => one))
  }
  const [first] = sorted
  const document: NewDocument = {
    customerNumber: first!.customerNumber,
    date: invoiceDate,
    yourReferenceNumber: first!.yourRef,
    otherReference: first!.otherRef,
    projectNumber: first!.projectNumber,
    heading,
    textLine1,
    textLine2,
    lines,
  }
  return { subscribers: sorted, document, owners }
}

/** The extra text; name and period if the subscription includes them; then the lines by number. */
function linesOf(one: Due, facts: Facts): NewLine[] {
  const subscription = facts.subscriptions.get(one.subscriptionNumber)!
  const { includeName, includePeriod, name, isProportional } = subscription
  const title = [includeName ? name : '', includePeriod ? periodText(one) : ''].filter((text) => text !== '').join(' ')
  const texts = [one.extraTextForInvoice ?? '', title].filter((text) => text !== '')
  const period = { start: one.startDate, end: one.endDate }
  const anchorDay = anchorOf(one.startDate, one.anchorDay)
  const share = isProportional ? shareOf(subscription, period, anchorDay, one.registrationDate) : WHOLE
  return [
    ...texts.map((description) => ({ description })),
    ...subscription.lines.map((line) => lineOf(line, one, share, facts)),
  ]
}

/** `01.04.2026 - 30.06.2026`. */
const periodText = ({ startDate, endDate }: Due): string =>
  [startDate, endDate].map((day) => day.split('-').reverse().join('.')).join(' - ')

function lineOf(line: Line, one: Due, share: Share, { options, subscriptions, terms }: Facts): NewLine {
  const { productNumber, description } = line
  if (productNumber === null) return { description: description ?? '' }
  const { accrue } = subscriptions.get(one.subscriptionNumber)!
  const own = terms.get(keyOf(one.customerNumber, productNumber))
  const [priceShare, quantityShare] = options.shareOn === 'price' ? [share, WHOLE] : [WHOLE, share]
  const special = one.specialPrice ?? line.specialPrice
  const base = special ?? own?.price ?? '0'
  return {
    productNumber,
    description,
    quantity: quantityOf(line.quantity!, one.quantityFactor, quantityShare),
    unitNetPrice: priceOf({ base, priceFactor: one.priceFactor, index: options.index, share: priceShare }),
    discountPercentage: discountOf(one, special !== null, own),
    departmentNumber: line.departmentNumber ?? one.departmentNumber,
    ...(accrue && { accrue, accrueStartDate: one.startDate, accrueEndDate: one.endDate }),
  }
}

/**
 * The subscriber's discount while it lasts, else the customer's. A special price is final: it gets no discount of the
 * customer.
 */
function discountOf(one: Due, isSpecial: boolean, terms: ProductTerms | undefined): string {
  const period = { start: one.startDate, end: one.endDate }
  if (hasDiscount(one.discountPercentage, one.discountExpiryDate, period)) return one.discountPercentage!
  return isSpecial ? '0' : (terms?.discount ?? '0')
}
