import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox, createSandboxAgreement } from '../access/issue.ts'
import { END_SIGNALS } from '../cli/command.ts'
import { openLog } from '../cli/log.ts'
import { startNode } from '../cli/node.ts'
import { openStore, type Store } from '../cli/store.ts'
import { type Config, readConfig } from '../config.ts'
import type { Database } from '../database/connection.ts'
import { claimKey } from '../secrets/claim.ts'
import { today, yearsOn } from '../templates/calendar.ts'
import type { Asked, Told } from './messages.ts'
import { Prepared } from './prepared.ts'
import type { Sandbox } from './testing.ts'

// The process that `startDaybook` starts: a service with a throwaway database, there as long as its channel to whoever started it.

/** Companies that are made before they are asked for. */
const SPARE = 2

const closers: (() => Promise<unknown>)[] = []
let ending: Promise<void> | undefined

/** Ends everything, in the order opposite to that in which it was opened. What is still being opened is ended once it is open. */
function end(): Promise<void> {
  ending ??= (async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close().catch(() => {})
    process.exit(0)
  })()
  return ending
}

async function opened<T>(opening: Promise<T>, close: (it: T) => Promise<unknown>): Promise<T> {
  closers.push(() => opening.then(close, () => {}))
  const it = await opening
  // What was opened meanwhile is being closed; nothing is to be begun on it.
  if (ending) await ending
  return it
}

const tell = (told: Told): void => {
  if (process.connected) process.send!(told, () => {})
}

const say = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function open(config: Config): Promise<Store> {
  const lost = (error: Error): void => {
    tell({ failed: say(error) })
    void end()
  }
  return await openStore(config, 'serve', openLog('silent'), lost, true)
}

/** Companies ready to be given away, by number, oldest first; one that goes is replaced while there is time. */
class Spares {
  private readonly database: Database
  private readonly made: Promise<number>[]

  constructor(database: Database, agreements: readonly number[]) {
    this.database = database
    this.made = agreements.map((agreement) => Promise.resolve(agreement))
  }

  async take(): Promise<number> {
    const taken = this.made.shift() ?? this.make()
    const agreement = await taken
    if (this.made.length === 0) {
      const next = this.make()
      // Whoever takes it is told.
      next.catch(() => {})
      this.made.push(next)
    }
    return agreement
  }

  private make(): Promise<number> {
    return makeSpare(this.database)
  }
}

const makeSpare = (database: Database): Promise<number> => createSandboxAgreement(database, 'demo')

/** Makes the data directory by the prepared one, and that where there is none. */
async function fill(config: Config): Promise<void> {
  const prepared = await Prepared.of(yearsOn(today()))
  if (await prepared.copyTo(config.dataDirectory)) return
  const store = await open(config)
  try {
    await Promise.all(Array.from({ length: SPARE }, () => makeSpare(store.database)))
  } finally {
    await store.close()
  }
  await prepared.keep(config.dataDirectory)
}

async function serve(settings: Record<string, string>): Promise<void> {
  const place = await opened(mkdtemp(join(await realpath(tmpdir()), 'daybook-testing-')), (path) =>
    rm(path, { recursive: true, force: true }),
  )
  // PostgreSQL may run as an account of its own.
  await chmod(place, 0o711)
  const where = { DATABASE_URL: '', DATABASE_OWNER_URL: '', DAYBOOK_DATA: join(place, 'data'), DAYBOOK_WORKERS: '1' }
  const config = readConfig({ PORT: '0', ...settings, ...where })
  await opened(fill(config), async () => {})
  const { database } = await opened(open(config), (store) => store.close())
  await claimKey(database, config)
  const agreements = await database.rows<{ agreement: number }>('SELECT agreement FROM agreement ORDER BY agreement')
  const spares = new Spares(
    database,
    agreements.map(({ agreement }) => agreement),
  )
  let baseUrl = ''
  const listening = (address: string): void => void (baseUrl = address)
  await opened(startNode({ database, config, log: openLog('silent'), listening }), (close) => close())
  const sandbox = async ({ template }: Asked): Promise<Sandbox> => {
    const agreement = template === 'demo' ? await spares.take() : undefined
    return { baseUrl, ...(await createSandbox(database, { template, ...(agreement && { agreement }) })) }
  }
  process.on('message', (asked: Asked) => {
    sandbox(asked).then(
      (made) => tell({ asked: asked.asked, sandbox: made }),
      (error: unknown) => tell({ asked: asked.asked, error: say(error) }),
    )
  })
  tell({ ready: baseUrl })
}

process.on('disconnect', () => void end())
for (const signal of END_SIGNALS) process.on(signal, () => void end())
try {
  await serve(JSON.parse(process.argv[2] ?? '{}') as Record<string, string>)
} catch (error) {
  tell({ failed: say(error) })
  await end()
}
