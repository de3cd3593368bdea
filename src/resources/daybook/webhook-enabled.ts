import { ApiError } from '../../errors/catalogue.ts'
import type { Work } from '../../resource/operations.ts'

/**
 * Checks that the agreement has an enabled webhook for the event type, whichever app made it, and keeps the webhook
 * from being deleted until the transaction ends.
 * @param property the property of the request that names the webhook, for the fault.
 * @throws ApiError NotFound, WebhookIsDisabled.
 */
export async function requireEnabledWebhook(
  { caller, transaction }: Work,
  eventType: string,
  property: string,
): Promise<void> {
  // KEY SHARE prevents a delete, and does not wait for updates of the row after a delivery.
  const [webhook] = await transaction.rows<{ is_disabled: boolean }>(
    'SELECT is_disabled FROM webhook WHERE agreement = $1 AND event_type = $2 FOR KEY SHARE',
    [caller.agreement, eventType],
  )
  if (!webhook) throw new ApiError({ code: 'NotFound', property, message: 'There is no such webhook.' })
  if (webhook.is_disabled) throw new ApiError({ code: 'WebhookIsDisabled', property })
}
