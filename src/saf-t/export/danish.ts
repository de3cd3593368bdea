import { centsOf } from '../../ledger/money.ts'
import { STATUS } from '../account-types.ts'
import { NAMESPACES } from '../namespaces.ts'
import { decimal } from '../read/element.ts'
import { CHART_VERSION } from '../standard-chart.ts'
import type { Format } from './format.ts'
import { fileXml, ownCodeXml } from './header.ts'
import { rateOfOne, referenceOf, sideOf } from './lines.ts'
import { balancesOf, countryOf, isIbanTyped, streetXml } from './parties.ts'
import type {
  ExportDays,
  ExportedAccount,
  ExportedAgreement,
  ExportedBankAccount,
  ExportedEntry,
  ExportedParty,
  ExportedVatCode,
} from './rows.ts'
import { amountLeaf, balanceLeaf, CODE, element, leaf, LONG, MIDDLE_1, MIDDLE_2, said, SHORT, whole } from './xml.ts'
import type { Xml } from '../../xml.ts'

/** The value of elements that the schema demands and the books do not have; read as nothing. */
const NOTHING = 'n/a'
const CVR = /^[1-9]\d{7}$/

/** Danish SAF-T Financial, version 2.1. */
export const danish21: Format = {
  namespace: NAMESPACES.DK,
  header: headerXml,
  accounts: accountsXml,
  party: partyXml,
  taxTable: taxTableXml,
  ofTransaction: ([first]) => leaf('SystemID', first!.entryNumber),
  line: lineXml,
}

/** The company by its own numbers: CVR, VAT, address, and its accounts at banks. */
function headerXml(company: ExportedAgreement, days: ExportDays): Xml {
  const { name, baseCurrency, registrationNumber, vatNumber, today } = company
  const vat = whole('TaxRegistrationNumber', vatNumber, MIDDLE_1)
  const banks = company.bankAccounts.map(bankXml).filter((one) => one !== undefined)
  return element(
    'Header',
    ...fileXml('2.1', company.country, today),
    element(
      'Company',
      registrationXml(registrationNumber, company.country) ?? leaf('RegistrationNumber', NOTHING),
      leaf('Name', said(name, NOTHING), MIDDLE_2),
      addressXml(company, company.country),
      contactXml(company),
      vat && element('TaxRegistration', vat),
      ...(banks.length > 0
        ? banks
        : [element('BankAccount', leaf('BankAccountNumber', NOTHING), leaf('SortCode', NOTHING))]),
    ),
    leaf('DefaultCurrencyCode', baseCurrency),
    element('SelectionCriteria', leaf('SelectionStartDate', days.from), leaf('SelectionEndDate', days.to)),
    leaf('TaxEntity', said(name, NOTHING), MIDDLE_2),
  )
}

const registrationXml = (number: string | null, country: string): Xml | undefined =>
  country === 'DK' && CVR.test(number ?? '') ? leaf('CVR', number!) : whole('RegistrationNumber', number, MIDDLE_1)

interface Address {
  address: string | null
  postalCode: string | null
  city: string | null
}

function addressXml({ address, postalCode, city }: Address, country: string): Xml {
  return element(
    'Address',
    ...streetXml(said(address, NOTHING), MIDDLE_2),
    leaf('City', said(city, NOTHING), MIDDLE_1),
    whole('PostalCode', postalCode, SHORT) ?? leaf('PostalCode', NOTHING),
    leaf('Country', country),
    leaf('AddressType', 'StreetAddress'),
  )
}

function contactXml({ phone, email }: { phone: string | null; email: string | null }): Xml | undefined {
  const parts = [whole('Telephone', phone, SHORT), whole('Email', email, MIDDLE_2)]
  return parts.some((part) => part !== undefined) ? element('Contact', ...parts) : undefined
}

/** A bank account without an IBAN needs both of its numbers. */
function bankXml({
  iban,
  registrationNumber,
  accountNumber,
  bic,
  currency,
  ledgerAccount,
}: ExportedBankAccount): Xml | undefined {
  const byIban = whole('IBANNumber', iban, MIDDLE_1)
  const number = whole('BankAccountNumber', accountNumber, MIDDLE_1)
  const sort = whole('SortCode', registrationNumber, SHORT)
  if (!byIban && !(number && sort)) return undefined
  return element(
    'BankAccount',
    ...(byIban ? [byIban] : [number, sort]),
    whole('BIC', bic, SHORT),
    currency === null ? undefined : leaf('CurrencyCode', currency),
    ledgerAccount === null ? undefined : leaf('AccountID', ledgerAccount),
  )
}

/** The accounts, each with its line of the standard chart, if it is mapped. */
function accountsXml(accounts: readonly ExportedAccount[]): Xml {
  if (accounts.length === 0) return ''
  const list = accounts.map((account) =>
    element(
      'Account',
      leaf('AccountID', account.number),
      leaf('AccountDescription', said(account.name, String(account.number)), LONG),
      account.standard === null ? undefined : leaf('StandardAccountID', account.standard),
      leaf('AccountType', typeOf(account)),
      balanceLeaf('Opening', account.opening),
      balanceLeaf('Closing', account.closing),
    ),
  )
  return element(
    'GeneralLedgerAccounts',
    leaf('NameOfStandardAccount', 'Standardkontoplanen'),
    leaf('VersionOfStandardAccount', CHART_VERSION),
    ...list,
  )
}

/** By the statement, and by the side that the account, or its line of the standard chart, is on. */
function typeOf({ type, isCredit, standard, closing }: ExportedAccount): 'Asset' | 'Liability' | 'Sale' | 'Expense' {
  const credit = isCredit ?? closing.startsWith('-')
  if (type !== STATUS) return credit ? 'Sale' : 'Expense'
  const isOwed = standard === null ? credit : standard > LAST_ASSET
  return isOwed ? 'Liability' : 'Asset'
}

/** AKTIVER I ALT of the standard chart. */
const LAST_ASSET = 6499

/** A party has one account and balance: that of its group. */
function partyXml(kind: 'Customer' | 'Supplier', party: ExportedParty, company: ExportedAgreement): Xml {
  const country = countryOf(party) ?? company.country
  const [[account, opening, closing]] = balancesOf(party) as [[number, string, string]]
  const vat = whole('TaxRegistrationNumber', party.vatNumber, MIDDLE_1)
  return element(
    kind,
    leaf(`${kind}ID`, party.number),
    registrationXml(party.registration, country),
    leaf('Name', said(party.name, String(party.number)), MIDDLE_2),
    addressXml(party, country),
    contactXml(party),
    vat && element('TaxRegistration', vat),
    bankXml(bankOf(party.bankAccount)),
    leaf('AccountID', account),
    balanceLeaf('Opening', opening),
    balanceLeaf('Closing', closing),
  )
}

/** A bank account as it was typed: an IBAN, or four digits of the bank and those of the account. */
function bankOf(text: string | null): ExportedBankAccount {
  const none = { bic: null, currency: null, ledgerAccount: null }
  const [, registrationNumber = null, accountNumber = null] = /^(\d{4})[- ]?(\d{1,10})$/.exec(text ?? '') ?? []
  return { ...none, iban: isIbanTyped(text) ? text : null, registrationNumber, accountNumber }
}

/**
 * The tax table, which must not be empty. Standard codes are left out, as no code says which one it is. Processing
 * instructions have what the format has no element for: the type and the accounts of a code.
 */
function taxTableXml(codes: readonly ExportedVatCode[], { country }: ExportedAgreement, { from }: ExportDays): Xml {
  const details = (code: string, name: string, rate: string): Xml =>
    element(
      'TaxCodeDetails',
      leaf('TaxCode', code, CODE),
      leaf('EffectiveDate', from),
      leaf('Description', said(name, code), LONG),
      leaf('TaxPercentage', rate),
      leaf('Country', country),
    )
  const list = codes.map(({ code, name, rate }) => details(code, name, rate))
  const entry = element(
    'TaxTableEntry',
    leaf('TaxType', 'VAT'),
    leaf('Description', 'VAT'),
    ...(list.length > 0 ? list : [details(NOTHING, 'No VAT codes', '0')]),
  )
  return element('TaxTable', ...codes.map(ownCodeXml), entry)
}

/**
 * A line. The number of an invoice is that of its source document: the format has no other place for it, and none for
 * due dates.
 */
function lineXml(row: ExportedEntry, baseCurrency: string): Xml {
  const isOfParty = row.customerNumber !== null || row.supplierNumber !== null
  const document = whole('SourceDocumentID', referenceOf(row), MIDDLE_1)
  return element(
    'Line',
    leaf('RecordID', row.entryNumber),
    leaf('AccountID', row.accountNumber),
    document ?? (isOfParty ? undefined : leaf('SourceDocumentID', row.voucherNumber)),
    row.customerNumber === null ? undefined : leaf('CustomerID', row.customerNumber),
    row.supplierNumber === null ? undefined : leaf('SupplierID', row.supplierNumber),
    leaf('Description', row.text ?? '', LONG),
    element(sideOf(row), amountXml(row, baseCurrency)),
    taxXml(row, baseCurrency),
  )
}

/** An amount always has a currency and a rate of at most eight decimals. */
function amountXml({ base, currency, amount, exchangeRate }: ExportedEntry, baseCurrency: string): Xml {
  const parts =
    currency === null
      ? [leaf('CurrencyCode', baseCurrency), amountLeaf('CurrencyAmount', base), leaf('ExchangeRate', 1)]
      : [
          leaf('CurrencyCode', currency),
          amountLeaf('CurrencyAmount', amount),
          leaf('ExchangeRate', rateOfOne(exchangeRate)),
        ]
  return [amountLeaf('Amount', base), ...parts].join('')
}

function taxXml({ vatCode, vatRate, tax, base }: ExportedEntry, baseCurrency: string): Xml | undefined {
  if (vatCode === null) return undefined
  const net = centsOf(base)
  const amount = tax ?? '0.00'
  return element(
    'TaxInformation',
    leaf('TaxType', 'VAT'),
    leaf('TaxCode', vatCode),
    vatRate === null ? undefined : leaf('TaxPercentage', vatRate),
    leaf('TaxBase', decimal(net < 0n ? -net : net)),
    element(
      'TaxAmount',
      amountLeaf('Amount', amount),
      leaf('CurrencyCode', baseCurrency),
      amountLeaf('CurrencyAmount', amount),
      leaf('ExchangeRate', 1),
    ),
  )
}
