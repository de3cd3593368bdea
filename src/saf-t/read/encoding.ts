import { SafTError } from '../error.ts'
import { shown } from './element.ts'

/** What the bytes of a file are read as. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'iso-8859-1'

/** Bytes in which a declaration stands, if there is one. */
const DECLARATION_MAX = 400

/**
 * The encoding of a file, from its first bytes: a byte order mark or the zeros beside `<` tell UTF-16, and else the
 * declaration says it. It is ASCII in every encoding that is read, but for UTF-16.
 */
export function encodingOf(start: Uint8Array): Encoding {
  const [first, second] = start
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const text = Buffer.from(start.subarray(0, DECLARATION_MAX)).toString('latin1')
  const [, declared = 'utf-8'] = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(text) ?? []
  return /^(?:iso-8859-1|latin1|windows-1252)$/i.test(declared) ? 'iso-8859-1' : 'utf-8'
}

/** @throws SafTError where the declaration names another encoding than the bytes are in, or one that is not read. */
export function checkDeclared(declared: string | undefined, encoding: Encoding, line: number): void {
  if (declared === undefined) return
  const names: Record<Encoding, RegExp> = {
    'utf-8': /^utf-8$/i,
    'utf-16le': /^utf-16(?:le)?$/i,
    'utf-16be': /^utf-16(?:be)?$/i,
    'iso-8859-1': /^(?:iso-8859-1|latin1|windows-1252)$/i,
  }
  if (names[encoding].test(declared)) return
  const isRead = Object.values(names).some((name) => name.test(declared))
  const reason = isRead ? `its bytes are ${encoding.toUpperCase()}` : 'UTF-8, UTF-16 and ISO-8859-1 are read'
  throw new SafTError(line, `The encoding is '${shown(declared)}'; ${reason}.`)
}
