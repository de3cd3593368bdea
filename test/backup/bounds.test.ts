import { expect, test } from 'vitest'
import { BackupError } from '../../src/backup/format.ts'
import { frameOf, partsOf } from '../../src/backup/frames.ts'
import { Rows } from '../../src/backup/rows.ts'
import { BACKUP_NOTE_BYTES_MAX, BACKUP_ROW_BYTES_MAX, BACKUP_ROWS_BYTES_MAX } from '../../src/limits.ts'

const head = (letter: string, length: number): Buffer => {
  const bytes = Buffer.from(`${letter}1234`)
  bytes.writeUInt32BE(length, 1)
  return bytes
}

/** What the parts of some bytes are, as far as they come. */
async function partsIn(...chunks: Buffer[]): Promise<unknown[]> {
  const parts: unknown[] = []
  // oxlint-disable-next-line require-yield
  async function* bytes(): AsyncGenerator<Buffer> {
    yield* chunks
  }
  for await (const part of partsOf(bytes())) parts.push(part)
  return parts
}

/** A note of so many bytes. */
const noteOf = (bytes: number): Buffer => {
  const note = { kind: 'table', name: 'account', rows: 0, sha256: '0'.repeat(64), more: '' }
  const more = 'x'.repeat(bytes - JSON.stringify(note).length)
  return Buffer.from(JSON.stringify({ ...note, more }))
}

test('a note has 4 MiB at most, and one that declares more is refused before it is read', async () => {
  const edge = noteOf(BACKUP_NOTE_BYTES_MAX)
  expect(await partsIn(head('J', edge.length), edge)).toMatchObject([{ kind: 'table', name: 'account' }])
  const told = `A note in the file has ${BACKUP_NOTE_BYTES_MAX + 1} bytes; there may be 1 to ${BACKUP_NOTE_BYTES_MAX}.`
  await expect(partsIn(head('J', BACKUP_NOTE_BYTES_MAX + 1))).rejects.toThrow(told)
  await expect(partsIn(head('J', 0))).rejects.toThrow('has 0 bytes')
  // The program itself writes none that it would not read.
  const more = 'x'.repeat(BACKUP_NOTE_BYTES_MAX)
  expect(() => frameOf({ kind: 'end', sequences: [{ name: more, value: '1' }] })).toThrow(BackupError)
})

test('a frame of rows has 512 MiB at most, and its rows come in pieces: none of it is held', async () => {
  const piece = Buffer.from('1\n')
  const parts = partsOf(
    (async function* () {
      yield head('D', BACKUP_ROWS_BYTES_MAX)
      yield piece
    })(),
  )
  expect((await parts.next()).value).toEqual(piece)
  await expect(parts.next()).rejects.toThrow('ends in the middle of a table')
  await expect(partsIn(head('D', BACKUP_ROWS_BYTES_MAX + 1))).rejects.toThrow(
    `A frame of rows in the file has ${BACKUP_ROWS_BYTES_MAX + 1} bytes`,
  )
})

test('a row has 256 MiB at most, and is not held', () => {
  const table = { name: 'account', columns: 'number, name' }
  const piece = Buffer.alloc(BACKUP_ROW_BYTES_MAX / 256, 'x')
  const rowOf = (end: string): Rows => {
    const rows = new Rows(table)
    rows.take(Buffer.from('1\t'))
    for (let piecesOf = 1; piecesOf < 256; piecesOf++) rows.take(piece)
    rows.take(piece.subarray(2))
    rows.take(Buffer.from(end))
    rows.end()
    return rows
  }
  expect(() => rowOf('\n')).not.toThrow()
  expect(() => rowOf('x\n')).toThrow('Row 1 of account in the file has more than 256 MiB')
  expect(process.memoryUsage().rss).toBeLessThan(2 ** 31)
})

const MOVED = { prefix: '7\t', held: 2, here: (fields: readonly string[]) => fields.map((field) => `<${field}>`) }
const WIDE = { name: 'grants', columns: 'number, app, name' }

test('rows are the same wherever their pieces end', () => {
  const text = 'a\\tb\t\\N\tc\\\\\n1\t2\t\n\\N\t\t\\n\\r\\b\\f\\v\n'
  const moved = '7\t<a\\tb>\t<\\N>\tc\\\\\n7\t<1>\t<2>\t\n7\t<\\N>\t<>\t\\n\\r\\b\\f\\v\n'
  const plain = text
    .split('\n')
    .slice(0, -1)
    .map((row) => `9\t${row}\n`)
    .join('')
  const ways = [
    [undefined, text],
    [MOVED, moved],
    [{ prefix: '9\t', held: 0, here: MOVED.here }, plain],
    [{ ...MOVED, held: 3 }, moved.replaceAll(/\t([^\t\n]*)\n/g, '\t<$1>\n')],
  ] as const
  for (const [way, told] of ways) {
    for (let first = 0; first <= text.length; first++) {
      for (let second = first; second <= text.length; second++) {
        const rows = new Rows(WIDE, way)
        const pieces = [text.slice(0, first), text.slice(first, second), text.slice(second)].filter((one) => one !== '')
        const taken = pieces.map((piece) => rows.take(Buffer.from(piece)).toString()).join('')
        rows.end()
        expect(taken, `${first} ${second}`).toBe(told)
      }
    }
  }
})

test('what COPY does not write is refused wherever its pieces end', () => {
  const wrong = [
    '1\t2\r\t3\n',
    '1\t2\t\\.\n',
    '\\.\n',
    '1\t2\n',
    '1\t2\t3\t4\n',
    '1\t2\t\0\n',
    '1\t2\t\\N3\n',
    '1\t2\t3\\N\n',
    '1\t2\t\\x41\n',
    '1\t2\t\\101\n',
    '1\t2\t\\\n\n',
    '1\t2\t\\\t\n',
    '1\t2\t3',
    '1',
    '1\t2\t\\',
    '\n',
    `${'1'.repeat(100)}\t2\t3\n`,
  ]
  for (const text of wrong) {
    for (let first = 0; first < text.length; first++) {
      const rows = new Rows(WIDE, MOVED)
      const read = (): void => {
        for (const piece of [text.slice(0, first), text.slice(first)]) if (piece !== '') rows.take(Buffer.from(piece))
        rows.end()
      }
      expect(read, JSON.stringify([text, first])).toThrow(/^Row 1 of grants in the file has /)
    }
  }
  const none = new Rows({ name: 'empty', columns: '' }, { prefix: '7', held: 0, here: MOVED.here })
  expect(none.take(Buffer.from('\n\n')).toString()).toBe('7\n7\n')
  expect(() => none.take(Buffer.from('x\n'))).toThrow('has 1 fields, not 0')
})
