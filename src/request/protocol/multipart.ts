import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { ApiError, type Fault } from '../../errors/catalogue.ts'
import { FORM_BYTES_MAX, FORM_PARTS_MAX } from '../../limits.ts'

/** A form as it came: the texts of its parts by their names, and the bytes of its file. */
export interface Form {
  texts: ReadonlyMap<string, string>
  /** Undefined where the form has none. */
  file: Uint8Array<ArrayBuffer> | undefined
  /** What is wrong with the form itself. */
  faults: Fault[]
}

/** The part that is a file, and how many bytes it may have. */
export interface FilePart {
  name: string
  maxBytes: number
}

const isForm = (type: string | undefined): boolean => /^multipart\/form-data\s*(;|$)/i.test(type ?? '')

/** Only a form is read here (rule 4.3). @throws ApiError 415 */
export function checkFormType(headers: IncomingHttpHeaders): void {
  const type = headers['content-type']
  if (isForm(type)) return
  const message = `Only multipart/form-data is read here, not '${(type ?? '').slice(0, 100)}'.`
  throw new ApiError({ code: 'MediaTypeNotSupported', property: 'Content-Type', message })
}

/** The bytes that a form may take in memory, judged by its headers. */
export function bytesOfForm(headers: IncomingHttpHeaders, { maxBytes }: FilePart): number {
  return Math.min(Number(headers['content-length'] ?? Infinity), maxBytes + FORM_BYTES_MAX)
}

/** Collects the file as it comes in, in one buffer of the greatest length it may have. */
class FileBuffer {
  isTooLong = false
  private readonly bytes: Uint8Array<ArrayBuffer>
  private length = 0

  constructor(room: number) {
    this.bytes = new Uint8Array(room)
  }

  add(data: Buffer): void {
    const length = this.length + data.length
    this.isTooLong ||= length > this.bytes.length
    if (this.isTooLong) return
    this.bytes.set(data, this.length)
    this.length = length
  }

  file(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.length)
  }
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
  const buffer = new FileBuffer(Math.min(room, part.maxBytes))
  const isFile = (name: string | undefined): boolean => name?.toLowerCase() === part.name
  let hasFile = false
  const repeated = (name: string): void =>
    void faults.push({ code: 'ValueNotAllowed', property: name, message: `${name} is there twice.` })
  await new Promise<void>((resolve, reject) => {
    const broken = (message: string): void => {
      body.unpipe()
      reject(new ApiError({ code: 'RequestInvalid', property: 'body', message }))
    }
    // A client that went while its request waited: its body emits nothing more.
    if (body.destroyed) return broken('The request ended too early.')
    const parser = parserOf(headers, isFile)
    parser.on('field', (name: string | undefined, value: string, _isNameCut, isCut) => {
      const key = (name ?? '').toLowerCase()
      if (isCut) faults.push({ code: 'ValueTooLong', property: key, message: `${key} is too long.` })
      else if (texts.has(key)) repeated(key)
      else texts.set(key, value)
    })
    parser.on('file', (_name, stream) => {
      hasFile = true
      stream.on('data', (data: Buffer) => buffer.add(data))
      stream.on('error', () => broken('The form ends too early.'))
    })
    parser.on('filesLimit', () => repeated(part.name))
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
      if (bytes <= part.maxBytes + FORM_BYTES_MAX) return
      buffer.isTooLong = true
      body.unpipe()
      resolve()
    })
    body.pipe(parser)
  })
  if (buffer.isTooLong) faults.push(tooLong(part))
  return { texts, file: hasFile ? buffer.file() : undefined, faults }
}

const tooLong = ({ name, maxBytes }: FilePart): Fault => ({
  code: 'ValueTooLong',
  property: name,
  message: `${name} has more than ${maxBytes} bytes.`,
})

function parserOf(headers: IncomingHttpHeaders, isFile: (name: string | undefined) => boolean) {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type']! },
      isPartAFile: isFile,
      limits: {
        files: 1,
        fields: FORM_PARTS_MAX,
        parts: FORM_PARTS_MAX,
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
