import type { Closing } from './closing.ts'
import { fillBooks, setLoading } from './growth/books.ts'
import { openGround } from './ground.ts'
import { loadNow } from './machine.ts'
import { readSearchOptions } from './options.ts'
import { get } from './request.ts'
import { median } from './sample.ts'

/** Texts, numbers and amounts: some stand in many places, some in one, some in none. */
const SOUGHT = [
  'kontor',
  'Kunde 77',
  'leverandør 5',
  'zzz',
  '501',
  '464676.56',
  '1.234,56',
  'Varekøb 400000',
  'F1234',
  '999999',
  'kunde',
  'a',
]
const ROUNDS = 15
const DRAFTS = 1_000

/** Searches large books; prints how long each search took. */
export async function measureSearch(words: readonly string[], closing: Closing): Promise<void> {
  const { entries } = readSearchOptions(words)
  const ground = await openGround(closing)
  const tell = (done: string): void => void process.stderr.write(`${done}\n`)
  await setLoading(ground, true)
  const { headers } = await fillBooks(ground, entries, tell, DRAFTS)
  await setLoading(ground, false)
  process.stdout.write(`${entries} entries; load before ${loadNow().toFixed(1)}\n`)
  const medians: number[] = []
  for (const sought of SOUGHT) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const begun = performance.now()
      await get(ground.port, `/daybookapi/v1.0.0/search?q=${encodeURIComponent(sought)}`, headers)
      times.push(performance.now() - begun)
    }
    medians.push(median(times))
    process.stdout.write(
      `${sought.padEnd(16)} median ${median(times).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)}\n`,
    )
  }
  process.stdout.write(
    `medians ${Math.min(...medians).toFixed(1)} to ${Math.max(...medians).toFixed(1)} ms; load after ${loadNow().toFixed(1)}\n`,
  )
}
