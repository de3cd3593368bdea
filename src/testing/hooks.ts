import { buffer } from 'node:stream/consumers'
import { Daybook } from '../client/client.ts'
import { type ReceivedHeaders, verify } from '../client/verify.ts'
import { announce } from '../webhooks/forward/place.ts'
import { receive } from '../webhooks/forward/receive.ts'
import type { ReceivedWebhook, Sandbox } from './messages.ts'

/**
 * Receives the webhooks of sandboxes on 127.0.0.1, as `daybook webhooks forward` does, and tells those whose signature
 * is right.
 * @param data the service's data directory.
 * @param sandboxes those made so far.
 * @returns what ends it.
 */
export async function receiveWebhooks(
  data: string,
  sandboxes: readonly Sandbox[],
  tell: (webhook: ReceivedWebhook) => void,
): Promise<() => Promise<void>> {
  const { port, certificate, close } = await receive(async (request, answer) => {
    const body = (await buffer(request)).toString()
    const webhook = await known(sandboxes, request.headers, body)
    if (webhook) tell({ ...webhook, path: request.url!, headers: textsOf(request.headers) })
    answer.writeHead(webhook ? 204 : 401).end()
  })
  const takeBack = await announce(data, { port, certificate })
  return async () => {
    await takeBack()
    await close()
  }
}

const textsOf = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** The event of a webhook: the delivery log of its sandbox has its type. Undefined where no sandbox sent it so. */
async function known(
  sandboxes: readonly Sandbox[],
  headers: ReceivedHeaders & NodeJS.Dict<string | string[]>,
  body: string,
): Promise<Pick<ReceivedWebhook, 'id' | 'eventType' | 'agreementNumber' | 'body'> | undefined> {
  const filter = `webhookId$eq:${String(headers['webhook-id'])}`
  for (const { baseUrl: url, appSecretToken: app, agreementGrantToken: grant, agreementNumber } of sandboxes) {
    const daybook = new Daybook({ url, app, grant })
    const [delivery] = await daybook.webhookDeliveries.list({ filter }).toArray(1)
    if (!delivery) continue
    const { eventType } = delivery
    const { secret } = await daybook.webhookSecrets.get(eventType)
    const { id } = await verify(body, headers, secret)
    return { id, eventType, agreementNumber, body }
  }
  return undefined
}
