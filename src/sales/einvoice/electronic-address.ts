import { luhnSum } from '../payment-slip.ts'

/** An identifier in a scheme of the Peppol code list of electronic addresses. */
export interface ElectronicAddress {
  scheme: string
  id: string
}

/** Tests of identifiers, by scheme. Identifiers of other schemes are accepted as they are. */
const FORMS: Readonly<Record<string, (id: string) => boolean>> = {
  '0088': (id) => isEan(id),
  '0184': (id) => /^(DK)?\d{8}$/.test(id),
  '0096': (id) => /^\d{10,18}$/.test(id),
  '0198': (id) => /^DK\d{8}$/.test(id),
}

/** The schemes of the Peppol code list of electronic addresses (EAS), as the rules of Peppol BIS Billing 3 have it. */
const SCHEMES: ReadonlySet<string> = new Set(
  (
    '0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184 0188 0190 ' +
    '0191 0192 0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 0210 0211 0212 0213 0215 0216 ' +
    '0217 0218 0221 0225 0230 0235 0240 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 ' +
    '9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951 ' +
    '9952 9953 9957 9959'
  ).split(' '),
)

/** Reads `0184:12345678`. @returns undefined for a text of another form. */
export function peppolId(text: string): ElectronicAddress | undefined {
  const [, scheme, id] = /^(\d{4}):(.+)$/.exec(text) ?? []
  return scheme === undefined ? undefined : { scheme, id: id! }
}

/** Whether the scheme is known and the identifier has its form. */
export const isElectronicAddress = ({ scheme, id }: ElectronicAddress): boolean =>
  FORMS[scheme]?.(id) ?? SCHEMES.has(scheme)

/** 13 digits, the last a check digit. */
export const isEan = (text: string): boolean => text.length === 13 && isGtin(text)

/**
 * A number of GS1 of 8, 12, 13 or 14 digits, the last a check digit: from the right weighted 1 and 3 in turn, they sum
 * to a multiple of 10.
 */
export function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false
  const sum = [...text].reduceRight(
    (total, digit, at) => total + Number(digit) * ((text.length - at) % 2 === 1 ? 1 : 3),
    0,
  )
  return sum % 10 === 0
}

/** Schemes of VAT numbers as electronic addresses, by country. */
const OF_VAT: Readonly<Record<string, string>> = {
  AD: '9922',
  AL: '9923',
  AT: '9914',
  BA: '9924',
  BE: '9925',
  BG: '9926',
  CH: '9927',
  CY: '9928',
  CZ: '9929',
  DE: '9930',
  DK: '0198',
  EE: '9931',
  EL: '9933',
  ES: '9920',
  FI: '0213',
  FR: '9957',
  GB: '9932',
  GR: '9933',
  HR: '9934',
  HU: '9910',
  IE: '9935',
  IT: '0211',
  LI: '9936',
  LT: '9937',
  LU: '9938',
  LV: '9939',
  MC: '9940',
  ME: '9941',
  MK: '9942',
  MT: '9943',
  NL: '9944',
  PL: '9945',
  PT: '9946',
  RO: '9947',
  RS: '9948',
  SI: '9949',
  SK: '9950',
  SM: '9951',
  TR: '9952',
  VA: '9953',
}

/** Registers whose number is part of the VAT number; Peppol checks it: SE556123456701, NO987654321MVA. */
const IN_VAT: readonly (readonly [form: RegExp, scheme: string, isRight: (id: string) => boolean])[] = [
  [/^SE(\d{10})01$/, '0007', (id) => luhnSum(id) % 10 === 0],
  [/^NO(\d{9})(MVA)?$/, '0192', (id) => weighted(id, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0],
]
const weighted = (id: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(id[at]), 0)

/** A VAT number as an electronic address; undefined when it is invalid or its country has no scheme. */
export function addressOfVat(vatNumber: string): ElectronicAddress | undefined {
  const number = vatNumber.replace(/[\s.-]/g, '').toUpperCase()
  for (const [form, scheme, isRight] of IN_VAT) {
    const id = form.exec(number)?.[1]
    if (id !== undefined) return isRight(id) ? { scheme, id } : undefined
  }
  const scheme = OF_VAT[number.slice(0, 2)]
  const address = scheme === undefined ? undefined : { scheme, id: number }
  return address && isElectronicAddress(address) ? address : undefined
}
