import { isIP } from 'node:net'
import { isInside } from './address.ts'
import { isForwarded } from './forward/place.ts'
import { MERGE_FIELD } from './template.ts'

/** What is wrong with a webhook's url, for its error body. */
export interface UrlFault {
  code: 'WebhookInvalidUrl' | 'WebhookInvalidUrlScheme'
  message: string
}

/**
 * The target of a request: `host` as the system resolves it, without brackets; `path` with its query, as registered.
 */
export interface Target {
  host: string
  port: number
  path: string
}

interface Parts {
  scheme: string
  authority: string | undefined
  path: string
  query: string
  fragment: string
}

/** RFC 3986, appendix B. */
const URI =
  /^(?<scheme>[A-Za-z][A-Za-z0-9+.-]*):(?:\/\/(?<authority>[^/?#]*))?(?<path>[^?#]*)(?<query>\?[^#]*)?(?<fragment>#[^]*)?$/
/** RFC 3986, section 3.3 to 3.5: the characters of path, query and fragment. */
const CHARACTERS = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*$/
/**
 * A name or an IPv4 address, or an IPv6 address in brackets; and a port. RFC 3986 allows more names, but DNS has none
 * of them.
 */
const HOST_AND_PORT = /^(?<host>[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::(?<port>\d{0,5}))?$/
const NAME_MAX_LENGTH = 253
const LABEL_MAX_LENGTH = 63
const HTTPS_PORT = 443

/**
 * The fault of a webhook's url, as far as it can be found without asking DNS (rule 10.6). The url must be a URI by
 * RFC 3986 (merge fields of path and query do not count), https, without user, and not an inside address in
 * any spelling. The addresses of a name are checked when connecting.
 * The resource itself checks that only sandboxes have the url of `webhooks forward`.
 * @param allowedHosts lower-case names and addresses to which the rules on addresses do not apply.
 */
export function urlFault(url: string, allowedHosts: readonly string[]): UrlFault | undefined {
  const parts = split(url)
  if (!parts || !isUri(parts)) return invalid('The url is not a valid URI (RFC 3986).')
  if (parts.scheme.toLowerCase() !== 'https') {
    return { code: 'WebhookInvalidUrlScheme', message: `The url's scheme is ${parts.scheme}; it must be https.` }
  }
  if (parts.authority?.includes('@')) return invalid('The url must not hold a user or password.')
  const authority = parts.authority ?? ''
  const host = hostOf(authority)
  if (!host)
    return invalid('The url names no host that can be called: a name or an address, and a port from 1 to 65535.')
  const isTaken = isForwarded({ host, port: portOf(authority) }) || isHostAllowed(host, allowedHosts)
  return isTaken ? undefined : hostFault(host)
}

/** The target of a url without `urlFault`; its merge fields may be filled in. @throws when it cannot be called. */
export function targetOf(url: string): Target {
  const parts = split(url)
  const host = hostOf(parts?.authority ?? '')
  if (!parts || !host) throw new Error('The url names no host that can be called.')
  return { host, port: portOf(parts.authority!), path: `${parts.path || '/'}${parts.query}` }
}

/** Whether the operator allowed the host, so that it may lie inside. */
export const isHostAllowed = (host: string, allowedHosts: readonly string[]): boolean => allowedHosts.includes(host)

/** Whether a name always means the machine itself (RFC 6761, 6.3). */
export const isLocalName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')

const invalid = (message: string): UrlFault => ({ code: 'WebhookInvalidUrl', message })

function split(url: string): Parts | undefined {
  const groups = URI.exec(url)?.groups
  if (!groups) return undefined
  return {
    scheme: groups.scheme!,
    authority: groups.authority,
    path: groups.path!,
    query: groups.query ?? '',
    fragment: groups.fragment ?? '',
  }
}

function isUri({ authority, path, query, fragment }: Parts): boolean {
  const isRooted = authority !== undefined || !path.startsWith('//')
  const filled = (path + query).replace(MERGE_FIELD, 'x')
  return isRooted && CHARACTERS.test(filled) && CHARACTERS.test(fragment.slice(1))
}

/** A port that is left out or empty is that of https. Port 0 is none. */
const isPort = (port = ''): boolean => port === '' || (Number(port) > 0 && Number(port) <= 65_535)

const portOf = (authority: string): number => Number(HOST_AND_PORT.exec(authority)?.groups?.port || HTTPS_PORT)

/** The host in the form for comparing: lower case, addresses in their usual spelling, no dot at the end. */
function hostOf(authority: string): string | undefined {
  const match = HOST_AND_PORT.exec(authority)
  if (!match || !isPort(match.groups!.port)) return undefined
  // URL reads IPv4 as every resolver does: decimal, octal, hexadecimal, short. It refuses hosts that only look like
  // IPv4.
  if (!URL.canParse(`https://${match.groups!.host}/`)) return undefined
  const host = new URL(`https://${match.groups!.host}/`).hostname.replace(/^\[|\]$|\.$/g, '')
  const isName = isIP(host) === 0
  if (isName && (host.length > NAME_MAX_LENGTH || !host.split('.').every(isLabel))) return undefined
  return host
}

/**
 * A part of a name as DNS holds it: neither begins nor ends with a hyphen (RFC 1123, 2.1); with an underscore some do.
 */
const isLabel = (label: string): boolean =>
  label.length <= LABEL_MAX_LENGTH && /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/.test(label)

function hostFault(host: string): UrlFault | undefined {
  if (isLocalName(host)) return invalid(`The url's host ${host} is the service's own machine.`)
  if (isIP(host) !== 0 && isInside(host)) return invalid(`The url's address ${host} is not one of the public internet.`)
  return undefined
}
