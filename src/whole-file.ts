import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * Writes a file whole or not at all: `write` fills another one beside it, which takes its place at the end and is on disk then. Also leaves nothing
 * when a signal ends the program.
 */
export async function writeWhole<T>(path: string, write: (part: string) => Promise<T>): Promise<T> {
  // In containers process ids come back: a file that a killed program left has another name.
  const part = `${path}.${randomBytes(4).toString('hex')}.part`
  const remove = (): void => rmSync(part, { force: true })
  // A program that a signal ends waits for nothing here.
  process.once('exit', remove)
  try {
    const result = await write(part)
    await flush(part)
    await rename(part, path)
    await flush(dirname(resolve(path)))
    return result
  } catch (error) {
    remove()
    throw error
  } finally {
    process.off('exit', remove)
  }
}

/** Flushes a file, or the names in a directory, to disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
