import type { Seller } from '../printed-invoice.ts'
import { sideBySide } from './lettering.ts'
import { PAGE, type Pages } from './pages.ts'
import type { Words } from './words.ts'

type Sender = Pick<
  Seller,
  'name' | 'address' | 'postalCode' | 'city' | 'cvr' | 'vatNumber' | 'phone' | 'email' | 'homepage'
>

const isSaid = (text: string | null | undefined): text is string => (text ?? '').trim() !== ''

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
