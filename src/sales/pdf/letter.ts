import { countryCode, countryName } from '../einvoice/countries.ts'
import type { Buyer, Seller } from '../printed-invoice.ts'
import { sideBySide } from './lettering.ts'
import { PAGE, type Pages } from './pages.ts'
import type { Words } from './words.ts'

// What papers to be sent and kept have alike: invoices, reminders, statements, reconciliations.

type Sender = Pick<
  Seller,
  'name' | 'address' | 'postalCode' | 'city' | 'country' | 'cvr' | 'vatNumber' | 'phone' | 'email' | 'homepage'
>
type Recipient = Pick<Buyer, 'name' | 'address' | 'postalCode' | 'city' | 'country'>
type Fact = readonly [name: string, value: string | null]

const FACTS = { name: 350, value: PAGE.right }

/** Whether a text says anything. */
export const isSaid = (text: string | null | undefined): text is string => (text ?? '').trim() !== ''

/** The recipient to the left, with whose attention it asks for; the facts that say something to the right. */
export function parties(
  { buyer, seller, words, pages }: { buyer: Recipient; seller: Sender; words: Words; pages: Pages },
  facts: readonly Fact[],
  attention: string | null = null,
): void {
  const top = pages.y
  const country = countryCode(buyer.country)
  const address = [
    buyer.name,
    ...(isSaid(attention) ? [sideBySide([words.attention, attention], ' ')] : []),
    ...(buyer.address ?? '').split('\n'),
    [buyer.postalCode, buyer.city].filter(isSaid).join(' '),
    country === undefined || country === seller.country ? '' : countryName(country, words.locale),
  ].filter(isSaid)
  for (const [at, text] of address.entries()) {
    const style = { size: 10.5, bold: at === 0 }
    for (const line of pages.wrapped(text, 260, style)) {
      pages.text(PAGE.left, line, style)
      pages.y -= 14
    }
  }
  const bottom = pages.y
  pages.y = top
  for (const [name, value] of facts) {
    if (!isSaid(value)) continue
    pages.text(FACTS.name, name, { grey: true })
    for (const line of pages.wrapped(value, 110)) {
      pages.text(FACTS.value, line, { right: true })
      pages.y -= 13
    }
  }
  pages.y = Math.min(bottom, pages.y) - 24
}

/** The accounts that the seller is paid on. */
export const accountFacts = (
  { bankRegistration, bankAccount, iban, bic }: Pick<Seller, 'bankRegistration' | 'bankAccount' | 'iban' | 'bic'>,
  words: Words,
): Fact[] => [
  [words.account, [bankRegistration, bankAccount].filter(isSaid).join(' ')],
  ['IBAN', iban],
  ['BIC', bic],
]

/** How it is paid: the facts that say something. */
export function payment(pages: Pages, facts: readonly Fact[]): void {
  pages.need(14 * facts.length)
  for (const [name, value] of facts) {
    if (!isSaid(value)) continue
    pages.text(PAGE.left, name, { grey: true })
    pages.text(PAGE.left + 100, value)
    pages.y -= 14
  }
}

/** Who sends it, at the foot of every page, and which page it is. */
export function footer({ seller, words, pages }: { seller: Sender; words: Words; pages: Pages }): void {
  const { name, address, postalCode, city, cvr, vatNumber, phone, email, homepage } = seller
  const where = [name, ...(address ?? '').split('\n'), [postalCode, city].filter(isSaid).join(' ')]
  const who = [
    isSaid(cvr) ? `${words.companyNumber} ${cvr}` : vatNumber,
    isSaid(phone) ? `${words.phone} ${phone}` : null,
    email,
    homepage,
  ]
  const lines = [where, who].map((parts) => sideBySide(parts.filter(isSaid), '  ·  '))
  pages.onEvery((page, count) => {
    pages.y = 58
    pages.rule(14)
    for (const line of lines) {
      pages.text(PAGE.left, line, { size: 8, grey: true })
      pages.y -= 11
    }
    pages.y = 58
    if (count > 1) pages.text(PAGE.right, `${words.page} ${page}/${count}`, { size: 8, grey: true, right: true })
  })
}
