import { buildApp, type AppParts } from '../app.ts'
import type { Config } from '../config.ts'
import { StartError } from './command.ts'
import { Connections } from './drain.ts'

/**
 * Builds the service and listens; the log says `listening on http://HOST:PORT`.
 * @returns what drains and closes it.
 * @throws StartError when the address is taken, not this machine's or not permitted.
 */
export async function listen(
  parts: AppParts & { config: Config; listening?: (address: string) => Promise<void> },
): Promise<() => Promise<void>> {
  const { port, host } = parts.config
  const app = buildApp(parts)
  const connections = new Connections(app.server)
  try {
    const address = await app.listen({ port, host })
    await parts.listening?.(address)
    parts.log.info(`listening on ${address}`)
    // Callers wait for this line.
    parts.log.flush()
  } catch (error) {
    await app.close()
    throw cannotListen(error, { host, port, setting: 'PORT' })
  }
  return () => connections.drain(app)
}

/** Why nobody can listen there, as a StartError; an error that is about something else stays. */
export function cannotListen(
  error: unknown,
  { host, port, setting }: { host: string; port: number; setting: string },
): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} of ${host} is taken; give another in ${setting}.`)
    case 'EACCES':
      return new StartError(`Port ${port} of ${host} is not permitted; give another in ${setting}.`)
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EAI_AGAIN':
    case 'EINVAL':
    case 'ENOTFOUND':
      return new StartError(`${host} is not an address of this machine; give another in HOST.`)
    default:
      return error
  }
}
