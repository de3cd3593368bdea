import { createHash } from 'node:crypto'
import {
  PDF,
  PdfArray,
  PdfDict,
  PDFImage,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfStream,
  PdfString,
} from '@libpdf/core'
import { hasActiveBytes } from './active-bytes.ts'
import { strip } from './active-content.ts'
import { readPdf } from './bounded-pdf.ts'
import { withKnownIdentifier } from './identifier.ts'
import { checkJpeg, checkPng, type ImageSize, type Png, SAMPLES } from './images.ts'
import { Unreadable } from '../parsing/unreadable.ts'

/** The kinds of files that documents are made of. */
export type FileKind = 'pdf' | 'jpeg' | 'png'

/** The kind of a file, by its first bytes alone; undefined when the kind is not accepted. */
export function kindOf(bytes: Uint8Array): FileKind | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 8)).toString('latin1')
  if (head.startsWith('%PDF-')) return 'pdf'
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  return head === '\x89PNG\r\n\x1a\n' ? 'png' : undefined
}

/** The facts of an inspected file. */
export interface Inspected {
  kind: FileKind
  pages: number
  /** SHA-256, in hex. */
  hash: string
  /** Whether its pages can be combined with those of other files. */
  isMergeable: boolean
  /** Whether something is taken away before it is served (rule 15.7). */
  hasActiveContent: boolean
}

/**
 * Inspects a file as fully as later readers do. @throws Unreadable, also of a PDF that is refused for what it does
 * (rule 15.7).
 */
export async function inspect(bytes: Uint8Array): Promise<Inspected> {
  const kind = kindOf(bytes)
  if (!kind) throw new Unreadable('It is no PDF, JPEG or PNG.')
  const known = { kind, hash: createHash('sha256').update(bytes).digest('hex') }
  if (kind !== 'pdf') {
    await withImage(PDF.create(), bytes, kind)
    return { ...known, pages: 1, isMergeable: true, hasActiveContent: false }
  }
  const { pdf, pages } = await readPdf(bytes)
  const { refusal, isActive } = strip(pdf)
  if (refusal !== undefined) throw new Unreadable(refusal)
  const hasActiveContent = isActive || hasActiveBytes(bytes)
  if (hasActiveContent) await rewritten(pdf)
  return { ...known, pages, isMergeable: await canBeCopied(pdf), hasActiveContent }
}

/**
 * A PDF that does nothing, the same bytes each time: as it is where it has no active content, else written anew
 * without. @throws Unreadable
 */
async function inert(bytes: Uint8Array): Promise<Uint8Array> {
  const { pdf } = await readPdf(bytes)
  return strip(pdf).isActive || hasActiveBytes(bytes) ? await rewritten(pdf) : bytes
}

/** Writes every object that can be reached, and no other. @throws Unreadable */
async function rewritten(pdf: PDF): Promise<Uint8Array> {
  // The library gives back the bytes that it read unless something has changed.
  pdf.getCatalog().set('Type', PdfName.of('Catalog'))
  try {
    return withKnownIdentifier(await pdf.save({ compressStreams: false }))
  } catch {
    throw new Unreadable('The PDF cannot be read.')
  }
}

async function canBeCopied(source: PDF): Promise<boolean> {
  try {
    await withPages(PDF.create(), source)
    return true
  } catch {
    return false
  }
}

const withPages = (target: PDF, source: PDF): Promise<unknown> =>
  target.copyPagesFrom(
    source,
    Array.from({ length: source.getPageCount() }, (_, index) => index),
  )

/** An A4 page, in points. */
const A4 = { short: 595, long: 842 }

/** Adds a page with the size of the image at 72 pixels an inch, at most A4. */
async function withImage(target: PDF, bytes: Uint8Array, kind: 'jpeg' | 'png'): Promise<void> {
  const png = kind === 'png' ? checkPng(bytes) : undefined
  const size = png ?? checkJpeg(bytes)
  try {
    const image = png ? embedded(target, bytes, png) : target.embedJpeg(bytes)
    const { width, height } = onA4(size)
    target.addPage({ width, height }).drawImage(image, { x: 0, y: 0, width, height })
  } catch {
    throw new Unreadable(`The ${kind.toUpperCase()} cannot be read.`)
  }
}

const number = (value: number): PdfNumber => PdfNumber.of(value)

/**
 * Embeds a PNG without alpha as it is: PDF packs pixels the same way (ISO 32000-2, 7.4.4.4). The library takes a PNG
 * with alpha apart; without alpha it reads only eight bits a sample.
 */
function embedded(
  target: PDF,
  bytes: Uint8Array,
  { width, height, bitDepth, colorType, palette, packed }: Png,
): PDFImage {
  if (colorType > 3) return target.embedPng(bytes)
  const sizes = { BitsPerComponent: number(bitDepth), Colors: number(SAMPLES[colorType]!), Columns: number(width) }
  const stream = PdfStream.fromDict(
    {
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Image'),
      Width: number(width),
      Height: number(height),
      ColorSpace: colorSpaceOf(palette, colorType),
      BitsPerComponent: number(bitDepth),
      Filter: PdfName.of('FlateDecode'),
      DecodeParms: PdfDict.of({ Predictor: number(15), ...sizes }),
    },
    packed,
  )
  return new PDFImage(target.register(stream), width, height)
}

function colorSpaceOf(palette: Uint8Array | undefined, colorType: number): PdfObject {
  const rgb = PdfName.of('DeviceRGB')
  if (colorType !== 3) return colorType === 0 ? PdfName.of('DeviceGray') : rgb
  return new PdfArray([PdfName.of('Indexed'), rgb, number(palette!.length / 3 - 1), new PdfString(palette!, 'hex')])
}

function onA4({ width, height }: ImageSize): ImageSize {
  const [across, down] = width > height ? [A4.long, A4.short] : [A4.short, A4.long]
  const scale = Math.min(1, across / width, down / height)
  return { width: width * scale, height: height * scale }
}

/** The creation day of all composed files: fixed, so that two reads give the same bytes. */
const NO_DAY = new Date(0)

/** One PDF of the pages of files, without active content (rule 15.7), the same bytes each time. @throws Unreadable */
export async function compose(files: readonly Uint8Array[]): Promise<Uint8Array> {
  if (files.length === 1 && kindOf(files[0]!) === 'pdf') return await inert(files[0]!)
  const target = PDF.create()
  for (const file of files) {
    const kind = kindOf(file)
    if (kind === 'pdf') {
      const { pdf } = await readPdf(file)
      strip(pdf)
      await withPages(target, pdf)
    } else await withImage(target, file, kind!)
  }
  target.setCreationDate(NO_DAY)
  target.setModificationDate(NO_DAY)
  return withKnownIdentifier(await target.save({ compressStreams: false }))
}
