/** The country codes that an e-invoice may have (EN 16931, BR-CL-14: ISO 3166, and XI for Northern Ireland). */
// prettier-ignore
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XI YE YT ZA ZM ZW'

/** All of them, in capitals. */
export const COUNTRIES: readonly string[] = CODES.split(' ')
const codes: ReadonlySet<string> = new Set(COUNTRIES)

/** Languages in which a country's name is recognized. */
const LANGUAGES = ['en', 'da', 'de', 'sv', 'nb', 'nl', 'fr', 'es', 'it', 'pl', 'fi']

let byName: ReadonlyMap<string, string> | undefined

/**
 * The code of a country given by code or name, in any case: `DK`, `Danmark`, `germany`. Undefined for any other text.
 */
export function countryCode(text: string | null): string | undefined {
  const written = text?.trim() ?? ''
  if (codes.has(written.toUpperCase())) return written.toUpperCase()
  byName ??= new Map(
    LANGUAGES.flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: 'region' })
      return COUNTRIES.map((code): [string, string] => [names.of(code)!.toLowerCase(), code])
    }),
  )
  return byName.get(written.toLowerCase())
}

/** The name of a country in a language. */
export const countryName = (code: string, language: string): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(code)!
