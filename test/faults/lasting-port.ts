import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Below the ports that systems give to outgoing connections. */
const [FIRST, COUNT] = [20_000, 10_000]
/** No port is given twice soon: who got it may not listen yet, or be away. */
let next = Math.floor(Math.random() * COUNT)

/**
 * Listens on a port of this machine that a server can leave and come back to. A client that keeps trying while the
 * server is away is never given that port for its own end: it would be connected to itself.
 */
export async function listenOnLastingPort(server: Server): Promise<number> {
  for (;;) {
    const port = FIRST + (next++ % COUNT)
    try {
      await listenOn(server, port)
      return port
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}

/**
 * A port of this machine that nobody listens on, for a server that a test starts, and perhaps stops and starts again.
 * No outgoing connection takes it meanwhile.
 */
export async function freePort(): Promise<number> {
  const probe = createServer()
  const port = await listenOnLastingPort(probe)
  probe.close()
  await once(probe, 'close')
  return port
}

/** @throws when the port is taken. */
export async function listenOn(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}
