import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNull,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
} from '@libpdf/core'
import { PDF_OBJECTS_MAX } from '../limits.ts'
import { LinkTargets } from './link-targets.ts'
import { Unreadable } from '../parsing/unreadable.ts'

/** What a PDF had that acts, before it was taken away. */
export interface ActiveContent {
  /** Why such a PDF is not taken; undefined when it is. */
  refusal: string | undefined
  /** Whether anything was taken away. */
  isActive: boolean
}

const SCRIPT = 'The PDF has JavaScript. Print it to a new PDF, and send that.'

/** What a PDF is refused for, by the type of an action (ISO 32000-2, 12.6.4). */
const REFUSED_ACTIONS: Readonly<Record<string, string>> = {
  JavaScript: SCRIPT,
  Launch: 'The PDF starts a program or opens a file (Launch). Print it to a new PDF, and send that.',
  SubmitForm: 'The PDF sends its form to somebody (SubmitForm). Print it to a new PDF, and send that.',
  GoToR: 'The PDF opens another file (GoToR). Print it to a new PDF, and send that.',
}

/** What a PDF is refused for, by the entry of a dictionary. The last is that of a 3D model. */
const REFUSED_ENTRIES: Readonly<Record<string, string>> = {
  JS: SCRIPT,
  JavaScript: SCRIPT,
  XFA: 'The PDF has an XFA form. Print it to a new PDF, and send that.',
  OnInstantiate: SCRIPT,
}

const SCRIPT_LINK = 'The PDF has a link that runs a script (javascript:). Print it to a new PDF, and send that.'

/** Types of actions, but for links to a URI (ISO 32000-2, table 201; the last of Adobe). */
const ACTIONS: ReadonlySet<string> = new Set([
  ...Object.keys(REFUSED_ACTIONS),
  ...['GoTo', 'GoToE', 'GoToDp', 'Thread', 'Sound', 'Movie', 'Hide', 'Named', 'ResetForm', 'ImportData'],
  ...['SetOCGState', 'Rendition', 'Trans', 'GoTo3DView', 'RichMediaExecute', 'SetState'],
])

/**
 * Entries that are taken away: actions of events, scripts, embedded and associated files, media, and addresses that a
 * reader calls by itself (Web Capture, seed values of signatures).
 */
const TAKEN: readonly string[] = [
  ...Object.keys(REFUSED_ENTRIES),
  ...['AA', 'PA', 'EF', 'RF', 'AF', 'EmbeddedFiles', 'Collection', 'Requirements', 'Renditions', 'Movie', 'Sound'],
  ...['RichMediaContent', 'RichMediaSettings', '3DD', 'URLS', 'SpiderInfo', 'SV'],
]

/** Annotations that play, show or hold a file. */
const MEDIA: ReadonlySet<string> = new Set(['FileAttachment', 'Sound', 'Movie', 'Screen', 'RichMedia', '3D'])

/** Dictionaries whose keys are names that the author chose, not entries: a font may be called /AA. */
const NAMES_OF_RESOURCES = ['Font', 'XObject', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'Properties']
const NAMES: ReadonlySet<string> = new Set(['CharProcs', 'Colorants', 'RoleMap', 'ClassMap'])

/** How the keys of a dictionary are read, by where it stands. One that stands at two places is read both ways. */
type Reading = 'entries' | 'resources' | 'names'

function readingOf(key: string, holder: Reading): Reading {
  if (holder === 'resources' && NAMES_OF_RESOURCES.includes(key)) return 'names'
  if (holder === 'names') return 'entries'
  if (NAMES.has(key)) return 'names'
  return key === 'Resources' || key === 'DR' ? 'resources' : 'entries'
}

/**
 * Takes away, in memory, whatever acts in any object that the document reaches: actions, scripts, embedded files,
 * media, and links other than http, https, mailto and tel. Jumps within the document stay, as destinations.
 * @throws Unreadable when it has too many objects.
 */
export function strip(pdf: PDF): ActiveContent {
  return new Stripping(pdf).run()
}

class Stripping {
  private readonly links: LinkTargets
  private readonly found: ActiveContent = { refusal: undefined, isActive: false }
  private readonly waiting: [PdfObject, Reading][] = []
  private readonly pdf: PDF

  constructor(pdf: PDF) {
    this.pdf = pdf
    const base = this.dictionaryOf(pdf.getCatalog().get('URI'))?.get('Base')
    this.links = new LinkTargets(this.textOf(base))
  }

  run(): ActiveContent {
    this.waiting.push([this.pdf.getCatalog(), 'entries'])
    const info = this.pdf.context.info.trailer.get('Info')
    if (info) this.waiting.push([info, 'entries'])
    const seen = new Set<string>()
    for (let next = this.waiting.pop(); next; next = this.waiting.pop()) {
      const [object, reading] = next
      if (object instanceof PdfRef) {
        // The library keeps another copy for each generation that a reference names.
        const key = `${object.objectNumber} ${object.generation} ${reading}`
        if (seen.has(key)) continue
        seen.add(key)
        if (seen.size > PDF_OBJECTS_MAX) throw new Unreadable('The PDF has too many objects.')
        const target = this.pdf.getObject(object)
        if (target) this.waiting.push([target, reading])
      } else if (object instanceof PdfArray) this.array(object)
      else if (object instanceof PdfDict) this.dictionary(object, reading)
    }
    return this.found
  }

  private array(array: PdfArray): void {
    for (const [index, element] of [...array].entries()) {
      this.waiting.push([element, 'entries'])
      if (!this.isTaken(element)) continue
      array.set(index, PdfNull.instance)
      this.found.isActive = true
    }
  }

  private dictionary(dictionary: PdfDict, reading: Reading): void {
    if (reading !== 'names') this.entries(dictionary)
    for (const [{ value: key }, value] of [...dictionary]) {
      if (this.isTaken(value)) this.take(dictionary, key)
      else this.waiting.push([value, readingOf(key, reading)])
    }
  }

  /** What a value is, also where an object of its own says so. */
  private of(value: PdfObject | undefined): PdfObject | undefined {
    let found = value
    for (let steps = 0; found instanceof PdfRef; steps += 1) {
      if (steps > 8) return undefined
      found = this.pdf.getObject(found) ?? undefined
    }
    return found
  }

  /** Some readers take a stream for its dictionary, so it counts as one. */
  private dictionaryOf(value: PdfObject | undefined): PdfDict | undefined {
    const found = this.of(value)
    return found instanceof PdfDict ? found : undefined
  }

  private nameOf(value: PdfObject | undefined): string | undefined {
    const found = this.of(value)
    return found?.type === 'name' ? found.value : undefined
  }

  private textOf(value: PdfObject | undefined): Uint8Array | undefined {
    const found = this.of(value)
    return found?.type === 'string' ? found.bytes : undefined
  }

  private refuse(reason: string): void {
    this.found.refusal ??= reason
  }

  /** Takes an entry away. What it held is still looked through: for what the PDF is refused for. */
  private take(dictionary: PdfDict, key: string): void {
    const value = dictionary.get(key)
    if (!value) return
    dictionary.delete(key)
    this.waiting.push([value, 'entries'])
    this.found.isActive = true
  }

  /**
   * Whether a value is an action, or the stream of an embedded file, that no place keeps. A structure element, which
   * has a parent, has types of its own.
   */
  private isTaken(value: PdfObject): boolean {
    const found = this.of(value)
    if (!(found instanceof PdfDict)) return false
    if (this.nameOf(found.get('Type')) === 'EmbeddedFile') return true
    const type = this.nameOf(found.get('S'))
    if (type === 'URI') return !found.has('P') && !this.isLink(found)
    return type !== undefined && ACTIONS.has(type) && !found.has('P')
  }

  private isLink(action: PdfDict): boolean {
    const target = this.textOf(action.get('URI'))
    return target !== undefined && this.links.verdict(target) === 'link'
  }

  private entries(dictionary: PdfDict): void {
    const refusal = REFUSED_ACTIONS[this.nameOf(dictionary.get('S')) ?? '']
    if (refusal !== undefined) this.refuse(refusal)
    for (const [key, reason] of Object.entries(REFUSED_ENTRIES)) if (dictionary.has(key)) this.refuse(reason)
    this.actions(dictionary)
    this.targets(dictionary)
    this.media(dictionary)
    for (const key of TAKEN) this.take(dictionary, key)
    // A form that is drawn from another file (12.4.4); structure elements have an entry of that name, too.
    if (this.dictionaryOf(dictionary.get('Ref'))?.has('F')) this.take(dictionary, 'Ref')
  }

  /**
   * Actions by their place, whatever their type. Attributes of a structure element, and the next item of an outline,
   * have no type.
   */
  private actions(dictionary: PdfDict): void {
    for (const key of ['A', 'Next', 'OpenAction']) {
      const action = this.of(dictionary.get(key))
      if (action instanceof PdfArray && key === 'Next') this.take(dictionary, key)
      if (!(action instanceof PdfDict) || (!action.has('S') && key !== 'OpenAction')) continue
      const type = this.nameOf(action.get('S'))
      if (key === 'A' && type === 'URI' && this.isLink(action)) continue
      this.take(dictionary, key)
      if (type === 'GoTo') this.destination(dictionary, key, action.get('D'))
    }
  }

  /** Keeps the destination of a jump within the document. */
  private destination(holder: PdfDict, key: string, to: PdfObject | undefined): void {
    const kind = this.of(to)?.type
    if (!to || kind === undefined) return
    if (key === 'OpenAction') {
      if (kind === 'array') holder.set(key, to)
      return
    }
    const jumps = key === 'A' && (holder.has('Title') || this.nameOf(holder.get('Subtype')) === 'Link')
    if (jumps && !holder.has('Dest') && ['array', 'name', 'string'].includes(kind)) holder.set('Dest', to)
  }

  /** Addresses of links, of their base, of files at a URL, and of the data of a stream that is elsewhere. */
  private targets(dictionary: PdfDict): void {
    for (const key of ['URI', 'Base']) {
      const target = this.textOf(dictionary.get(key))
      const verdict = target && (key === 'URI' ? this.links.verdict(target) : this.links.verdictOfBase(target))
      if (verdict === 'script') this.refuse(SCRIPT_LINK)
      if (verdict !== undefined && verdict !== 'link') this.take(dictionary, key)
    }
    const isAtUrl = this.nameOf(dictionary.get('FS')) === 'URL'
    if (isAtUrl) for (const key of ['F', 'UF', 'FS']) this.take(dictionary, key)
    if (!(dictionary instanceof PdfStream)) return
    const elsewhere = this.of(dictionary.get('F'))?.type
    if (elsewhere === 'string' || elsewhere === 'dict')
      for (const key of ['F', 'FFilter', 'FDecodeParms']) this.take(dictionary, key)
  }

  /**
   * An annotation of media keeps its looks: as a stamp where it has any, else as a link that leads nowhere and is not
   * drawn.
   */
  private media(dictionary: PdfDict): void {
    if (!MEDIA.has(this.nameOf(dictionary.get('Subtype')) ?? '')) return
    this.found.isActive = true
    for (const key of ['A', 'FS']) this.take(dictionary, key)
    dictionary.set('Subtype', PdfName.of(dictionary.has('AP') ? 'Stamp' : 'Link'))
    const zero = PdfNumber.of(0)
    if (!dictionary.has('AP')) dictionary.set('Border', PdfArray.of(zero, zero, zero))
  }
}
