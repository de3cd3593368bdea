import { inflateSync } from 'node:zlib'
import { PDF_UNPACKED_BYTES_MAX } from '../limits.ts'
import { LinkTargets } from './link-targets.ts'
import { tokenAt } from './tokens.ts'

/** Names that nothing but active content has. */
const NAMES: ReadonlySet<string> = new Set([
  ...['JavaScript', 'JS', 'OnInstantiate', 'XFA', 'AA', 'Launch', 'SubmitForm', 'ImportData', 'GoToR', 'GoToE'],
  ...['EmbeddedFile', 'EmbeddedFiles', 'EF', 'FileAttachment', 'Rendition', 'Renditions'],
  ...['RichMediaContent', 'RichMediaExecute'],
])

/** How often the file may be read through: its objects overlap only in one that was made to take long. */
const READ_THROUGH_MAX = 2

/**
 * Whether any object in the bytes has a name of active content or a link that is taken away, also one that this program
 * finds no way to: of an earlier revision, or in a table that it reads otherwise than another reader. A file that takes
 * too long to tell counts as one that has.
 */
export function hasActiveBytes(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const looking = new Looking(text.length * READ_THROUGH_MAX)
  for (const { index } of text.matchAll(/(?<!end)obj|trailer/g)) {
    const end = looking.through(text, index + (text[index] === 'o' ? 3 : 7))
    if (end === 'active') return true
    if (end.isObjects && looking.unpacked(bytes, text, end) === 'active') return true
  }
  return false
}

/** Where an object ended, and what it said of its stream. */
interface End {
  at: number
  /** Whether a stream of objects follows, and whether it is packed: once, or in a way that is not read here. */
  isObjects: boolean
  isPacked: boolean | 'otherwise'
}

class Looking {
  private readonly links = new LinkTargets(undefined)
  private left: number
  private unpackable = PDF_UNPACKED_BYTES_MAX

  /** @param left how many characters it may look at. */
  constructor(left: number) {
    this.left = left
  }

  /** Reads tokens from a place to the end of the object, or of the text. */
  through(text: string, from: number, isWhole = false): End | 'active' {
    const names: string[] = []
    let last: string | undefined
    let at = from
    for (let token = tokenAt(text, at); token; token = tokenAt(text, at)) {
      const { name, word, isOpen } = token
      const written = isOpen ? literalFrom(text, token.end) : token.hex
      const end = isOpen ? token.end + written!.length + 1 : token.end
      this.left -= end - at
      at = end
      if (this.left < 0) return 'active'
      if (last === 'URI' && !this.isHarmless(written, isOpen, word)) return 'active'
      last = name === undefined ? undefined : plain(name)
      if (last !== undefined && OF_STREAMS.test(last)) names.push(last)
      if (last !== undefined && NAMES.has(last)) return 'active'
      if (word !== undefined && !isWhole && ENDS.has(word)) break
    }
    const isNumbered = names.includes('N') && names.includes('First')
    const isObjects = (isNumbered || names.includes('ObjStm')) && text.startsWith('stream', at - 6)
    return { at, isObjects, isPacked: isObjects && packingOf(names) }
  }

  /**
   * What follows /URI: an address, the name of the next entry, or the dictionary of the catalog. An address that is an
   * object of its own may be anything.
   */
  private isHarmless(written: string | undefined, isLiteral: boolean, word: string | undefined): boolean {
    if (written === undefined) return word === undefined
    const bytes = isLiteral ? unescaped(written) : Buffer.from(written.replace(/[^\da-f]/gi, ''), 'hex')
    return this.links.verdict(bytes) === 'link'
  }

  /** Looks through a stream of objects. */
  unpacked(bytes: Uint8Array, text: string, { at, isPacked }: End): End | 'active' {
    if (isPacked === 'otherwise') return 'active'
    const start = at + (text.startsWith('\r\n', at) ? 2 : 1)
    const end = text.indexOf('endstream', start)
    if (end < 0) return 'active'
    if (!isPacked) return this.through(text.slice(start, end), 0, true)
    try {
      const objects = inflateSync(bytes.subarray(start, end), { maxOutputLength: Math.max(1, this.unpackable) })
      this.unpackable -= objects.length
      this.left += objects.length
      return this.through(objects.toString('latin1'), 0, true)
    } catch {
      return 'active'
    }
  }
}

const ENDS: ReadonlySet<string> = new Set(['endobj', 'stream', 'startxref', 'obj'])

/** Names that say what is in a stream, and how it is packed. */
const OF_STREAMS = /^(?:ObjStm|N|First|Filter|DecodeParms|Fl|FlateDecode|LZW|ASCII|Run|Crypt)/

/** How a stream with these names in its dictionary is packed. */
function packingOf(names: readonly string[]): End['isPacked'] {
  const filters = names.filter((name) => name === 'FlateDecode' || name === 'Fl')
  const isOnce =
    filters.length === 1 && !names.some((name) => name === 'DecodeParms' || /^(LZW|ASCII|Run|Crypt)/.test(name))
  if (isOnce) return true
  return names.includes('Filter') ? 'otherwise' : false
}

/** A name with its escapes read. */
const plain = (name: string): string =>
  name.includes('#')
    ? name.replace(/#([\dA-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : name

/** What a string says up to the parenthesis that closes it, or to the end. */
function literalFrom(text: string, from: number): string {
  let depth = 1
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x5c) at += 1
    else if (code === 0x28) depth += 1
    else if (code === 0x29 && (depth -= 1) === 0) return text.slice(from, at)
  }
  return text.slice(from)
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** The bytes that a string stands for (7.3.4.2). */
function unescaped(written: string): Buffer {
  const read = written.replace(/\\([0-7]{1,3}|\r\n|[^])/g, (_, after: string) => {
    if (/^[0-7]/.test(after)) return String.fromCharCode(Number.parseInt(after, 8) & 0xff)
    return /^[\r\n]/.test(after) ? '' : (ESCAPED[after] ?? after)
  })
  return Buffer.from(read, 'latin1')
}
