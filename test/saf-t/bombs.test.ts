import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NAMESPACES } from '../../src/saf-t/namespaces.ts'
import { readSafT, SafTError } from '../../src/saf-t/read/read.ts'
import { temporaryRoot } from '../database/temporary.ts'

let directory: string
beforeAll(async () => void (directory = await mkdtemp(join(temporaryRoot(), 'daybook-saf-t-'))))
afterAll(() => rm(directory, { recursive: true }))

const ROOT = `<AuditFile xmlns="${NAMESPACES.DK}"`
const many = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join('')
const LONG = 'x'.repeat(20_000_000)
/** What reading may take beside what is there already, in bytes. */
const MEMORY_MAX = 400_000_000

describe('a file that was made to do harm is refused with its line, and memory stays bounded', () => {
  test.each<[string, () => string, RegExp]>([
    ['90,000 attributes of an element', () => `${ROOT} ${many(90_000, (at) => ` a${at}="1"`)}>`, /truncated/],
    [
      '80,000 attributes of each record',
      () => `${ROOT}>${many(20, () => `<Header ${many(80_000, (at) => ` a${at}="1"`)}/>`)}`,
      /no AuditFileVersion/,
    ],
    ['40,000 namespaces', () => `${ROOT} ${many(40_000, (at) => ` xmlns:a${at}="u${at}"`)}>`, /truncated/],
    ['an entity that nothing declares', () => `${ROOT}><Header>&lol;`, /undefined entity/],
    ['a name without end', () => `${ROOT}><${LONG}`, /longer than 1048576/],
    ['an attribute without end', () => `${ROOT} a="${LONG}`, /longer than 1048576/],
    ['an instruction without end', () => `${ROOT}><?x ${LONG}`, /longer than 1048576/],
    ['a comment without end', () => `${ROOT}><!-- ${LONG}`, /longer than 1048576/],
    [
      'four million references to characters',
      () => `${ROOT}><Header><A>${'&#65;'.repeat(4_000_000)}`,
      /longer than 1048576/,
    ],
    ['a million elements within each other', () => `${ROOT}><Header>${'<A>'.repeat(1_000_000)}`, /deeper than 32/],
    ['a million instructions before the root', () => '<?x y?>'.repeat(1_000_000), /no root element/],
  ])('%s', async (_what, text, says) => {
    const file = join(directory, 'bomb.xml')
    await writeFile(file, text())
    const before = process.memoryUsage.rss()
    const error: unknown = await readSafT(file, { transaction() {}, passOn: async () => {} }).catch(
      (caught: unknown) => caught,
    )
    expect(error).toBeInstanceOf(SafTError)
    expect((error as Error).message).toMatch(says)
    expect(process.memoryUsage.rss() - before).toBeLessThan(MEMORY_MAX)
  })
})
