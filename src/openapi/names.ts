/** A path without its parameters. */
export const literals = (path: string): string => path.replace(/\/\{\w+\}/g, '').slice(1)

/** `trial-balance` → `TrialBalance`. */
export const pascal = (text: string): string =>
  text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, letter: string) => letter.toUpperCase())
