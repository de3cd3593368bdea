import { BACKUP_ROW_BYTES_MAX } from '../limits.ts'
import { BackupError, type Table } from './format.ts'

const [TAB, LINE_FEED, CARRIAGE_RETURN, BACKSLASH, NULL_MARK] = [9, 10, 13, 92, 'N'.charCodeAt(0)]
/**
 * What COPY … TO writes behind a backslash, beside the mark of a null. COPY … FROM would take more, `\.` as the end of
 * all.
 */
const ESCAPED: ReadonlySet<number> = new Set([...'\\bfnrtv'].map((letter) => letter.charCodeAt(0)))
/** More than any number takes. */
const HELD_BYTES_MAX = 64

/** How rows of a file become those of a table: something before each, and other text for its first fields. */
export interface Rewriting {
  prefix: string
  /** How many fields `here` is given; none where it is left out. */
  held: number
  here: (fields: readonly string[]) => readonly string[]
}

/**
 * Reads a table's rows in COPY's text format, in pieces that end anywhere. Takes only what COPY … TO writes: any other
 * byte, escape or number of fields might mean something else to COPY … FROM than to us, such as the end of a row, or of
 * all rows. Holds no row.
 */
export class Rows {
  private readonly table: string
  private readonly columns: number
  private readonly rewriting: Rewriting | undefined
  private rows = 0
  private field = 0
  /** Where the row and the field began; before 0 where that was in an earlier piece. */
  private rowAt = 0
  private fieldAt = 0
  private isNull = false
  private isEscaping = false
  /** Whether the row still needs what is written before it. */
  private isUnwritten = true
  /** The first fields as far as they are read. */
  private held = ''

  constructor({ name, columns }: Table, rewriting?: Rewriting) {
    this.table = name
    this.columns = columns === '' ? 0 : columns.split(', ').length
    this.rewriting = rewriting
  }

  /** Takes a piece. @returns what it is in the table. @throws BackupError where COPY has not written it. */
  take(piece: Buffer): Buffer {
    const out: Buffer[] = []
    /** All before is in `out`. */
    let from = this.begin(out, 0)
    let at = 0
    if (this.isEscaping && piece.length > 0) this.escape(piece[at]!, at++ - 1)
    for (; at < piece.length; at++) {
      const byte = piece[at]!
      if (byte > CARRIAGE_RETURN && byte !== BACKSLASH) continue
      if (byte === BACKSLASH) {
        if (at + 1 < piece.length) this.escape(piece[at + 1]!, at++)
        else this.isEscaping = true
      } else if (byte === TAB || byte === LINE_FEED) {
        this.endField(at)
        if (this.rewriting && this.isUnwritten && this.field === this.rewriting.held) {
          out.push(this.rewritten(piece, at))
          from = at
        }
        if (byte === TAB) continue
        this.endRow(at)
        if (this.rewriting && at + 1 < piece.length) {
          out.push(piece.subarray(from, at + 1))
          from = this.begin(out, at + 1)
        }
      } else if (byte === CARRIAGE_RETURN || byte === 0) {
        this.refuse(byte === 0 ? 'a byte 0' : 'a carriage return')
      }
    }
    return this.leave(piece, out, from)
  }

  /** The last piece was taken. @throws BackupError in the middle of a row. */
  end(): void {
    if (this.rowAt !== 0 || this.isEscaping) this.refuse('no end')
  }

  /** At the start of a row that has no fields to hold: writes what is before it. */
  private begin(out: Buffer[], at: number): number {
    if (this.rewriting?.held === 0 && this.isUnwritten) {
      out.push(Buffer.from(this.rewriting.prefix))
      this.isUnwritten = false
    }
    return at
  }

  private escape(letter: number, at: number): void {
    this.isEscaping = false
    if (ESCAPED.has(letter)) return
    if (letter !== NULL_MARK || at !== this.fieldAt) this.refuse('an escape that is none of COPY')
    this.isNull = true
  }

  private endField(at: number): void {
    if (this.isNull && at !== this.fieldAt + 2) this.refuse('a null with more behind it')
    this.isNull = false
    this.field += 1
    this.fieldAt = at + 1
  }

  private endRow(at: number): void {
    const fields = this.columns === 0 && at === this.rowAt ? 0 : this.field
    if (fields !== this.columns) this.refuse(`${fields} fields, not ${this.columns}`)
    this.checkLength(at)
    this.rows += 1
    this.field = 0
    this.rowAt = at + 1
    this.isUnwritten = true
  }

  private rewritten(piece: Buffer, at: number): Buffer {
    const { prefix, here } = this.rewriting!
    this.hold(piece, at)
    const fields = here(this.held.split('\t'))
    this.held = ''
    this.isUnwritten = false
    return Buffer.from(`${prefix}${fields.join('\t')}`, 'latin1')
  }

  private hold(piece: Buffer, until: number): void {
    const from = Math.max(this.rowAt, 0)
    if (this.held.length + until - from > HELD_BYTES_MAX) this.refuse('a number with too many digits')
    this.held += piece.toString('latin1', from, until)
  }

  /** Ends a piece: places are counted from the next one. */
  private leave(piece: Buffer, out: Buffer[], from: number): Buffer {
    if (this.rewriting && this.isUnwritten) {
      // The row that begins here is not written before its first fields are known.
      const start = Math.max(this.rowAt, 0)
      if (from < start) out.push(piece.subarray(from, start))
      this.hold(piece, piece.length)
    } else if (this.rewriting) out.push(piece.subarray(from))
    this.checkLength(piece.length)
    this.rowAt -= piece.length
    this.fieldAt -= piece.length
    return this.rewriting ? Buffer.concat(out) : piece
  }

  private checkLength(at: number): void {
    if (at - this.rowAt <= BACKUP_ROW_BYTES_MAX) return
    this.refuse(`more than ${BACKUP_ROW_BYTES_MAX / 2 ** 20} MiB`)
  }

  private refuse(what: string): never {
    throw new BackupError(
      `Row ${this.rows + 1} of ${this.table} in the file has ${what}: Daybook has not written it. Nothing is taken of the file.`,
    )
  }
}
