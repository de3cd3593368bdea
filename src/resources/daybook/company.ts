import { isIban } from '../../bank/iban.ts'
import type { Fault } from '../../errors/catalogue.ts'
import { objectVersion, text } from '../../resource/fields.ts'
import type { Item } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { COUNTRIES } from '../../sales/einvoice/countries.ts'
import { isElectronicAddress, peppolId } from '../../sales/einvoice/electronic-address.ts'

/** The faults of the company's identifiers: e-invoices with such identifiers would be refused. */
function companyFaults(item: Item): Fault[] {
  const faults: Fault[] = []
  const given = (property: string, isRight: (value: string) => boolean, code: Fault['code']): void => {
    const value = item[property] as string | undefined
    if (value !== undefined && !isRight(value)) faults.push({ code, property })
  }
  given(
    'corporateIdentificationNumber',
    (value) => item.country !== 'DK' || /^\d{8}$/.test(value),
    'CompanyIdentificationInvalid',
  )
  given('vatNumber', (value) => /^[A-Z]{2}[0-9A-Z]{2,18}$/.test(value), 'CompanyVatNumberInvalid')
  const isPeppolId = (value: string): boolean => {
    const address = peppolId(value)
    return address !== undefined && isElectronicAddress(address)
  }
  given('peppolId', isPeppolId, 'CompanyPeppolIdInvalid')
  given('iban', isIban, 'CompanyIbanInvalid')
  given('creditorNumber', (value) => /^\d{8}$/.test(value), 'CompanyCreditorNumberInvalid')
  return faults
}

/** The company's data on its invoices: one row per agreement. */
export const company = resource('Company', {
  logsBodies: true,
  schema: 'Company',
  table: 'company',
  key: [],
  roles: ['Sales', 'SuperUser', 'Bookkeeping'],
  fields: {
    name: text(255).required().describe('The registered name'),
    address: text(255),
    postalCode: text(50),
    city: text(250),
    country: text(2).required().oneOf(COUNTRIES).describe('ISO 3166'),
    corporateIdentificationNumber: text(40).describe('CVR of a Danish company: 8 digits'),
    vatNumber: text(20).describe('With the letters of its country'),
    peppolId: text(255).describe('Scheme and identifier, 0184:12345678; of a Danish company its CVR where left out'),
    email: text(255),
    phone: text(50),
    homepage: text(255),
    bankRegistrationNumber: text(10).describe('Of the bank, of a Danish account'),
    bankAccountNumber: text(30).describe('Without the registration number'),
    iban: text(34),
    bic: text(11).describe('Of the bank, with the IBAN'),
    creditorNumber: text(8).describe(
      'Of the Danish payment service: 8 digits. Invoices in kroner then have a payment slip line, +71<',
    ),
    objectVersion: objectVersion(),
  },
  operations: [
    { kind: 'single', method: 'GET', path: '/company' },
    { kind: 'update', method: 'PUT', path: '/company', roles: ['SuperUser'] },
  ],
  check: companyFaults,
  // Faults of `check`.
  codes: [
    'CompanyCreditorNumberInvalid',
    'CompanyIbanInvalid',
    'CompanyIdentificationInvalid',
    'CompanyPeppolIdInvalid',
    'CompanyVatNumberInvalid',
  ],
})
