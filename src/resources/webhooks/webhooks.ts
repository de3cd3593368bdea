import type { Fault } from '../../errors/catalogue.ts'
import { WEBHOOK_HEADERS_MAX, WEBHOOK_HEADERS_MAX_LENGTH } from '../../limits.ts'
import { F1, F2, F2L, flag, instant, itemList, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { type Item, type Settings, standard } from '../../resource/operations.ts'
import { type ItemReading, resource } from '../../resource/resource.ts'
import { eventTypes } from '../../webhooks/event-types.ts'
import { FORWARD_HOST, IS_FORWARDED } from '../../webhooks/forward/place.ts'
import { urlFault } from '../../webhooks/url.ts'
import { mergeFieldFaults } from './merge-fields.ts'
import { type CustomHeader, customHeaderFaults, isHeaderValue } from './custom-headers.ts'
import { rowsOf, sql } from '../../resource/sql.ts'

const NAMES = eventTypes.map(({ name }) => name)

/** The faults that a webhook has on its own: in its target, its request headers and its merge fields. */
function check(item: Item, { webhookAllowedHosts }: Settings, read: ItemReading): Fault[] {
  const { url, contentType, customHeaders } = item
  const faults: Fault[] = []
  const fault = url === undefined ? undefined : urlFault(url as string, webhookAllowedHosts)
  if (fault) faults.push({ ...fault, property: 'url' })
  if (contentType !== undefined && !isHeaderValue(contentType as string)) {
    const message = 'contentType must be printable ASCII, without line breaks: it is sent as a header.'
    faults.push({ code: 'ValueInvalidCharacter', property: 'contentType', message })
  }
  if (customHeaders !== undefined) faults.push(...customHeaderFaults(customHeaders as (CustomHeader | undefined)[]))
  faults.push(...mergeFieldFaults(item, read))
  return faults
}

const headerPart = text(WEBHOOK_HEADERS_MAX_LENGTH)
  .required('WebhookCustomHeaderInvalid')
  .codes({ tooLong: 'WebhookCustomHeadersTooLong' })

/**
 * Webhooks: at most one callback for each event type of an agreement. Only the app that made a webhook sees and changes
 * it (rules 10.1 to 10.7). src/webhooks sends the requests. The table's triggers date the disabling, and on enabling
 * send waiting deliveries.
 */
export const webhooks = resource('Webhooks', {
  schema: 'Webhook',
  table: 'webhook',
  key: ['eventType'],
  roles: ['SuperUser'],
  ownedByApp: { notOwner: 'WebhookReadOnly' },
  fields: {
    eventType: text(100)
      .required()
      .filter(F1)
      .sortable()
      .describe(`One of ${NAMES.join(', ')}.`),
    name: text(100).required().filter(F2L).sortable(),
    url: text(1000)
      .required()
      .filter(F2L)
      .describe('https, by RFC 3986, to the public internet; merge fields such as [NEWNUMBER] in path and query.'),
    contentType: text(50).required(),
    postData: text(4000).describe('The body of the request, with merge fields; none: an empty body.'),
    customHeaders: itemList({ key: headerPart, value: headerPart }, WEBHOOK_HEADERS_MAX)
      .codes({ range: 'WebhookCustomHeadersTooMany', nullItem: 'WebhookCustomHeaderInvalid' })
      .describe(`At most ${WEBHOOK_HEADERS_MAX_LENGTH} characters as JSON.`),
    isDisabled: flag().filter(F2),
    lastDisabledDate: instant().readOnly().filter(F2),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/webhooks', 'eventType'),
  check,
  rules: [
    {
      property: 'url',
      code: 'WebhookInvalidUrl',
      message: `Only a sandbox's webhooks go to ${FORWARD_HOST}, which is the service's own machine.`,
      on: ['create', 'update'],
      brokenWhen: (r) =>
        sql`${r.url} ${IS_FORWARDED} AND NOT EXISTS (SELECT FROM ${rowsOf('agreement')} a WHERE a.agreement = $1
          AND a.is_sandbox)`,
    },
    {
      property: 'eventType',
      code: 'WebhookInvalidType',
      on: ['create'],
      brokenWhen: (r) => sql`${r.event_type} NOT IN ('${NAMES.join("', '")}')`,
    },
    {
      property: 'eventType',
      code: 'WebhookAlreadyExistsForEventType',
      on: ['create'],
      brokenWhen: (r) =>
        sql`EXISTS (SELECT FROM ${rowsOf('webhook')} x WHERE x.agreement = $1 AND x.event_type = ${r.event_type}
          AND x.app = ${r.app})`,
    },
    {
      property: 'eventType',
      code: 'WebhookAlreadyExistsForEventType',
      message: 'Another app of the agreement has a webhook for this event type.',
      on: ['create'],
      // A webhook whose app has no grant any more does not count: the table's trigger removes it.
      brokenWhen: (
        r,
      ) => sql`EXISTS (SELECT FROM ${rowsOf('webhook')} x JOIN ${rowsOf('access_grant')} g ON g.agreement = $1
        AND g.app = x.app AND g.revoked_at IS NULL
        WHERE x.agreement = $1 AND x.event_type = ${r.event_type} AND x.app <> ${r.app})`,
    },
  ],
  constraints: {
    webhook_pkey: { code: 'WebhookAlreadyExistsForEventType', property: 'eventType' },
  },
  // Faults of `check`.
  codes: ['WebhookCustomHeadersTooLong', 'WebhookInvalidUrl', 'WebhookInvalidUrlScheme', 'WebhookMergeFieldUnknown'],
})
