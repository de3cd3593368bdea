import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import type { Config } from '../config.ts'
import { StartError } from './command.ts'

/** Where something listens, and the setting that its port comes from. */
interface Address {
  port: number
  host: string
  setting: string
}

/**
 * Listens for a moment, so that a start that could not listen says so before it makes anything.
 * @throws StartError as `listen` does.
 */
export async function checkAddress({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  const server = createServer()
  await listening(server, { port, host, setting: 'PORT' })
  server.close()
  await once(server, 'close')
}

/** Has the server listen. @throws StartError when nobody can there. */
export async function listening(server: Server, { port, host, setting }: Address): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    throw cannotListen(error, { port, host, setting })
  })
}

/** Why nobody can listen there, as a StartError; an error that is about something else stays. */
export function cannotListen(error: unknown, { port, host, setting }: Address): unknown {
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
