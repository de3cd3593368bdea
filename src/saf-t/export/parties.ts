import type { Transaction } from '../../database/connection.ts'
import type { Format } from './format.ts'
import type { ExportDays, ExportedAgreement, ExportedParty } from './rows.ts'
import { balanceLeaf, element, leaf, LONG, MIDDLE_1, MIDDLE_2, said, SHORT, whole } from './xml.ts'
import type { Xml } from '../../xml.ts'

/** Parties fetched at a time. */
const BATCH = 1000

/** The customers or suppliers, a batch at a time; nothing where there are none. */
export async function* partiesXml(
  transaction: Transaction,
  agreement: number,
  kind: 'Customer' | 'Supplier',
  { from, to }: ExportDays,
  { format, company, closedTo }: { format: Format; company: ExportedAgreement; closedTo: string | null },
): AsyncGenerator<Xml, number> {
  let count = 0
  for (let last = 0; ;) {
    const parties = await transaction.rows<ExportedParty>(PARTIES[kind], [agreement, from, to, last, BATCH, closedTo])
    if (parties.length > 0 && count === 0) yield `<${kind}s>\n`
    yield parties.map((party) => format.party(kind, party, company)).join('')
    count += parties.length
    if (parties.length < BATCH) break
    last = parties.at(-1)!.number
  }
  if (count > 0) yield `</${kind}s>\n`
  return count
}

/** A party of a Norwegian file. */
export function partyXml(kind: 'Customer' | 'Supplier', party: ExportedParty): Xml {
  return element(
    kind,
    whole('RegistrationNumber', party.registration, MIDDLE_1),
    leaf('Name', said(party.name, String(party.number)), LONG),
    addressXml(party),
    contactXml(party),
    taxXml(party),
    bankXml(party),
    leaf(`${kind}ID`, party.number),
    ...balancesXml(party),
    element('PartyInfo', termsXml(party), leaf('CurrencyCode', party.currency)),
  )
}

/** A street that is too long goes on in the next element. */
export function streetXml(street: string, max: number): (Xml | undefined)[] {
  const signs = [...street]
  const rest = signs.slice(max).join('')
  return [
    leaf('StreetName', signs.slice(0, max).join('')),
    rest === '' ? undefined : leaf('AdditionalAddressDetail', rest, max),
  ]
}

/** The country of a party, where it is a code. */
export const countryOf = ({ country }: ExportedParty): string | undefined =>
  /^[a-z]{2}$/i.test(country ?? '') ? country!.toUpperCase() : undefined

/** Whether a bank account looks like an IBAN, as it was typed. */
export const isIbanTyped = (text: string | null): boolean => /^[A-Z]{2}\d\d[A-Z0-9 ]+$/.test(text ?? '')

/** A country that is no code is left out. */
function addressXml(party: ExportedParty): Xml | undefined {
  const { address, postalCode, city } = party
  const street = said(address, '')
  const country = countryOf(party)
  const parts = [
    ...(street === '' ? [] : streetXml(street, LONG)),
    whole('City', city, LONG),
    whole('PostalCode', postalCode, MIDDLE_2),
    country && leaf('Country', country),
  ]
  if (parts.every((part) => part === undefined)) return undefined
  return element('Address', ...parts, leaf('AddressType', 'StreetAddress'))
}

function contactXml({ name, number, phone, email }: ExportedParty): Xml | undefined {
  const [telephone, mail] = [whole('Telephone', phone, SHORT), whole('Email', email, MIDDLE_2)]
  if (!telephone && !mail) return undefined
  const lastName = leaf('LastName', said(name, String(number)), MIDDLE_2)
  return element('Contact', element('ContactPerson', leaf('FirstName', 'NotUsed'), lastName), telephone, mail)
}

function taxXml({ vatNumber }: ExportedParty): Xml | undefined {
  const number = whole('TaxRegistrationNumber', vatNumber, MIDDLE_1)
  return number && element('TaxRegistration', number)
}

function bankXml({ bankAccount }: ExportedParty): Xml | undefined {
  const account = whole(isIbanTyped(bankAccount) ? 'IBANNumber' : 'BankAccountNumber', bankAccount, MIDDLE_1)
  return account && element('BankAccount', account)
}

function termsXml({ termType, days }: ExportedParty): Xml | undefined {
  if (days === null) return undefined
  return element('PaymentTerms', leaf('Days', days), termType === 2 ? leaf('FreeBillingMonth', 'true') : undefined)
}

/** A balance for each account with entries of the party. Its summary account is the first, even without entries. */
export function balancesOf({
  balances,
  summaryAccount,
}: ExportedParty): [account: number, opening: string, closing: string][] {
  const found = JSON.parse(balances ?? '[]') as [number, string, string][]
  const own = found.find(([account]) => account === summaryAccount) ?? [summaryAccount, '0.00', '0.00']
  return [own, ...found.filter(([account]) => account !== summaryAccount)]
}

const balancesXml = (party: ExportedParty): Xml[] =>
  balancesOf(party).map(([account, opening, closing]) =>
    element(
      'BalanceAccount',
      leaf('AccountID', account),
      balanceLeaf('Opening', opening),
      balanceLeaf('Closing', closing),
    ),
  )

/**
 * Opening entries of a party are part of its opening balance where their year has begun by the first day. Those of the
 * first year are also part of it where the days begin before that year: no entry is older. Closing a year books no
 * opening entries of parties. The last day of a closed year ($6) says that names are those of its closing.
 */
const parties = (party: 'customer' | 'supplier', address: string) => `
  SELECT p.number, coalesce((SELECT c.name FROM closed_party c WHERE c.agreement = $1 AND c.party = '${party}'
    AND c.number = p.number
      AND c.date_to <= $6::date ORDER BY c.date_to DESC LIMIT 1), p.name) AS name, g.account_number AS "summaryAccount",
        p.currency, t.type AS "termType", t.days,
    p.corporate_identification_number AS registration, p.vat_number AS "vatNumber", p.email, p.phone,
      ${address} AS address,
    p.postal_code AS "postalCode", p.city, p.country, p.bank_account AS "bankAccount", b.balances
  FROM (SELECT * FROM ${party} c WHERE c.agreement = $1 AND c.number > $4 ORDER BY c.number LIMIT $5) p
  JOIN ${party}_group g ON g.agreement = $1 AND g.number = p.group_number
  LEFT JOIN payment_term t ON t.agreement = $1 AND t.number = p.payment_term_number AND t.type IN (1, 2)
  CROSS JOIN (SELECT min(y.date_from) AS first FROM accounting_year y WHERE y.agreement = $1) f
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_array(s.account_number, s.opening::text, (s.opening + s.moved)::text)
      ORDER BY s.account_number) AS balances
    FROM (
      SELECT e.account_number,
        coalesce(sum(e.amount_in_base_currency) FILTER (WHERE CASE WHEN e.type IN (7, 8)
          THEN y.date_from <= least($3::date, greatest($2::date, f.first)) ELSE e.date < $2::date END), 0.00)
            AS opening,
        coalesce(sum(e.amount_in_base_currency) FILTER (WHERE e.type NOT IN (7, 8)
          AND e.date BETWEEN $2::date AND $3::date), 0.00) AS moved
      FROM booked_entry e JOIN accounting_year y ON y.agreement = $1 AND y.year = e.accounting_year
      WHERE e.agreement = $1 AND e.${party}_number = p.number
      GROUP BY e.account_number
    ) s
  ) b
  ORDER BY p.number`
const PARTIES = {
  Customer: parties('customer', `nullif(concat_ws(' ', p.address, p.address2), '')`),
  Supplier: parties('supplier', 'p.address'),
}
