import { SafTError } from '../error.ts'
import type { Country } from '../namespaces.ts'
import type { SafTAccount, SafTFile, SafTOwnCode, SafTParty, SafTPartyBalance, SafTTaxCode } from '../model.ts'
import {
  cents,
  child,
  currencyCode,
  isoDate,
  oneOfTwo,
  percentage,
  requiredChild,
  requiredText,
  shown,
  textOf,
  wholeNumber,
} from './element.ts'
import type { XmlElement } from './element.ts'

/**
 * Versions as AuditFileVersion writes them; the tax administration's own example of 1.10 says 1.0, and the schema of
 * Danish 2.1 calls itself 2.0 and 1.0.
 */
const VERSIONS: Readonly<Record<Country, readonly [RegExp, string]>> = {
  NO: [/^1\.[0-4]0?$/, 'versions 1.10 to 1.40 are read'],
  DK: [/^(1\.0|2\.[01])$/, 'version 2.1 is read'],
}

/** The content of the header. @throws SafTError naming the element. */
export function headerOf(header: XmlElement, format: Country): SafTFile {
  const version = requiredChild(header, 'AuditFileVersion')
  const [known, read] = VERSIONS[format]
  if (!known.test(version.text)) {
    throw new SafTError(version.line, `AuditFileVersion is '${shown(version.text)}'; ${read}.`)
  }
  const country = requiredChild(header, 'AuditFileCountry')
  if (format === 'NO' && !['NO', 'DK'].includes(country.text)) {
    const reason = 'Norwegian files (NO) are read, and those of Danish companies in the Norwegian format (DK)'
    throw new SafTError(country.line, `AuditFileCountry is '${country.text}'; ${reason}.`)
  }
  const company = requiredChild(header, 'Company')
  return {
    format,
    chartVersion: undefined,
    version: version.text,
    company: {
      registrationNumber: textOf(company, 'CVR') ?? textOf(company, 'RegistrationNumber'),
      name: requiredText(company, 'Name'),
    },
    defaultCurrency: currencyCode(requiredChild(header, 'DefaultCurrencyCode')),
    ...selectionOf(requiredChild(header, 'SelectionCriteria')),
    accounts: [],
    taxCodes: [],
    ownCodes: new Map(),
    own: undefined,
    customers: [],
    suppliers: [],
    journals: [],
    totals: { transactions: 0, lines: 0, debit: 0n, credit: 0n },
  }
}

/**
 * The first and last day of the selection: two dates, or two periods, which are calendar months (13 and on: December).
 */
function selectionOf(criteria: XmlElement): { periodFrom: string; periodTo: string } {
  const byDate = child(criteria, 'SelectionStartDate')
  const selection = byDate
    ? { periodFrom: isoDate(byDate), periodTo: isoDate(requiredChild(criteria, 'SelectionEndDate')) }
    : {
        periodFrom: `${monthOf(criteria, 'PeriodStart')}-01`,
        periodTo: lastDayOf(monthOf(criteria, 'PeriodEnd')),
      }
  if (selection.periodFrom < '1970-01-01' || selection.periodTo > '2100-12-31') {
    throw new SafTError(criteria.line, 'SelectionCriteria reaches outside the years 1970 to 2100.')
  }
  if (selection.periodFrom > selection.periodTo) {
    const text = `${selection.periodFrom} to ${selection.periodTo}`
    throw new SafTError(criteria.line, `SelectionCriteria ends before it begins: ${text}.`)
  }
  return selection
}

function monthOf(criteria: XmlElement, name: 'PeriodStart' | 'PeriodEnd'): string {
  const month = Math.min(12, wholeNumber(requiredChild(criteria, name), 1, 99))
  const year = wholeNumber(requiredChild(criteria, `${name}Year`), 1970, 2100)
  return `${year}-${String(month).padStart(2, '0')}`
}

function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** An account of GeneralLedgerAccounts. @throws SafTError naming the element. */
export function accountOf(element: XmlElement): SafTAccount {
  return {
    accountId: requiredText(element, 'AccountID'),
    description: requiredText(element, 'AccountDescription'),
    standardAccountId: textOf(element, 'StandardAccountID') ?? textOf(element, 'GroupingCode'),
    groupingCategory: textOf(element, 'GroupingCategory'),
    accountType: textOf(element, 'AccountType'),
    openingBalance: balance(element, 'Opening'),
    closingBalance: balance(element, 'Closing'),
    line: element.line,
  }
}

/** Debit minus credit of one of the two balances. The element must have exactly one of the two sides. */
function balance(element: XmlElement, which: 'Opening' | 'Closing'): bigint {
  const [debit, credit] = oneOfTwo(element, `${which}DebitBalance`, `${which}CreditBalance`)
  return debit ? cents(debit) : -cents(credit!)
}

/** A VAT code of the tax table. @throws SafTError naming the element. */
export function taxCodeOf(element: XmlElement): SafTTaxCode {
  const [from, to] = [child(element, 'EffectiveDate'), child(element, 'ExpirationDate')]
  return {
    taxCode: requiredText(element, 'TaxCode'),
    description: textOf(element, 'Description'),
    percentage: percentage(child(element, 'TaxPercentage')),
    from: from && isoDate(from),
    to: to && isoDate(to),
    standardCode: textOf(element, 'StandardTaxCode'),
  }
}

/** The target of the processing instruction with which Daybook's export describes VAT codes beyond the format. */
export const OWN_CODE = 'daybook-vat-code'
const OWN_CODE_BODY =
  /^code="([^"]{1,15})" type="([12])" account="(\d{1,9})"(?: contra="(\d{1,9})")?(?: deductible="(\d{1,3}(?:\.\d{1,4})?)")?$/

/** A VAT code as our own export describes it; undefined for anything else. */
export function ownCodeOf(target: string, body: string): [string, SafTOwnCode] | undefined {
  const match = target === OWN_CODE ? OWN_CODE_BODY.exec(body.trim()) : null
  if (!match) return undefined
  const [, code, type, accountId, contraAccountId, deductible = '100'] = match
  // Whoever changes the file by hand may write more, or a share of a tax on sales.
  if (Number(deductible) > 100 || (type === '1' && Number(deductible) < 100)) return undefined
  return [decoded(code!), { type: type === '1' ? 1 : 2, accountId: accountId!, contraAccountId, deductible }]
}

/**
 * The targets of those that describe the books beyond the format: years, the account of the result, and how many
 * matches were made.
 */
export const OWN_BOOKS = { year: 'daybook-year', result: 'daybook-result', matches: 'daybook-matches' } as const

/** Adds what an instruction of our own export says of the books to the file. Anything else is left. */
export function addOwnBooks(file: SafTFile, target: string, body: string): void {
  const own = (): NonNullable<SafTFile['own']> => (file.own ??= { years: [], resultAccountId: undefined, matches: 0 })
  const day = String.raw`(\d{4}-\d\d-\d\d)`
  const year = new RegExp(`^from="${day}" to="${day}"( closed="true")?$`).exec(body.trim())
  if (target === OWN_BOOKS.year && year) {
    own().years.push({ from: year[1]!, to: year[2]!, isClosed: year[3] !== undefined })
  }
  const [, number] = /^\w+="(\d{1,9})"$/.exec(body.trim()) ?? []
  if (target === OWN_BOOKS.result && number !== undefined) own().resultAccountId = number
  if (target === OWN_BOOKS.matches && number !== undefined) own().matches = Number(number)
}

/** Codes are any text. The instruction has them percent-encoded where they could end it. */
const decoded = (code: string): string =>
  code.replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))

/** A customer or a supplier. @throws SafTError naming the element. */
export function partyOf(element: XmlElement): SafTParty {
  const all = (name: string) => element.children.filter((one) => one.name === name)
  const address = all('Address').find((one) => textOf(one, 'AddressType') === 'PostalAddress') ?? all('Address')[0]
  const contact = all('Contact')[0]
  const bank = all('BankAccount')[0]
  const info = child(element, 'PartyInfo')
  const tax = all('TaxRegistration')[0]
  const currency = info && child(info, 'CurrencyCode')
  return {
    id: requiredText(element, `${element.name}ID`),
    name: requiredText(element, 'Name'),
    registrationNumber: given(element, 'CVR') ?? given(element, 'RegistrationNumber'),
    vatNumber: tax && given(tax, 'TaxRegistrationNumber'),
    balances: partyBalances(element, all('BalanceAccount')),
    ...addressOf(address),
    phone: contact && (given(contact, 'Telephone') ?? given(contact, 'MobilePhone')),
    email: contact && given(contact, 'Email'),
    bankAccount: bank && (given(bank, 'IBANNumber') ?? given(bank, 'BankAccountNumber')),
    ...paymentTerms(info && child(info, 'PaymentTerms')),
    currency: currency && currencyCode(currency),
    line: element.line,
  }
}

/** Balances per account: BalanceAccount in 1.30, the party's own AccountID and balances in older versions. */
function partyBalances(party: XmlElement, balanceAccounts: XmlElement[]): SafTPartyBalance[] {
  const hasOwn = party.children.some((one) => /^(AccountID|(Opening|Closing)(Debit|Credit)Balance)$/.test(one.name))
  return [...balanceAccounts, ...(hasOwn ? [party] : [])].map((element) => ({
    accountId: textOf(element, 'AccountID'),
    openingBalance: balance(element, 'Opening'),
    closingBalance: balance(element, 'Closing'),
    line: child(element, 'AccountID')?.line ?? element.line,
  }))
}

function addressOf(address: XmlElement | undefined): Pick<SafTParty, 'street' | 'postalCode' | 'city' | 'country'> {
  if (!address) return { street: undefined, postalCode: undefined, city: undefined, country: undefined }
  const street = [given(address, 'StreetName'), given(address, 'Number')].filter((part) => part !== undefined).join(' ')
  return {
    street: street === '' ? undefined : street,
    postalCode: given(address, 'PostalCode'),
    city: given(address, 'City'),
    country: given(address, 'Country'),
  }
}

/** Days, or months of 30 days. With FreeBillingMonth they run from the end of the invoice's month. */
function paymentTerms(terms: XmlElement | undefined): Pick<SafTParty, 'paymentTermDays' | 'paymentTermEndOfMonth'> {
  const days = terms && child(terms, 'Days')
  const months = terms && child(terms, 'Months')
  return {
    paymentTermDays: days ? wholeNumber(days, 0, 9999) : months ? 30 * wholeNumber(months, 0, 333) : undefined,
    paymentTermEndOfMonth: terms !== undefined && ['true', '1'].includes(textOf(terms, 'FreeBillingMonth') ?? ''),
  }
}

/**
 * The text of a child, but for `n.a` and the like: programs write that where the schema demands a value and there is
 * none.
 */
function given(parent: XmlElement, name: string): string | undefined {
  const text = textOf(parent, name)
  return text === undefined || /^n[./]?a\.?$/i.test(text) ? undefined : text
}
