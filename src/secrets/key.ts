import { createHmac, randomBytes } from 'node:crypto'
import { type FileHandle, link, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeDirectory } from '../directory.ts'
import { flush } from '../whole-file.ts'

/** Bytes of the key of secrets. */
export const KEY_BYTES = 32

/** Where the key of secrets comes from: the environment, or else `secret.key` in the data directory. */
export interface KeyPlace {
  dataDirectory: string
  /** `DAYBOOK_SECRET_KEY`. */
  secretKey?: Buffer | undefined
}

/** Secrets cannot be read or kept. The message says what to do. */
export class SecretError extends Error {}

/** The path of the file that has the key. It is used where the environment has none. */
export const keyFile = ({ dataDirectory }: KeyPlace): string => join(dataDirectory, 'secret.key')

/** The key, if there is one. @throws SecretError when the file cannot be read or has no key. */
export async function readKey(place: KeyPlace): Promise<Buffer | undefined> {
  if (place.secretKey) return place.secretKey
  const path = keyFile(place)
  const key = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new SecretError(`The key of secrets in ${path} cannot be read: ${error.message}`)
  })
  if (key && key.length !== KEY_BYTES) {
    throw new SecretError(
      `${path} has ${key.length} bytes, and a key has ${KEY_BYTES}. Put back the file that was there.`,
    )
  }
  return key
}

/**
 * The key; makes one where there is none. Of several processes the first makes it, and the others find it whole.
 * @throws SecretError
 */
export async function readOrMakeKey(place: KeyPlace): Promise<Buffer> {
  const found = await readKey(place)
  if (found) return found
  const path = keyFile(place)
  const written = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    const made = await makeDirectory(place.dataDirectory)
    const file = await open(written, 'wx', 0o600)
    try {
      await file.writeFile(randomBytes(KEY_BYTES))
      await giveToOwner(file, place.dataDirectory)
      await file.sync()
    } finally {
      await file.close()
    }
    await link(written, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    // A database may soon hold what only this key opens: the key must outlast a power failure.
    await flush(place.dataDirectory)
    if (made !== undefined) await flush(dirname(made))
  } catch (error) {
    throw new SecretError(
      `The key of secrets cannot be written to ${path}: ${(error as Error).message}. ` +
        'Give one in DAYBOOK_SECRET_KEY, or a directory that can be written in DAYBOOK_DATA.',
    )
  } finally {
    await rm(written, { force: true }).catch(() => {})
  }
  return (await readKey(place))!
}

/** Root may start in a user's directory, and that user again later. */
async function giveToOwner(file: FileHandle, directory: string): Promise<void> {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = await stat(directory)
  // A root without that right, as in some containers, keeps the file.
  await file.chown(uid, gid).catch(() => {})
}

/** Tells keys apart, and says nothing else of them. */
export const fingerprintOf = (key: Buffer): string =>
  createHmac('sha256', key).update('daybook: fingerprint of the key of secrets').digest('hex')
