/** Bounds of a SAF-T file, each with the sentence that gives it. Tested at the edge and past it. */

/** Ours: nesting of elements; the schema's deepest path has 10. */
export const DEPTH_MAX = 32
/** Ours: characters of one text value; the schema's longest is 256. */
export const TEXT_MAX = 4096
/** Ours: characters between one tag and the next. The parser may have to hold so many at once. */
export const TOKEN_MAX = 1024 * 1024
/** Ours: characters before the root element: the XML declaration and a comment of some pages. */
export const PROLOG_MAX = 64 * 1024
/** Ours: elements inside one account, party, transaction line or header. */
export const RECORD_ELEMENTS_MAX = 10_000
/** Schema, SAFmonetaryType: digits of an amount. */
export const AMOUNT_DIGITS_MAX = 18
/** Ours: VAT codes and rates of a file; the Norwegian list of standard codes has some thirty. */
export const TAX_CODES_MAX = 1000
