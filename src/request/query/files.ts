import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { Database } from '../../database/connection.ts'
import { ApiError, throwFaults } from '../../errors/catalogue.ts'
import type { Caller, FileContent, FileOperation, Item, ServedFile } from '../../resource/operations.ts'
import type { FileRoom } from '../protocol/file-room.ts'
import { parseQuery } from '../protocol/query-string.ts'
import type { Reading } from '../protocol/reading.ts'
import type { Answer } from '../protocol/respond.ts'
import { isKnown } from '../protocol/tags.ts'
import { parametersReader } from './parameters.ts'

/** One read of a file as it comes. */
export interface FileInput {
  caller: Caller
  path: Item
  search: string
  method: string
  headers: IncomingHttpHeaders
  reading: Reading
}

/** Carries the read of a file out. @throws ApiError */
export type HandleFile = (input: FileInput) => Promise<Answer>

/** What reads of files need of the world. */
export interface FileWorld {
  database: Database
  files: FileRoom
}

/** Bytes from one place up to another. */
interface Span {
  from: number
  to: number
}

/**
 * A browser that shows a file by itself loads and runs nothing for it. Chromium's viewer is an object of the page that
 * it makes, so objects of the same place are let in; it stays blank in a sandbox.
 */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/** Files, whole or the range that is asked for (RFC 9110, 13 and 14). They are never anything that runs. */
export function fileHandler(operation: FileOperation, world: FileWorld, notFound: () => ApiError): HandleFile {
  const parameters = operation.query ?? []
  const names = parameters.map(({ name }) => name)
  const readParameters = parametersReader(parameters)
  return async ({ caller, path, search, method, headers, reading }) => {
    const query = readParameters(parseQuery(search, { known: names }, reading))
    throwFaults(operation.check?.(query) ?? [])
    const file = await operation.find(caller, world.database.of(caller.agreement), path, query)
    if (!file) throw notFound()
    const tag = `"${file.tag}"`
    const known = {
      etag: tag,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': CONTENT_SECURITY_POLICY,
    }
    if (isKnown(headers['if-none-match'], tag)) return { status: 304, headers: known, body: undefined }
    const leave = file.held === undefined ? () => {} : await world.files.take(caller.agreement, file.held)
    const told = {
      ...known,
      'content-type': operation.contentType,
      'content-disposition': `inline; filename="${file.name}"`,
      'accept-ranges': 'bytes',
    }
    return await answerOf({ file, told, tag, method, headers, leave })
  }
}

interface Asked {
  file: ServedFile
  told: Record<string, string>
  tag: string
  method: string
  headers: IncomingHttpHeaders
  leave(): void
}

async function answerOf({ file, told, tag, method, headers, leave }: Asked): Promise<Answer> {
  let isSending = false
  try {
    const content = await file.content()
    const { length } = content
    const span = wantsRange(headers, tag) ? spanOf(headers.range!, length) : undefined
    if (span === 'none') {
      const message = `The file has ${length} bytes, and none of those asked for.`
      throw new ApiError(
        { code: 'RangeNotSatisfiable', property: 'Range', message },
        { 'content-range': `bytes */${length}` },
      )
    }
    const { from, to } = span ?? { from: 0, to: length }
    const answered: Record<string, string> = { ...told, 'content-length': String(to - from) }
    if (span) answered['content-range'] = `bytes ${from}-${to - 1}/${length}`
    const status = span ? 206 : 200
    if (method === 'HEAD') return { status, headers: answered, body: undefined }
    isSending = true
    return { status, headers: answered, body: undefined, stream: sending(content, { from, to }, leave) }
  } finally {
    if (!isSending) leave()
  }
}

/**
 * The bytes as they are asked for by who takes them; what was held is given back when the last is gone, or nobody wants
 * more.
 */
function sending(content: FileContent, { from, to }: Span, leave: () => void): Readable {
  return Readable.from(content.read(from, to), { objectMode: false }).once('close', leave)
}

/** A range counts where what it is a range of is still the same (RFC 9110, 13.1.5). */
function wantsRange({ range, 'if-range': of }: IncomingHttpHeaders, tag: string): boolean {
  return range !== undefined && (of === undefined || of === tag)
}

/** The one range asked for; undefined for several and for what is none, which are answered whole. */
function spanOf(range: string, length: number): Span | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim()) ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return Number(last) === 0 ? 'none' : { from: Math.max(0, length - Number(last)), to: length }
  const from = Number(first)
  const to = last === '' ? length : Math.min(length, Number(last) + 1)
  if (last !== '' && Number(last) < from) return undefined
  return from >= length ? 'none' : { from, to }
}
