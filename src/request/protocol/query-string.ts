import { didYouMean } from '../../errors/nearest.ts'
import { type Fault, throwFaults } from '../../errors/catalogue.ts'
import { ERRORS_MAX } from '../../limits.ts'

const NOTHING = new Map<string, string>()

/**
 * Query parameters by lower-case name: names are matched without regard to case (rule 1.11).
 * @throws ApiError 400 for a parameter that is unknown (unless `ignoreUnknown`), or stands twice.
 * @param refused parameters that the caller itself refuses: they are read, but no message offers them.
 */
export function parseQuery(
  search: string,
  known: readonly string[],
  ignoreUnknown: boolean,
  refused: readonly string[] = [],
): Map<string, string> {
  if (search === '') return NOTHING
  const byName = new Map<string, string>()
  const names = new Map([...known, ...refused].map((name) => [name.toLowerCase(), name]))
  const faults: Fault[] = []
  for (const [name, value] of new URLSearchParams(search)) {
    if (faults.length === ERRORS_MAX) break
    const lower = name.toLowerCase()
    if (!names.has(lower)) {
      if (ignoreUnknown) continue
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
