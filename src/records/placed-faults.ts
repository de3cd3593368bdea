import type { Fault } from '../errors/catalogue.ts'
import type { WriteRequest } from '../resource/resource.ts'

/**
 * Every fault of a request's items, each property named by where it stands in the body: `entries[17].date`. `ofBody`
 * are the body's own.
 */
export function faultsOf({ items }: WriteRequest, list?: string, ofBody: readonly Fault[] = []): Fault[] {
  if (list === undefined) return items.flatMap(({ faults }) => faults)
  const isOfBody = (fault: Fault): boolean => ofBody.includes(fault)
  return items.flatMap(({ faults }, at) =>
    faults.map((fault) => (isOfBody(fault) ? fault : placed(fault, `${list}[${at}]`))),
  )
}

/** The fault of an item, named by where the item stands: `entries[17]`. */
export function placed(fault: Fault, place: string): Fault {
  const { property = '', message } = fault
  const at = property === '' ? place : `${place}.${property}`
  if (message === undefined) return { ...fault, property: at }
  const isNamed = property !== '' && message.startsWith(`${property} `)
  const told = property === '' ? `${place} ${message}` : isNamed ? `${place}.${message}` : message
  return { ...fault, property: at, message: told }
}
