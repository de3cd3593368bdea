const QUOTE = 0x22
const BACKSLASH = 0x5c
const BLANK = 0x20

/** What PostgreSQL's `json_build_object` writes between a name and its value. */
const SPACED = Buffer.from('" : ')

/**
 * JSON as all other answers spell it: without blanks between its parts. PostgreSQL puts them into what it builds
 * itself.
 */
export function compactJson(bytes: Buffer): Buffer {
  if (!bytes.includes(SPACED)) return bytes
  const out = Buffer.allocUnsafe(bytes.length)
  let at = 0
  let isText = false
  for (let from = 0; from < bytes.length; from++) {
    const byte = bytes[from]!
    if (!isText && byte <= BLANK) continue
    out[at++] = byte
    if (byte === QUOTE) isText = !isText
    else if (isText && byte === BACKSLASH) out[at++] = bytes[++from]!
  }
  return out.subarray(0, at)
}
