import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { jpeg, pdf, pdfOf, png } from '../files.ts'

/**
 * What a file must be answered: a refusal with such a sentence, any refusal, or either (what a reader may make sense
 * of).
 */
type Outcome = RegExp | 'refused' | 'any'

/** A file that was made to do harm: what it is, its bytes, and its outcome. */
export type HostileFile = readonly [what: string, file: () => Buffer, outcome: Outcome]

const fileOf = (name: string): Buffer => readFileSync(new URL(name, import.meta.url))
const xref = fileOf('xref-stream-index.pdf')

/** The file that ended the service on 2026-11-26, with another index and size. */
const declares = (index: string, size = '5'): Buffer =>
  Buffer.from(
    xref
      .toString('latin1')
      .replace(/\/Index\s*\[[^\]]*\]/, `/Index [${index}]`)
      .replace(/\/Size \d+/, `/Size ${size}`),
    'latin1',
  )

/** A PDF whose first object is a stream, and its table of objects. */
const streamOnly = (dictionary: string, data: Buffer): Buffer => {
  const head = Buffer.from('%PDF-1.7\n')
  const start = `1 0 obj\n<< ${dictionary} /Length ${data.length} >>\nstream\n`
  const end = `\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF`
  return Buffer.concat([head, Buffer.from(start), data, Buffer.from(end)])
}

/** A stream that is packed so many times. */
const packed = (data: Buffer, times: number): Buffer =>
  Array.from({ length: times }).reduce<Buffer>((inner) => deflateSync(inner, { level: 9 }), data)

const filters = (times: number): string => `/Filter [${'/FlateDecode '.repeat(times)}]`

/** Tables of objects that declare, or pack, far more than there is. */
const tables: readonly HostileFile[] = [
  ['a table that declares 40,000,000 objects', () => xref, 'refused'],
  ['a table that declares 8,000,000 objects', () => declares('0 8000000'), 'refused'],
  ['a table that declares 2,147,483,647 objects', () => declares('0 2147483647', '2147483647'), 'refused'],
  ['a table that begins below nothing', () => declares('-5 40000000'), 'refused'],
  ['a table with a count below nothing', () => declares('0 -40000000'), 'refused'],
  ['a table with a count beyond numbers', () => declares('0 1e308'), 'refused'],
  ['a table of many ranges', () => declares('0 400000 '.repeat(200)), 'refused'],
  [
    '15,000,000 real objects, packed',
    () =>
      streamOnly(
        '/Type /XRef /Size 15000000 /W [1 1 1] /Root 1 0 R /Filter /FlateDecode',
        packed(Buffer.alloc(45_000_000), 1),
      ),
    'refused',
  ],
  [
    'fields of a gigabyte',
    () => streamOnly('/Type /XRef /Size 5 /W [1000000000 1000000000 1] /Root 1 0 R', Buffer.alloc(64)),
    'refused',
  ],
  [
    'fields below nothing',
    () => streamOnly('/Type /XRef /Size 5 /W [-1 -2 -1] /Root 1 0 R', Buffer.alloc(64)),
    'refused',
  ],
  [
    'a plain table that declares 2,000,000,000 objects',
    () =>
      Buffer.from(
        pdf('x')
          .toString('latin1')
          .replace(/xref\n0 \d+/, 'xref\n0 2000000000'),
        'latin1',
      ),
    'any',
  ],
  [
    'a table that is its own predecessor',
    () =>
      Buffer.from(
        pdf('x')
          .toString('latin1')
          .replace(/\/Root 1 0 R  >>\nstartxref\n(\d+)/, '/Root 1 0 R /Prev $1 >>\nstartxref\n$1'),
        'latin1',
      ),
    'any',
  ],
  [
    'a predictor of absurd columns',
    () =>
      streamOnly(
        '/Type /XRef /Size 5 /W [1 2 1] /Root 1 0 R /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 2000000000 /Colors 32 >>',
        packed(Buffer.alloc(4096), 1),
      ),
    'refused',
  ],
  [
    'a predictor of columns below nothing',
    () =>
      streamOnly(
        '/Type /XRef /Size 5 /W [1 2 1] /Root 1 0 R /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns -4 >>',
        packed(Buffer.alloc(4096), 1),
      ),
    'refused',
  ],
]

/** Streams that unpack to far more than they are. */
const streams: readonly HostileFile[] = [
  [
    'a table packed three times, 90 MB',
    () => streamOnly(`/Type /XRef /Size 5 /W [1 2 1] /Root 1 0 R ${filters(3)}`, packed(Buffer.alloc(90_000_000), 3)),
    'refused',
  ],
  [
    'objects packed with LZW and runs',
    () => streamOnly('/Type /ObjStm /N 9 /First 5 /Filter [/LZWDecode /RunLengthDecode]', Buffer.alloc(100_000, 129)),
    'refused',
  ],
  [
    'an object stream of 2,000,000,000 objects',
    () =>
      streamOnly('/Type /ObjStm /N 2000000000 /First 2000000000 /Filter /FlateDecode', packed(Buffer.from('1 0 '), 1)),
    'refused',
  ],
  [
    'pages whose content is packed twenty times',
    () =>
      pdf('x', 1, '/More 3 0 R', [{ dictionary: `<< ${filters(20)} >>`, data: packed(Buffer.alloc(1_000_000), 20) }]),
    'any',
  ],
  [
    'a stream of 4,000,000,000 bytes, it says',
    () =>
      Buffer.from(
        pdf('x')
          .toString('latin1')
          .replace(/\/Length \d+/, '/Length 4000000000'),
        'latin1',
      ),
    'any',
  ],
  [
    'a stream whose length is its own length',
    () =>
      pdfOf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [] /Count 0 >>',
        '<< /Length 3 0 R >>\nstream\nx\nendstream',
      ]),
    'refused',
  ],
]

const catalog = (more = ''): string => `<< /Type /Catalog /Pages 2 0 R ${more} >>`
const page = (more = ''): string => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${more} >>`
const onePage = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'

/** Objects that never end, or are far too many, deep or long. */
const objects: readonly HostileFile[] = [
  // Found by `mutated.test.ts`: the library reads on and on.
  ['a damaged table that is read without end', () => fileOf('endless-table.pdf'), 'refused'],
  ['a damaged object that is read without end', () => fileOf('endless-object.pdf'), 'refused'],
  [
    'pages that are their own children',
    () => pdfOf([catalog(), '<< /Type /Pages /Kids [2 0 R] /Count 1 >>']),
    'refused',
  ],
  [
    'pages that double at each of sixty levels',
    () =>
      pdfOf([
        catalog(),
        ...Array.from({ length: 60 }, (_, at) => `<< /Type /Pages /Kids [${at + 3} 0 R ${at + 3} 0 R] /Count 2 >>`),
        page(),
      ]),
    'any',
  ],
  [
    'a chain of 20,000 levels of pages',
    () =>
      pdfOf([
        catalog(),
        ...Array.from(
          { length: 20_000 },
          (_, at) => `<< /Type /Pages /Parent ${at + 1} 0 R /Kids [${at + 3} 0 R] /Count 1 >>`,
        ),
        page(),
      ]),
    'any',
  ],
  [
    'two thousand million pages, it says',
    () => pdfOf([catalog(), '<< /Type /Pages /Kids [] /Count 2000000000 >>']),
    'refused',
  ],
  ['6,000 pages', () => pdf('x', 6000), /more than 5000 pages/],
  [
    'outlines that follow each other in a ring',
    () =>
      pdfOf([
        catalog('/Outlines 4 0 R'),
        onePage,
        page(),
        '<< /First 5 0 R /Last 5 0 R >>',
        '<< /Parent 4 0 R /Next 5 0 R /Prev 5 0 R /First 4 0 R >>',
      ]),
    'any',
  ],
  [
    'resources that hold themselves',
    () =>
      pdfOf([
        catalog(),
        onePage,
        page('/Resources 4 0 R'),
        '<< /XObject << /A 4 0 R /B 5 0 R >> >>',
        '<< /Resources 4 0 R /A 5 0 R >>',
      ]),
    'any',
  ],
  ['a reference to itself', () => pdfOf([catalog('/X 4 0 R'), onePage, page(), '4 0 R']), 'any'],
  [
    'references in a ring',
    () => pdfOf([catalog('/X 4 0 R'), onePage, page('/Contents 4 0 R'), '5 0 R', '4 0 R']),
    'any',
  ],
  [
    'dictionaries in dictionaries',
    () => pdf('x', 1, `/X ${'<< /X '.repeat(100_000)}1${' >>'.repeat(100_000)}`),
    'refused',
  ],
  ['dictionaries and lists that never close', () => pdf('x', 1, '/X [<< /X '.repeat(100_000)), 'any'],
  ['brackets of a text in a text', () => pdf('x', 1, `/X ${'('.repeat(500_000)}${')'.repeat(500_000)}`), 'any'],
  ['a name of four million characters', () => pdf('x', 1, `/${'N'.repeat(4_000_000)} 1`), 'any'],
  ['a text of eight million characters', () => pdf('x', 1, `/X <${'41'.repeat(4_000_000)}>`), 'any'],
  ['a number of a million digits', () => pdf('x', 1, `/X ${'9'.repeat(1_000_000)}.${'9'.repeat(1_000_000)}`), 'any'],
  ['a million names', () => pdf('x', 1, Array.from({ length: 500_000 }, (_, at) => `/N${at} ${at}`).join(' ')), 'any'],
  ['a million lists', () => pdf('x', 1, `/X [${'[]'.repeat(1_000_000)}]`), 'any'],
  [
    '450,000 references to nothing',
    () =>
      pdfOf([
        catalog(`/X [${Array.from({ length: 450_000 }, (_, at) => `${at + 4} 0 R`).join(' ')}]`),
        onePage,
        page(),
      ]),
    'any',
  ],
  ['a page of endless size', () => pdfOf([catalog(), onePage, page().replace('595 842', '1e400 -1e400')]), 'any'],
  [
    'four million ends of lines',
    () => Buffer.concat([pdf('x').subarray(0, 9), Buffer.alloc(4_000_000, '\n'), pdf('x').subarray(9)]),
    'any',
  ],
  ['a million beginnings of objects', () => Buffer.from(`%PDF-1.7\n${'1 0 obj\n'.repeat(1_000_000)}%%EOF`), 'refused'],
  ['a million trailers', () => Buffer.from(`%PDF-1.7\n${'trailer << '.repeat(800_000)}startxref\n9\n%%EOF`), 'refused'],
  [
    'a million beginnings of streams',
    () => Buffer.from(`%PDF-1.7\n${'1 0 obj << >> stream\n'.repeat(400_000)}%%EOF`),
    'refused',
  ],
]

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG with more chunks before its pixels. */
const pngWith = (...chunks: readonly Buffer[]): Buffer => {
  const made = png(9, 9)
  return Buffer.concat([made.subarray(0, 33), ...chunks, made.subarray(33)])
}

const bombText = (): Buffer => Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(500_000_000))])

/** A JPEG of another height and width, or with other bytes behind its comment. */
const jpegOf = (height: number, width: number): Buffer => {
  const made = jpeg('x')
  const frame = made.indexOf(Buffer.of(0xff, 0xc0))
  made.writeUInt16BE(height, frame + 5)
  made.writeUInt16BE(width, frame + 7)
  return made
}

const images: readonly HostileFile[] = [
  ['a photograph of 65,535 by 65,535', () => jpegOf(65_535, 65_535), 'any'],
  ['a photograph of no height', () => jpegOf(0, 65_535), /no pixels/],
  ['a photograph of a segment of no length', () => Buffer.from('ffd8fffe0000ffda0000ffd9', 'hex'), 'refused'],
  [
    'a photograph of nine million fills',
    () => Buffer.concat([Buffer.of(0xff, 0xd8), Buffer.alloc(9_000_000, 0xff)]),
    'refused',
  ],
  [
    'a photograph of empty segments',
    () => Buffer.concat([Buffer.of(0xff, 0xd8), Buffer.alloc(8_000_000, Buffer.from('fffe0002', 'hex'))]),
    'refused',
  ],
  [
    'an image of 2,147,483,647 by 2,147,483,647',
    () => png(2 ** 31 - 1, 2 ** 31 - 1, 0, deflateSync(Buffer.alloc(9))),
    /too many pixels/,
  ],
  ['an image of 4,294,967,295 by 1', () => png(2 ** 32 - 1, 1, 0, deflateSync(Buffer.alloc(9))), /too many pixels/],
  ['an image of 1 by 4,294,967,295', () => png(1, 2 ** 32 - 1, 0, deflateSync(Buffer.alloc(9))), /too many pixels/],
  ['an image with a text of 500 MB', () => pngWith(chunk('zTXt', bombText())), 'any'],
  ['an image with a profile of 500 MB', () => pngWith(chunk('iCCP', bombText())), 'any'],
  [
    'an image of 700,000 empty chunks',
    () => pngWith(Buffer.alloc(12 * 700_000, chunk('teXt', Buffer.alloc(0)))),
    'any',
  ],
  [
    'an image of 700,000 empty pieces of pixels',
    () => pngWith(Buffer.alloc(12 * 700_000, chunk('IDAT', Buffer.alloc(0)))),
    'any',
  ],
  [
    'an image with a chunk of 4 GB',
    () => Buffer.concat([png(9, 9).subarray(0, 33), Buffer.alloc(12, 0xff), png(9, 9).subarray(33)]),
    /ends too early/,
  ],
]

/** Files that are two things at once. */
const polyglots: readonly HostileFile[] = [
  ['an image that is a PDF behind its end', () => Buffer.concat([png(9, 9), pdf('x')]), 'any'],
  ['a PDF in the comment of a photograph', () => jpeg(pdf('x').toString('latin1')), 'any'],
  [
    'a PDF with an archive behind it',
    () => Buffer.concat([pdf('x'), Buffer.from('PK\x03\x04'.repeat(300), 'latin1')]),
    'any',
  ],
  ['a page of HTML with a PDF in it', () => Buffer.concat([Buffer.from('<script>'), pdf('x')]), /no PDF, JPEG or PNG/],
]

/** Every file that was made to do harm. */
export const hostileFiles: readonly HostileFile[] = [...tables, ...streams, ...objects, ...images, ...polyglots]
