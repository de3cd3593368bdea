import type { Executor } from '../../database/connection.ts'
import { ApiError, type Fault } from '../../errors/catalogue.ts'
import { DELAY_MAX_MILLISECONDS, FAULT_PATH_MAX_LENGTH, FAULT_RULES_MAX, SLOW_MAX_MILLISECONDS } from '../../limits.ts'
import { FAULT_KINDS } from '../../resource/fault-kinds.ts'
import { flag, instant, int32, itemList, objects, text } from '../../resource/fields.ts'
import type { ActionOperation, Item, QueryOperation } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'
import { DELIVERY_FAULT_KINDS } from '../../webhooks/faults.ts'
import { instantText } from '../../workshop/clock/clock.ts'
import { sandboxOf } from './sandbox-only.ts'

const OF_WEBHOOKS: readonly string[] = DELIVERY_FAULT_KINDS
const KINDS = [...FAULT_KINDS, ...OF_WEBHOOKS]
const COUNT_MAX = 1_000_000

/**
 * Kinds that have milliseconds: how many at most, and how many where none are said; undefined: they have to be said.
 */
const TIMED: Readonly<Record<string, { max: number; usual?: number }>> = {
  slow: { max: SLOW_MAX_MILLISECONDS },
  delay: { max: DELAY_MAX_MILLISECONDS },
  reorder: { max: DELAY_MAX_MILLISECONDS, usual: 5000 },
}

const WHAT = {
  kind:
    '429 answers RateLimitExceeded, 503 answers Unavailable, 500 answers Internal, and nothing is carried out; slow waits; cut drops the connection before the request is carried out, cutAfter drops it then; stale answers an update 409. ' +
    'Of webhooks: duplicate sends twice, reorder sends a newer event first, delay sends later, fail has an attempt fail.',
  operation: 'Only requests of this operation, as the log of requests has it: PUT /customers',
  path: 'Only requests of this path, in which * stands for any signs: /customersapi/*',
  eventType: 'Only deliveries of this event, such as CUSTOMER_UPDATED',
  app: 'Only requests, or webhooks, of this app',
  onlyWrites: 'Only requests that write',
  every: 'Every how manieth of what the rule matches is hit: 5 is the fifth, tenth…; each where left out',
  times: 'How often it hits at most; without end where left out, once for stale',
  milliseconds: 'How long slow and delay wait; of reorder, how long a newer event is waited for',
}

const rule = {
  kind: text(20).oneOf(KINDS).required().describe(WHAT.kind),
  operation: text(300).describe(WHAT.operation),
  path: text(FAULT_PATH_MAX_LENGTH).describe(WHAT.path),
  eventType: text(100).describe(WHAT.eventType),
  app: int32(1).describe(WHAT.app),
  onlyWrites: flag().describe(WHAT.onlyWrites),
  every: int32(1, COUNT_MAX).describe(WHAT.every),
  times: int32(1, COUNT_MAX).describe(WHAT.times),
  milliseconds: int32(0, DELAY_MAX_MILLISECONDS).describe(WHAT.milliseconds),
}

interface Rule {
  kind: string
  operation?: string
  path?: string
  eventType?: string
  app?: number
  onlyWrites?: boolean
  every?: number
  times?: number
  milliseconds?: number
}

const PLAN = `SELECT json_build_object('rules', coalesce(json_agg(json_build_object(
    'number', r.number, 'kind', r.kind, 'operation', r.operation, 'path', r.path, 'eventType', r.event_type, 'app',
      r.only_for_app,
    'onlyWrites', r.is_for_writes, 'every', r.every, 'times', r.times, 'milliseconds', r.milliseconds, 'matched',
      r.matched, 'hits', r.hits,
    'lastHitAt', ${instantText('r.last_hit_at')}) ORDER BY r.number), '[]'::json))::text
  FROM fault_rule r WHERE r.agreement = $1`

const read: QueryOperation = {
  kind: 'query',
  method: 'GET',
  path: '/fault-plan',
  summary: 'The faults that the sandbox has ordered, and how often each has hit',
  codes: ['SandboxOnly'],
  answer: {
    rules: objects({
      number: int32().present().describe('Its place in the plan; Daybook-Fault of an answer names it'),
      kind: text(20).oneOf(KINDS).present().describe(WHAT.kind),
      operation: text(300).describe(WHAT.operation),
      path: text(FAULT_PATH_MAX_LENGTH).describe(WHAT.path),
      eventType: text(100).describe(WHAT.eventType),
      app: int32().describe(WHAT.app),
      onlyWrites: flag().describe(WHAT.onlyWrites),
      every: int32().describe(WHAT.every),
      times: int32().describe(WHAT.times),
      milliseconds: int32().describe(WHAT.milliseconds),
      matched: int32().present().describe('How often something matched it'),
      hits: int32().present().describe('How often it hit'),
      lastHitAt: instant().describe('When it hit last'),
    })
      .present()
      .describe('Of those that are due, the first acts'),
  },
  statement: (caller) => ({ text: PLAN, values: [sandboxOf(caller)] }),
}

/** What a rule asks for that its kind cannot have. */
function faultsOf(asked: Rule, at: number): Fault[] {
  const { kind, operation, path, eventType, onlyWrites, milliseconds } = asked
  const wrong = (property: string, message: string): Fault => ({
    code: 'FaultRuleInvalid',
    property: `rules[${at}].${property}`,
    message,
  })
  const faults: Fault[] = []
  if (OF_WEBHOOKS.includes(kind)) {
    for (const [name, value] of Object.entries({ operation, path, onlyWrites }))
      if (value !== undefined && value !== null && value !== false) faults.push(wrong(name, `${kind} is of webhooks.`))
  } else if (typeof eventType === 'string') faults.push(wrong('eventType', `${kind} is of requests.`))
  const timed = TIMED[kind]
  if (!timed && typeof milliseconds === 'number') faults.push(wrong('milliseconds', `${kind} takes no time.`))
  if (timed && timed.usual === undefined && typeof milliseconds !== 'number')
    faults.push(wrong('milliseconds', `${kind} needs milliseconds.`))
  if (timed && typeof milliseconds === 'number' && milliseconds > timed.max)
    faults.push(wrong('milliseconds', `${kind} takes ${timed.max} milliseconds at most.`))
  return faults
}

/** The faults of apps that have no grant of the agreement. */
async function appFaults(executor: Executor, agreement: number, rules: readonly Rule[]): Promise<Fault[]> {
  const apps = rules.flatMap(({ app }) => (typeof app === 'number' ? [app] : []))
  if (apps.length === 0) return []
  const known = await executor.rows<{ app: number }>(
    `SELECT DISTINCT g.app FROM access_grant g WHERE g.agreement = $1 AND g.revoked_at IS NULL
       AND g.app IN (SELECT n::int FROM json_array_elements_text($2::json) n)`,
    [agreement, JSON.stringify(apps)],
  )
  return rules.flatMap(({ app }, at): Fault[] =>
    typeof app !== 'number' || known.some((one) => one.app === app)
      ? []
      : [{ code: 'FaultRuleInvalid', property: `rules[${at}].app`, message: `No grant lets in the app ${app}.` }],
  )
}

const set: ActionOperation = {
  kind: 'action',
  method: 'PUT',
  path: '/fault-plan',
  status: 204,
  summary: 'Order faults in place of those ordered before; no rules take all back, and counts begin anew',
  schema: 'FaultPlanUpdate',
  body: {
    rules: itemList(rule, FAULT_RULES_MAX).describe(
      'Of those that are due, the first acts; an empty list takes all back',
    ),
  },
  async run({ transaction, caller }, { body, faults }) {
    const agreement = sandboxOf(caller)
    // An empty list is no missing one, so the field is not declared as required.
    if (!Array.isArray(body.rules)) throw new ApiError({ code: 'ValueRequired', property: 'rules' })
    const rules = body.rules as Rule[]
    faults.push(...rules.flatMap(faultsOf), ...(await appFaults(transaction, agreement, rules)))
    if (faults.length > 0) return { status: 204 }
    // Two plans at once come one after the other.
    await transaction.rows('SELECT FROM agreement a WHERE a.agreement = $1 FOR NO KEY UPDATE', [agreement])
    await transaction.rows('DELETE FROM fault_rule r WHERE r.agreement = $1', [agreement])
    await transaction.rows(
      `INSERT INTO fault_rule (agreement, number, kind, operation, path, event_type, only_for_app, is_for_writes, every,
        times, milliseconds)
       SELECT $1, r.place, r.rule ->> 'kind', r.rule ->> 'operation', r.rule ->> 'path', r.rule ->> 'eventType',
         (r.rule ->> 'app')::int, coalesce((r.rule ->> 'onlyWrites')::boolean, false), (r.rule ->> 'every')::int,
         (r.rule ->> 'times')::int, (r.rule ->> 'milliseconds')::int
       FROM json_array_elements($2::json) WITH ORDINALITY AS r(rule, place)`,
      [agreement, JSON.stringify(rules.map(stored))],
    )
    return { status: 204 }
  },
}

/** A rule with what it has where nothing is said. */
const stored = (asked: Rule): Item => ({
  ...asked,
  milliseconds: asked.milliseconds ?? TIMED[asked.kind]?.usual,
  times: asked.times ?? (asked.kind === 'stale' && asked.every === undefined ? 1 : undefined),
})

/**
 * What goes wrong in a sandbox, on order: so that a program is tried with what happens seldom. In force on every node
 * within a second.
 */
export const faultPlan = operations('FaultPlan', {
  logsBodies: true,
  isBeyondFaults: true,
  isInGrants: true,
  roles: ['SuperUser'],
  operations: [read, set],
  codes: ['FaultRuleInvalid', 'SandboxOnly'],
})
