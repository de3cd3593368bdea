import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { today } from './calendar.ts'

/** The folder of the program: that of this file when it is compiled, the one above in the sources. */
const PROGRAM = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../' : './', import.meta.url))

let program: Promise<string> | undefined

/**
 * Identifies the content of a demo company: the hash of a program, this one where no folder of another is given, and
 * today. It changes whenever the content may.
 */
export async function pristineContent(folder?: string): Promise<string> {
  const hash = folder === undefined ? (program ??= hashOf(PROGRAM)) : hashOf(folder)
  return `${await hash} ${today()}`
}

async function hashOf(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => /\.(js|ts|sql|csv)$/.test(name)).sort()
  const contents = await Promise.all(files.map((file) => readFile(join(folder, file))))
  const hash = createHash('sha256')
  for (const [at, file] of files.entries()) hash.update(`${file}\0${contents[at]!.length}\0`).update(contents[at]!)
  return hash.digest('hex').slice(0, 16)
}
