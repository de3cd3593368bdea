import { danish21 } from './danish.ts'
import type { Format } from './format.ts'
import { norwegian130, norwegian140 } from './norwegian.ts'

/** The formats that books are exported in, by the names of the option `--format`. */
export const FORMATS = {
  'NO-1.30': norwegian130,
  'NO-1.40': norwegian140,
  'DK-2.1': danish21,
} as const satisfies Record<string, Format>

/** A format by its name. */
export type FormatName = keyof typeof FORMATS

/** The format of files where none is asked for. */
export const USUAL_FORMAT: FormatName = 'NO-1.30'
