/*
 * Lists as the text of PostgreSQL arrays, which the database reads several times as fast as JSON.
 */

const ESCAPED = /["\\]/g

/** Numbers, days or decimal texts as elements of an array. */
export const elements = (values: readonly (number | string | null)[]): string =>
  values.map((value) => value ?? 'NULL').join(',')

/** Any texts as elements of an array. */
export const textElements = (texts: readonly (string | null)[]): string =>
  texts.map((text) => (text === null ? 'NULL' : `"${text.replace(ESCAPED, '\\$&')}"`)).join(',')

/** The array of the elements. */
export const arrayOf = (elements: string): string => `{${elements}}`
