import { deflateSync } from 'node:zlib'
import { type PdfObject, pdfOf } from './files.ts'

/** Where a PDF of `acting` has what: its catalog, its pages, its one page, and the first object of its own. */
export const [CATALOG, PAGES, PAGE, FIRST] = [1, 2, 3, 5]

interface Acting {
  /** Entries of the catalog and of the page. */
  catalog?: string
  page?: string
  /** Annotations of the page. */
  annotations?: readonly string[]
  /** Further objects, numbered from `FIRST`. */
  more?: readonly PdfObject[]
}

/** The objects of a PDF of one page that says something. */
export const objectsOf = ({ catalog = '', page = '', annotations = [], more = [] }: Acting): PdfObject[] => [
  `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R ${page} /Annots [${annotations.join(' ')}]
    /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`,
  { dictionary: '<< >>', data: Buffer.from('BT /F1 24 Tf 40 120 Td (Faktura 4711) Tj ET') },
  ...more,
]

/** A PDF of one page that has something of its own. */
export const acting = (parts: Acting): Buffer => pdfOf(objectsOf(parts))

/** A link on the page with an action. */
export const link = (action: string): string =>
  `<< /Type /Annot /Subtype /Link /Rect [40 100 200 150] /A << ${action} >> >>`

/**
 * A PDF whose objects, but for streams, are packed in a stream of objects, found by a table that is a stream (ISO
 * 32000-2, 7.5.7 and 7.5.8).
 */
export function packed(objects: readonly PdfObject[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  let length = parts[0]!.length
  const places: number[][] = [[0, 0, 0]]
  const add = (number: number, dictionary: string, data: Buffer): void => {
    places[number] = [1, length, 0]
    const head = `${number} 0 obj\n${dictionary.replace('>>', `/Length ${data.length} >>`)}\nstream\n`
    const part = Buffer.concat([Buffer.from(head, 'latin1'), data, Buffer.from('\nendstream\nendobj\n')])
    parts.push(part)
    length += part.length
  }
  const [holder, table] = [objects.length + 1, objects.length + 2]
  let [index, body] = ['', '']
  let held = 0
  for (const [at, object] of objects.entries()) {
    if (typeof object !== 'string') add(at + 1, object.dictionary, object.data)
    else {
      index += `${at + 1} ${body.length} `
      body += `${object} `
      places[at + 1] = [2, holder, held]
      held += 1
    }
  }
  const all = deflateSync(Buffer.from(index + body, 'latin1'))
  add(holder, `<< /Type /ObjStm /N ${held} /First ${index.length} /Filter /FlateDecode >>`, all)
  const start = length
  places[table] = [1, start, 0]
  const rows = Buffer.concat(
    places.map(([type, place, last]) => Buffer.from([type!, place! >> 16, (place! >> 8) & 255, place! & 255, last!])),
  )
  const facts = `/Type /XRef /Size ${table + 1} /W [1 3 1] /Root 1 0 R /Filter /FlateDecode`
  add(table, `<< ${facts} >>`, deflateSync(rows))
  return Buffer.concat([...parts, Buffer.from(`startxref\n${start}\n%%EOF\n`)])
}

/** The PDF with objects that an incremental update replaces or adds (7.5.6). */
export function updated(file: Buffer, objects: Readonly<Record<number, string>>): Buffer {
  const text = file.toString('latin1')
  const before = [...text.matchAll(/startxref\n(\d+)/g)].at(-1)![1]!
  let body = ''
  let table = ''
  for (const [number, object] of Object.entries(objects)) {
    table += `${number} 1\n${String(file.length + body.length).padStart(10, '0')} 00000 n \n`
    body += `${number} 0 obj\n${object}\nendobj\n`
  }
  const start = file.length + body.length
  const trailer = `trailer\n<< /Size 99 /Root 1 0 R /Prev ${before} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(`${text}${body}xref\n${table}${trailer}`, 'latin1')
}

/** An invoice that people and programs read: its XML is embedded, as Factur-X does it. */
export const hybrid = (): Buffer => {
  const xml =
    '<?xml version="1.0"?><rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"/>'
  return acting({
    catalog: `/Names << /EmbeddedFiles << /Names [(factur-x.xml) ${FIRST} 0 R] >> >> /AF [${FIRST} 0 R] /PageMode /UseAttachments`,
    more: [
      `<< /Type /Filespec /F (factur-x.xml) /UF (factur-x.xml) /AFRelationship /Alternative /EF << /F 6 0 R /UF 6 0 R >> >>`,
      { dictionary: '<< /Type /EmbeddedFile /Subtype /text#2Fxml /Filter /FlateDecode >>', data: deflateSync(xml) },
    ],
  })
}

/** A text in UTF-16, as a string in hex. */
export const utf16 = (text: string): string => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
/** A PDF with an action for when it is opened. */
export const open = (action: string): Buffer => acting({ catalog: `/OpenAction << ${action} >>` })
export const SCRIPT = '/S /JavaScript /JS (app.alert\\(1\\))'

/** An annotation that plays or holds something. */
export const media = (subtype: string, more = ''): string =>
  `<< /Type /Annot /Subtype /${subtype} /Rect [9 9 99 99] ${more} >>`
