import { programVersion } from '../../version.ts'
import { OWN_BOOKS, OWN_CODE } from '../read/records.ts'
import type { ExportDays, ExportedAgreement, ExportedVatCode } from './rows.ts'
import { CODE, element, leaf, LONG, MIDDLE_1, MIDDLE_2, said, SHORT, UNREADABLE, whole } from './xml.ts'
import { printable, type Xml } from '../../xml.ts'

/** An accounting year that the days touch, and whether it was closed and is in them whole. */
export interface ExportedYear {
  from: string
  to: string
  isClosed: boolean
}

/** The value of elements that the schema demands and the books do not have. */
const PLACEHOLDER = 'NotUsed'
const COMMENT =
  'Daybook has no contact person and no Norwegian grouping or VAT codes: NotUsed and NA stand for what it does not have, ' +
  'and grouping codes follow the account numbers where those are of NS 4102, else the kind of account only.'

/** What every header begins with: version, country and day of the file, and the program that made it. */
export const fileXml = (version: string, country: string, today: string): Xml[] => [
  leaf('AuditFileVersion', version, CODE),
  leaf('AuditFileCountry', country),
  leaf('AuditFileDateCreated', today),
  leaf('SoftwareCompanyName', 'Daybook', MIDDLE_2),
  leaf('SoftwareID', 'Daybook', LONG),
  leaf('SoftwareVersion', programVersion(), SHORT),
]

/**
 * Header of a Norwegian file: version, the company, and the days selected. The country of the file is that of a Danish
 * company; else Norway, as the format is Norwegian.
 */
export function headerXml(
  { name, baseCurrency, country, registrationNumber, today }: ExportedAgreement,
  days: ExportDays,
  version: string,
): Xml {
  const person = element('ContactPerson', leaf('FirstName', PLACEHOLDER), leaf('LastName', PLACEHOLDER))
  return element(
    'Header',
    ...fileXml(version, country === 'DK' ? 'DK' : 'NO', today),
    element(
      'Company',
      whole('RegistrationNumber', registrationNumber, MIDDLE_1) ?? leaf('RegistrationNumber', PLACEHOLDER),
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

/**
 * What the format has no elements for, in processing instructions that other programs ignore: `addOwnBooks` reads them.
 */
export function ownBooksXml(years: readonly ExportedYear[], resultAccount: number | null, matches: number): Xml {
  return [
    ...years.map(
      ({ from, to, isClosed }) => `${OWN_BOOKS.year} from="${from}" to="${to}"${isClosed ? ' closed="true"' : ''}`,
    ),
    ...(resultAccount === null ? [] : [`${OWN_BOOKS.result} account="${resultAccount}"`]),
    `${OWN_BOOKS.matches} count="${matches}"`,
  ]
    .map((instruction) => `<?${instruction}?>\n`)
    .join('')
}

/**
 * The tax table; nothing where there are no VAT codes. The Norwegian standard code of a VAT code is not known: `NA`.
 * The format has no element for a code's type and accounts. Processing instructions have them: `ownCodeOf` reads these,
 * other programs ignore them.
 */
export function taxTableXml(codes: readonly ExportedVatCode[], country: string): Xml {
  if (codes.length === 0) return ''
  const details = codes.map(({ code, name, rate, deductible }) =>
    element(
      'TaxCodeDetails',
      leaf('TaxCode', code, MIDDLE_2),
      leaf('Description', name, LONG),
      leaf('TaxPercentage', rate),
      leaf('Country', country),
      leaf('StandardTaxCode', 'NA'),
      leaf('BaseRate', deductible),
    ),
  )
  const entry = element('TaxTableEntry', leaf('TaxType', 'MVA'), leaf('Description', 'Merverdiavgift'), ...details)
  return element('TaxTable', ...codes.map(ownCodeXml), entry)
}

/** The processing instruction of a code. The code is percent-encoded where it could end the text or the instruction. */
export function ownCodeXml({ code, type, accountNumber, contraAccountNumber, deductible }: ExportedVatCode): Xml {
  const encoded = [...printable(code, UNREADABLE)]
    .map((letter) => (/["%<>&?\s]/.test(letter) ? percentEncoded(letter) : letter))
    .join('')
  const contra = contraAccountNumber === null ? '' : ` contra="${contraAccountNumber}"`
  const share = deductible === '100' ? '' : ` deductible="${deductible}"`
  return `<?${OWN_CODE} code="${encoded}" type="${type}" account="${accountNumber}"${contra}${share}?>\n`
}

const percentEncoded = (letter: string): string =>
  letter.length === 1 && letter.charCodeAt(0) < 128
    ? `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
    : letter
