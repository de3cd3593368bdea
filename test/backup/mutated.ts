import { gzipSync } from 'node:zlib'
import type { Chance } from '../chance.ts'
import {
  beginning,
  type Crafted,
  framed,
  made,
  noteFrame,
  noteIn,
  signed,
  tablesIn,
  textIn,
  withText,
} from './crafted.ts'

/** Values of notes that are none of theirs. */
const STRANGE = [
  null,
  -1,
  0,
  1e99,
  2 ** 53,
  '',
  '\0',
  '\ud800',
  'x'.repeat(5000),
  [],
  {},
  [[]],
  true,
  '__proto__',
  "'; DROP TABLE app; --",
  '$$',
]
/** The same of fields of rows. */
const FIELDS = [
  '',
  '\\N',
  '0',
  '-1',
  '1',
  '2147483647',
  '9223372036854775807',
  '1e400',
  'NaN',
  'Infinity',
  '\\\\x',
  '\\\\xff',
  '{}',
  '{90000}',
  '[null]',
  '{"a":1}',
  'null',
  't',
  '0001-01-01',
  '9999-12-31',
  '294276-12-31',
  'a\rb',
  'a\\.',
  '\\.',
  'a\0',
  '\xff\xfe',
  '\\',
  '\\r',
  "';--",
]

/** Changes a good file at one place, or at a few. @param named numbers of others. */
export function mutated(good: Crafted, chance: Chance, named: readonly number[]): { bytes: Buffer; how: string } {
  const from = { named, tables: tablesIn(good) }
  const steps: string[] = []
  let crafted = good
  for (let left = chance.pick([1, 1, 1, 2, 3]); left > 0; left--) {
    const [how, next] = chance.pick([inRows, inRows, inRows, inNote, inFrames])(crafted, chance, from)
    crafted = next
    steps.push(how)
  }
  if (!chance.maybe(0.1)) return { bytes: made(crafted), how: steps.join('; ') }
  const [how, bytes] = inBytes(crafted, chance)
  return { bytes, how: [...steps, how].join('; ') }
}

interface Source {
  /** Numbers of others. */
  named: readonly number[]
  tables: ReturnType<typeof tablesIn>
}

type Step = (crafted: Crafted, chance: Chance, from: Source) => [how: string, crafted: Crafted]

const inRows: Step = (crafted, chance, { named, tables }) => {
  // A step before may have left a part of a row.
  const filled = tables.filter(({ name }) => textIn(crafted, name).includes('\n'))
  if (filled.length === 0) return ['no rows', crafted]
  const { name, columns } = chance.pick(filled)
  const rows = textIn(crafted, name).split('\n').slice(0, -1)
  const at = chance.int(0, rows.length - 1)
  const fields = rows[at]!.split('\t')
  const place = chance.int(0, fields.length - 1)
  const value = chance.pick([...FIELDS, ...named.map(String), chance.pick(rows).split('\t')[place] ?? ''])
  const kind = chance.pick(['field', 'field', 'field', 'field', 'gone', 'twice', 'more', 'fewer', 'moved', 'hidden'])
  if (kind === 'field') rows[at] = fields.map((field, one) => (one === place ? value : field)).join('\t')
  if (kind === 'gone') rows.splice(at, 1)
  if (kind === 'twice') rows.splice(at, 0, rows[at]!)
  if (kind === 'more') rows[at] = [...fields, value].join('\t')
  if (kind === 'fewer') rows[at] = fields.slice(1).join('\t')
  if (kind === 'moved') rows.push(rows.splice(at, 1)[0]!)
  if (kind === 'hidden') rows[at] = `${rows[at]}\r${named[0]}\t${rows[at]}\r\\.\rZ`
  const text = rows.map((row) => `${row}\n`).join('')
  return [`${kind} ${name}.${columns[place]} ${JSON.stringify(value.slice(0, 40))}`, withText(crafted, name, text)]
}

const inNote: Step = (crafted, chance, { named }) => {
  const at = chance.pick(crafted.frames.flatMap(({ letter }, place) => (letter === 'J' ? [place] : [])))
  const note = noteIn(crafted.frames[at]!)
  const property = chance.pick([...Object.keys(note), 'other'])
  const value = chance.pick<unknown>([...STRANGE, ...named, note[property], undefined])
  const kept = at === 0 && (property === 'tables' || property === 'kind')
  if (kept && chance.maybe(0.9)) {
    return [`start.agreement ${named[0]}`, beginning(crafted, (start) => ({ ...start, agreement: named[0] }))]
  }
  const frames = crafted.frames.with(at, noteFrame({ ...note, [property]: value }))
  const how = `note ${at} ${property} ${String(JSON.stringify(value)).slice(0, 40)}`
  // What is no list of tables any more is the last change.
  return [how, kept ? { line: crafted.line, frames: [frames[0]!, ...crafted.frames] } : { line: crafted.line, frames }]
}

const inFrames: Step = ({ line, frames }, chance) => {
  const at = chance.int(1, frames.length - 1)
  const frame = frames[at]!
  const kind = chance.pick(['gone', 'twice', 'letter', 'cut', 'swapped'])
  const rest = [...frames]
  if (kind === 'gone') rest.splice(at, 1)
  if (kind === 'twice') rest.splice(at, 0, frame)
  if (kind === 'letter') rest[at] = { ...frame, letter: 'D' }
  if (kind === 'cut' && frame.letter === 'D') rest[at] = { ...frame, content: frame.content.subarray(0, -1) }
  if (kind === 'swapped') rest.push(rest.splice(at, 1)[0]!)
  return [`frame ${at} ${kind}`, { line, frames: rest }]
}

function inBytes({ line, frames }: Crafted, chance: Chance): [how: string, bytes: Buffer] {
  const bytes = Buffer.from(framed(frames))
  const at = chance.int(0, bytes.length - 1)
  bytes[at] = chance.int(0, 255)
  const kept = chance.maybe(0.5) ? bytes : bytes.subarray(0, at)
  const tail = chance.pick([Buffer.alloc(0), Buffer.alloc(9), Buffer.from('tail'), gzipSync(Buffer.from('J'))])
  return [`byte ${at}`, signed(line, Buffer.concat([gzipSync(kept), tail]))]
}
