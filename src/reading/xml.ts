import { SaxesParser } from 'saxes'
import { Unreadable } from '../parsing/unreadable.ts'
import { type Encoding, piecesOf } from './text.ts'

/** An element that is held whole. */
export interface XmlElement {
  name: string
  line: number
  text: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
}

/** What is made of a file while it is read. */
export interface XmlReader {
  /** Told of the outermost element. */
  root(name: string, namespace: string): void
  /** Whether an element at this place is held whole, and given to `whole`; one that is not is gone into. */
  isWhole(path: readonly string[]): boolean
  whole(element: XmlElement, path: readonly string[]): void
  opened?(path: readonly string[]): void
  closed?(path: readonly string[]): void
  /** Characters that the text of an element may have, where those of one may be more than of others. */
  textMax?(name: string): number
}

const DEPTH_MAX = 64
const ELEMENTS_OF_ONE_MAX = 400_000
const TOKEN_MAX = 1024 * 1024

/** The encoding that the first bytes of XML declare. @throws Unreadable for one that is not read. */
function encodingOf(bytes: Uint8Array): Exclude<Encoding, 'auto'> {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  if (/^(\xff\xfe|\xfe\xff)/.test(start)) return 'utf-16'
  const [, named = 'utf-8'] =
    /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]{1,40})["']/.exec(start) ?? []
  const found = {
    'utf-8': 'utf-8',
    utf8: 'utf-8',
    'us-ascii': 'utf-8',
    'iso-8859-1': 'iso-8859-1',
    'iso-8859-15': 'iso-8859-1',
  }
  const encoding = (found as Record<string, Exclude<Encoding, 'auto'>>)[named.toLowerCase()]
  if (named.toLowerCase() === 'windows-1252') return 'windows-1252'
  if (!encoding) throw new Unreadable(`The encoding ${named} is not read; use UTF-8.`)
  return encoding
}

/** Streams XML through a reader. A DOCTYPE is refused, so no entity is ever declared. @throws Unreadable */
export function readXml(bytes: Uint8Array, reader: XmlReader): void {
  const parser = new SaxesParser({ xmlns: true, position: true })
  const path: string[] = []
  const open: XmlElement[] = []
  let elements = 0
  let sinceEvent = 0
  const textMax = (name: string): number => reader.textMax?.(name) ?? TOKEN_MAX
  const refuse = (what: string): never => {
    throw new Unreadable(`Line ${parser.line}: ${what}`)
  }
  parser.on('error', (error) => refuse(`the XML is not well-formed: ${error.message.replace(/^\d+:\d+: /, '')}`))
  parser.on('doctype', () => refuse('a DOCTYPE is not allowed.'))
  parser.on('opentag', ({ local, uri, attributes }) => {
    sinceEvent = 0
    if (path.length === 0) reader.root(local, uri)
    if (path.length >= DEPTH_MAX) refuse(`elements are nested deeper than ${DEPTH_MAX}.`)
    path.push(local)
    if (open.length === 0 && !reader.isWhole(path)) return reader.opened?.(path)
    if (open.length === 0) elements = 0
    elements += 1
    if (elements > ELEMENTS_OF_ONE_MAX) refuse(`${open[0]!.name} has more than ${ELEMENTS_OF_ONE_MAX} elements.`)
    const values = Object.fromEntries(Object.entries(attributes).map(([name, { value }]) => [name, value]))
    const element: XmlElement = { name: local, line: parser.line, text: '', attributes: values, children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    sinceEvent = 0
    const element = open.pop()
    if (element) element.text = element.text.trim()
    if (element && open.length === 0) reader.whole(element, path)
    else if (!element) reader.closed?.(path)
    path.pop()
  })
  const add = (text: string): void => {
    const element = open.at(-1)
    if (element) element.text += text
    sinceEvent = 0
    if (!element || element.text.length <= TOKEN_MAX) return
    const most = textMax(element.name)
    if (element.text.length > most) refuse(`${element.name} has more than ${most} characters.`)
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('comment', () => {
    sinceEvent = 0
  })
  // See src/saf-t/read/xml.ts: as a prototype the parser gets its fast form back.
  void Object.create(parser)
  for (const piece of piecesOf(bytes, encodingOf(bytes))) {
    sinceEvent += piece.length
    parser.write(piece)
    const most = sinceEvent > TOKEN_MAX ? textMax(open.at(-1)?.name ?? '') : TOKEN_MAX
    if (sinceEvent > most) refuse(`a text, tag or comment is longer than ${most} characters.`)
  }
  if (path.length > 0) refuse(`the file ends inside ${path.at(-1)}.`)
  parser.close()
}

/** The first element at a path below another. */
export function at(element: XmlElement | undefined, ...names: string[]): XmlElement | undefined {
  let found = element
  for (const name of names) found = found?.children.find((child) => child.name === name)
  return found
}

/** The text at a path below an element; undefined where there is none, or it is empty. */
export function textAt(element: XmlElement | undefined, ...names: string[]): string | undefined {
  const text = at(element, ...names)?.text
  return text === '' ? undefined : text
}

/** All elements of a name right below another. */
export const all = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []
