import { setTimeout as delay } from 'node:timers/promises'
import { openLongSession } from '../driver/postgres.ts'
import type { Session } from '../driver/session.ts'
import { EmbeddedDatabaseError } from './binaries.ts'
import { isAlive } from './cluster.ts'

/** A program's presence at the server: one session, whose locks tell the other programs of it and vanish with it. */
export interface Presence {
  /**
   * Gives the presence up and tells whether no other program is there. If so, newcomers are held off until `end`, so
   * that the server can be stopped.
   */
  isLast(): Promise<boolean>
  end(): Promise<void>
}

/** `absent`: nothing listens. `starting`: the server is coming up, recovering or going down; ask again. */
export type Absence = 'absent' | 'starting'

/**
 * Advisory locks of the maintenance database: every program present holds the first one shared; the service holds the
 * second alone.
 */
const SPACE = 7310
const PRESENT = 1
const SERVING = 2
/** How long to wait for the lock of a service: the session of a killed one takes a moment to end. */
const ALIVE_WAIT_MILLISECONDS = 1000
const DEAD_WAIT_MILLISECONDS = 10_000
const POLL_MILLISECONDS = 50

const ABSENT = ['ENOENT', 'ECONNREFUSED']
/** Starting up or shutting down; cut off by a shutdown; crashed meanwhile. */
const PASSING = ['57P03', '57P01', '57P02', 'CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE', 'CONNECT_TIMEOUT']

/**
 * Connects to the server in the socket directory and tells the others of this program.
 * @param lost called when the session ends before it was given up: the server died.
 * @throws EmbeddedDatabaseError when `role` is `serve` and another process serves.
 */
export async function announce(
  address: { socketDirectory: string; port: number; user: string },
  role: 'serve' | 'command',
  lost: () => void,
): Promise<Presence | Absence> {
  let established = false
  const session = openLongSession({ ...address, database: 'postgres' }, `daybook ${role} ${process.pid}`, () => {
    if (established) lost()
  })
  const end = async () => {
    established = false
    await session.close(1)
  }
  try {
    await session.rows('SELECT pg_advisory_lock_shared($1, $2)', [SPACE, PRESENT], true)
    if (role === 'serve') await takeService(session)
  } catch (error) {
    await end()
    const { code } = error as { code?: string }
    if (code !== undefined && ABSENT.includes(code)) return 'absent'
    if (code !== undefined && PASSING.includes(code)) return 'starting'
    throw error
  }
  established = true
  return { isLast: async () => await giveUp(session, () => (established = false)), end }
}

const TRY = 'SELECT pg_try_advisory_lock($1, $2) AS taken'
const HOLDER = `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'advisory' AND l.granted AND l.classid = $1 AND l.objid = $2`

async function takeService(session: Session): Promise<void> {
  const begin = performance.now()
  for (;;) {
    const [lock] = await session.rows<{ taken: boolean }>(TRY, [SPACE, SERVING], true)
    if (lock?.taken) return
    const [holder] = await session.rows<{ name: string }>(HOLDER, [SPACE, SERVING], true)
    const pid = Number(holder?.name.split(' ').at(-1))
    const patience = pid > 0 && isAlive(pid) ? ALIVE_WAIT_MILLISECONDS : DEAD_WAIT_MILLISECONDS
    if (performance.now() - begin > patience) {
      throw new EmbeddedDatabaseError(
        `Another daybook serve${pid > 0 ? ` (process ${pid})` : ''} already runs on this data directory. ` +
          'Stop it first, or give this one a directory of its own in DAYBOOK_DATA.',
      )
    }
    await delay(POLL_MILLISECONDS)
  }
}

async function giveUp(session: Session, expectEnd: () => void): Promise<boolean> {
  expectEnd()
  try {
    await session.rows('SELECT pg_advisory_unlock_shared($1, $2)', [SPACE, PRESENT], true)
    const [lock] = await session.rows<{ taken: boolean }>(TRY, [SPACE, PRESENT], true)
    return lock?.taken === true
  } catch {
    // The server is gone already: nothing is left to stop.
    return false
  }
}
