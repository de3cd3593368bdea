import type { Fault } from '../../errors/catalogue.ts'
import type { Reading } from '../protocol/reading.ts'

/** A body with its properties under their own names, and the names that are none. */
export interface Named {
  given: Record<string, unknown>
  unknown: readonly string[]
}

const NONE: readonly string[] = []

/**
 * Finds the properties of a body by their names: `known`, those they are also called by and, where the reading mends,
 * all of them in any case. A property under two names must have one value, and under one name in two cases stand once.
 * @param keepsBoth whether a property that two names of a body have different values of stays under both, where each is
 * a field: an update then sees which of them was changed.
 */
export function namesOf(
  known: readonly string[],
  alsoNamed: Readonly<Record<string, string>> = {},
  keepsBoth = false,
): (sent: Record<string, unknown>, reading: Reading, prefix: string, faults: Fault[]) => Named {
  const others = Object.entries(alsoNamed)
  const names = new Set(known.filter((name) => !(name in alsoNamed)))
  const byLower = new Map([...known, ...Object.keys(alsoNamed)].map((name) => [name.toLowerCase(), name]))
  return (sent, reading, prefix, faults) => {
    let unknown: string[] | undefined
    for (const name of Object.keys(sent)) if (!names.has(name)) (unknown ??= []).push(name)
    if (!unknown) return { given: sent, unknown: NONE }
    const given = { ...sent }
    if (reading.leeway.mends)
      unknown = unknown.filter((name) => !inOwnCase(given, name, byLower, reading, prefix, faults))
    for (const [other, name] of others) {
      if (!(other in given)) continue
      // To who takes nulls, one is as left out.
      if (reading.leeway.isLenient && given[name] === null) delete given[name]
      if (name in given && given[name] !== given[other]) {
        if (keepsBoth && known.includes(other)) continue
        faults.push({ code: 'ValueNotAllowed', property: name, message: `${other} is ${name}, and has another value.` })
      }
      if (!(name in given)) given[name] = given[other]
      delete given[other]
    }
    return { given, unknown: unknown.filter((name) => !Object.hasOwn(alsoNamed, name)) }
  }
}

/** Moves a property that is written in another case to its own name. @returns whether there is such a property. */
function inOwnCase(
  given: Record<string, unknown>,
  written: string,
  byLower: ReadonlyMap<string, string>,
  reading: Reading,
  prefix: string,
  faults: Fault[],
): boolean {
  const name = byLower.get(written.toLowerCase())
  if (name === undefined || name === written) return false
  if (name in given) {
    const message = `${written} is ${name} in another case, and both are there: send one.`
    faults.push({ code: 'InvalidJson', property: prefix + name, message })
  } else {
    given[name] = given[written]
    reading.note('is understood in another case', prefix + name)
  }
  delete given[written]
  return true
}
