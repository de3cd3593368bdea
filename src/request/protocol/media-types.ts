import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../../errors/catalogue.ts'
import type { Operation } from '../../resource/operations.ts'
import { type Answerable, answerable, JSON_ANSWER, mediaType, mostWanted, partsOf, takes } from './accept.ts'

const BYTES = 'application/octet-stream'
const JSON_FORMAT = 'json'

/** Content types of a report beside JSON, by the values of `format`. */
type Formats = Readonly<Record<string, string>>

/**
 * An `Accept` that rules out all that an operation answers is refused (rule 4.3).
 * @throws ApiError 415
 */
export function checkAccept({ accept }: IncomingHttpHeaders, operation: Operation): void {
  if (accept === undefined || accept === '*/*') return
  if (operation.kind === 'file') {
    const { contentType } = operation
    if (!takes(accept, answerable(contentType, [BYTES]))) throw notAnswered(mediaType(contentType), accept)
    return
  }
  const formats = operation.kind === 'query' ? operation.formats : undefined
  if (formatWanted(accept, formats)) return
  throw notAnswered(['JSON', ...Object.values(formats ?? {}).map(mediaType)].join(' or '), accept)
}

/**
 * The format of a report: the one that is asked for by name, else the one that `Accept` wants most, JSON where it wants
 * all alike.
 * @throws ApiError 415 where `Accept` rules out the one asked for
 */
export function formatFor(accept: string | undefined, formats: Formats, asked: string | undefined): string {
  if (asked === undefined) return formatWanted(accept, formats) ?? JSON_FORMAT
  const type = formats[asked]
  if (takes(accept, type === undefined ? JSON_ANSWER : answerable(type))) return asked
  throw notAnswered(type === undefined ? 'JSON' : mediaType(type), accept)
}

function formatWanted(accept: string | undefined, formats: Formats = {}): string | undefined {
  const offered: Record<string, Answerable> = { [JSON_FORMAT]: JSON_ANSWER }
  for (const [name, type] of Object.entries(formats)) offered[name] = answerable(type)
  return mostWanted(accept, offered)
}

function notAnswered(answered: string, accept = ''): ApiError {
  const message = `Only ${answered} is answered here, and Accept '${accept.slice(0, 100)}' rules it out.`
  return new ApiError({ code: 'MediaTypeNotSupported', property: 'Accept', message })
}

/**
 * Only JSON in UTF-8 is read (rule 4.3).
 * @throws ApiError 415
 */
export function checkContentType({ 'content-type': contentType }: IncomingHttpHeaders): void {
  if (contentType === undefined) return
  const charset = partsOf(contentType)
    .map((part) => /^\s*charset\s*=\s*"?([^"]*?)"?\s*$/i.exec(part)?.[1]?.toLowerCase())
    .find((one) => one !== undefined)
  const isUtf8 = charset === undefined || charset === 'utf-8' || charset === 'utf8'
  if (JSON_ANSWER.names.test(mediaType(contentType)) && isUtf8) return
  const message = `Only JSON in UTF-8 is read here, not '${contentType.slice(0, 100)}'.`
  throw new ApiError({ code: 'MediaTypeNotSupported', property: 'Content-Type', message })
}

/**
 * Bodies are read as they come: one that is compressed is refused (RFC 9110, 8.4).
 * @throws ApiError 415
 */
export function checkContentCoding({ 'content-encoding': coding = '' }: IncomingHttpHeaders): void {
  if (coding.split(',').every((one) => ['', 'identity'].includes(one.trim().toLowerCase()))) return
  const message = `Bodies are read as they are, not with Content-Encoding '${coding.slice(0, 100)}'.`
  throw new ApiError(
    { code: 'MediaTypeNotSupported', property: 'Content-Encoding', message },
    { 'accept-encoding': 'identity' },
  )
}
