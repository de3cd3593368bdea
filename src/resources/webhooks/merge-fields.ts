import type { Fault } from '../../errors/catalogue.ts'
import { nearestWithin } from '../../errors/nearest.ts'
import type { Item } from '../../resource/operations.ts'
import type { ItemReading } from '../../resource/resource.ts'
import { eventTypes } from '../../webhooks/event-types.ts'
import { MERGE_FIELD } from '../../webhooks/template.ts'

/** A name that so many letters tell from a merge field is meant to be it. Others may be part of what is sent. */
const MISTYPED_LETTERS = 2

/**
 * The merge fields of a webhook's url and body that are one or two letters off one of its event. They stay as they are,
 * and the client is told; one that is read strictly is refused.
 */
export function mergeFieldFaults({ eventType, url, postData }: Item, { isStrict, note }: ItemReading): Fault[] {
  const event = eventTypes.find(({ name }) => name === eventType)
  if (!event) return []
  const known = event.mergeFields.map(({ fieldName }) => fieldName)
  const faults: Fault[] = []
  for (const [property, template] of Object.entries({ url, postData })) {
    if (typeof template !== 'string') continue
    for (const name of new Set(Array.from(template.matchAll(MERGE_FIELD), ([, field]) => field!))) {
      if (known.includes(name.toUpperCase())) continue
      const near = nearestWithin(MISTYPED_LETTERS, name, known)
      if (near === undefined) continue
      const message = `${property} has [${name}], which is no merge field of ${event.name}. Did you mean [${near}]?`
      if (isStrict) faults.push({ code: 'WebhookMergeFieldUnknown', property, message })
      else note(`is no merge field: did you mean [${near}]?`, `[${name}]`)
    }
  }
  return faults
}
