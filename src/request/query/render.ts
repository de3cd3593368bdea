import type { ReadColumn, ValueKind } from '../../resource/columns.ts'

/** A body as it is sent: what is small is text, which leaves in one piece with the headers. */
export type Body = string | Buffer

/**
 * Makes JSON of rows as PostgreSQL writes them, `(1,,"say ""hi""",t)`: names are put in here, so neither the database nor the way from
 * it carries them. Values are copied as they come; texts are escaped as JSON.stringify does.
 */
export interface Renderer {
  /** One item, of its row. */
  item(row: Buffer): Body
  /** A list, of its rows one behind the other with nothing between; undefined where there is none. */
  list(rows: Buffer | undefined): Body
  /**
   * A page of a cursor list: at most `size` items, and as its cursor the identifier of the row after them, where there is one. In
   * these rows the identifier stands before the properties.
   */
  cursorPage(rows: Buffer | undefined, size: number): Body
}

/** How items are written, prepared once. */
interface Shape {
  properties: readonly Property[]
  /** What is written of an item that has no value at all: names and nulls, without braces. */
  absent: Buffer
  /** What an item takes at most beside its values. */
  bytesMax: number
}

interface Property {
  kind: ValueKind
  /** What stands before a value: `,"name":`, and the quote of what has one. */
  before: Buffer
  /** Where the property begins and ends in `absent`. */
  absentFrom: number
  absentTo: number
}

const COMMA = 0x2c
const CLOSE = 0x29
const QUOTE = 0x22
const BACKSLASH = 0x5c
const BLANK = 0x20
const PLUS = 0x2b
const TRUE = 0x74
const T = 0x54
const Z = 0x5a
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const MIDNIGHT = Buffer.from('T00:00:00Z"')
/** JSON's escapes of the control characters. */
const ESCAPES = Array.from({ length: BLANK }, (_, code) =>
  Buffer.from(JSON.stringify(String.fromCharCode(code)).slice(1, -1)),
)
/** Room for an escape, commas and what ends a body. */
const ROOM = 16
/** Small bodies are written here, and leave as text. */
const SCRATCH = Buffer.allocUnsafeSlow(32 * 1024)
/** Room for a cursor and what stands around it. */
const CURSOR_BYTES = 1024

/** Prepares the rendering of rows that have these columns. */
export function renderer(columns: readonly ReadColumn[]): Renderer {
  const shape = shapeOf(columns)
  return {
    item(row) {
      const writer = new Writer(shape, row, 0)
      writer.item()
      return writer.body()
    },
    list(rows) {
      if (rows === undefined) return '[]'
      const writer = new Writer(shape, rows, 1)
      while (writer.hasMore) writer.item()
      return writer.body('[', ']')
    },
    cursorPage(rows, size) {
      if (rows === undefined) return '{"items":[]}'
      const writer = new Writer(shape, rows, CURSOR_BYTES)
      for (let items = 0; writer.hasMore; items += 1) {
        const identifier = writer.identifier(items === size)
        if (identifier !== undefined) return writer.body(`{"cursor":"${identifier}","items":[`, ']}')
        writer.item()
      }
      return writer.body('{"items":[', ']}')
    },
  }
}

function shapeOf(columns: readonly ReadColumn[]): Shape {
  let absent = ''
  let bytesMax = 2
  const properties = columns.map(({ property, kind, absent: written }): Property => {
    const name = `,"${property}":`
    const before = Buffer.from(
      kind === 'flag' ? `${name}true` : name + (kind === 'plain' || kind === 'json' ? '' : '"'),
    )
    const absentFrom = absent.length
    if (written === 'null') absent += `${name}null`
    bytesMax += Math.max(before.length + MIDNIGHT.length, absent.length - absentFrom)
    return { kind, before, absentFrom, absentTo: absent.length }
  })
  return { properties, absent: Buffer.from(absent), bytesMax }
}

/** Reads rows and writes their items, from the first on. */
class Writer {
  private readonly shape: Shape
  private readonly input: Buffer
  /** Where the items begin in `out`: what stands before them is known only at the end. */
  private readonly begin: number
  private out = SCRATCH
  /** The next byte of `input`. */
  private from = 0
  /** The next byte of `out`. */
  private at: number

  constructor(shape: Shape, input: Buffer, begin: number) {
    this.shape = shape
    this.input = input
    this.begin = begin
    this.at = begin
  }

  get hasMore(): boolean {
    return this.from < this.input.length
  }

  /** What stands before the properties of the next row, as JSON without its quotes when it is wanted. The row is to be read on. */
  identifier(isWanted: boolean): string | undefined {
    this.makeRoom()
    const start = this.at
    this.from += 1
    this.text()
    const identifier = isWanted ? this.out.toString('utf8', start, this.at) : undefined
    this.at = start
    this.from -= 1
    return identifier
  }

  /** Writes an item. `from` is at what stands before its first property. */
  item(): void {
    const { properties } = this.shape
    const { input } = this
    this.makeRoom()
    if (this.at > this.begin) this.out[this.at++] = COMMA
    const start = this.at
    this.from += 1
    for (let index = 0; index < properties.length;) {
      const next = input[this.from]!
      if (next === COMMA || next === CLOSE) index = this.absent(index)
      else this.property(properties[index++]!)
    }
    // The comma before the first property is where the brace belongs.
    if (this.at === start) this.at += 1
    this.out[start] = OPEN_BRACE
    this.out[this.at++] = CLOSE_BRACE
  }

  /** The body, of what was written. Nothing can be written after it. */
  body(before = '', after = ''): Body {
    this.makeRoom()
    this.at += this.out.write(after, this.at)
    const head = Buffer.from(before)
    const start = this.begin - head.length
    if (start < 0) return Buffer.concat([head, this.out.subarray(this.begin, this.at)])
    head.copy(this.out, start)
    return this.out === SCRATCH ? SCRATCH.toString('utf8', start, this.at) : this.out.subarray(start, this.at)
  }

  /** Writes the properties from `index` on whose values are absent. @returns the index of the next one. */
  private absent(index: number): number {
    const { input, out } = this
    const { properties, absent } = this.shape
    const first = properties[index]!.absentFrom
    let last = first
    let byte = input[this.from]!
    while (byte === COMMA || byte === CLOSE) {
      last = properties[index++]!.absentTo
      this.from += 1
      if (index === properties.length) break
      byte = input[this.from]!
    }
    let at = this.at
    for (let from = first; from < last;) out[at++] = absent[from++]!
    this.at = at
    return index
  }

  /** Writes a property that has a value, and steps past what ends it. */
  private property({ kind, before }: Property): void {
    if (kind === 'flag') {
      if (this.input[this.from] === TRUE) this.bytes(before)
      this.from += 2
      return
    }
    this.bytes(before)
    if (kind === 'plain') this.plain()
    else if (kind === 'json') this.json()
    else {
      if (kind === 'instant') this.instant()
      else this.text()
      if (kind === 'day') this.bytes(MIDNIGHT)
      else this.out[this.at++] = QUOTE
    }
  }

  private bytes(bytes: Buffer): void {
    const { out } = this
    let { at } = this
    for (let from = 0; from < bytes.length;) out[at++] = bytes[from++]!
    this.at = at
  }

  private plain(): void {
    const { input, out } = this
    let { from, at } = this
    for (let byte = input[from++]!; byte !== COMMA && byte !== CLOSE; byte = input[from++]!) out[at++] = byte
    this.from = from
    this.at = at
  }

  /** Copies a text, escaped. In quotes, a quote and a backslash are written twice, which JSON has a backslash before. */
  private text(): void {
    const { input } = this
    const isQuoted = input[this.from] === QUOTE
    let { out, at } = this
    let from = this.from + Number(isQuoted)
    for (;;) {
      const byte = input[from++]!
      if (byte < BLANK) {
        this.from = from
        this.at = at
        this.escape(byte)
        out = this.out
        at = this.at
      } else if (isQuoted && (byte === QUOTE || byte === BACKSLASH)) {
        if (byte === QUOTE && input[from] !== QUOTE) break
        from += 1
        out[at++] = BACKSLASH
        out[at++] = byte
      } else if (!isQuoted && (byte === COMMA || byte === CLOSE)) {
        break
      } else {
        out[at++] = byte
      }
    }
    this.from = from + Number(isQuoted)
    this.at = at
  }

  private escape(code: number): void {
    this.makeRoom()
    this.bytes(ESCAPES[code]!)
  }

  /** `"2026-01-31 23:59:59.5+00"`, always in UTC, becomes `2026-01-31T23:59:59.5Z`. */
  private instant(): void {
    const { input, out } = this
    let { from, at } = this
    for (let byte = input[++from]!; byte !== PLUS; byte = input[++from]!) out[at++] = byte === BLANK ? T : byte
    out[at++] = Z
    this.from = from + '+00",'.length
    this.at = at
  }

  /** Copies what is JSON already. */
  private json(): void {
    const { input, out } = this
    if (input[this.from] !== QUOTE) return this.plain()
    let { from, at } = this
    for (;;) {
      const byte = input[++from]!
      if (byte === QUOTE || byte === BACKSLASH) {
        from += 1
        if (byte === QUOTE && input[from] !== QUOTE) break
      }
      out[at++] = byte
    }
    this.from = from + 1
    this.at = at
  }

  /** Makes room for what is left of the input as it is, and for what an item has beside its values. */
  private makeRoom(): void {
    const { length } = this.input
    const needed = this.at + this.shape.bytesMax + ROOM + length - this.from
    if (needed <= this.out.length) return
    // What comes is mostly like what has come.
    const likely = this.from === 0 ? 0 : Math.ceil((this.at / this.from) * length * 1.1)
    const out = Buffer.allocUnsafe(Math.max(needed, likely))
    this.out.copy(out, this.begin, this.begin, this.at)
    this.out = out
  }
}
