import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../../errors/catalogue.ts'

const JSON_MEDIA = /^(application\/(json|[\w.+-]+\+json)|text\/json)$/

/**
 * Only JSON is spoken: a body of another type, or an `Accept` that rules JSON out, is refused (rule 4.3).
 * @param file the type of the file that is answered instead. An `Accept` of either type will do, as errors are JSON all the same.
 * @throws ApiError 415
 */
export function checkMediaTypes(headers: IncomingHttpHeaders, hasBody: boolean, file?: string): void {
  const accept = headers.accept
  if (
    accept !== undefined &&
    accept.trim() !== '' &&
    !accepts(accept, JSON_MEDIA) &&
    !(file && acceptsFile(accept, file))
  ) {
    const message = `Only ${file ?? 'JSON'} is answered here, and Accept '${accept.slice(0, 100)}' rules it out.`
    throw new ApiError({ code: 'MediaTypeNotSupported', property: 'Accept', message })
  }
  const contentType = headers['content-type']
  if (!hasBody || contentType === undefined) return
  const [media, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replace(/"/g, '')
  if (!JSON_MEDIA.test(media!) || (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')) {
    const message = `Only JSON in UTF-8 is read here, not '${contentType.slice(0, 100)}'.`
    throw new ApiError({ code: 'MediaTypeNotSupported', property: 'Content-Type', message })
  }
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

/** The ranges that name JSON most closely decide: `application/json;q=0, *\/*` rules it out (RFC 9110, 12.5.1). */
function accepts(accept: string, wanted: RegExp): boolean {
  const ranges = accept.split(',').map((range) => {
    const [media, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return { media: media!, wanted: !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) }
  })
  for (const closeness of [wanted, /^application\/\*$/, /^\*\/\*$/]) {
    const found = ranges.filter(({ media }) => closeness.test(media))
    if (found.length > 0) return found.some(({ wanted }) => wanted)
  }
  return false
}

const acceptsFile = (accept: string, type: string): boolean =>
  accepts(accept, new RegExp(`^(${type.replace(/[.+]/g, '\\$&')}|application/octet-stream)$`))
