import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DOCUMENT_FILE_BYTES_MAX } from '../limits.ts'

/** A file that was taken out of the folder: whole, and read while nobody changed it. */
export interface FolderFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/** What becomes of a file: the number that it has in the inbox, or why it is refused. */
export type Outcome = { number: number } | { reason: string }

/** Where files go once they were taken, or refused. */
const TAKEN = 'taken'
const REFUSED = 'refused'

/** Names of files that are still being written, as programs call them. */
const UNFINISHED = /^\.|~$|\.(part|partial|tmp|temp|crdownload|download|filepart)$/i

/** A folder whose files go to the inbox once they are whole. */
export class WatchedFolder {
  readonly #path: string
  /** Size and time of change of each file when it was last looked at. */
  #seen = new Map<string, string>()

  private constructor(path: string) {
    this.#path = path
  }

  /** Opens a folder, and makes the two in it. @throws Error where it is none, or cannot be written. */
  static async open(path: string): Promise<WatchedFolder> {
    const real = await realpath(path)
    if (!(await lstat(real)).isDirectory()) throw new Error(`${path} is no folder.`)
    for (const name of [TAKEN, REFUSED]) {
      await mkdir(join(real, name), { recursive: true })
      if (!(await lstat(join(real, name))).isDirectory()) throw new Error(`${join(path, name)} is no folder.`)
    }
    return new WatchedFolder(real)
  }

  /**
   * Looks once: takes each file that has stayed the same since the last look. Links, folders and what is still being
   * written are left alone.
   * @param take puts a file into the inbox; where it throws, the file stays for the next look.
   * @returns what became of each file that was taken or refused.
   */
  async look(take: (file: FolderFile) => Promise<Outcome>): Promise<{ name: string; outcome: Outcome }[]> {
    const names = (await readdir(this.#path)).filter((name) => !UNFINISHED.test(name)).toSorted()
    const seen = new Map<string, string>()
    const done: { name: string; outcome: Outcome }[] = []
    for (const name of names) {
      const stamp = await stampOf(join(this.#path, name))
      if (stamp === undefined) continue
      seen.set(name, stamp)
      if (this.#seen.get(name) !== stamp) continue
      const found = await readWhole(join(this.#path, name), stamp)
      if (found === undefined) continue
      const outcome = typeof found === 'string' ? { reason: found } : await take({ name, bytes: found })
      await this.#putAway(name, outcome)
      done.push({ name, outcome })
    }
    this.#seen = seen
    return done
  }

  /** Moves a file to where nobody looks; never over one that is there. */
  async #putAway(name: string, outcome: Outcome): Promise<void> {
    const isTaken = 'number' in outcome
    const to = await this.#freeName(isTaken ? TAKEN : REFUSED, isTaken ? `${outcome.number}-${name}` : name)
    await rename(join(this.#path, name), to)
    if (!isTaken) await writeFile(`${to}.txt`, `${outcome.reason}\n`, { flag: 'wx' })
  }

  async #freeName(folder: string, name: string): Promise<string> {
    for (let copy = 0; ; copy += 1) {
      const path = join(this.#path, folder, copy === 0 ? name : `${copy}-${name}`)
      const isFree = await lstat(path).then(
        () => false,
        () => true,
      )
      if (isFree) return path
    }
  }
}

/** Size and times of a plain file that has one name; undefined for links, folders and all else. */
async function stampOf(path: string): Promise<string | undefined> {
  const found = await lstat(path).catch(() => undefined)
  if (!found?.isFile() || found.nlink !== 1) return undefined
  return stampOfStats(found)
}

const stampOfStats = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino} ${size} ${mtimeMs} ${ctimeMs}`

/**
 * The bytes of a file that is as it was when it was looked at; undefined where it is not, or a reason why it is
 * refused.
 */
async function readWhole(path: string, stamp: string): Promise<Uint8Array<ArrayBuffer> | string | undefined> {
  let file: FileHandle | undefined
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const found = await file.stat()
    if (!found.isFile() || stampOfStats(found) !== stamp) return undefined
    if (found.size === 0 || found.size > DOCUMENT_FILE_BYTES_MAX)
      return `It has ${found.size} bytes; a document has 1 to ${DOCUMENT_FILE_BYTES_MAX}.`
    const bytes = new Uint8Array(found.size)
    const { bytesRead } = await file.read(bytes, 0, found.size, 0)
    return bytesRead === found.size && (await stampOf(path)) === stamp ? bytes : undefined
  } catch {
    return undefined
  } finally {
    await file?.close()
  }
}
