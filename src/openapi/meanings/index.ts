import type { FieldFacts } from '../../resource/fields.ts'
import { ledgerMeanings } from './ledger.ts'
import { platformMeanings } from './platform.ts'
import { projectMeanings } from './projects.ts'
import { salesMeanings } from './sales.ts'

/**
 * What properties mean, by `property`, or by `Schema.property` where a schema differs. `{item}` stands for the schema
 * in words. The description of a field goes before the meaning of `property`, and `Schema.property` before both.
 */
export const meanings: Readonly<Record<string, string>> = {
  ...platformMeanings,
  ...ledgerMeanings,
  ...salesMeanings,
  ...projectMeanings,
}

/** `DraftInvoiceLine` → `draft invoice line`. */
export const inWords = (schema: string): string =>
  schema
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .replace(/^(Post|Put) /, '')
    .toLowerCase()

/** What a property of a schema means; undefined where nothing says it. */
export function meaningOf(
  schema: string,
  property: string,
  facts?: Pick<FieldFacts, 'description'>,
): string | undefined {
  const meaning = meanings[`${schema}.${property}`] ?? facts?.description ?? meanings[property]
  return meaning?.replaceAll('{item}', inWords(schema))
}

const FIXED = 'It cannot be changed.'

/** What holds for every field of the type. It follows the meaning of the property. */
export function noteOf({ type, fixed }: Pick<FieldFacts, 'type' | 'fixed'>): string {
  const note = NOTES[type] ?? ''
  return [note, fixed ? FIXED : ''].filter((part) => part !== '').join(' ')
}

const NOTES: Partial<Record<FieldFacts['type'], string>> = {
  boolean: 'Left out when false.',
  day: 'A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped.',
  date: 'A calendar day such as 2026-01-31; a time is refused.',
}
