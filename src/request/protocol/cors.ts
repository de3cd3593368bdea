import type { FastifyInstance } from 'fastify'

const ANSWERED =
  'Location, Allow, Retry-After, Link, Deprecation, ETag, Content-Disposition, Content-Range, X-ResultFromCache, X-CallCost, X-RateLimiting, X-Request-Id, Daybook-Notice, Daybook-Dry-Run, Daybook-Fault'
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
  'access-control-allow-headers':
    'X-AppSecretToken, X-AgreementGrantToken, Content-Type, Idempotency-Key, If-None-Match, Range, traceparent, Daybook-Actor, Daybook-Dry-Run',
  'access-control-max-age': '600',
}

/**
 * Lets pages of the origins (`*`: of all) call the service from browsers. Answers name the origin, and preflight
 * requests (OPTIONS) are answered. Without origins it does nothing, and browsers refuse such calls.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const allowed = new Set(origins)
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    reply.header('vary', 'Origin')
    if (origin === undefined || !(allowed.has('*') || allowed.has(origin))) return done()
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': ANSWERED })
    if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return done()
    reply.code(204).headers(PREFLIGHT).send()
  })
}
