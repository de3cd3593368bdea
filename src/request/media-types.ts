import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../errors/catalogue.ts'

const JSON_MEDIA = /^(application\/(json|[\w.+-]+\+json)|text\/json)$/

/**
 * Only JSON is spoken: a body of another type, or an `Accept` that rules JSON out, is refused (spec 1, Status codes, 415).
 * @throws ApiError 415
 */
export function checkMediaTypes(headers: IncomingHttpHeaders, hasBody: boolean): void {
  const accept = headers.accept
  if (accept !== undefined && accept.trim() !== '' && !accept.split(',').some(acceptsJson)) {
    const message = `Only JSON is answered here, and Accept '${accept.slice(0, 100)}' rules it out.`
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

function acceptsJson(range: string): boolean {
  const [media, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  if (parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) return false
  return media === '*/*' || media === 'application/*' || JSON_MEDIA.test(media!)
}
