import { type LookupAddress, promises as dns } from 'node:dns'

/** How a host's name becomes its addresses. @throws ResolveError */
export type Resolve = (name: string) => Promise<LookupAddress[]>

/** A name has no address; `code` says why. */
export class ResolveError extends Error {
  readonly code: 'NAME_UNKNOWN' | 'NAME_UNRESOLVED'

  constructor(code: 'NAME_UNKNOWN' | 'NAME_UNRESOLVED') {
    super(`The name has no address: ${code}.`)
    this.code = code
  }
}

const NO_SUCH_NAME = ['ENOTFOUND', 'ENODATA']
/** Well within the time limit of an attempt. */
const PATIENCE = { timeout: 4000, tries: 2 }

/**
 * Asks only DNS: the machine's own names and search domains lie inside. Does not use `dns.lookup`: it has four threads,
 * and a few names that never resolve would block them for all others.
 */
export const resolveByDns: Resolve = async (name) => {
  const resolver = new dns.Resolver(PATIENCE)
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ]
  if (found.length > 0) return found
  const isUnknown = [four, six].every(
    (result) => result.status === 'rejected' && NO_SUCH_NAME.includes((result.reason as NodeJS.ErrnoException).code!),
  )
  throw new ResolveError(isUnknown ? 'NAME_UNKNOWN' : 'NAME_UNRESOLVED')
}

/** Asks the system, which knows the names of the machine's own network. For hosts that the operator allowed. */
export const resolveBySystem: Resolve = async (name) => {
  return await dns.lookup(name, { all: true }).catch(() => {
    throw new ResolveError('NAME_UNRESOLVED')
  })
}
