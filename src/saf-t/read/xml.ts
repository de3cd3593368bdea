import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { TextDecoder } from 'node:util'
import { SaxesParser } from 'saxes'
import { SafTError } from '../error.ts'
import { DEPTH_MAX, PROLOG_MAX, RECORD_ELEMENTS_MAX, TEXT_MAX, TOKEN_MAX } from '../limits.ts'
import type { XmlElement } from './element.ts'
import { shown } from './element.ts'
import { withSigns } from '../../windows-1252.ts'
import { checkDeclared, type Encoding, encodingOf } from './encoding.ts'
import { type Place, structures } from './structure.ts'
import { type Country, NAMESPACES } from '../namespaces.ts'

/** Is told of the elements in the order of the file. `parent` is the container's name. */
export interface ElementHandler {
  /** Told once, before everything else. */
  format(country: Country): void
  open(name: string, line: number): void
  record(parent: string, element: XmlElement): void
  close(name: string, line: number): void
  /** A processing instruction in the container `parent`. */
  instruction(parent: string, target: string, body: string): void
  /** Awaited after each piece of the file, so that the handler can write away what it made of it. */
  passOn(): Promise<void>
}

/** An open element: its place, and its tree where it is held whole. */
interface OpenElement {
  name: string
  line: number
  place: Place
  element: XmlElement | undefined
}

/**
 * Streams `file` through `handler`. A DOCTYPE is refused before it is parsed, so no entity is ever declared or
 * expanded.
 * @param onBytes told the bytes read so far and the size of the file.
 * @throws SafTError for XML that is not well-formed or is truncated, elements that do not belong, and every bound
 * passed.
 */
export async function readElements(
  file: string,
  handler: ElementHandler,
  onBytes: (done: number, total: number) => void,
): Promise<void> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new SafTError(undefined, `There is no file ${file}.`)
  const total = found.size
  const walk = new Walk(handler)
  let decoder: TextDecoder | undefined
  let done = 0
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    if (!decoder) {
      walk.encoding = encodingOf(chunk as Buffer)
      decoder = new TextDecoder(walk.encoding, { fatal: true })
    }
    walk.write(decode(decoder, chunk as Buffer, walk))
    await handler.passOn()
    done += (chunk as Buffer).length
    onBytes(done, total)
  }
  walk.end(decoder ? decode(decoder, undefined, walk) : '')
  await handler.passOn()
}

function decode(decoder: TextDecoder, chunk: Buffer | undefined, walk: Walk): string {
  try {
    const text = chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    return walk.encoding === 'iso-8859-1' ? withSigns(text) : text
  } catch {
    throw new SafTError(walk.line, `The file is not ${walk.encoding.toUpperCase()} from about this line on.`)
  }
}

/** Turns the parser's events into calls of the handler, by the structure. */
class Walk {
  /** What the bytes are read as. */
  encoding: Encoding = 'utf-8'
  readonly #parser = new SaxesParser({ xmlns: true, position: true })
  readonly #open: OpenElement[] = []
  readonly #handler: ElementHandler
  #prolog: string | undefined = ''
  #tagLine = 1
  #country: Country | undefined
  #recordElements = 0
  #sinceEvent = 0

  constructor(handler: ElementHandler) {
    this.#handler = handler
    const parser = this.#parser
    parser.on('error', (error) => {
      throw new SafTError(parser.line, `The XML is not well-formed: ${error.message.replace(/^\d+:\d+: /, '')}`)
    })
    parser.on('doctype', () => {
      throw new SafTError(parser.line, 'A DOCTYPE is not allowed in a SAF-T file.')
    })
    parser.on('xmldecl', ({ encoding }) => {
      checkDeclared(encoding, this.encoding, parser.line)
    })
    parser.on('opentagstart', () => {
      this.#tagLine = parser.line
    })
    parser.on('opentag', (tag) => this.#openTag(tag.local, tag.uri))
    parser.on('closetag', () => this.#closeTag())
    parser.on('text', (text) => this.#text(text))
    parser.on('cdata', (text) => this.#text(text))
    parser.on('comment', () => {
      this.#sinceEvent = 0
    })
    parser.on('processinginstruction', ({ target, body }) => {
      this.#sinceEvent = 0
      const inside = this.#open.at(-1)
      if (typeof inside?.place === 'object') handler.instruction(inside.name, target, body)
    })
    // The parser adds handlers under computed names. V8 then keeps it as a hash table, and parsing takes four times as
    // long. An object that is a prototype gets its fast form back.
    void Object.create(parser)
  }

  get line(): number {
    return this.#parser.line
  }

  write(text: string): void {
    if (this.#prolog === undefined) return this.#parse(text)
    this.#prolog += text
    const start = rootStart(this.#prolog)
    if (start === undefined && this.#prolog.length <= PROLOG_MAX) return
    if (start === undefined || start > PROLOG_MAX) {
      throw new SafTError(1, `There is no root element in the first ${PROLOG_MAX} characters.`)
    }
    const prolog = this.#prolog
    this.#prolog = undefined
    this.#parse(prolog)
  }

  end(text: string): void {
    this.write(text)
    if (this.#prolog !== undefined) {
      throw new SafTError(1, 'The file has no root element; a SAF-T file begins with AuditFile.')
    }
    const inside = this.#open.at(-1)
    if (inside) {
      const where = `inside ${inside.name}, which begins on line ${inside.line}`
      throw new SafTError(this.line, `The file is truncated: it ends ${where}.`)
    }
    this.#parser.close()
  }

  #parse(text: string): void {
    this.#sinceEvent += text.length
    this.#parser.write(text)
    if (this.#sinceEvent > TOKEN_MAX) {
      throw new SafTError(this.line, `A single text, tag or comment is longer than ${TOKEN_MAX} characters.`)
    }
  }

  #openTag(name: string, uri: string): void {
    this.#sinceEvent = 0
    const line = this.#tagLine
    const parent = this.#open.at(-1)
    if (!this.#country) {
      this.#country = rootCountry(name, uri, line)
      this.#handler.format(this.#country)
    }
    const namespace = NAMESPACES[this.#country]
    if (this.#open.length >= DEPTH_MAX) {
      throw new SafTError(line, `${shown(name)} is nested deeper than ${DEPTH_MAX} elements.`)
    }
    if (parent && parent.place !== 'skip' && uri !== namespace) {
      throw new SafTError(line, `${shown(name)} has the namespace '${shown(uri)}'; it must be ${namespace}.`)
    }
    const place = placeOf(name, parent?.place ?? structures[this.#country], parent?.name, line)
    const element = place === 'record' ? { name, line, text: '', children: [] } : undefined
    if (element && parent?.element) this.#attach(parent.element, element)
    else this.#recordElements = 0
    this.#open.push({ name, line, place, element })
    if (typeof place === 'object') this.#handler.open(name, line)
  }

  #attach(parent: XmlElement, element: XmlElement): void {
    this.#recordElements += 1
    if (this.#recordElements > RECORD_ELEMENTS_MAX) {
      throw new SafTError(element.line, `${parent.name} holds more than ${RECORD_ELEMENTS_MAX} elements.`)
    }
    parent.children.push(element)
  }

  #closeTag(): void {
    this.#sinceEvent = 0
    const closed = this.#open.pop()!
    const parent = this.#open.at(-1)
    if (closed.element) {
      closed.element.text = closed.element.text.trim()
      if (!parent?.element) this.#handler.record(parent!.name, closed.element)
    } else if (typeof closed.place === 'object') {
      this.#handler.close(closed.name, this.line)
    }
  }

  #text(text: string): void {
    this.#sinceEvent = 0
    const current = this.#open.at(-1)
    if (current?.element && current.element.children.length === 0) {
      current.element.text += text
      if (current.element.text.length > TEXT_MAX) {
        throw new SafTError(current.line, `${current.name} has a text of more than ${TEXT_MAX} characters.`)
      }
    } else if (current && current.place !== 'skip' && text.trim() !== '') {
      throw new SafTError(this.line, `${current.name} holds the text '${shown(text.trim())}'; it holds elements only.`)
    }
  }
}

/**
 * The place of the root element in the beginning of a file; undefined until it can be told.
 * @throws SafTError at a DOCTYPE, on its own line.
 */
function rootStart(prolog: string): number | undefined {
  const start = /^(?:\s+|<\?[^]*?\?>|<!--[^]*?-->)*/.exec(prolog)![0].length
  const rest = prolog.slice(start, start + 4)
  const line = prolog.slice(0, start).split('\n').length
  if (rest !== '' && !rest.startsWith('<'))
    throw new SafTError(line, 'The file is not XML: it does not begin with a tag.')
  if (rest.startsWith('<!') && rest.length > 2 && rest[2] !== '-') {
    throw new SafTError(line, 'A DOCTYPE is not allowed in a SAF-T file: it could declare entities.')
  }
  return rest === '' || '<!--'.startsWith(rest) || /^<[?!]/.test(rest) ? undefined : start
}

/** The country whose format the root element has. */
function rootCountry(name: string, uri: string, line: number): Country {
  if (name !== 'AuditFile') {
    throw new SafTError(line, `The root element is ${shown(name)}; a SAF-T file begins with AuditFile.`)
  }
  const countries = Object.keys(NAMESPACES) as Country[]
  const country = countries.find((one) => NAMESPACES[one] === uri)
  if (!country) {
    const known = countries.map((one) => NAMESPACES[one]).join(' or ')
    throw new SafTError(line, `AuditFile has the namespace '${shown(uri)}'; it must be ${known}.`)
  }
  return country
}

function placeOf(name: string, within: Place, parent: string | undefined, line: number): Place {
  if (typeof within === 'string') return within
  if (!Object.hasOwn(within, name)) {
    throw new SafTError(line, `${shown(name)} does not belong in ${parent ?? 'the file'}.`)
  }
  return within[name]!
}
