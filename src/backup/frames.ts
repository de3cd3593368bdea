import { BACKUP_NOTE_BYTES_MAX, BACKUP_ROWS_BYTES_MAX } from '../limits.ts'
import { BackupError, type Part } from './format.ts'
import { noteOf } from './notes.ts'

const HEAD_BYTES = 5
const [NOTE, ROWS] = ['J'.charCodeAt(0), 'D'.charCodeAt(0)]

/** A part as the file has it. @throws BackupError where it is too large to be read again. */
export function frameOf(part: Part): Buffer {
  const content = Buffer.isBuffer(part) ? part : Buffer.from(JSON.stringify(part))
  const head = Buffer.alloc(HEAD_BYTES)
  head[0] = Buffer.isBuffer(part) ? ROWS : NOTE
  head.writeUInt32BE(checkedLength(head[0]!, content.length), 1)
  return Buffer.concat([head, content])
}

/**
 * The parts in decompressed frames. Rows come in pieces as they are read, of any length; only notes are held.
 * @throws BackupError where the bytes are no frames, or end in the middle of one.
 */
export async function* partsOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  const frames = new Frames()
  for await (const chunk of bytes) yield* frames.take(chunk)
  frames.end()
}

class Frames {
  /** Of a head or a note. */
  private held: Buffer[] = []
  private missing = HEAD_BYTES
  private isNote = false
  private rowsLeft = 0

  end(): void {
    if (this.rowsLeft > 0 || this.isNote || this.held.length > 0) {
      throw new BackupError('The file ends in the middle of a table.')
    }
  }

  *take(chunk: Buffer): Generator<Part> {
    for (let rest = chunk; rest.length > 0;) {
      const piece = rest.subarray(0, this.rowsLeft || this.missing)
      rest = rest.subarray(piece.length)
      if (this.rowsLeft > 0) {
        this.rowsLeft -= piece.length
        yield piece
        continue
      }
      this.held.push(piece)
      this.missing -= piece.length
      if (this.missing > 0) return
      const whole = Buffer.concat(this.held)
      this.held = []
      this.missing = HEAD_BYTES
      if (this.isNote) yield noteOf(whole)
      this.isNote = !this.isNote && this.begin(whole)
    }
  }

  /** @returns whether a note follows. */
  private begin(head: Buffer): boolean {
    const length = checkedLength(head[0]!, head.readUInt32BE(1))
    if (head[0] === NOTE) this.missing = length
    else this.rowsLeft = length
    return head[0] === NOTE
  }
}

function checkedLength(letter: number, length: number): number {
  if (letter !== NOTE && letter !== ROWS) {
    throw new BackupError(
      'The file has a frame of an unknown kind: Daybook has not written it. Nothing is taken of it.',
    )
  }
  const most = letter === NOTE ? BACKUP_NOTE_BYTES_MAX : BACKUP_ROWS_BYTES_MAX
  if (length > 0 && length <= most) return length
  const what = letter === NOTE ? 'A note' : 'A frame of rows'
  throw new BackupError(`${what} in the file has ${length} bytes; there may be 1 to ${most}. Nothing is taken of it.`)
}

/** The next part. @throws BackupError where there is none. */
export async function nextPart(parts: AsyncGenerator<Part>): Promise<Part> {
  const { value, done } = await parts.next()
  if (done) throw new BackupError('The file ends too early.')
  return value
}
