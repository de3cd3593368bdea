import { createHash } from 'node:crypto'

/**
 * Replaces, in place, the random identifier that the library writes by one derived from the content. One of two parts
 * is that of the file that was read, and stays. @throws Error when there is none.
 */
export function withKnownIdentifier(bytes: Uint8Array): Uint8Array {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const at = all.lastIndexOf('/ID [<')
  const [, first, second] = /^\/ID \[<([0-9A-F]*)> <([0-9A-F]*)>\]/.exec(all.subarray(at).toString('latin1')) ?? []
  if (first === undefined) throw new Error('The PDF has no identifier where one is written.')
  if (first !== second || first.length !== 32) return bytes
  const identifier = createHash('md5').update(all.subarray(0, at)).digest('hex').toUpperCase()
  all.write(`/ID [<${identifier}> <${identifier}>]`, at, 'latin1')
  return bytes
}
