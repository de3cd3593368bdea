import { inflateSync } from 'node:zlib'

/** Names that a served PDF may not have anywhere. */
const FORBIDDEN =
  /\/(JS|JavaScript|Launch|SubmitForm|ImportData|ResetForm|GoTo\w*|Named|Hide|Rendition\w*|RichMedia\w*|EmbeddedFiles?|EF|AF|AA|XFA|OpenAction(?!\s*\[)|FileAttachment|Movie|Sound|Screen|3D\w*|OnInstantiate|Thread|SetOCGState|SpiderInfo|URLS|Collection|Requirements)(?![\w.-])/g

/** All of a PDF as one text: what stands in it, and every stream unpacked, with the escapes of names read. */
export function textOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1')
  const unpacked = [...text.matchAll(/stream\r?\n/g)].map(({ 0: { length }, index }) => {
    try {
      return inflateSync(Buffer.from(text.slice(index + length), 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  const all = [text, ...unpacked].join('\n')
  return all.replace(/#([\dA-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** The addresses of links, as text. */
export function targetsOf(text: string): string[] {
  return [...text.matchAll(/\/(?:URI|Base)\s*(?:\(((?:\\[^]|[^\\)])*)\)|<([\dA-Fa-f\s]*)>(?!>))/g)].map(
    ([, literal, hex]) => {
      const bytes = hex === undefined ? literal! : Buffer.from(hex.replace(/\s/g, ''), 'hex').toString('latin1')
      const read = bytes.replace(/\\([0-7]{1,3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)))
      return read.startsWith('\xfe\xff') ? Buffer.from(read.slice(2), 'latin1').swap16().toString('utf16le') : read
    },
  )
}

/** What a PDF has that acts, as someone tells who knows nothing of how it is read: names, and addresses of links. */
export function actsBy(bytes: Uint8Array): string[] {
  const text = textOf(bytes)
  const names = [...text.matchAll(FORBIDDEN)].map(([name]) => name)
  const targets = targetsOf(text).filter((target) => !/^(https?:|mailto:|tel:|\/)/i.test(target))
  return [...new Set([...names, ...targets])]
}
