import { createHash } from 'node:crypto'
import { contentOf } from '../../documents/serve.ts'
import type { ServedFile } from '../../resource/operations.ts'

/** Bytes of memory that a page with no contents takes. */
const PAGE_BYTES = 1024 * 1024

/** A PDF that is printed each time it is read: the same for the same contents. */
export function printedFile(name: string, contents: object, print: () => Promise<Uint8Array>): ServedFile {
  const told = JSON.stringify(contents)
  return {
    tag: createHash('sha256').update(told).digest('hex'),
    name,
    held: PAGE_BYTES + 4 * told.length,
    content: async () => contentOf(await print()),
  }
}
