import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { closedLoop, type Sample, type Span } from './sample.ts'

/** The job of the clients. */
export interface Job extends Span {
  port: number
  /** The requests of each client; each is the whole text sent over the wire. */
  requests: readonly (readonly string[])[]
  /** Whether a client sends each request only once; otherwise it begins again at its first. */
  once: boolean
  /** The expected status. */
  status: number
}

/**
 * HTTP/1.1 on one connection that stays open. Uses bare sockets, because the clients share the cores with the measured
 * server: Node's own client costs more than a bare Fastify's whole answer. Reads answers to their last byte, without
 * parsing.
 */
class Connection {
  readonly #socket: Socket
  readonly #status: number
  #chunks: Buffer[] = []
  #missing: number | undefined
  #settle: { resolve(): void; reject(error: Error): void } | undefined

  constructor(port: number, status: number) {
    this.#status = status
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true })
    this.#socket.on('data', (chunk) => this.#read(chunk))
    this.#socket.on('error', (error) => this.#settle?.reject(error))
    this.#socket.on('close', () => this.#settle?.reject(new Error('The connection was closed.')))
  }

  /** @throws Error when the answer has an unexpected status, or none comes. */
  async ask(request: string): Promise<void> {
    return await new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      this.#socket.write(request)
    })
  }

  end(): void {
    this.#settle = undefined
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    this.#chunks.push(chunk)
    if (this.#missing !== undefined) this.#missing -= chunk.length
    else this.#readHead()
    if (this.#missing === 0) this.#finish()
  }

  #readHead(): void {
    const bytes = Buffer.concat(this.#chunks)
    const end = bytes.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = /\r\ncontent-length: *(\d+)/i.exec(bytes.toString('latin1', 0, end))
    const status = bytes.toString('latin1', 9, 12)
    if (!length && status !== '204') {
      this.#settle?.reject(new Error(`An answer came without Content-Length:\n${bytes.toString()}`))
      return
    }
    this.#missing = end + 4 + Number(length?.[1] ?? 0) - bytes.length
  }

  #finish(): void {
    const chunks = this.#chunks
    const right = chunks[0]!.toString('latin1', 9, 12) === String(this.#status)
    this.#chunks = []
    this.#missing = undefined
    if (right) this.#settle?.resolve()
    else
      this.#settle?.reject(
        new Error(`${this.#status} was expected:\n${Buffer.concat(chunks).toString().slice(0, 2000)}`),
      )
  }
}

async function run({ port, requests, once, status, ...span }: Job): Promise<Sample> {
  const connections = requests.map(() => new Connection(port, status))
  const next = requests.map(() => 0)
  try {
    return await closedLoop(requests.length, span, (client) => {
      const list = requests[client]!
      const at = next[client]!++
      return once && at >= list.length ? undefined : connections[client]!.ask(list[at % list.length]!)
    })
  } finally {
    for (const connection of connections) connection.end()
  }
}

/** A child process of the bench: runs the jobs that it receives; ends with the bench. */
process.on('disconnect', () => process.exit())
process.on('message', (job: Job) => {
  run(job).then(
    (sample) => process.send!(sample),
    (error: Error) => process.send!({ error: error.message }),
  )
})
