/** The words printed around the values. */
export interface Words {
  locale: 'da' | 'en'
  invoice: string
  creditNote: string
  number: string
  date: string
  dueDate: string
  customer: string
  companyNumber: string
  ean: string
  ourReference: string
  yourReference: string
  order: string
  project: string
  accounting: string
  attention: string
  credited: string
  delivery: string
  product: string
  description: string
  quantity: string
  unit: string
  price: string
  grossPrice: string
  discount: string
  amount: string
  net: string
  vat: string
  vatIncluded: string
  ofVat: string
  ofSeller: string
  draft: string
  slip: string
  total: string
  terms: string
  account: string
  paid: string
  page: string
  phone: string
  mileage: string
  /** Names of units, that of a new one first. */
  units: Readonly<Record<'hours' | 'kilometres', readonly string[]>>
}

const danish: Words = {
  locale: 'da',
  invoice: 'Faktura',
  creditNote: 'Kreditnota',
  number: 'Nummer',
  date: 'Dato',
  dueDate: 'Forfald',
  customer: 'Kundenr.',
  companyNumber: 'CVR',
  ean: 'EAN',
  ourReference: 'Vores ref.',
  yourReference: 'Deres ref.',
  order: 'Rekvisition',
  project: 'Sag',
  accounting: 'Kontostreng',
  attention: 'Att.',
  credited: 'Krediterer faktura',
  delivery: 'Leveres til',
  product: 'Varenr.',
  description: 'Beskrivelse',
  quantity: 'Antal',
  unit: 'Enhed',
  price: 'Pris',
  grossPrice: 'Inkl. moms',
  discount: 'Rabat',
  amount: 'Beløb',
  net: 'Beløb uden moms',
  vat: 'Moms',
  vatIncluded: 'Heraf moms',
  ofVat: 'Momsnr.',
  ofSeller: 'Sælgers momsnr.',
  draft: 'KLADDE',
  slip: 'Indbetalingskort',
  total: 'I alt',
  terms: 'Betaling',
  account: 'Reg.nr. og konto',
  paid: 'Betalt',
  page: 'Side',
  phone: 'Tlf.',
  mileage: 'Kørsel',
  units: { hours: ['time', 'timer', 't'], kilometres: ['km', 'kilometer'] },
}

const english: Words = {
  locale: 'en',
  invoice: 'Invoice',
  creditNote: 'Credit note',
  number: 'Number',
  date: 'Date',
  dueDate: 'Due',
  customer: 'Customer no.',
  companyNumber: 'Company no.',
  ean: 'GLN',
  ourReference: 'Our ref.',
  yourReference: 'Your ref.',
  order: 'Order',
  project: 'Project',
  accounting: 'Accounting',
  attention: 'Att.',
  credited: 'Credits invoice',
  delivery: 'Delivered to',
  product: 'Item',
  description: 'Description',
  quantity: 'Quantity',
  unit: 'Unit',
  price: 'Price',
  grossPrice: 'Incl. VAT',
  discount: 'Discount',
  amount: 'Amount',
  net: 'Amount without VAT',
  vat: 'VAT',
  vatIncluded: 'VAT included',
  ofVat: 'VAT no.',
  ofSeller: 'VAT no. of the seller',
  draft: 'DRAFT',
  slip: 'Payment slip',
  total: 'Total',
  terms: 'Payment',
  account: 'Account',
  paid: 'Paid',
  page: 'Page',
  phone: 'Phone',
  mileage: 'Mileage',
  units: { hours: ['hour', 'hours', 'h'], kilometres: ['km', 'kilometre'] },
}

/** Danish when seller and buyer are in Denmark, English otherwise. */
export const wordsFor = (sellerCountry: string, buyerCountry: string | undefined): Words =>
  sellerCountry === 'DK' && (buyerCountry ?? 'DK') === 'DK' ? danish : english

/** Decimal text as people write it, with at least `decimals` behind the point: `1234.5` is `1.234,50` in Danish. */
export function numberText(text: string, { locale }: Words, decimals = 0): string {
  const [whole, fraction = ''] = text.replace('-', '').split('.') as [string, string?]
  const digits = fraction.replace(/0+$/, '').padEnd(decimals, '0')
  const [group, point] = locale === 'da' ? ['.', ','] : [',', '.']
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
  const isNothing = !/[1-9]/.test(text)
  return `${text.startsWith('-') && !isNothing ? '-' : ''}${grouped}${digits === '' ? '' : point + digits}`
}

/** An ISO day as people write it: `24.12.2026`, `24 Dec 2026`. */
export function dayText(day: string | null, { locale }: Words): string {
  if (day === null) return ''
  const [year, month, date] = day.split('-') as [string, string, string]
  if (locale === 'da') return `${date}.${month}.${year}`
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  return `${Number(date)} ${months[Number(month) - 1]} ${year}`
}
