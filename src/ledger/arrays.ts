const ESCAPED = /["\\]/g

/**
 * Numbers, days or decimal texts as the elements of a PostgreSQL array's text. The database reads an array several times as
 * fast as JSON.
 */
export const elements = (values: readonly (number | string | null)[]): string =>
  values.map((value) => value ?? 'NULL').join(',')

/** Any texts as the elements of a PostgreSQL array's text. */
export const textElements = (texts: readonly (string | null)[]): string =>
  texts.map((text) => (text === null ? 'NULL' : `"${text.replace(ESCAPED, '\\$&')}"`)).join(',')
