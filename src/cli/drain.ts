import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * How long clients are told to leave before no connection is accepted. A client that asks again in this time has moved
 * by then.
 */
const FAREWELL_MILLISECONDS = 500
/** How long clients may go on sending a request once the service is told to stop. */
const SENDING_MILLISECONDS = 1_000
/** How long requests under way may take to finish then. */
const DRAIN_MILLISECONDS = 15_000
const POLL_MILLISECONDS = 50

/** The connections of a server, and which of them have sent a whole request whose answer is under way. */
export class Connections {
  private readonly server: Server
  private readonly open = new Set<Socket>()
  private readonly answered = new Map<Socket, number>()

  constructor(server: Server) {
    this.server = server
    server.on('connection', (socket: Socket) => {
      this.open.add(socket)
      socket.on('close', () => this.open.delete(socket))
    })
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.follow(request, response))
  }

  /**
   * Ends a service in order. Clients are told to close their connections with the answers that they get. Then no
   * connection is accepted, clients that are still sending are cut off after a moment, and answers under way are
   * finished.
   */
  async drain(app: FastifyInstance): Promise<void> {
    app.leave()
    if (this.open.size > 0) await Promise.race([delay(FAREWELL_MILLISECONDS), this.empty()])
    const idle = setInterval(() => this.server.closeIdleConnections(), POLL_MILLISECONDS)
    const sending = setTimeout(() => this.cutSending(), SENDING_MILLISECONDS)
    const late = setTimeout(() => this.server.closeAllConnections(), DRAIN_MILLISECONDS)
    await app.close().finally(() => {
      clearInterval(idle)
      clearTimeout(sending)
      clearTimeout(late)
    })
  }

  private follow(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    const count = (by: number): void => {
      const now = (this.answered.get(socket) ?? 0) + by
      if (now > 0) this.answered.set(socket, now)
      else this.answered.delete(socket)
    }
    let isWhole = false
    request.once('end', () => count(isWhole || response.closed ? 0 : ((isWhole = true), 1)))
    response.once('close', () => count(isWhole ? -1 : 0))
  }

  private cutSending(): void {
    for (const socket of this.open) if (!this.answered.has(socket)) socket.destroy()
  }

  private async empty(): Promise<void> {
    while (this.open.size > 0) await delay(POLL_MILLISECONDS)
  }
}
