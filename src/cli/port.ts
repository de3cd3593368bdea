import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../config.ts'
import { StartError } from './command.ts'

/**
 * Listens for a moment, so that a start that could not listen says so before it makes anything.
 * @throws StartError as `listen` does.
 */
export async function checkAddress({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  const server = createServer()
  const listening = once(server, 'listening')
  server.listen({ port, host })
  await listening.catch((error: unknown) => {
    throw cannotListen(error, { host, port, setting: 'PORT' })
  })
  server.close()
  await once(server, 'close')
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
