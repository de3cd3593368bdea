import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ensureDemoAgreement } from '../access/issue.ts'
import type { Database } from '../database/connection.ts'

const AGAIN_MILLISECONDS = 500
/** SQLSTATEs of a server that is going, coming, full, or a standby by now, and the one code of connections that looks like such a state. */
const PASSING = /^(08|40|53|57P|25006|EPIPE)/

/** The demo company under way. */
export interface DemoInMaking {
  /** Settled once the first try is over. */
  tried: Promise<unknown>
  /** Tries no more, and waits for what is under way. */
  stop(): Promise<void>
}

/**
 * Makes the demo company where it is not there yet, beside what is served. A database that is lost meanwhile is no reason to end: it is tried again.
 * @param lost called with what the database refuses for good.
 */
export function makeDemo(database: Database, log: Logger, lost: (error: Error) => void): DemoInMaking {
  const stopping = new AbortController()
  const tried = ensureDemoAgreement(database)
  const made = tried.catch(async (error: Error) => {
    log.warn({ err: error }, 'the demo company could not be made; trying again')
    for (let last = error; ;) {
      if (isForGood(last)) return lost(last)
      if (!(await pause(stopping.signal))) return
      try {
        return void (await ensureDemoAgreement(database))
      } catch (again) {
        last = again as Error
      }
    }
  })
  return {
    tried,
    async stop() {
      stopping.abort()
      await made
    },
  }
}

function isForGood(error: Error & { code?: unknown }): boolean {
  const code = String(error.code ?? '')
  return /^[0-9A-Z]{5}$/.test(code) && !PASSING.test(code)
}

/** @returns whether to go on. */
const pause = (signal: AbortSignal): Promise<boolean> => delay(AGAIN_MILLISECONDS, true, { signal }).catch(() => false)
