import { int32, text } from '../../resource/fields.ts'
import { operations } from '../../resource/resource.ts'
import { eventTypes } from '../../webhooks/event-types.ts'
import { requireEnabledWebhook } from './webhook-enabled.ts'

/** The merge fields of an event type with their sample values. */
function sampleOf(eventType: string): Record<string, string> {
  const { mergeFields = [] } = eventTypes.find(({ name }) => name === eventType) ?? {}
  return Object.fromEntries(mergeFields.map(({ fieldName, sample }) => [fieldName, sample]))
}

/** Tests of a webhook: a delivery like any other, but without an event. */
export const webhookTests = operations('WebhookTests', {
  roles: ['SuperUser'],
  parameters: { eventType: text(100).references('webhook.event_type') },
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/webhook-tests/{eventType}',
      status: 201,
      noDryRun: true,
      summary: 'Send a delivery with sample values of the merge fields',
      answer: { number: int32(1).present() },
      async run(work, { path }) {
        const eventType = path.eventType as string
        await requireEnabledWebhook(work, eventType, 'eventType')
        const [made] = await work.transaction.rows<{ number: number }>(
          'SELECT emit_events($1, $2, ARRAY[$3::jsonb], true) AS number',
          [work.caller.agreement, eventType, JSON.stringify(sampleOf(eventType))],
        )
        const { number } = made!
        return { status: 201, body: JSON.stringify({ number }), location: `/webhook-deliveries/${number}` }
      },
    },
  ],
  codes: ['WebhookIsDisabled'],
})
