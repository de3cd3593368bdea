import { ApiError } from '../../errors/catalogue.ts'
import type { Work } from '../../resource/operations.ts'

/**
 * Makes sure that the calling app has a webhook for the event type, which is enabled, and that it stays there until the
 * transaction ends.
 * @param property what of the request names it, for the fault.
 * @throws ApiError NotFound, WebhookIsDisabled.
 */
export async function requireEnabledWebhook(
  { caller, transaction }: Work,
  eventType: string,
  property: string,
): Promise<void> {
  // KEY SHARE keeps it from being deleted, and waits for nobody who notes how a delivery went.
  const [webhook] = await transaction.rows<{ is_disabled: boolean }>(
    'SELECT is_disabled FROM webhook WHERE agreement = $1 AND app = $2 AND event_type = $3 FOR KEY SHARE',
    [caller.agreement, caller.app, eventType],
  )
  if (!webhook) throw new ApiError({ code: 'NotFound', property, message: 'There is no such webhook.' })
  if (webhook.is_disabled) throw new ApiError({ code: 'WebhookIsDisabled', property })
}
