/** Values by name. */
export type Values = Readonly<Record<string, unknown>>

/** Parsed JSON; undefined for what is none. */
export function parsedJson(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A value that is an object; undefined for any other, and for a list. */
export const objectOf = (value: unknown): Values | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : undefined
