import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ensureDemoAgreement, hasDemoAgreement } from '../companies/demo.ts'
import { type Database, openDatabase } from '../database/connection.ts'
import { isUnavailable, mayRetry } from '../errors/unavailable.ts'
import { STATEMENT_TIME, type Store } from './store.ts'

const AGAIN_MILLISECONDS = 500

/** The demo company under way. */
export interface DemoInMaking {
  /** Settled once the first try is over. */
  tried: Promise<unknown>
  /** Tries no more, and waits for what is under way. */
  stop(): Promise<void>
}

/**
 * Makes the demo company where it is not there yet, while the service runs. Where the database is lost meanwhile, it
 * tries again.
 * @param lost called with an error that trying again does not mend.
 */
export function makeDemo(
  store: Pick<Store, 'database' | 'address'>,
  log: Logger,
  lost: (error: Error) => void,
): DemoInMaking {
  const stopping = new AbortController()
  const tried = ensureDemo(store)
  const made = tried.catch(async (error: Error) => {
    for (let last = error; ;) {
      if (!isUnavailable(last) && !mayRetry(last)) return lost(last)
      if (last === error) log.warn({ err: error }, 'the demo company could not be made; trying again')
      if (!(await pause(stopping.signal))) return
      try {
        return await ensureDemo(store)
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

/**
 * Makes the demo company where it is missing, on a connection that is closed afterwards: filling a company leaves the
 * connection's server process with some 65 MiB of plans and catalogue.
 */
export async function ensureDemo({ database, address }: Pick<Store, 'database' | 'address'>): Promise<void> {
  if (await hasDemoAgreement(database)) return
  const own: Database = openDatabase(address, 1, STATEMENT_TIME)
  try {
    await ensureDemoAgreement(own)
  } finally {
    await own.close()
  }
}

/** @returns whether to go on. */
const pause = (signal: AbortSignal): Promise<boolean> => delay(AGAIN_MILLISECONDS, true, { signal }).catch(() => false)
