/** JSON whose decimal numbers stay the text that was sent: amounts are never floats. */
const parsed = (text: string): unknown =>
  JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?\d+\.\d+/g, (found) => (found.startsWith('"') ? found : `"${found}"`)))

/** Properties whose values are decimals: text here, numbers on the wire. */
const DECIMALS =
  /"(amount|exchangeRate|quantity\d?|price|discountPercentage|unitPrice|unitNetPrice|unitCostPrice|recommendedPrice|salesPrice|cost|depreciation|fee|compensation|rate)":"(-?\d+(?:\.\d+)?)"/g

/** A body as it is sent: decimals are numbers again, and what is null is left out, which is how the API clears it. */
const bodyText = (body: unknown): string =>
  JSON.stringify(body, (_, value: unknown) => (value === null ? undefined : value)).replace(DECIMALS, '"$1":$2')

/** A body as text; one that is text already goes as it is. */
export const textOf = (body: unknown): string | undefined =>
  body === undefined ? undefined : typeof body === 'string' ? body : bodyText(body)

/** Bodies whose decimals stay the digits that they are: amounts are never floats. */
export const exact = { parse: parsed, stringify: bodyText }
