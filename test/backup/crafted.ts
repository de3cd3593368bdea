import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'

// Reads and writes the files of `backup` and `agreement export` by what the documents say of them, and shares nothing
// with the program that judges them.

/** A file as an author has it in hand. */
export interface Crafted {
  line: string
  frames: Frame[]
}

export interface Frame {
  letter: string
  content: Buffer
}

type Note = Record<string, unknown> & { kind: string }

/** The frames of a file. */
export function taken(file: Buffer): Crafted {
  const end = file.indexOf('\n') + 1
  const bytes = gunzipSync(file.subarray(end, -32))
  const frames: Frame[] = []
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt32BE(at + 1)
    frames.push({ letter: String.fromCharCode(bytes[at]!), content: bytes.subarray(at + 5, at + 5 + length) })
    at += 5 + length
  }
  return { line: file.toString('latin1', 0, end), frames }
}

/** The bytes of frames. */
export const framed = (frames: readonly Frame[]): Buffer =>
  Buffer.concat(
    frames.flatMap(({ letter, content }) => {
      const head = Buffer.from(`${letter}1234`, 'latin1')
      head.writeUInt32BE(content.length, 1)
      return [head, content]
    }),
  )

/** A whole file around packed frames, with the hash that an author gives it. */
export function signed(line: string, packed: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(line, 'latin1'), packed])
  return Buffer.concat([content, createHash('sha256').update(content).digest()])
}

/** The file. */
export const made = ({ line, frames }: Crafted): Buffer => signed(line, gzipSync(framed(frames), { level: 1 }))

export const noteIn = ({ content }: Frame): Note => JSON.parse(content.toString()) as Note
export const noteFrame = (note: unknown): Frame => ({ letter: 'J', content: Buffer.from(JSON.stringify(note)) })

/** The same with another first note. */
export const beginning = ({ line, frames }: Crafted, change: (note: Note) => unknown): Crafted => ({
  line,
  frames: [noteFrame(change(noteIn(frames[0]!))), ...frames.slice(1)],
})

/** Where a table's rows are: from which frame, and where the note behind them is. */
function placeOf({ frames }: Crafted, table: string): [from: number, note: number] {
  const note = frames.findIndex((one) => {
    if (one.letter !== 'J') return false
    const note = noteIn(one) as Note | null
    return note?.kind === 'table' && note.name === table
  })
  let from = note
  while (frames[from - 1]?.letter === 'D') from--
  return [from, note]
}

/** The text of a table's rows, a character for each byte; nothing where the table is gone. */
export function textIn(crafted: Crafted, table: string): string {
  const [from, note] = placeOf(crafted, table)
  return Buffer.concat(crafted.frames.slice(from, note).map(({ content }) => content)).toString('latin1')
}

/** The same with other rows of a table, of which the note behind them tells as if they were right. */
export function withText(crafted: Crafted, table: string, text: string): Crafted {
  const [from, note] = placeOf(crafted, table)
  const content = Buffer.from(text, 'latin1')
  const told = { kind: 'table', name: table, rows: text.split('\n').length - 1 }
  const sha256 = createHash('sha256').update(content).digest('hex')
  const rows = content.length > 0 ? [{ letter: 'D', content }] : []
  const frames = [...crafted.frames.slice(0, from), ...rows, noteFrame({ ...told, sha256 })]
  return { line: crafted.line, frames: [...frames, ...crafted.frames.slice(note + 1)] }
}

/** The names of a file's tables with their columns. */
export const tablesIn = ({ frames }: Crafted): { name: string; columns: string[] }[] =>
  (noteIn(frames[0]!).tables as { name: string; columns: string }[]).map(({ name, columns }) => ({
    name,
    columns: columns.split(', '),
  }))

/** Where rows of a table have a column, by its name as SQL writes it. */
export function placeIn(crafted: Crafted, table: string, name: string): number {
  const at = tablesIn(crafted)
    .find((one) => one.name === table)!
    .columns.indexOf(name)
  if (at < 0) throw new Error(`${table} has no column ${name}.`)
  return at
}
