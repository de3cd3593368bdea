import type { Fault } from '../errors/catalogue.ts'
import type { Item } from '../resource/operations.ts'

/** Control characters that neither paper nor XML has. Texts of documents may have lines and tabs. */
const CONTROLS = /[^\P{Cc}\n\r\t]/u

/** The texts of a document or line that have control characters. */
export const textFaults = (item: Item): Fault[] =>
  Object.entries(item)
    .filter(([property, value]) => typeof value === 'string' && property !== 'objectVersion' && CONTROLS.test(value))
    .map(([property]) => ({ code: 'TextHasControlCharacters', property }))
