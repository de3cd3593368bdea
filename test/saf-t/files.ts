import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Progress, SafTFile, SafTTransaction } from '../../src/saf-t/model.ts'
import { readSafT } from '../../src/saf-t/read/read.ts'

/** The tax administration's public example; it lies beside the project and is not part of it. */
export const EXAMPLE = new URL('../../../shared/data/saf-t/toyen-lekefabrikk-2017.xml', import.meta.url).pathname

/** Why the tests of the public example are skipped; undefined where it is there. */
export const EXAMPLE_ABSENT = existsSync(EXAMPLE)
  ? undefined
  : 'skipped: ../shared/data/saf-t/toyen-lekefabrikk-2017.xml is not there (it is not part of the project)'

/** Absolute path of a sample of our own. */
export function sample(name: 'minimal-1.30.xml' | 'minimal-1.10.xml'): string {
  return new URL(`samples/${name}`, import.meta.url).pathname
}

/** Calls `use` with the path of a file that holds `content`, and removes the file. */
export async function withFile<T>(content: string | Uint8Array, use: (file: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-saf-t-'))
  try {
    const file = join(directory, 'file.xml')
    await writeFile(file, content)
    return await use(file)
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** The text of a sample of our own. */
export async function sampleText(name: Parameters<typeof sample>[0]): Promise<string> {
  return await readFile(sample(name), 'utf8')
}

/** The line, from 1, on which the `nth` occurrence of `text` stands in `content`. */
export function lineOf(content: string, text: string, nth = 1): number {
  let at = -1
  for (let count = 0; count < nth; count += 1) {
    at = content.indexOf(text, at + 1)
    if (at < 0) throw new Error(`'${text}' does not stand ${nth} times in the file.`)
  }
  return content.slice(0, at).split('\n').length
}

/** A file with its transactions, which `readSafT` passes on. */
export async function readWhole(
  file: string,
  onProgress: Progress = () => {},
): Promise<SafTFile & { transactions: SafTTransaction[] }> {
  const transactions: SafTTransaction[] = []
  const reader = {
    transaction: (one: SafTTransaction) => void transactions.push(one),
    passOn: () => Promise.resolve(),
  }
  return { ...(await readSafT(file, reader, onProgress)), transactions }
}
