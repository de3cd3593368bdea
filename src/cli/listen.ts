import { buildApp, type AppParts } from '../app.ts'
import type { Config } from '../config.ts'
import { forBrowsers } from './addresses.ts'
import { Connections } from './drain.ts'
import { cannotListen } from './port.ts'

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
    parts.log.info(`the console is at ${parts.config.publicOrigin ?? forBrowsers(address)}/app`)
    // Callers wait for this line.
    parts.log.flush()
  } catch (error) {
    await app.close()
    throw cannotListen(error, { host, port, setting: 'PORT' })
  }
  return () => connections.drain(app)
}
