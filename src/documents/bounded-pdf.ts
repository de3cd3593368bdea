import { inflateSync } from 'node:zlib'
import { PDF, PdfArray, type PdfName, PdfNumber, PdfStream } from '@libpdf/core'
import { DOCUMENT_PAGES_MAX, PDF_OBJECTS_MAX, PDF_UNPACKED_BYTES_MAX } from '../limits.ts'
import { Unreadable } from '../parsing/unreadable.ts'

/** A PDF that was read, and how many pages it has. */
export interface ReadPdf {
  pdf: PDF
  pages: number
}

/** The bytes that the current PDF may still unpack. */
let unpackable = 0

const decode = PdfStream.prototype.getDecodedData

/**
 * The library unpacks object streams without a limit of size, and keeps as many objects as a table of them declares, so
 * this measures each one before. Only these are unpacked here. Refuses a chain of several filters: its size cannot be
 * measured beforehand, and no program packs objects so.
 *
 * The library makes its streams itself while it reads the table of objects, before anybody else can reach one. It takes
 * no class and no limit from outside. So the method of its class is another one here, in a parser alone: a process that
 * does nothing but read the files of others (`src/parsing/`). The service never loads this file, and a test says so
 * (`test/tidy/structure.test.ts`).
 */
PdfStream.prototype.getDecodedData = function (this: PdfStream): Uint8Array {
  const names = filtersOf(this)
  if (names.length > 1 || (names.length === 1 && !/^(FlateDecode|Fl)$/.test(names[0]!))) {
    throw new Unreadable('Its objects are packed in a way that is not read here.')
  }
  const unpacked = names.length === 1 ? unpackedLength(this.data) : this.data.length
  if (names.length === 1) unpackable -= unpacked
  if (this.get('W') instanceof PdfArray) refuseDeclared(this, unpacked)
  return decode.call(this)
}

/**
 * Refuses a table of objects that declares more of them than it has bytes for, or than are read here (ISO 32000-2,
 * 7.5.8.2).
 */
function refuseDeclared(table: PdfStream, bytes: number): void {
  const numbersOf = (name: string): number[] => {
    const list = table.get(name)
    return list instanceof PdfArray ? [...list].map((one) => (one instanceof PdfNumber ? one.value : 0)) : []
  }
  const index = numbersOf('Index')
  const size = table.get('Size')
  const counts = index.length > 0 ? index.filter((_, at) => at % 2 === 1) : [size instanceof PdfNumber ? size.value : 0]
  const declared = counts.reduce((sum, count) => sum + Math.max(0, count), 0)
  const width = numbersOf('W').reduce((sum, one) => sum + one, 0)
  if (declared > PDF_OBJECTS_MAX) throw new Unreadable('The PDF has too many objects.')
  if (declared * Math.max(1, width) > bytes) throw new Unreadable('The table of objects of the PDF ends too early.')
}

function filtersOf(stream: PdfStream): string[] {
  const filter = stream.get('Filter')
  const names = filter instanceof PdfArray ? [...filter] : filter ? [filter] : []
  return names.map((name) => (name as PdfName).value)
}

function unpackedLength(data: Uint8Array): number {
  try {
    return inflateSync(data, { maxOutputLength: Math.max(1, unpackable), finishFlush: 2 }).length
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw new Unreadable('It unpacks to too much.')
    // Broken data counts as empty: the library reports it.
    return 0
  }
}

/**
 * Reads a PDF and checks that it is whole, not encrypted, and has pages.
 * @throws Unreadable
 */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  if (!endsAsPdf(bytes)) throw new Unreadable('The PDF ends too early.')
  unpackable = PDF_UNPACKED_BYTES_MAX
  const pdf = await loaded(bytes)
  if (pdf.isEncrypted) throw new Unreadable('The PDF is encrypted.')
  const pages = pdf.getPageCount()
  if (pages === 0) throw new Unreadable('The PDF has no pages.')
  if (pages > DOCUMENT_PAGES_MAX) throw new Unreadable(`The PDF has more than ${DOCUMENT_PAGES_MAX} pages.`)
  return { pdf, pages }
}

async function loaded(bytes: Uint8Array): Promise<PDF> {
  try {
    return await PDF.load(bytes)
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('The PDF cannot be read.')
  }
}

/** Readers look for the end mark in the last bytes of a file; some programs write a little after it. */
const TAIL_BYTES = 2048

const endsAsPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(-TAIL_BYTES).includes('%%EOF')
