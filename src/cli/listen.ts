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
    // Somebody is waiting for this line.
    parts.log.flush()
  } catch (error) {
    await app.close()
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new StartError(`Port ${port} of ${host} is taken; give another in PORT.`)
    if (code === 'EACCES') throw new StartError(`Port ${port} of ${host} is not permitted; give another in PORT.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`${host} is not an address of this machine; give another in HOST.`)
    }
    throw error
  }
  return () => connections.drain(app)
}
