import { setTimeout as sleep } from 'node:timers/promises'
import { describe, inject } from 'vitest'
import { type Database, openDatabase } from '../../src/database/connection.ts'
import { someOf } from '../long.ts'
import { type Client, inProcess, type Reply, testNode, testService, type TestService } from '../service/harness.ts'

/**
 * Where the earlier of two requests pauses: as it begins to write its rows, or once everything is done but to commit.
 */
export type Pause = 'begun' | 'written'

/** What a request does, through one of the two nodes. */
export type Act = (through: Client) => Promise<Reply>

/** A write and a change, of which neither may be done after the other. */
export interface Pair {
  /** The tables that they write. */
  tables: readonly [write: string, change: string]
  /** Makes what the two are about, anew for each try. */
  prepare(): Promise<readonly [write: Act, change: Act]>
}

/** What came of a request: `done`, or its status and the code of its first fault. */
export function outcomeOf({ status, json, text }: Reply): string {
  return status < 300 ? 'done' : `${status} ${json?.errorCode ?? json?.errors?.[0]?.errorCode ?? text}`
}

/** In which ways two can meet: where the first of them pauses, and which is the first. */
const MEETINGS = [
  ['begun', 0],
  ['written', 1],
  ['begun', 1],
  ['written', 0],
] as const

/** Held by who pauses requests; wanted by who is to pause. */
const PAUSING = 5040

const SETUP = [
  'CREATE TABLE paused (place text PRIMARY KEY)',
  `CREATE FUNCTION pause_here() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
   BEGIN
     IF EXISTS (SELECT FROM paused p WHERE p.place = TG_TABLE_NAME || ' ' || TG_WHEN) THEN
       PERFORM pg_advisory_xact_lock_shared(${PAUSING});
     END IF;
     RETURN NULL;
   END $$`,
]

/**
 * Triggers of a table that wait where the test says so: before the first row of a statement, or after every other
 * trigger. So a request pauses in the middle, with the locks that it has by then, and goes on when the test lets it.
 * Other tables have none: each costs every write, and each session once.
 */
const pausing = (table: string): string[] => [
  `CREATE TRIGGER aaa_begun BEFORE INSERT OR UPDATE OR DELETE ON ${table} EXECUTE FUNCTION pause_here()`,
  `CREATE TRIGGER zzz_written AFTER INSERT OR UPDATE OR DELETE ON ${table} EXECUTE FUNCTION pause_here()`,
]

/**
 * A group of tests whose requests meet. Skipped where Citus spreads the agreements: writes would pause on another
 * server than the one whose lock they wait for. The locks that are judged here are the same there.
 */
export const describeMeeting = inject('databaseWorkers').length > 0 ? describe.skip : describe

/** Two nodes on one database, whose requests meet. */
export class Meetings {
  readonly service: TestService
  private readonly other: Pick<TestService, 'app' | 'database'>
  /** Not the nodes' own connections, which are lent in turns. */
  private readonly beside: Database
  /** Tables whose writes can pause. */
  private readonly pausing = new Set<string>()

  private constructor(service: TestService, other: Pick<TestService, 'app' | 'database'>, beside: Database) {
    this.service = service
    this.other = other
    this.beside = beside
  }

  static async begin(): Promise<Meetings> {
    const service = await testService()
    for (const statement of SETUP) await service.database.rows(statement)
    const other = await testNode(openDatabase({ url: service.databaseUrl }, 10))
    return new Meetings(service, other, openDatabase({ url: service.databaseUrl }, 2))
  }

  async end(): Promise<void> {
    await this.other.app.close()
    await Promise.all([this.other.database.close(), this.beside.close()])
    await this.service.stop()
  }

  /**
   * Lets `earlier` begin, pauses it when it has come to `pause` on the table, and lets `later` come on the other node
   * until it has ended or waits. Then lets both go on. @returns both answers.
   */
  async of(client: Client, table: string, pause: Pause, earlier: Act, later: Act): Promise<[Reply, Reply]> {
    if (!this.pausing.has(table)) for (const statement of pausing(table)) await this.beside.rows(statement)
    this.pausing.add(table)
    const place = `${table} ${pause === 'begun' ? 'BEFORE' : 'AFTER'}`
    await this.beside.rows('INSERT INTO paused VALUES ($1)', [place])
    const [one, two] = [inProcess(this.service, client), inProcess(this.other, client)]
    const begun = await this.beside.transaction(async (transaction) => {
      await transaction.rows('SELECT pg_advisory_xact_lock($1)', [PAUSING])
      const first = earlier(one)
      if (await this.waits(1, first)) throw new Error(`It never wrote to ${table}: ${(await first).text}`)
      const second = later(two)
      await this.waits(2, second)
      return [first, second] as const
    })
    const replies = await Promise.all(begun)
    await this.beside.rows('DELETE FROM paused')
    return replies
  }

  /**
   * Tries a pair one after the other, both ways, and then as they can meet: either of them is first, and pauses as it
   * begins to write or once it has written. With `nth`, the short form has the meeting of that place alone. @returns
   * what is wrong: a try that is not as one of the two ways.
   */
  async faultsOf(client: Client, { tables, prepare }: Pair, nth?: number): Promise<string[]> {
    let [write, change] = await prepare()
    const writeFirst = [outcomeOf(await write(client)), outcomeOf(await change(client))]
    ;[write, change] = await prepare()
    const [changeDone, writeRefused] = [outcomeOf(await change(client)), outcomeOf(await write(client))]
    const allowed = [writeFirst.join(', '), [writeRefused, changeDone].join(', ')]
    const excluded = /^done, 4\d\d \w+$/.test(allowed[0]!) && /^4\d\d \w+, done$/.test(allowed[1]!)
    if (!excluded) return [`not refused after each other: ${allowed.join('; ')}`]
    const faults: string[] = []
    for (const [pause, first] of nth === undefined ? MEETINGS : someOf(MEETINGS, nth, 1)) {
      const pair = await prepare()
      const replies = await this.of(client, tables[first], pause, pair[first], pair[1 - first]!)
      const came = (first === 0 ? replies : replies.toReversed()).map(outcomeOf).join(', ')
      if (!allowed.includes(came)) faults.push(`the ${first === 0 ? 'write' : 'change'} ${pause} first: ${came}`)
    }
    return faults
  }

  /** Waits until so many connections wait for a lock, or the request has ended. @returns whether it has. */
  private async waits(connections: number, request: Promise<Reply>): Promise<boolean> {
    let isOver = false
    const note = (): void => void (isOver = true)
    request.then(note, note)
    while (!isOver) {
      const [row] = await this.beside.rows<{ blocked: number }>(
        `SELECT count(*)::int AS blocked FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      if (row!.blocked >= connections) return false
      await sleep(1)
    }
    return true
  }
}
