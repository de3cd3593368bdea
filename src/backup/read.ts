import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { BackupError, type FileKind, type Part, partsOf } from './format.ts'
import type { Report } from './write.ts'

const HASH_BYTES = 32
/** Bytes read, and decompressed, at once. */
const CHUNK_BYTES = 262_144

/** A file of its kind, whole and unchanged. */
export interface CheckedFile {
  path: string
  bytes: number
  kind: FileKind
}

/** Reads the whole file once and compares its hash, before anything is done with it. @throws BackupError */
export async function checkedFile(path: string, kind: FileKind): Promise<CheckedFile> {
  const { firstLine, name } = kind
  const file = await open(path).catch((error: Error) => {
    throw new BackupError(`The file ${path} cannot be read: ${error.message}`)
  })
  try {
    const { size: bytes } = await file.stat()
    const first = Buffer.alloc(firstLine.length)
    await file.read(first, 0, first.length, 0)
    if (first.toString('latin1') !== firstLine) {
      throw new BackupError(`The file ${path} is no ${name} of Daybook, or one of a newer version.`)
    }
    const end = Buffer.alloc(HASH_BYTES)
    if (bytes > firstLine.length + HASH_BYTES) await file.read(end, 0, HASH_BYTES, bytes - HASH_BYTES)
    const hash = createHash('sha256')
    const content = createReadStream(path, { end: Math.max(0, bytes - HASH_BYTES - 1), highWaterMark: CHUNK_BYTES })
    for await (const chunk of content) hash.update(chunk as Buffer)
    if (!hash.digest().equals(end)) {
      throw new BackupError(
        `The file ${path} was cut short or changed since it was written: nothing of it is taken. Make another ${name}.`,
      )
    }
    return { path, bytes, kind }
  } finally {
    await file.close()
  }
}

/** The next part. @throws BackupError where there is none. */
export async function nextPart(parts: AsyncGenerator<Part>): Promise<Part> {
  const { value, done } = await parts.next()
  if (done) throw new BackupError('The file ends too early.')
  return value
}

/** The parts of a file, as they are read. @throws BackupError */
export async function* partsIn({ path, bytes, kind }: CheckedFile): AsyncGenerator<Part> {
  const packed = createReadStream(path, {
    start: kind.firstLine.length,
    end: bytes - HASH_BYTES - 1,
    highWaterMark: CHUNK_BYTES,
  })
  const unpacked = createGunzip({ chunkSize: CHUNK_BYTES })
  packed.on('error', (error) => unpacked.destroy(error))
  try {
    yield* partsOf(packed.pipe(unpacked))
  } finally {
    packed.destroy()
    unpacked.destroy()
  }
}

/** Reports shares of the file: rows are read out of it, and once more out of the database. */
export const progressOf =
  ({ bytes }: CheckedFile, report: Report) =>
  (stage: string, share: number): void =>
    report({ stage, done: Math.round(bytes * share), total: bytes })
