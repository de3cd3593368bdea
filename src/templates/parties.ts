import {
  customerTrades,
  givenNames,
  legalForms,
  placesInTheEu,
  placesOutsideTheEu,
  streets,
  surnames,
  towns,
} from './names.ts'
import type { ForeignPlace } from './names.ts'
import { seededRandom } from './random.ts'
import type { Random } from './random.ts'
import { supplierKinds } from './supplier-kinds.ts'
import type { SupplierKind } from './supplier-kinds.ts'

/** The columns that tables `customer` and `supplier` have in common. */
export interface PartyRow {
  number: number
  name: string
  /** 1 at home, 2 in the EU, 3 abroad. Of a customer, the VAT zone too. */
  group_number: 1 | 2 | 3
  currency: string
  payment_term_number: number
  contra_account_number: number
  corporate_identification_number: string | null
  vat_number: string | null
  email: string
  phone: string
  address: string
  postal_code: string
  city: string
  country: string
  is_barred: boolean
}
/** A row of table `customer`. */
export interface CustomerRow extends PartyRow {
  /** The address for e-invoices. At home it is the company number. */
  recipient_peppol: string | null
}
/** A row of table `supplier`. */
export interface SupplierRow extends PartyRow {
  bank_account: string
}

/** A row of table `supplier_contact`; `ordinal` counts all contacts from 1 and becomes the number. */
export interface SupplierContactRow {
  ordinal: number
  supplier_number: number
  user_interface_number: number
  name: string
  email: string
  phone: string
  notes: string | null
  is_deleted: boolean
}

const FIRST_CUSTOMER = 1001
const FIRST_SUPPLIER = 2001
const CUSTOMERS = 120
/** Every sixth customer lives abroad, every third of those outside the EU. */
const ABROAD_EVERY = 6
const BARRED_CUSTOMERS = [1047, 1093]
const BARRED_SUPPLIER = 2011
const DELETED_CONTACTS_EVERY = 40
const HOME_ACCOUNTS = [1010, 1010, 1010, 1020, 1020, 1030] as const

/** The demo company's customers. */
export function demoCustomers(): CustomerRow[] {
  const random = seededRandom(20_250_101)
  const taken = new Set<string>()
  return Array.from({ length: CUSTOMERS }, (_, index) => {
    const number = FIRST_CUSTOMER + index
    const abroad = (index + 1) % ABROAD_EVERY === 0
    const group = !abroad ? 1 : (index + 1) % (3 * ABROAD_EVERY) === 0 ? 3 : 2
    const party =
      group === 1
        ? danishParty(random, taken, () => random.pick(customerTrades))
        : foreignParty(random, taken, group === 2 ? placesInTheEu : placesOutsideTheEu)
    return {
      ...party,
      number,
      group_number: group,
      payment_term_number: group === 1 ? random.pick([1, 2, 2, 3]) : 3,
      contra_account_number: group === 1 ? random.pick(HOME_ACCOUNTS) : group === 2 ? 1040 : 1060,
      is_barred: BARRED_CUSTOMERS.includes(number),
      recipient_peppol: abroad ? `0088:${globalLocation(number)}` : null,
    }
  })
}

/** The demo company's suppliers, each with its kind. */
export function demoSuppliers(): { row: SupplierRow; kind: SupplierKind }[] {
  const random = seededRandom(20_250_102)
  const taken = new Set<string>()
  const kinds = supplierKinds.flatMap((kind) => Array.from({ length: kind.count }, () => kind))
  return kinds.map((kind, index) => {
    const number = FIRST_SUPPLIER + index
    const party =
      kind.group === 1
        ? danishParty(random, taken, () => kind.trade)
        : foreignParty(random, taken, kind.group === 2 ? placesInTheEu : placesOutsideTheEu, kind.trade)
    const row = {
      ...party,
      number,
      group_number: kind.group,
      payment_term_number: kind.monthlyOnDay === undefined ? random.pick([2, 3, 3, 4]) : 1,
      contra_account_number: kind.account,
      bank_account: `${random.digits(4)}-${random.digits(10)}`,
      is_barred: number === BARRED_SUPPLIER,
    }
    return { row, kind }
  })
}

/** One to three contacts per supplier, numbered from 1 within it. */
export function demoSupplierContacts(suppliers: readonly SupplierRow[]): SupplierContactRow[] {
  const random = seededRandom(20_250_103)
  const contacts = suppliers.flatMap((supplier) => {
    const names = new Set<string>()
    const wanted = random.between(1, 3)
    while (names.size < wanted) names.add(`${random.pick(givenNames)} ${random.pick(surnames)}`)
    return [...names].map((name, index) => ({
      supplier_number: supplier.number,
      user_interface_number: index + 1,
      name,
      email: `${ascii(name).replaceAll(' ', '.')}@${supplier.email.split('@')[1]}`,
      phone: supplier.phone,
      notes: random.pick([null, null, null, 'Træffes bedst om formiddagen', 'Sender rykkere', 'Aftaler rabatter']),
    }))
  })
  return contacts.map((contact, index) => ({
    ...contact,
    ordinal: index + 1,
    is_deleted: contact.user_interface_number > 1 && index % DELETED_CONTACTS_EVERY === DELETED_CONTACTS_EVERY - 1,
  }))
}

type Invented = Omit<
  PartyRow,
  'number' | 'group_number' | 'payment_term_number' | 'contra_account_number' | 'is_barred'
>

function danishParty(random: Random, taken: Set<string>, trade: () => string): Invented {
  const name = unused(taken, () => `${random.pick(surnames)} ${trade()} ${random.pick(legalForms)}`)
  const [postalCode, city] = random.pick(towns)
  const identification = companyNumber(random)
  return {
    name,
    currency: 'DKK',
    corporate_identification_number: identification,
    vat_number: `DK${identification}`,
    email: `${random.pick(['bogholderi', 'faktura', 'kontakt', 'post'])}@${domain(name)}`,
    // No Danish phone number begins with 10: nobody is called by mistake.
    phone: `+45 10${random.digits(6)}`,
    address: `${random.pick(streets)} ${random.between(1, 180)}`,
    postal_code: postalCode,
    city,
    country: 'DK',
  }
}

function foreignParty(random: Random, taken: Set<string>, places: readonly ForeignPlace[], trade = ''): Invented {
  const place = random.pick(places)
  const name = unused(taken, () => `${random.pick(place.names)} ${trade || random.pick(place.trades)} ${place.form}`)
  return {
    name,
    currency: place.currency,
    corporate_identification_number: null,
    vat_number: place.country === 'US' ? null : `${place.country}${random.digits(9)}`,
    email: `office@${domain(name)}`,
    phone: `${place.phonePrefix} ${random.digits(4)}`,
    address: `${place.street} ${random.between(1, 90)}`,
    postal_code: place.postalCode,
    city: place.city,
    country: place.country,
  }
}

/** Makes names until one is not in `taken`. The caller's lists hold many times more names than are needed. */
function unused(taken: Set<string>, make: () => string): string {
  let name = make()
  while (taken.has(name)) name = make()
  taken.add(name)
  return name
}

/**
 * Eight digits whose weighted sum is divisible by 11, as that of a Danish company number. It begins with 99: no real
 * number does.
 */
function companyNumber(random: Random): string {
  const weights = [2, 7, 6, 5, 4, 3, 2]
  for (;;) {
    const digits = `99${random.digits(5)}`
    const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
    const check = (11 - (sum % 11)) % 11
    if (check < 10) return digits + String(check)
  }
}

/** A location number (GS1) of the invented firm: 13 digits. The last is the check digit. */
function globalLocation(number: number): string {
  const digits = `57999999${number}`
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** The firm's name without its legal form, in a domain nobody can own. */
function domain(name: string): string {
  const words = ascii(name.slice(0, name.lastIndexOf(' '))).match(/[a-z]+/g) ?? []
  return `${words.join('-')}.example`
}

function ascii(text: string): string {
  const folded = text.toLowerCase().replaceAll('æ', 'ae').replaceAll('ø', 'oe').replaceAll('å', 'aa')
  return folded.normalize('NFD').replaceAll(/[^\x20-\x7e]/g, '')
}
