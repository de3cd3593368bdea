import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { ApiError, type Fault } from '../../errors/catalogue.ts'
import { FORM_BYTES_MAX, FORM_PARTS_MAX } from '../../limits.ts'
import type { SentFile } from '../../resource/operations.ts'

/** A form as it came: the texts of its parts by their names, and its files. */
export interface Form {
  texts: ReadonlyMap<string, string>
  /** In their order; none where the form has none. */
  files: SentFile[]
  /** What is wrong with the form itself. */
  faults: Fault[]
}

/** The part that is a file, how many bytes it may have, and how often it may be there. */
export interface FilePart {
  name: string
  maxBytes: number
  /** Once where it is left out. Together such files have at most `maxBytesOfAll`. */
  many?: { max: number; maxBytesOfAll: number }
}

const bytesOfAll = ({ maxBytes, many }: FilePart): number => many?.maxBytesOfAll ?? maxBytes

const isForm = (type: string | undefined): boolean => /^multipart\/form-data\s*(;|$)/i.test(type ?? '')

/** Only a form is read here (rule 4.3). @throws ApiError 415 */
export function checkFormType(headers: IncomingHttpHeaders): void {
  const type = headers['content-type']
  if (isForm(type)) return
  const message = `Only multipart/form-data is read here, not '${(type ?? '').slice(0, 100)}'.`
  throw new ApiError({ code: 'MediaTypeNotSupported', property: 'Content-Type', message })
}

/** The bytes that a form may take in memory, judged by its headers. */
export function bytesOfForm(headers: IncomingHttpHeaders, part: FilePart): number {
  return Math.min(Number(headers['content-length'] ?? Infinity), bytesOfAll(part) + FORM_BYTES_MAX)
}

/** A file as it comes in: its name, and which parts of the buffer are its, in order. */
interface ComingFile {
  name: string | null
  parts: Uint8Array<ArrayBuffer>[]
  length: number
}

/** Collects files as they come in, in one buffer of the greatest length that they may have. */
class FileBuffer {
  isTooLong = false
  private readonly bytes: Uint8Array<ArrayBuffer>
  private readonly maxOfOne: number
  private readonly coming: ComingFile[] = []
  private length = 0

  /** @param room for all files. @param maxOfOne bytes that one of them may have. */
  constructor(room: number, maxOfOne: number) {
    this.bytes = new Uint8Array(room)
    this.maxOfOne = maxOfOne
  }

  begin(name: string | null): ComingFile {
    const file: ComingFile = { name, parts: [], length: 0 }
    this.coming.push(file)
    return file
  }

  add(file: ComingFile, data: Buffer): void {
    const length = this.length + data.length
    file.length += data.length
    this.isTooLong ||= length > this.bytes.length || file.length > this.maxOfOne
    if (this.isTooLong) return
    this.bytes.set(data, this.length)
    const last = file.parts.at(-1)
    // Bytes that follow those before stay one part: a file that nothing came between is not copied.
    if (last && last.byteOffset + last.length === this.length)
      file.parts[file.parts.length - 1] = this.bytes.subarray(last.byteOffset, length)
    else file.parts.push(this.bytes.subarray(this.length, length))
    this.length = length
  }

  files(): SentFile[] {
    return this.coming.map(({ name, parts: [first, ...more] }) => ({
      name,
      bytes: more.length === 0 ? (first ?? new Uint8Array(0)) : joined([first!, ...more]),
    }))
  }
}

function joined(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/**
 * Reads a form from the wire as it comes, and keeps nothing past its bounds. Names of parts are in lower case.
 * @param room the bytes that its file may take, as `bytesOfForm` says.
 * @throws ApiError 400 where it is none, or ends too early.
 */
export async function readForm(
  body: Readable,
  headers: IncomingHttpHeaders,
  part: FilePart,
  room: number,
): Promise<Form> {
  const texts = new Map<string, string>()
  const faults: Fault[] = []
  const buffer = new FileBuffer(Math.min(room, bytesOfAll(part)), part.maxBytes)
  const isFile = (name: string | undefined): boolean => name?.toLowerCase() === part.name
  const repeated = (name: string): void =>
    void faults.push({ code: 'ValueNotAllowed', property: name, message: `${name} is there twice.` })
  await new Promise<void>((resolve, reject) => {
    const broken = (message: string): void => {
      body.unpipe()
      reject(new ApiError({ code: 'RequestInvalid', property: 'body', message }))
    }
    // A client that went while its request waited: its body emits nothing more.
    if (body.destroyed) return broken('The request ended too early.')
    const parser = parserOf(headers, isFile, part.many?.max ?? 1)
    parser.on('field', (name: string | undefined, value: string, _isNameCut, isCut) => {
      const key = (name ?? '').toLowerCase()
      if (isCut) faults.push({ code: 'ValueTooLong', property: key, message: `${key} is too long.` })
      else if (texts.has(key)) repeated(key)
      else texts.set(key, value)
    })
    parser.on('file', (_name, stream, sent: unknown) => {
      const file = buffer.begin(typeof sent === 'string' && sent !== '' ? sent : null)
      stream.on('data', (data: Buffer) => buffer.add(file, data))
      stream.on('error', () => broken('The form ends too early.'))
    })
    parser.on('filesLimit', () => {
      if (!part.many) return repeated(part.name)
      const message = `${part.name} is there more than ${part.many.max} times.`
      faults.push({ code: 'ValueNotAllowed', property: part.name, message })
    })
    for (const limit of ['partsLimit', 'fieldsLimit'] as const) {
      parser.on(limit, () => broken(`The form has more than ${FORM_PARTS_MAX} parts.`))
    }
    parser.on('error', () => broken('The form is no valid multipart/form-data, or ends too early.'))
    parser.on('finish', resolve)
    body.on('error', () => broken('The request ended too early.'))
    body.on('close', () => body.readableEnded || broken('The request ended too early.'))
    let bytes = 0
    body.on('data', (data: Buffer) => {
      bytes += data.length
      if (bytes <= bytesOfAll(part) + FORM_BYTES_MAX) return
      buffer.isTooLong = true
      body.unpipe()
      resolve()
    })
    body.pipe(parser)
  })
  if (buffer.isTooLong) faults.push(tooLong(part))
  return { texts, files: buffer.files(), faults }
}

const tooLong = ({ name, maxBytes, many }: FilePart): Fault => ({
  code: 'ValueTooLong',
  property: name,
  message: `${name} has more than ${maxBytes} bytes${many ? `, or all of them more than ${many.maxBytesOfAll}` : ''}.`,
})

function parserOf(headers: IncomingHttpHeaders, isFile: (name: string | undefined) => boolean, files: number) {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type']! },
      isPartAFile: isFile,
      limits: {
        files,
        fields: FORM_PARTS_MAX,
        parts: FORM_PARTS_MAX + files - 1,
        headerPairs: 20,
        headerSize: 8192,
        fieldSize: FORM_BYTES_MAX / FORM_PARTS_MAX,
      },
    })
  } catch {
    const message = 'The form has no boundary between its parts.'
    throw new ApiError({ code: 'RequestInvalid', property: 'Content-Type', message })
  }
}
