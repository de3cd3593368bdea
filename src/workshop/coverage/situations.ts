import type { ErrorCode } from '../../errors/catalogue.ts'
import type { Operation } from '../../resource/operations.ts'
import type { ServedOperation } from '../../resource/versions.ts'

/** What came of the events of a type that an app asked for. */
export interface Delivered {
  eventType: string
  delivered: number
  retried: number
  failed: number
}

/** An operation that was called, in all apps together. */
export interface Called extends ServedOperation {
  counts: ReadonlyMap<string, number>
}

/** Something that a program has to live with, and has met or not. */
export interface Situation {
  name: string
  isMet: boolean
  /** How to meet it. */
  hint: string
}

/** Whether it is a list of pages. */
export const hasPages = ({ kind }: Operation): boolean => kind === 'cursor' || kind === 'paged'

/** Refusals that have a situation of their own, or are about who may do what. */
const OF_THEIR_OWN: readonly number[] = [401, 403, 409, 429]

/** What can happen to callers of one operation, that they have to handle in another way each. */
export function situationsOf(name: string, { operation, counts }: Called, possible: readonly ErrorCode[]): Situation[] {
  const isWrite = operation.method !== 'GET'
  const statuses = [...counts.keys()].map(Number).filter((status) => status >= 100)
  const isRefusal = (status: number): boolean => status >= 400 && status < 500 && !OF_THEIR_OWN.includes(status)
  const situation = (called: string, isMet: boolean, never: string): Situation => ({
    name: called,
    isMet,
    hint: `Your program ${never}`,
  })
  const found = [
    situation(
      'success',
      statuses.some((status) => status < 400),
      `never saw \`${name}\` succeed.`,
    ),
  ]
  if (isWrite) {
    const hint = `never saw \`${name}\` refused; send one that lacks something, or names what is not there.`
    found.push(situation('refused', statuses.some(isRefusal), hint))
    const lost = `never sent a \`${name}\` again under its Idempotency-Key; lose an answer with \`Daybook-Fault: cutAfter\`.`
    found.push(situation('replay', counts.has('replay'), lost))
  } else if (operation.kind === 'single') {
    const hint = `never saw a 404 on \`${name}\`; ask for one that is not there.`
    found.push(situation('404', counts.has('404'), hint))
  }
  if (possible.some((code) => code === 'ObjectVersionMismatch')) {
    const hint = `never saw a 409 on \`${name}\`; order one with \`Daybook-Fault: stale\`.`
    found.push(situation('409', counts.has('409'), hint))
  }
  if (hasPages(operation)) {
    const hint = `never read a second page of \`${name}\`; ask for small pages, or follow the cursor.`
    found.push(situation('page', counts.has('page'), hint))
  }
  return found
}

/** What can happen to any call, once for reads and once for writes; and what can happen to webhooks. */
export function wholeSituations(called: readonly Called[], webhooks: readonly Delivered[]): Situation[] {
  const found: Situation[] = []
  for (const [kind, isKind] of Object.entries(KINDS)) {
    const own = called.filter(({ operation }) => isKind(operation))
    if (own.length === 0) continue
    for (const status of ['429', '503']) {
      const isMet = own.some(({ counts }) => counts.has(status))
      const hint = `Your program never saw a ${status} on a ${kind}; order one with \`Daybook-Fault: ${status}\`.`
      found.push({ name: `${status} on a ${kind}`, isMet, hint })
    }
  }
  for (const { eventType, delivered } of webhooks) {
    const hint = `Your program never took a ${eventType}; cause one, or have it sent by \`POST /webhook-tests/${eventType}\`.`
    found.push({ name: `webhook ${eventType}`, isMet: delivered > 0, hint })
  }
  if (webhooks.length > 0) {
    const isMet = webhooks.some(({ retried }) => retried > 0)
    found.push({
      name: 'webhook again',
      isMet,
      hint: 'Your program never got an event again; refuse one, and it comes again.',
    })
  }
  return found
}

const KINDS: Readonly<Record<string, (operation: Operation) => boolean>> = {
  read: ({ method }) => method === 'GET',
  write: ({ method }) => method !== 'GET',
}
