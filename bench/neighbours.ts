import type { Closing } from './closing.ts'
import { fillBooks } from './growth/books.ts'
import { openGround } from './ground.ts'
import { doLargeWork } from './large-work.ts'
import { loadNow } from './machine.ts'
import { readNeighbourOptions } from './options.ts'
import { measureBeside } from './quiet-neighbour.ts'
import { get, type Tokens } from './request.ts'

/** Concurrent requests of one agreement: enough to take every connection. */
const NOISY_CLIENTS = 50
const ENTRIES = '/bookedEntriesapi/v4.0.0/booked-entries'

/** The most patterns of a filter, each with wildcards and without a match. */
const worstPattern = (at: number): string => `text$like:*a*a*a*${at}Nzq*`
const WORST = `${ENTRIES}/paged?filter=${encodeURIComponent(Array.from({ length: 20 }, (_, at) => worstPattern(at)).join('$or:'))}`
/** The most predicates of a filter, all on one text. */
const WIDE = `${ENTRIES}/count?filter=${encodeURIComponent(Array.from({ length: 100 }, (_, at) => `text$ne:x${at}`).join('$and:'))}`

/**
 * Measures single reads of one agreement and `/health` while another sends the worst legal requests, does large work,
 * or neither.
 */
export async function measureNeighbours(words: readonly string[], closing: Closing): Promise<void> {
  const { entries, seconds } = readNeighbourOptions(words)
  const tell = (text: string): void => void process.stdout.write(`${text}\n`)
  const ground = await openGround(closing)
  const noisy = await fillBooks(ground, entries, (done) => void process.stderr.write(`${done}\n`))
  const lonely = await took(`${ground.port}${WORST}`, noisy.headers)
  tell(`${entries} entries; load before ${loadNow().toFixed(1)}; the worst filter alone: ${lonely}`)
  const filters = (path: string) => () => Promise.resolve(makeNoise(ground.port, path, noisy.headers))
  const noises = [
    ['nothing', undefined],
    ['20 patterns', filters(WORST)],
    ['100 predicates', filters(WIDE)],
    ['large work', () => doLargeWork(ground)],
  ] as const
  await measureBeside(noises, { ground, seconds, closing })
  await get(ground.port, '/health', {})
}

async function took(place: string, headers: Tokens): Promise<string> {
  const begun = performance.now()
  const response = await fetch(`http://127.0.0.1:${place}`, { headers })
  await response.text()
  return `${response.status} after ${Math.round(performance.now() - begun)} ms`
}

/**
 * Keeps NOISY_CLIENTS requests in flight until stopped. @returns a function that stops it, and returns how often each
 * status was answered.
 */
function makeNoise(port: number, path: string, headers: Tokens): () => Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  const leaving = new AbortController()
  const client = async (): Promise<void> => {
    while (!leaving.signal.aborted) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers, signal: leaving.signal })
      await response.text()
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
    }
  }
  const clients = Array.from({ length: NOISY_CLIENTS }, () => client().catch(() => {}))
  return async () => {
    leaving.abort()
    await Promise.all(clients)
    return statuses
  }
}
