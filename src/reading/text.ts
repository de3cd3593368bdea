import { TextDecoder } from 'node:util'
import { Unreadable } from '../parsing/unreadable.ts'
import { withSigns } from '../windows-1252.ts'

/** Encodings that files are read in; `auto` is UTF-8 where the bytes are that, and else the encoding of Windows. */
export const ENCODINGS = ['auto', 'utf-8', 'iso-8859-1', 'windows-1252', 'utf-16'] as const
/** One of them. */
export type Encoding = (typeof ENCODINGS)[number]

/** Bytes decoded at a time. */
export const PIECE_BYTES = 256 * 1024

const isUtf16 = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)

/** Decodes bytes, all at once or piece by piece. */
type Decode = (bytes?: Uint8Array, options?: { stream: boolean }) => string

const decoderOf = (bytes: Uint8Array, encoding: Encoding): Decode => {
  const decoder = textDecoderOf(bytes, encoding)
  const decode: Decode = (piece, options) => decoder.decode(piece, options)
  return decoder.encoding === 'windows-1252' ? (piece, options) => withSigns(decode(piece, options)) : decode
}

const textDecoderOf = (bytes: Uint8Array, encoding: Encoding): TextDecoder => {
  if (isUtf16(bytes)) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be', { fatal: true })
  if (encoding === 'utf-16') return new TextDecoder('utf-16le', { fatal: true })
  return new TextDecoder(encoding === 'iso-8859-1' ? 'windows-1252' : encoding, { fatal: encoding === 'utf-8' })
}

/**
 * The whole text of a file, without a mark of its byte order. @throws Unreadable where the bytes are not of the
 * encoding.
 */
export function textOf(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'auto' && !isUtf16(bytes)) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      return textOf(bytes, 'windows-1252')
    }
  }
  try {
    return decoderOf(bytes, encoding)(bytes)
  } catch {
    throw new Unreadable(`The file is not ${encoding.toUpperCase()}.`)
  }
}

/** The text of a file, piece by piece. @throws Unreadable where the bytes are not of the encoding. */
export function* piecesOf(bytes: Uint8Array, encoding: Exclude<Encoding, 'auto'>): Generator<string> {
  const decode = decoderOf(bytes, encoding)
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      yield decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true })
    }
    yield decode()
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable(`The file is not ${encoding.toUpperCase()}.`)
  }
}
