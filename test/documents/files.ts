import { crc32, deflateSync } from 'node:zlib'

/** An object of a PDF: what stands between `obj` and `endobj`, or a stream with its dictionary. */
export type PdfObject = string | { dictionary: string; data: Buffer }

/** A PDF of the objects, numbered from 1; the first is the catalog. */
export function pdfOf(objects: readonly PdfObject[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const places: number[] = []
  let length = parts[0]!.length
  const add = (part: Buffer): void => {
    parts.push(part)
    length += part.length
  }
  for (const [index, object] of objects.entries()) {
    places.push(length)
    const isStream = typeof object !== 'string'
    const dictionary = isStream ? object.dictionary.replace('>>', `/Length ${object.data.length} >>`) : object
    add(Buffer.from(`${index + 1} 0 obj\n${dictionary}\n`, 'latin1'))
    if (isStream) for (const part of [Buffer.from('stream\n'), object.data, Buffer.from('\nendstream\n')]) add(part)
    add(Buffer.from('endobj\n'))
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  add(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** A PDF of pages that each say something; `catalog` and `more` go into its catalog and behind its objects. */
export function pdf(says: string, pages = 1, catalog = '', more: readonly PdfObject[] = []): Buffer {
  const first = 3 + more.length
  const kids = Array.from({ length: pages }, (_, page) => `${first + 2 * page} 0 R`).join(' ')
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    ...more,
    ...Array.from({ length: pages }, (_, page): PdfObject[] => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${first + 2 * page + 1} 0 R
        /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`,
      { dictionary: '<< >>', data: Buffer.from(`BT /F1 24 Tf 50 700 Td (${says} ${page + 1}) Tj ET`) },
    ]).flat(),
  ])
}

/** A PDF of one page with so many bytes, most of them those of `fill`. */
export function heavyPdf(says: string, bytes: number, fill: Buffer): Buffer {
  const made = (length: number): Buffer =>
    pdf(says, 1, '/Note 3 0 R', [{ dictionary: '<< /Type /Note >>', data: fill.subarray(0, length) }])
  const rest = bytes - made(0).length
  return made(rest - (made(rest).length - bytes))
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A gray PNG, eight bits a pixel; `packed` are its pixels where they are not those that there should be. */
export function png(width: number, height: number, shade = 0, packed?: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(8, 8)
  const pixels =
    packed ?? deflateSync(Buffer.alloc(height * (width + 1), Buffer.from([0, ...Array<number>(width).fill(shade)])))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A JPEG of eight by eight gray pixels, with a comment. */
export function jpeg(comment = ''): Buffer {
  const segment = (marker: number, hex: string): Buffer => {
    const data = Buffer.from(hex.replace(/ /g, ''), 'hex')
    return Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff]), data])
  }
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    segment(0xfe, Buffer.from(comment).toString('hex')),
    segment(0xdb, `00${'01'.repeat(64)}`),
    segment(0xc0, '08 0008 0008 01 01 11 00'),
    // One code of one bit for each table: a difference of no bits, and the end of the block.
    segment(0xc4, `00 01${'00'.repeat(15)} 00`),
    segment(0xc4, `10 01${'00'.repeat(15)} 00`),
    segment(0xda, '01 01 00 00 3f 00'),
    Buffer.from('3fffd9', 'hex'),
  ])
}
