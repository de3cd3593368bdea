import { Octets } from '../protocol/octets.ts'
import type { ReadColumn, ValueKind } from '../../resource/columns.ts'

/** A body as it is sent: what is small leaves in one piece with the headers. */
export type Body = Octets | string | Buffer

/**
 * Makes JSON of rows as PostgreSQL writes them, `(1,,"say ""hi""",t)`: names are put in here, so neither the database
 * nor the way from it carries them. Values are copied as they come; texts are escaped as JSON.stringify does.
 */
export interface Renderer {
  /** One item, of its row. */
  item(row: Buffer): Body
  /** Items one by one, by what stands before the properties in each row. */
  each(rows: Buffer): Map<string, Body>
  /** A list, of its rows one behind the other with nothing between; undefined where there is none. */
  list(rows: Buffer | undefined): Body
  /**
   * A page of a cursor list: at most `size` items, and as its cursor the identifier of the row after them, where there
   * is one. In these rows the identifier stands before the properties.
   */
  cursorPage(rows: Buffer | undefined, size: number): Body
}

/** What stands around the values of an item: the same bytes for every item that lacks the same values. */
class Joints {
  readonly kinds: readonly ValueKind[]
  /** Bytes that an item takes at most beside its values. */
  readonly bytesMax: number
  /** The length of the last large body, divided by that of its rows: the next one is likely to need as much. */
  growth = 6
  private readonly columns: readonly ReadColumn[]
  private readonly known: (Buffer | undefined)[] = []

  constructor(columns: readonly ReadColumn[]) {
    this.columns = columns
    this.kinds = columns.map(({ kind }) => kind)
    this.bytesMax = columns.reduce(
      (bytes, { property }) => bytes + property.length + AROUND_BYTES_MAX,
      AROUND_BYTES_MAX,
    )
  }

  /**
   * The bytes between the values of two properties; those between them are absent. `first` is -1 for the beginning of
   * the item, `second` the number of properties for its end.
   */
  between(first: number, second: number): Buffer {
    return (this.known[(first + 1) * (this.columns.length + 1) + second] ??= Buffer.from(this.make(first, second)))
  }

  private make(first: number, second: number): string {
    const names = this.columns
      .slice(first + 1, second)
      .flatMap(({ property, absent }) => (absent === 'null' ? [`"${property}":null`] : []))
    const next = this.columns[second]
    if (next) names.push(`"${next.property}":${BEFORE[next.kind]}`)
    const isFirst = first < 0 || names.length === 0
    return `${first < 0 ? '{' : AFTER[this.kinds[first]!]}${isFirst ? '' : ','}${names.join(',')}${next ? '' : '}'}`
  }
}

const BEFORE: Readonly<Record<ValueKind, string>> = {
  plain: '',
  text: '"',
  day: '"',
  instant: '"',
  flag: 'true',
  json: '',
}
const AFTER: Readonly<Record<ValueKind, string>> = {
  plain: '',
  text: '"',
  day: 'T00:00:00Z"',
  instant: '"',
  flag: '',
  json: '',
}
/** Quotes, colon, comma, and what stands before and after a value, or braces. */
const AROUND_BYTES_MAX = 24

const COMMA = 0x2c
const CLOSE = 0x29
const QUOTE = 0x22
const BACKSLASH = 0x5c
const BLANK = 0x20
const PLUS = 0x2b
const TRUE = 0x74
const T = 0x54
const Z = 0x5a
/** JSON's escapes of the control characters. */
const ESCAPES = Array.from({ length: BLANK }, (_, code) =>
  Buffer.from(JSON.stringify(String.fromCharCode(code)).slice(1, -1)),
)
/** Room for an escape, commas and what ends a body. */
const ROOM = 16
/** Small bodies are written here. */
const SCRATCH = Buffer.allocUnsafeSlow(32 * 1024)
const GROWTH_MARGIN = 1.05
/** Room for a cursor and what stands around it. */
const CURSOR_BYTES = 1024

/** Prepares the rendering of rows that have these columns. */
export function renderer(columns: readonly ReadColumn[]): Renderer {
  const joints = new Joints(columns)
  return {
    item(row) {
      const writer = new Writer(joints, row, 0)
      writer.item()
      return writer.body()
    },
    each(rows) {
      const items = new Map<string, Body>()
      for (let from = 0; from < rows.length;) {
        const writer = new Writer(joints, rows.subarray(from), 0)
        const place = writer.identifier(true)!
        writer.item()
        items.set(place, writer.body())
        from += writer.read
      }
      return items
    },
    list(rows) {
      if (rows === undefined) return '[]'
      const writer = new Writer(joints, rows, 1)
      while (writer.hasMore) writer.item()
      return writer.body('[', ']')
    },
    cursorPage(rows, size) {
      if (rows === undefined) return '{"items":[]}'
      const writer = new Writer(joints, rows, CURSOR_BYTES)
      for (let items = 0; writer.hasMore; items += 1) {
        const identifier = writer.identifier(items === size)
        if (identifier !== undefined) return writer.body(`{"cursor":"${identifier}","items":[`, ']}')
        writer.item()
      }
      return writer.body('{"items":[', ']}')
    },
  }
}

/** Reads rows and writes their items, from the first on. */
class Writer {
  private readonly joints: Joints
  private readonly input: Buffer
  /** Where the items begin in `out`: what stands before them is known only at the end. */
  private readonly begin: number
  private out = SCRATCH
  /** The next byte of `input`. */
  private from = 0
  /** The next byte of `out`. */
  private at: number

  constructor(joints: Joints, input: Buffer, begin: number) {
    this.joints = joints
    this.input = input
    this.begin = begin
    this.at = begin
  }

  /** Bytes of the rows read so far. */
  get read(): number {
    return this.from
  }

  get hasMore(): boolean {
    return this.from < this.input.length
  }

  /**
   * What stands before the properties of the next row, as JSON without its quotes when it is wanted. `item` then reads
   * the properties.
   */
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
    const { input, joints } = this
    const { kinds } = joints
    this.makeRoom()
    if (this.at > this.begin) this.out[this.at++] = COMMA
    this.from += 1
    let last = -1
    for (let index = 0; index < kinds.length; index += 1) {
      const next = input[this.from]!
      const kind = kinds[index]!
      if (next === COMMA || next === CLOSE) {
        this.from += 1
      } else if (kind === 'flag' && next !== TRUE) {
        this.from += 2
      } else {
        this.bytes(joints.between(last, index))
        this.value(kind)
        last = index
      }
    }
    this.bytes(joints.between(last, kinds.length))
  }

  /** The body, of what was written. Nothing can be written after it. */
  body(before = '', after = ''): Body {
    this.makeRoom()
    this.at += this.out.write(after, this.at)
    const head = Buffer.from(before)
    const start = this.begin - head.length
    if (start < 0) return Buffer.concat([head, this.out.subarray(this.begin, this.at)])
    head.copy(this.out, start)
    if (this.out === SCRATCH) return new Octets(SCRATCH, start, this.at)
    this.joints.growth = (this.at - start) / this.input.length
    return this.out.subarray(start, this.at)
  }

  /** Writes what there is of a value, and steps past what ends it. */
  private value(kind: ValueKind): void {
    switch (kind) {
      case 'plain':
      case 'day':
        return this.plain()
      case 'text':
        return this.text()
      case 'instant':
        return this.instant()
      case 'json':
        return this.json()
      case 'flag':
        this.from += 2
    }
  }

  private bytes(bytes: Buffer): void {
    this.out.set(bytes, this.at)
    this.at += bytes.length
  }

  private plain(): void {
    const { input, out } = this
    let { from, at } = this
    for (let byte = input[from++]!; byte !== COMMA && byte !== CLOSE; byte = input[from++]!) out[at++] = byte
    this.from = from
    this.at = at
  }

  /**
   * Copies a text, escaped. In quotes, a quote and a backslash are written twice, which JSON has a backslash before.
   */
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

  /** Copies what is JSON already, without the blanks that PostgreSQL puts between its parts. */
  private json(): void {
    const { input, out } = this
    if (input[this.from] !== QUOTE) return this.plain()
    let { from, at } = this
    let isText = false
    let isEscaped = false
    for (;;) {
      const byte = input[++from]!
      if (byte === QUOTE || byte === BACKSLASH) {
        from += 1
        if (byte === QUOTE && input[from] !== QUOTE) break
        if (byte === QUOTE && !isEscaped) isText = !isText
      }
      isEscaped = byte === BACKSLASH && !isEscaped
      if (isText || byte > BLANK) out[at++] = byte
    }
    this.from = from + 1
    this.at = at
  }

  /** Makes room for what is left of the input as it is, and for what an item has beside its values. */
  private makeRoom(): void {
    const { length } = this.input
    const needed = this.at + this.joints.bytesMax + ROOM + length - this.from
    if (needed <= this.out.length) return
    // The rest is mostly like what has come; at the beginning, like the last body.
    const growth = this.from === 0 ? this.joints.growth : this.at / this.from
    const likely = Math.ceil(this.begin + growth * GROWTH_MARGIN * length)
    const out = Buffer.allocUnsafe(Math.max(needed, likely))
    this.out.copy(out, this.begin, this.begin, this.at)
    this.out = out
  }
}
