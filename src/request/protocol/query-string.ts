import { didYouMean, isWithin } from '../../errors/nearest.ts'
import { type Fault, throwFaults } from '../../errors/catalogue.ts'
import { ERRORS_MAX } from '../../limits.ts'
import { quoted, type Reading } from './reading.ts'

const NOTHING = new Map<string, string>()

/** What an operation has of query parameters. */
interface Parameters {
  known: readonly string[]
  /** Parameters that the caller itself refuses: they are read, but no message offers them. */
  refused?: readonly string[]
  /** Where the others are ignored, as a notice says it: ` on cursor lists`. */
  where?: string
  /** A write acts: an unknown parameter may have been meant to bound what it does. */
  isWrite?: boolean
}

/** A name so near to a known one is a typing error: who sent it would act on the whole list. */
const MISSPELT_LETTERS = 2

/** The parameters of lists, by their names in lower case. */
const OF_LISTS = {
  cursor: 'cursor',
  filter: 'filter',
  pagesize: 'pageSize',
  skippages: 'skipPages',
  sort: 'sort',
} as const

const shown = (name: string, lower: string): string =>
  Object.hasOwn(OF_LISTS, lower) ? OF_LISTS[lower as keyof typeof OF_LISTS] : quoted(name)

/**
 * Query parameters by lower-case name: names are matched without regard to case (rule 1.11). Those that a read does not
 * know are ignored as the published service does, unless they are near to one that it knows.
 * @throws ApiError 400 for a parameter that is unknown (unless the reading passes it over), or stands twice.
 */
export function parseQuery(
  search: string,
  { known, refused = [], where = '', isWrite = false }: Parameters,
  reading: Reading,
): Map<string, string> {
  if (search === '') return NOTHING
  const byName = new Map<string, string>()
  const names = new Map([...known, ...refused].map((name) => [name.toLowerCase(), name]))
  const { leeway } = reading
  const mayIgnore = leeway.isLenient || (leeway.mends && !isWrite)
  const faults: Fault[] = []
  for (const [name, value] of new URLSearchParams(search)) {
    if (faults.length === ERRORS_MAX) break
    const lower = name.toLowerCase()
    if (!names.has(lower)) {
      if (leeway.ignoresUnknown || (mayIgnore && !isWithin(MISSPELT_LETTERS, lower, names.keys()))) {
        reading.note(`is ignored${where}`, shown(name, lower))
        continue
      }
      const choice = known.length > 0 ? `This path takes ${known.join(', ')}.` : 'This path takes none.'
      faults.push({
        code: 'QueryParameterUnknown',
        property: name,
        message: `There is no query parameter '${clip(name)}' here.${didYouMean(name, known)} ${choice}`,
      })
    } else if (byName.has(lower)) {
      faults.push({ code: 'QueryParameterRepeated', property: names.get(lower)! })
    } else {
      byName.set(lower, value)
    }
  }
  throwFaults(faults)
  return byName
}

const clip = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)
