import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { Webhook as Verifier } from 'standardwebhooks'
import { listenOn, listenOnLastingPort } from '../faults/lasting-port.ts'
import { growsTo } from '../patience.ts'

const certificate = (file: string): string => readFileSync(new URL(`certificates/${file}`, import.meta.url), 'utf8')

/**
 * The authority that signed the receivers' certificate, for 127.0.0.1, localhost and receiver.test, valid until 2120.
 */
export const authority = certificate('authority.pem')
/** Where `authority` is, for NODE_EXTRA_CA_CERTS. */
export const authorityFile = new URL('certificates/authority.pem', import.meta.url).pathname

/** A request as a receiver got it. */
export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  webhookId: string
}

/** How a receiver answers: by a status, or by hand. Without an answer the request hangs. */
export type Respond = (request: Received, response: ServerResponse) => number | undefined | Promise<number | undefined>

/** A real HTTPS server on this machine. */
export interface Receiver {
  /** `https://localhost:PORT` */
  url: string
  port: number
  /** Every request, in the order they came. */
  requests: Received[]
  /** Connections made to it so far. */
  connections(): number
  /** Answers 204 until set otherwise. */
  respond: Respond
  /** The most requests that were under way at once for one path. */
  mostAtOnce(path: string): number
  /** Waits until so many requests have come. */
  until(requests: number): Promise<void>
  /** Takes no connections until `up`: those open are cut. */
  down(): Promise<void>
  up(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a receiver. A request that is not signed with each of the secrets for its path gets 401, whatever `respond`
 * says.
 * @param secretsOf the secrets by the first segment of the path.
 */
export async function startReceiver(secretsOf: ReadonlyMap<string, readonly string[]>): Promise<Receiver> {
  const requests: Received[] = []
  const [underWay, most] = [new Map<string, number>(), new Map<string, number>()]
  let connections = 0
  const server = createServer({ cert: certificate('receiver.pem'), key: certificate('receiver.key') })
  server.on('connection', () => connections++)
  server.on('tlsClientError', () => {})
  server.on('request', (incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method, url: path, headers } = incoming
      const body = Buffer.concat(chunks).toString()
      const request = { method: method!, path: path!, headers, body, webhookId: String(headers['webhook-id']) }
      const secrets = secretsOf.get(request.path.split(/[/?]/)[1]!) ?? []
      const verified = secrets.filter((secret) => isSignedWith(secret, request))
      requests.push(request)
      if (secrets.length === 0 || verified.length !== secrets.length) return void response.writeHead(401).end('forged')
      const now = (underWay.get(request.path) ?? 0) + 1
      underWay.set(request.path, now)
      most.set(request.path, Math.max(now, most.get(request.path) ?? 0))
      response.on('close', () => underWay.set(request.path, underWay.get(request.path)! - 1))
      void Promise.resolve(receiver.respond(request, response)).then((status) => {
        if (status !== undefined) response.writeHead(status).end(status === 204 ? undefined : `status ${status}`)
      })
    })
  })
  const down = async (): Promise<void> => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  const port = await listenOnLastingPort(server)
  const receiver: Receiver = {
    url: `https://localhost:${port}`,
    port,
    requests,
    connections: () => connections,
    respond: () => 204,
    mostAtOnce: (path) => most.get(path) ?? 0,
    until: (count) => growsTo(count, () => requests.length),
    down,
    up: () => listenOn(server, port),
    close: async () => void (server.listening && (await down())),
  }
  return receiver
}

/** As a receiver verifies it, with the reference library. */
function isSignedWith(secret: string, { headers, body }: Received): boolean {
  try {
    new Verifier(secret).verify(body, headers as Record<string, string>, { jsonParse: false })
    return true
  } catch {
    return false
  }
}
