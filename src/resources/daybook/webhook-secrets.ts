import { ApiError } from '../../errors/catalogue.ts'
import { SECRET_OVERLAP_HOURS } from '../../limits.ts'
import { text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'

const secret = {
  eventType: text(100).present(),
  secret: text(100).present().describe('What requests are signed with, after Standard Webhooks.'),
}

/**
 * The secret that signs the requests of a webhook. Rotating gives a new secret. Requests are signed with both for a
 * while, so that the receiver can change over. The webhook's row and the answer stored for an Idempotency-Key do not
 * contain the secret itself. The service derives it from them with the key of secrets, when it sends the answer.
 */
export const webhookSecrets = resource('WebhookSecrets', {
  schema: 'WebhookSecret',
  table: 'webhook',
  key: ['eventType'],
  roles: ['SuperUser'],
  ownedByApp: {},
  fields: secret,
  operations: [
    ...standard('/webhook-secrets', 'eventType', ['single']).map((read) => ({ ...read, reveals: 'secret' })),
    {
      kind: 'action',
      method: 'POST',
      path: '/webhook-secrets/{eventType}/rotate',
      status: 200,
      summary: `Change the secret; the previous one stays valid for ${SECRET_OVERLAP_HOURS} hours`,
      answer: secret,
      reveals: 'secret',
      async run({ caller, transaction }, { path }) {
        const [row] = await transaction.rows<{ body: string }>(
          `UPDATE webhook SET secret =
            DEFAULT, previous_secret = secret, previous_secret_until = now() + make_interval(hours => $4)
           WHERE agreement = $1 AND app = $2 AND event_type = $3
           RETURNING json_build_object('eventType', event_type, 'secret', secret)::text AS body`,
          [caller.agreement, caller.app, path.eventType as string, SECRET_OVERLAP_HOURS],
        )
        if (!row) throw new ApiError({ code: 'NotFound', property: 'eventType' })
        return { status: 200, body: row.body }
      },
    },
  ],
})
