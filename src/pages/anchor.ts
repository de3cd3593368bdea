/** An address within a page, as a heading of this name has it. */
export const anchor = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]+/gu, '')
    .trim()
    .replace(/ /g, '-')
