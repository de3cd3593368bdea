import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * Writes a file whole or not at all: `write` fills another one beside it, which takes its place at the end and is on
 * disk then. Also leaves nothing when a signal ends the program. `write` may close what it fills.
 */
export async function writeWhole<T>(path: string, write: (part: FileHandle) => Promise<T>, mode?: number): Promise<T> {
  // In containers process ids come back: a file that a killed program left has another name.
  const part = `${path}.${randomBytes(4).toString('hex')}.part`
  const remove = (): void => rmSync(part, { force: true })
  // A program that a signal ends waits for nothing here.
  process.once('exit', remove)
  try {
    // A stream that opens its file itself may do so after it failed: the part would be there again.
    const file = await open(part, 'wx', mode)
    let result: T
    try {
      result = await write(file)
    } finally {
      await file.close()
    }
    await flush(part)
    await rename(part, path)
    await flush(dirname(resolve(path)))
    return result
  } catch (error) {
    remove()
    throw tellFile(error, `The file ${path} cannot be written`)
  } finally {
    process.off('exit', remove)
  }
}

/** What a disk says of a write: such an error names no file. */
const CODES_OF_DISKS = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']

/** Says of an error of a disk what could not be done. Returns others as they are. */
export function tellFile(error: unknown, fault: string): unknown {
  const { code = '', errno, syscall, message } = error as NodeJS.ErrnoException
  if (!CODES_OF_DISKS.includes(code)) return error
  return Object.assign(new Error(`${fault}: ${message}`, { cause: error }), { code, errno, syscall })
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
