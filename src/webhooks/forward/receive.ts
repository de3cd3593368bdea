import { type IncomingHttpHeaders, type IncomingMessage, request as requestPlain, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makeCertificate } from './certificate.ts'
import { FORWARD_HOST, type Forwarding } from './place.ts'

/** A request for a webhook, and the program's answer. */
export interface Passed {
  /** ISO, UTC. */
  at: string
  webhookId: string | null
  path: string
  body: string
  /** The program's answer; null where it gave none, for the reason `error` names. */
  statusCode: number | null
  error: string | null
  milliseconds: number
}

/** Receives webhooks until it is closed. */
export interface Receiving extends Forwarding {
  close(): Promise<void>
}

/** Headers of one connection: they are not passed on (RFC 9110, 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set(['connection', 'host', 'keep-alive', 'transfer-encoding'])
const BAD_GATEWAY = 502

/**
 * Receives webhooks over https on a free port of 127.0.0.1, passes each on to a program on this machine, and answers as
 * that does.
 * @param to where the program listens; the path of the request is appended to its own.
 * @param report called for each request when it is answered.
 */
export const receiveFor = (to: URL, report: (passed: Passed) => void): Promise<Receiving> =>
  receive((incoming, answer) => pass(to, incoming, answer, report))

/** Receives webhooks over https on a free port of 127.0.0.1. Where `take` fails, the request gets no answer. */
export async function receive(
  take: (incoming: IncomingMessage, answer: ServerResponse) => Promise<void>,
): Promise<Receiving> {
  const { certificate, key } = makeCertificate(FORWARD_HOST)
  const server = createServer({ cert: certificate, key }, (incoming, answer) => {
    // A request broke off in its body: there is no client to answer.
    take(incoming, answer).catch(() => answer.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    certificate,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function pass(
  to: URL,
  incoming: IncomingMessage,
  answer: ServerResponse,
  report: (passed: Passed) => void,
): Promise<void> {
  const began = performance.now()
  const at = new Date().toISOString()
  const path = to.pathname.replace(/\/$/, '') + (incoming.url === '/' && to.pathname !== '/' ? '' : incoming.url!)
  const body = await bodyOf(incoming)
  const told = await ask(to, path, incoming, body)
  const { statusCode, error } = told
  const webhookId = incoming.headers['webhook-id']
  const milliseconds = Math.round(performance.now() - began)
  report({
    at,
    webhookId: String(webhookId ?? '') || null,
    path,
    body: body.toString(),
    statusCode,
    error,
    milliseconds,
  })
  answer.writeHead(statusCode ?? BAD_GATEWAY, passable(told.headers)).end(told.body)
}

interface Told {
  statusCode: number | null
  error: string | null
  headers: IncomingHttpHeaders
  body: Buffer | string
}

function ask(to: URL, path: string, { headers, method }: IncomingMessage, body: Buffer): Promise<Told> {
  return new Promise((resolve) => {
    const failed = (error: Error): void => {
      const sentence = `${to.origin} does not answer: ${error.message || (error as NodeJS.ErrnoException).code}`
      resolve({ statusCode: null, error: sentence, headers: { 'content-type': 'text/plain' }, body: `${sentence}\n` })
    }
    const options = { method, headers: { ...passable(headers), host: to.host }, agent: false as const }
    const made = requestPlain(new URL(to.origin + path), options, (answer) => {
      bodyOf(answer).then(
        (bytes) => resolve({ statusCode: answer.statusCode!, error: null, headers: answer.headers, body: bytes }),
        failed,
      )
    })
    made.on('error', failed)
    made.end(body)
  })
}

const passable = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)))

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
