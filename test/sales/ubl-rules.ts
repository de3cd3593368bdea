import { cents, minus, of, over, plus, type Rational, text, times } from './rational.ts'
import { all, below, said, type Tree } from './ubl-tree.ts'

/*
 * What EN 16931 and Peppol BIS Billing 3 demand of amounts, parties and VAT, by the names of the rules. Restated from
 * their published schematron in exact fractions. `data/einvoice/validate.sh` of the shared pages judges by the rules
 * themselves.
 */

const ZERO = of('0')
const HUNDRED = of('100')
const sum = (values: readonly Rational[]): Rational => values.reduce(plus, ZERO)
const same = (a: Rational, b: Rational): boolean => a.n * b.d === b.n * a.d
const isNear = (a: Rational, b: Rational, slack: string): boolean => {
  const { n, d } = minus(a, b)
  const limit = of(slack)
  return (n < 0n ? -n : n) * limit.d <= limit.n * d
}
const amount = (tree: Tree, path: string): Rational => of(said(tree, path) ?? '0')
const EXEMPT = ['E', 'AE', 'K', 'G', 'O']
/** Codes of the list VATEX go with one category each. */
const REASON_CODES: Readonly<Record<string, string>> = {
  'VATEX-EU-AE': 'AE',
  'VATEX-EU-IC': 'K',
  'VATEX-EU-G': 'G',
  'VATEX-EU-O': 'O',
}

/** Names of the rules that a document breaks; none where it is right. */
export function brokenRules(document: Tree): string[] {
  const isCredit = document.name === 'CreditNote'
  const lines = all(document, isCredit ? 'CreditNoteLine' : 'InvoiceLine')
  const broken: string[] = []
  const rule = (name: string, holds: boolean): void => void (holds || broken.push(name))
  rule(
    'R008',
    below(document).every(({ text, children }) => text.trim() !== '' || children.length > 0),
  )
  rule('BR-16', lines.length > 0)
  rule('R003', said(document, 'BuyerReference') !== undefined || said(document, 'OrderReference/ID') !== undefined)
  headOf(document, isCredit, rule)
  for (const party of ['AccountingSupplierParty', 'AccountingCustomerParty']) partyOf(document, `${party}/Party`, rule)
  for (const line of lines) lineOf(line, isCredit, rule)
  totalsOf(document, lines, rule)
  vatOf(document, lines, rule)
  for (const { name, attributes, text: said } of below(document)) {
    if (name.endsWith('Amount') && name !== 'PriceAmount') rule(`BR-DEC ${name}`, /^-?\d+\.\d\d$/.test(said))
    if ('currencyID' in attributes) rule('BR-CL-03', /^[A-Z]{3}$/.test(attributes.currencyID!))
  }
  return broken
}

type Rule = (name: string, holds: boolean) => void

function headOf(document: Tree, isCredit: boolean, rule: Rule): void {
  const tax = said(document, 'TaxCurrencyCode')
  rule('R002', all(document, 'Note').length <= 1)
  rule('R005', tax !== said(document, 'DocumentCurrencyCode'))
  rule('R053', all(document, 'TaxTotal').filter((one) => all(one, 'TaxSubtotal').length > 0).length === 1)
  rule('R054', all(document, 'TaxTotal').length === (tax === undefined ? 1 : 2))
  rule('P0100', said(document, isCredit ? 'CreditNoteTypeCode' : 'InvoiceTypeCode') === (isCredit ? '381' : '380'))
  const owed = amount(document, 'LegalMonetaryTotal/PayableAmount')
  rule(
    'BR-CO-25',
    owed.n <= 0n || said(document, 'DueDate') !== undefined || said(document, 'PaymentTerms/Note') !== undefined,
  )
  rule('DK-R-016', !isCredit || owed.n >= 0n)
  for (const means of all(document, 'PaymentMeans')) {
    const code = said(means, 'PaymentMeansCode')!
    rule('DK-R-005', '1 10 31 42 48 49 50 58 59 93 97'.split(' ').includes(code))
    const branch = said(means, 'PayeeFinancialAccount/FinancialInstitutionBranch/ID')
    rule('DK-R-006', code !== '42' || branch !== undefined)
    const creditor = said(means, 'PayeeFinancialAccount/ID')
    rule('DK-R-010', code !== '93' || /^\d{8}$/.test(creditor ?? ''))
    rule('DK-R-010, DK-R-011', code !== '93' || /^71#\d{15}$/.test(said(means, 'PaymentID') ?? ''))
    rule('BR-61', !['42', '58'].includes(code) || said(means, 'PayeeFinancialAccount/ID') !== undefined)
  }
  for (const delivered of all(document, 'Delivery/DeliveryLocation/Address')) {
    rule('BR-57', said(delivered, 'Country/IdentificationCode') !== undefined)
  }
}

function partyOf(document: Tree, path: string, rule: Rule): void {
  const [party] = all(document, path)
  const [endpoint] = all(party!, 'EndpointID')
  rule('R010, R020', endpoint !== undefined)
  rule('BR-62', endpoint?.attributes.schemeID !== undefined)
  rule('BR-06, BR-07', said(party!, 'PartyLegalEntity/RegistrationName') !== undefined)
  rule('BR-09, BR-11', /^[A-Z0-9]{2}$/.test(said(party!, 'PostalAddress/Country/IdentificationCode') ?? ''))
  const vat = said(party!, 'PartyTaxScheme/CompanyID')
  rule('BR-CO-09', vat === undefined || /^[A-Z]{2}/.test(vat))
  const [legal] = all(party!, 'PartyLegalEntity/CompanyID')
  if (path.startsWith('AccountingSupplier')) rule('DK-R-014', legal?.attributes.schemeID === '0184')
}

function lineOf(line: Tree, isCredit: boolean, rule: Rule): void {
  const price = amount(line, 'Price/PriceAmount')
  const base = of(said(line, 'Price/BaseQuantity') ?? '1')
  const quantity = amount(line, isCredit ? 'CreditedQuantity' : 'InvoicedQuantity')
  const adjusted = all(line, 'AllowanceCharge').map((one) => {
    const [value, percent] = [amount(one, 'Amount'), said(one, 'MultiplierFactorNumeric')]
    const by = percent === undefined ? undefined : over(times(amount(one, 'BaseAmount'), of(percent)), HUNDRED)
    rule('R040', by === undefined || isNear(value, by, '0.02'))
    rule('R041', (percent === undefined) === (said(one, 'BaseAmount') === undefined))
    rule('BR-42', said(one, 'AllowanceChargeReason') !== undefined)
    return said(one, 'ChargeIndicator') === 'true' ? value : minus(ZERO, value)
  })
  const expected = plus(times(quantity, over(price, base)), sum(adjusted))
  rule('R120', isNear(amount(line, 'LineExtensionAmount'), expected, '0.02'))
  rule('R121', base.n > 0n)
  rule('BR-27', price.n >= 0n)
  rule('BR-25', said(line, 'Item/Name') !== undefined)
}

function totalsOf(document: Tree, lines: readonly Tree[], rule: Rule): void {
  const total = (name: string): Rational => amount(document, `LegalMonetaryTotal/${name}`)
  const currency = said(document, 'DocumentCurrencyCode')
  const vat = all(document, 'TaxTotal/TaxAmount').find(({ attributes }) => attributes.currencyID === currency)!
  rule('BR-CO-10', same(total('LineExtensionAmount'), sum(lines.map((line) => amount(line, 'LineExtensionAmount')))))
  rule('BR-CO-13', same(total('TaxExclusiveAmount'), total('LineExtensionAmount')))
  rule('BR-CO-15', same(total('TaxInclusiveAmount'), plus(total('TaxExclusiveAmount'), of(vat.text))))
  rule('BR-CO-16', same(total('PayableAmount'), minus(total('TaxInclusiveAmount'), total('PrepaidAmount'))))
}

function vatOf(document: Tree, lines: readonly Tree[], rule: Rule): void {
  const parts = all(document, 'TaxTotal/TaxSubtotal')
  const [total] = all(document, 'TaxTotal').filter((one) => all(one, 'TaxSubtotal').length > 0)
  rule('BR-CO-14', same(amount(total!, 'TaxAmount'), sum(parts.map((part) => amount(part, 'TaxAmount')))))
  const key = (of: Tree): string => `${said(of, 'ID')} ${said(of, 'Percent')}`
  const category = (line: Tree): Tree => all(line, 'Item/ClassifiedTaxCategory')[0]!
  const codes = new Set(parts.map((part) => said(part, 'TaxCategory/ID')))
  rule('BR-O-11', !codes.has('O') || codes.size === 1)
  rule(
    'BR-S-01',
    lines.every((line) => parts.some((part) => key(all(part, 'TaxCategory')[0]!) === key(category(line)))),
  )
  // The rules leave less than 1 to rounding; a currency without decimals needs half of it.
  const slack = said(document, 'DocumentCurrencyCode') === 'JPY' ? '0.5' : '0.05'
  for (const part of parts) {
    const [of_] = all(part, 'TaxCategory')
    const [code, rate] = [said(of_!, 'ID')!, said(of_!, 'Percent')]
    const [net, vat] = [amount(part, 'TaxableAmount'), amount(part, 'TaxAmount')]
    const own = lines.filter((line) => key(category(line)) === key(of_!))
    rule(`BR-${code}-08`, same(net, sum(own.map((line) => amount(line, 'LineExtensionAmount')))))
    rule(`BR-${code}-09`, code === 'S' ? isNear(vat, cents(over(times(net, of(rate!)), HUNDRED)), slack) : vat.n === 0n)
    rule(`BR-${code}-10`, EXEMPT.includes(code) === (said(of_!, 'TaxExemptionReason') !== undefined))
    const why = said(of_!, 'TaxExemptionReasonCode')
    rule('P0104 to P0107', why === undefined || REASON_CODES[why] === code)
    rule(`BR-${code}-05`, code === 'S' ? of(rate!).n > 0n : code === 'O' ? rate === undefined : rate === '0')
  }
  const numbers = (path: string): number => all(document, `${path}/Party/PartyTaxScheme/CompanyID`).length
  const [seller, buyer] = [numbers('AccountingSupplierParty'), numbers('AccountingCustomerParty')]
  if (codes.has('O')) rule('BR-O-02', seller + buyer === 0)
  else rule('BR-S-02', seller === 1)
  if (codes.has('AE')) rule('BR-AE-02', buyer > 0)
  if (!codes.has('K')) return
  rule('BR-IC-02', buyer > 0)
  rule('BR-IC-11', said(document, 'Delivery/ActualDeliveryDate') !== undefined)
  rule('BR-IC-12', said(document, 'Delivery/DeliveryLocation/Address/Country/IdentificationCode') !== undefined)
}

/** An amount of a document as text with two decimals. */
export const amountOf = (document: Tree, path: string): string => text(amount(document, path))
