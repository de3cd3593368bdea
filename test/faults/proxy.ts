import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { listenOn, listenOnLastingPort } from './lasting-port.ts'

/** A way to a database that can be cut and mended, like a failing network or a database that is gone. */
export interface Proxy {
  /** The database's URL through the proxy. */
  url: string
  /** Connections open through it now. */
  open(): number
  /** Breaks every connection, in the middle of a message too. Refuses new ones until `mend`. */
  cut(): Promise<void>
  mend(): Promise<void>
  /** Passes nothing on in either direction, but takes connections, until `wake`: like a database that is stopped. */
  hang(): void
  wake(): void
  /** Answers no connection any more that sends `text`, though it stays open: what a database that hangs looks like. */
  hangAt(text: string): void
  /** Connections that hang. */
  hanging(): number
  close(): Promise<void>
}

/** Opens a proxy before the database at `databaseUrl`. */
export async function openProxy(databaseUrl: string): Promise<Proxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const hanging = new Set<Socket>()
  const pairs = new Map<Socket, Socket>()
  let hangsAt: string | undefined
  let isHung = false
  const join = (socket: Socket): void => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        hanging.delete(one)
        pairs.delete(one)
        other.destroy()
      })
      if (!isHung) one.pipe(other)
      pairs.set(one, other)
    }
    socket.on('data', (sent: Buffer) => {
      if (hangsAt === undefined || !sent.includes(hangsAt)) return
      upstream.unpipe(socket)
      hanging.add(socket)
    })
  }
  let server: Server = createServer(join)
  const port = await listenOnLastingPort(server)
  const mend = async (): Promise<void> => {
    server = createServer(join)
    await listenOn(server, port)
  }
  const cut = async (): Promise<void> => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    open: () => sockets.size / 2,
    cut,
    mend,
    hang() {
      isHung = true
      for (const [one, other] of pairs) one.unpipe(other)
      for (const one of pairs.keys()) one.pause()
    },
    wake() {
      isHung = false
      for (const [one, other] of pairs) one.pipe(other)
    },
    hangAt: (text) => void (hangsAt = text),
    hanging: () => hanging.size,
    close: async () => void (server.listening && (await cut())),
  }
}
