import { readFile } from 'node:fs/promises'
import { CODE, element, leaf, LONG, MIDDLE_2, said, SHORT, type Xml } from './export-xml.ts'

/** What the header and the tax table say of an agreement. */
export interface ExportedAgreement {
  name: string
  baseCurrency: string
  country: string
}

/** Days of an export, both included. */
export interface ExportDays {
  from: string
  to: string
}

/** Stands where the schema wants a value that the books do not have. */
const PLACEHOLDER = 'NotUsed'
const COMMENT =
  'Daybook keeps no registration number, no contact and no Norwegian grouping or VAT codes: NotUsed and NA stand for ' +
  'those, and grouping codes follow the account numbers where those are of NS 4102, else the kind of account only.'

/** Header: version 1.30, the company, and the days selected. The country of the file is Norway, whose format it is. */
export async function headerXml({ name, baseCurrency, country }: ExportedAgreement, days: ExportDays): Promise<Xml> {
  const file = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(file) as { version: string }
  const person = element('ContactPerson', leaf('FirstName', PLACEHOLDER), leaf('LastName', PLACEHOLDER))
  return element(
    'Header',
    leaf('AuditFileVersion', '1.30', CODE),
    leaf('AuditFileCountry', 'NO'),
    leaf('AuditFileDateCreated', new Date().toISOString().slice(0, 10)),
    leaf('SoftwareCompanyName', 'Daybook', MIDDLE_2),
    leaf('SoftwareID', 'Daybook', LONG),
    leaf('SoftwareVersion', version, SHORT),
    element(
      'Company',
      leaf('RegistrationNumber', PLACEHOLDER),
      leaf('Name', said(name, PLACEHOLDER), LONG),
      element('Address', leaf('Country', country)),
      element('Contact', person),
    ),
    leaf('DefaultCurrencyCode', baseCurrency),
    element('SelectionCriteria', leaf('SelectionStartDate', days.from), leaf('SelectionEndDate', days.to)),
    leaf('HeaderComment', COMMENT, LONG),
    leaf('TaxAccountingBasis', 'A'),
  )
}

/** A VAT code as the tax table lists it. */
export interface ExportedVatCode {
  code: string
  name: string
  rate: string
}

/** The tax table; nothing where there are no VAT codes. Which Norwegian standard code one is like is not known: `NA`. */
export function taxTableXml(codes: readonly ExportedVatCode[], country: string): Xml {
  if (codes.length === 0) return ''
  const details = codes.map(({ code, name, rate }) =>
    element(
      'TaxCodeDetails',
      leaf('TaxCode', code, MIDDLE_2),
      leaf('Description', name, LONG),
      leaf('TaxPercentage', rate),
      leaf('Country', country),
      leaf('StandardTaxCode', 'NA'),
      leaf('BaseRate', 100),
    ),
  )
  const entry = element('TaxTableEntry', leaf('TaxType', 'MVA'), leaf('Description', 'Merverdiavgift'), ...details)
  return element('TaxTable', entry)
}
