import { language } from './settings.ts'
import { inWords } from './trail.ts'
import { daProperties } from './words/da-properties.ts'

/** A property as people say it amid a sentence, in the language of the reader. */
export const propertyWords = (name: string): string =>
  (language.value === 'da' ? daProperties[name] : undefined) ?? inWords(name)
