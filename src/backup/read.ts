import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { Tally } from './copying.ts'
import { type AgreementStart, BackupError, type FileKind, type Part, type Start, type TableEnd } from './format.ts'
import { nextPart, partsOf } from './frames.ts'
import { Rows } from './rows.ts'
import type { Report } from './write.ts'

const HASH_BYTES = 32
/** Bytes read, and decompressed, at once. */
const CHUNK_BYTES = 262_144

/** A file of its kind, whole and unchanged. */
export interface CheckedFile extends WholeFile {
  start: Start | AgreementStart
  /** What its rows are, as they were counted here. */
  ends: TableEnd[]
}

/** A file that ends with its hash. */
interface WholeFile {
  path: string
  bytes: number
  kind: FileKind
}

/**
 * Reads the whole file, before anything is done with it: its hash tells whether it is whole, and then frames, notes and
 * rows whether they are as Daybook writes them.
 * @throws BackupError
 */
export async function checkedFile(path: string, kind: FileKind): Promise<CheckedFile> {
  const file = await wholeFile(path, kind)
  const parts = partsIn(file)
  try {
    const start = (await nextPart(parts)) as Start | AgreementStart
    const ends: TableEnd[] = []
    for (const table of start.tables) {
      const rows = new Rows(table)
      for (;;) {
        const part = await nextPart(parts)
        if (!Buffer.isBuffer(part)) {
          rows.end()
          ends.push(part as TableEnd)
          break
        }
        rows.take(part)
      }
    }
    await nextPart(parts)
    await parts.next()
    return { ...file, start, ends }
  } finally {
    await parts.return(undefined)
  }
}

async function wholeFile(path: string, kind: FileKind): Promise<WholeFile> {
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

/**
 * The parts of a file in the order of its kind, as they are read; rows in pieces that end anywhere. @throws BackupError
 */
export async function* partsIn({ path, bytes, kind }: WholeFile): AsyncGenerator<Part> {
  const [start, end] = [kind.firstLine.length, bytes - HASH_BYTES]
  const packed = createReadStream(path, { start, end: end - 1, highWaterMark: CHUNK_BYTES })
  const unpacked = createGunzip({ chunkSize: CHUNK_BYTES })
  packed.on('error', (error) => unpacked.destroy(error))
  try {
    yield* inOrder(partsOf(packed.pipe(unpacked)), kind)
    if (unpacked.bytesWritten !== end - start) throw unlike('goes on behind its end')
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw code.startsWith('Z_') ? new BackupError(`The file ${path} cannot be unpacked: ${message}.`) : error
  } finally {
    packed.destroy()
    unpacked.destroy()
  }
}

/**
 * Lets parts through as long as they are in the order of a file's kind, and rows are as many and as their note says.
 */
async function* inOrder(parts: AsyncGenerator<Part>, kind: FileKind): AsyncGenerator<Part> {
  const start = await nextPart(parts)
  if (Buffer.isBuffer(start) || start.kind !== kind.start) throw unlike('does not begin with what is in it')
  yield start
  for (const { name } of (start as Start | AgreementStart).tables) {
    const tally = new Tally()
    let part = await nextPart(parts)
    for (; Buffer.isBuffer(part); part = await nextPart(parts)) {
      tally.add(part)
      yield part
    }
    if (part.kind !== 'table' || part.name !== name) throw unlike(`does not end the rows of ${name}`)
    const { rows, sha256 } = part
    if (tally.rows !== rows || tally.sha256() !== sha256) throw unlike(`has other rows of ${name} than it tells`)
    yield part
  }
  const end = await nextPart(parts)
  if (Buffer.isBuffer(end) || end.kind !== 'end') throw unlike('has more tables than it tells')
  yield end
  if (!(await parts.next()).done) throw unlike('goes on behind its end')
}

const unlike = (what: string): BackupError =>
  new BackupError(`The file ${what}: Daybook has not written it. Nothing is taken of it.`)

/** Reports shares of the file: rows are read out of it, and once more out of the database. */
export const progressOf =
  ({ bytes }: WholeFile, report: Report) =>
  (stage: string, share: number): void =>
    report({ stage, done: Math.round(bytes * share), total: bytes })
