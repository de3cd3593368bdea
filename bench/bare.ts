import Fastify from 'fastify'
import { once } from 'node:events'

/** The single answer of a bare route, copied from the service. */
export interface BareAnswer {
  method: 'GET' | 'POST'
  /** The route with `:parameters`. */
  route: string
  status: number
  headers: Readonly<Record<string, string>>
  body: Uint8Array
}

/** A child process of the bench: receives the answer, serves it, and sends back its port; ends with the bench. */
process.on('disconnect', () => process.exit())
const [answer] = (await once(process, 'message')) as [BareAnswer]
const app = Fastify({ routerOptions: { caseSensitive: false } })
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
const body = Buffer.from(answer.body)
app.route({
  method: answer.method,
  url: answer.route,
  handler: (_request, reply) => {
    reply.code(answer.status).headers(answer.headers)
    return body.length > 0 ? reply.send(body) : reply.send()
  },
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.send!(app.server.address())
