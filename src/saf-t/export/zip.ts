import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** An entry, as its own header and the directory at the end describe it. */
interface Entry {
  name: Buffer
  at: bigint
  crc: number
  packed: bigint
  unpacked: bigint
}

/**
 * The version with sizes of 64 bits (APPNOTE 6.3.10, 4.4.3), the flag for names in UTF-8, the method Deflate, and the
 * first day that a zip can have.
 */
const [VERSION, UTF_8, DEFLATE, FIRST_DAY] = [45, 0x0800, 8, 0x0021]
/** Marks that a number of 64 bits is in another place. */
const [ELSEWHERE_16, ELSEWHERE_32] = [0xffff, 0xffff_ffff]
const ZIP64_EXTRA = 0x0001

/**
 * A zip file that is written from beginning to end, with entries of any size: their sizes are filled in once they are
 * known. `level` 1 costs little with content that is packed already.
 */
export class Zip {
  private readonly file: FileHandle
  private readonly entries: Entry[] = []
  private at = 0n

  /** Begins an empty file, which the caller closes. */
  constructor(file: FileHandle) {
    this.file = file
  }

  /** Writes an entry, holding some of it at a time. */
  async add(name: string, content: AsyncIterable<string | Uint8Array>, level: 1 | 6): Promise<void> {
    const entry: Entry = { name: Buffer.from(name), at: this.at, crc: 0, packed: 0n, unpacked: 0n }
    await this.write(localHeader(entry))
    const begins = this.at
    const packing = Readable.from(counted(content, entry), { objectMode: false }).compose(createDeflateRaw({ level }))
    for await (const chunk of packing) await this.write(chunk as Buffer)
    entry.packed = this.at - begins
    await this.file.write(localHeader(entry), 0, undefined, Number(entry.at))
    this.entries.push(entry)
  }

  /** Writes the directory of all entries. */
  async end(): Promise<void> {
    const begins = this.at
    for (const entry of this.entries) await this.write(directoryHeader(entry))
    await this.write(endOf(this.entries.length, begins, this.at))
  }

  private async write(bytes: Buffer): Promise<void> {
    let written = 0
    while (written < bytes.length) {
      written += (await this.file.write(bytes, written, undefined, Number(this.at) + written)).bytesWritten
    }
    this.at += BigInt(bytes.length)
  }
}

/** The content as bytes. Adds their checksum and length to the entry. */
async function* counted(content: AsyncIterable<string | Uint8Array>, entry: Entry): AsyncGenerator<Buffer> {
  for await (const part of content) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : Buffer.from(part.buffer, part.byteOffset, part.length)
    entry.crc = crc32(bytes, entry.crc)
    entry.unpacked += BigInt(bytes.length)
    yield bytes
  }
}

/** Numbers of 2, 4 and 8 bytes, one after the other. */
function packed(...numbers: readonly (readonly [bytes: 2 | 4 | 8, value: number | bigint])[]): Buffer {
  return Buffer.concat(
    numbers.map(([bytes, value]) => {
      const buffer = Buffer.alloc(8)
      buffer.writeBigUInt64LE(BigInt(value))
      return buffer.subarray(0, bytes)
    }),
  )
}

const common = ({ name, crc }: Entry, extra: number): (readonly [2 | 4, number])[] => [
  [2, UTF_8],
  [2, DEFLATE],
  [2, 0],
  [2, FIRST_DAY],
  [4, crc],
  [4, ELSEWHERE_32],
  [4, ELSEWHERE_32],
  [2, name.length],
  [2, extra],
]

function localHeader(entry: Entry): Buffer {
  const extra = packed([2, ZIP64_EXTRA], [2, 16], [8, entry.unpacked], [8, entry.packed])
  return Buffer.concat([packed([4, 0x04034b50], [2, VERSION], ...common(entry, extra.length)), entry.name, extra])
}

function directoryHeader(entry: Entry): Buffer {
  const extra = packed([2, ZIP64_EXTRA], [2, 24], [8, entry.unpacked], [8, entry.packed], [8, entry.at])
  const header = packed(
    [4, 0x02014b50],
    [2, VERSION],
    [2, VERSION],
    ...common(entry, extra.length),
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, ELSEWHERE_32],
  )
  return Buffer.concat([header, entry.name, extra])
}

/** The end of the directory in 64 bits, its place, and the end in the older form. */
function endOf(count: number, begins: bigint, ends: bigint): Buffer {
  return packed(
    [4, 0x06064b50],
    [8, 44],
    [2, VERSION],
    [2, VERSION],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, ends - begins],
    [8, begins],
    [4, 0x07064b50],
    [4, 0],
    [8, ends],
    [4, 1],
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, ELSEWHERE_16],
    [2, ELSEWHERE_16],
    [4, ELSEWHERE_32],
    [4, ELSEWHERE_32],
    [2, 0],
  )
}
