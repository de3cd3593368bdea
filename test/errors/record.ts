import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const FILE = fileURLToPath(new URL('../../node_modules/.cache/daybook/provoked-codes', import.meta.url))

/** In place of the status of a code that is told beside the one the answer stands for. */
const BESIDE = '-'

interface ErrorBody {
  errorCode?: string
  property?: string
  errors?: { errorCode: string; property: string }[]
}

/** How a code was met. */
export interface Provoked {
  /** Statuses of answers whose own code this is. A code that only stands beside another says nothing of the status. */
  statuses: Set<number>
  properties: Set<string>
  /** `place property` of every answer. */
  places: Set<string>
}

/** Forgets the codes of the run before. */
export function forgetProvoked(): void {
  rmSync(FILE, { force: true })
  mkdirSync(dirname(FILE), { recursive: true })
}

/** What this process has noted: once is enough. */
const noted = new Set<string>()

/**
 * Notes every error code in the answer to a real request, and the place that it went to. `check.ts` reads them after
 * all tests.
 */
export function recordProvoked(status: number, body: unknown, place = ''): void {
  const { errorCode, property, errors = [{ errorCode: errorCode!, property: property! }] } = (body ?? {}) as ErrorBody
  if (status < 400 || errorCode === undefined) return
  const lines = errors.map(
    // A property that a client made up may have line breaks in its name.
    (error) =>
      `${error.errorCode === errorCode ? status : BESIDE} ${error.errorCode} ${String(error.property).replace(/\s/g, '_')} ${place}\n`,
  )
  const fresh = lines.filter((line) => !noted.has(line))
  if (fresh.length === 0) return
  for (const line of fresh) noted.add(line)
  appendFileSync(FILE, fresh.join(''))
}

/** Every code answered, with the statuses and properties it came with. */
export function provokedCodes(): Map<string, Provoked> {
  const provoked = new Map<string, Provoked>()
  const lines = existsSync(FILE) ? readFileSync(FILE, 'utf8').trim().split('\n') : []
  for (const line of lines) {
    const [status, code, property, place] = line.split(' ') as [string, string, string?, string?]
    const entry = provoked.get(code) ?? { statuses: new Set(), properties: new Set(), places: new Set() }
    if (status !== BESIDE) entry.statuses.add(Number(status))
    if (property) entry.properties.add(property)
    // Of an item of a list, the item's property.
    if (property && place) entry.places.add(`${place} ${property.replace(/^.*\]\./, '')}`)
    provoked.set(code, entry)
  }
  return provoked
}
