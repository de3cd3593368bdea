import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { today, yearsOn } from './calendar.ts'

/** Where the program's files are: beside this one when it is compiled, one folder up in the sources. */
const PROGRAM = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../' : './', import.meta.url))

let program: Promise<string> | undefined

/** What decides what a demo company holds: this very program, and the years as they are now. It changes where the company may. */
export async function pristineContent(): Promise<string> {
  program ??= hashOfProgram()
  return `${await program} ${yearsOn(today()).join('-')}`
}

async function hashOfProgram(): Promise<string> {
  const files = (await readdir(PROGRAM, { recursive: true })).filter((name) => /\.(js|ts|sql)$/.test(name)).sort()
  const contents = await Promise.all(files.map((file) => readFile(join(PROGRAM, file))))
  const hash = createHash('sha256')
  for (const [at, file] of files.entries()) hash.update(`${file}\0${contents[at]!.length}\0`).update(contents[at]!)
  return hash.digest('hex').slice(0, 16)
}
