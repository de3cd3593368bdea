import { setTimeout as delay } from 'node:timers/promises'
import { type Random, seededRandom } from '../../templates/random.ts'
import { type MakeCall, type Told, VISITS } from './visits.ts'

/** What traffic is made of. */
export interface TrafficWish {
  seconds: number
  callsPerMinute: number
  seed: number
  today(): string
  /** Aborted once it is to end early. */
  ending: AbortSignal
  /** Sends a call. Undefined: nobody answered. */
  send(method: string, path: string, sent: { body?: object; key?: string }): Promise<Sent | undefined>
}

/** An answer, and how many seconds it asks to be waited. */
export interface Sent extends Told {
  retryAfter: number
}

/** What was called: answers by status. */
export interface Traffic {
  calls: number
  unanswered: number
  statuses: Record<string, number>
}

/** So many calls one after the other without an answer, and it ends: the service is away. */
const UNANSWERED_MAX = 20
/** Longest that is waited for a service that asks to wait. */
const WAITED_SECONDS_MAX = 60

/** Thrown inside a visit when the time is over. */
class Over extends Error {}

/**
 * Does what programs do, one visit after the other, at about the rate that is asked for, until the time is over. The
 * same seed makes the same visits, if they are answered the same.
 */
export async function generateTraffic(wish: TrafficWish): Promise<Traffic> {
  const { seed, seconds, ending } = wish
  const random = seededRandom(seed)
  const traffic: Traffic = { calls: 0, unanswered: 0, statuses: {} }
  const call = caller(wish, random, traffic, performance.now() + seconds * 1000)
  while (!ending.aborted) {
    const visit = random.pick(VISITS)
    const isOver = await visit(call, random, wish.today()).then(
      () => false,
      (error: unknown) => {
        if (error instanceof Over) return true
        throw error
      },
    )
    if (isOver) break
  }
  return traffic
}

function caller(wish: TrafficWish, random: Random, traffic: Traffic, deadline: number): MakeCall {
  const { callsPerMinute, ending, send } = wish
  let next = performance.now()
  let away = 0
  const wait = async (milliseconds: number): Promise<void> => {
    if (ending.aborted || performance.now() + milliseconds >= deadline) throw new Over()
    if (milliseconds > 0)
      await delay(milliseconds, undefined, { signal: ending }).catch(() => Promise.reject(new Over()))
  }
  const once: (...sent: Parameters<MakeCall>) => Promise<Sent | undefined> = async (method, path, sent = {}) => {
    const answer = await send(method, path, sent)
    traffic.calls += 1
    if (!answer) {
      traffic.unanswered += 1
      if ((away += 1) >= UNANSWERED_MAX) throw new Over()
      return undefined
    }
    away = 0
    traffic.statuses[answer.status] = (traffic.statuses[answer.status] ?? 0) + 1
    return answer
  }
  return async (...sent) => {
    await wait(next - performance.now())
    // Between a tenth of the usual gap and twice as much: nobody calls like a clock.
    next = Math.max(next, performance.now()) + (60_000 / callsPerMinute) * (random.between(10, 190) / 100)
    const answer = await once(...sent)
    if (answer?.status !== 429 && answer?.status !== 503) return answer ?? { status: 0, body: undefined }
    await wait(1000 * Math.min(answer.retryAfter, WAITED_SECONDS_MAX))
    return (await once(...sent)) ?? { status: 0, body: undefined }
  }
}
