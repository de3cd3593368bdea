import { PARSER_FACTS_BYTES_MAX } from '../limits.ts'

/**
 * What goes over the pipe between the service and a parser: facts, which travel as JSON, and files, which travel as
 * they are.
 */
export interface Message {
  facts: unknown
  files: readonly Uint8Array[]
}

/** The pipe for answers: standard output stays free for what libraries print. */
export const ANSWERS = 3
/** The length of the head, as four bytes. */
const LENGTH_BYTES = 4

/**
 * The buffers to write for a message: the length of its head, the head (facts, and the length of each file), the files.
 */
export function buffersOf({ facts, files }: Message): Uint8Array[] {
  const head = Buffer.from(JSON.stringify({ facts, lengths: files.map(({ length }) => length) }))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(head.length)
  return [length, head, ...files]
}

/**
 * Puts the messages of a pipe together. Trusts nothing that comes: every length is bounded before there is a buffer for
 * it.
 */
export class MessageReader {
  /** The most bytes that the files of the next message may have together. */
  bytesMax = 0
  readonly #whole: (message: Message) => void
  #part: 'length' | 'head' | 'files' = 'length'
  #buffer = Buffer.alloc(LENGTH_BYTES)
  #filled = 0
  #head: { facts: unknown; lengths: number[] } = { facts: undefined, lengths: [] }

  /** @param whole told each message. */
  constructor(whole: (message: Message) => void) {
    this.#whole = whole
  }

  /** Takes what the pipe gives. @throws Error when it is no message, or one that is too large. */
  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      const taken = chunk.copy(this.#buffer, this.#filled, at)
      at += taken
      this.#filled += taken
      while (this.#filled === this.#buffer.length && this.#next());
    }
  }

  /** Goes on to the next part. @returns whether that may be whole already, as files without bytes are. */
  #next(): boolean {
    if (this.#part === 'length') {
      const length = this.#buffer.readUInt32BE()
      if (length === 0 || length > PARSER_FACTS_BYTES_MAX) throw new Error('The head of a message is too large.')
      return this.#begin('head', length)
    }
    if (this.#part === 'head') {
      this.#head = headOf(this.#buffer)
      const bytes = this.#head.lengths.reduce((sum, length) => sum + length, 0)
      if (bytes > this.bytesMax) throw new Error('The files of a message are too large.')
      return this.#begin('files', bytes)
    }
    const { facts, lengths } = this.#head
    let from = 0
    const files = lengths.map((length) => this.#buffer.subarray(from, (from += length)))
    this.#begin('length', LENGTH_BYTES)
    this.#whole({ facts, files })
    return false
  }

  #begin(part: 'length' | 'head' | 'files', bytes: number): boolean {
    this.#part = part
    this.#buffer = Buffer.allocUnsafeSlow(bytes)
    this.#filled = 0
    return bytes === 0
  }
}

function headOf(bytes: Buffer): { facts: unknown; lengths: number[] } {
  const head = JSON.parse(bytes.toString()) as { facts: unknown; lengths: number[] } | null
  const isLength = (length: unknown): boolean => Number.isSafeInteger(length) && (length as number) >= 0
  if (!Array.isArray(head?.lengths) || !head.lengths.every(isLength)) throw new Error('A message has no lengths.')
  return head
}
