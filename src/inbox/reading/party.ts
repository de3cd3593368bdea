import { all, at, type XmlElement } from '../../reading/xml.ts'
import type { ReadParty } from './einvoice.ts'
import { beginning, NAME_MAX, textIn } from './values.ts'

const schemeOf = (element: XmlElement): string | null => beginning(element.attributes.schemeID ?? '', 50) || null

const identified = (element: XmlElement | undefined): { scheme: string | null; id: string } | null =>
  element && element.text !== '' ? { scheme: schemeOf(element), id: beginning(element.text, 100) } : null

/**
 * The VAT number: of the tax scheme VAT, or the only one that looks like one. Swedish sellers tell their F-tax in the
 * same place.
 */
function vatNumberOf(party: XmlElement | undefined): string | null {
  const schemes = all(party, 'PartyTaxScheme').map((one) => ({
    number: textIn(one, ['CompanyID'], 50),
    scheme: textIn(one, ['TaxScheme', 'ID'])?.toUpperCase(),
  }))
  const found = schemes.find(({ scheme, number }) => scheme === 'VAT' && number !== null)
  return found?.number ?? null
}

/** The parties of a document; `name` is null where it has none. */
export function partyIn(element: XmlElement | undefined): Omit<ReadParty, 'name'> & { name: string | null } {
  const party = at(element, 'Party')
  const address = at(party, 'PostalAddress')
  const lines = [
    [textIn(address, ['StreetName']), textIn(address, ['BuildingNumber'])].filter((one) => one !== null).join(' '),
    textIn(address, ['AdditionalStreetName']),
    textIn(address, ['AddressLine', 'Line']),
  ].filter((line): line is string => line !== null && line !== '')
  return {
    name: textIn(party, ['PartyLegalEntity', 'RegistrationName'], NAME_MAX),
    tradingName: textIn(party, ['PartyName', 'Name'], NAME_MAX),
    vatNumber: vatNumberOf(party),
    legalId: textIn(party, ['PartyLegalEntity', 'CompanyID'], 50),
    endpoint: identified(at(party, 'EndpointID')),
    ids: all(party, 'PartyIdentification')
      .flatMap((one) => identified(at(one, 'ID')) ?? [])
      .slice(0, 10),
    address: lines.length === 0 ? null : beginning(lines.join('\n'), 510),
    postalCode: textIn(address, ['PostalZone'], 30),
    city: textIn(address, ['CityName'], 50),
    country: textIn(address, ['Country', 'IdentificationCode'], 2)?.toUpperCase() ?? null,
    contact: textIn(party, ['Contact', 'Name'], NAME_MAX),
    email: textIn(party, ['Contact', 'ElectronicMail'], NAME_MAX),
    phone: textIn(party, ['Contact', 'Telephone'], 50),
  }
}
