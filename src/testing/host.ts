import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox, createSandboxAgreement } from '../companies/sandboxes.ts'
import { END_SIGNALS } from '../cli/command.ts'
import { openLog } from '../cli/log.ts'
import { startNode } from '../cli/node.ts'
import { openBareStore, openStore, type Store } from '../cli/store.ts'
import { type Config, readConfig } from '../config.ts'
import type { Database } from '../database/connection.ts'
import { didYouMean } from '../errors/nearest.ts'
import { claimKey } from '../secrets/claim.ts'
import { pristineContent } from '../templates/pristine.ts'
import type { Asked, Told } from './messages.ts'
import { receiveWebhooks } from './hooks.ts'
import { copy, Prepared } from './prepared.ts'
import type { Sandbox } from './testing.ts'

// The process that `startDaybook` starts: a service with a throwaway database. It ends when its channel to the process
// that started it closes.

const closers: (() => Promise<unknown>)[] = []
let ending: Promise<void> | undefined

/** Closes everything, the last opened first. Waits for what is still opening, and closes it then. */
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
  // The process is ending: begin nothing more.
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

/**
 * Keeps a company ready before one is asked for. The first is filled, and those who ask meanwhile wait for it. The
 * others are its copies.
 */
class Spares {
  private readonly database: Database
  private readonly first: Promise<number>
  private spare: Promise<number> | undefined

  constructor(database: Database) {
    this.database = database
    this.first = this.spare = createSandboxAgreement(database, 'demo')
    // `take` tells of a failure.
    this.first.catch(() => {})
  }

  async take(): Promise<number> {
    const taken = this.spare ?? this.copied()
    this.spare = undefined
    const agreement = await taken
    if (this.spare === undefined) {
      const next = (this.spare = this.copied())
      next.catch(() => {})
    }
    return agreement
  }

  /** Waits until there is something to copy. */
  async filled(): Promise<void> {
    await this.first
  }

  private async copied(): Promise<number> {
    // If the first failed, this one is filled.
    await this.first.catch(() => {})
    return await createSandboxAgreement(this.database, 'demo')
  }
}

/**
 * Makes the data directory, as a copy of the prepared one if there is one. Else makes it anew, and a copy of it as
 * `another`, from which later starts are prepared.
 * @returns whether it was made anew.
 */
async function makeData(prepared: Prepared, config: Config, another: string): Promise<boolean> {
  if (await prepared.copyTo(config.dataDirectory)) return false
  const store = await open(config)
  await store.close()
  await copy(config.dataDirectory, another)
  return true
}

async function asOwner<T>(config: Config, work: (owner: Database) => Promise<T>): Promise<T> {
  const store = await openBareStore(config)
  try {
    return await work(store.owner)
  } finally {
    await store.close()
  }
}

/** Prepares `another` as the data directory of later starts, with the company kept in the one served. */
async function prepare(prepared: Prepared, config: Config, another: string): Promise<void> {
  const company = await asOwner(config, async (owner) => {
    const [kept] = await owner.rows<{ rows: string }>('SELECT json_agg(p)::text AS rows FROM pristine_company p')
    return kept!.rows
  })
  await asOwner({ ...config, dataDirectory: another }, async (owner) => {
    await owner.rows(
      'INSERT INTO pristine_company SELECT p.* FROM json_populate_recordset(NULL::pristine_company, $1::json) p',
      [company],
    )
  })
  await prepared.keep(another)
}

/** @throws Error that names the settings that there are not: they would change nothing. */
function refuseUnknown(settings: Record<string, string>): void {
  const known = new Set<string>()
  const noting = new Proxy<NodeJS.ProcessEnv>({}, { get: (_none, name) => void known.add(String(name)) })
  readConfig(noting)
  const unknown = Object.keys(settings).filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new Error(unknown.map((name) => `There is no setting ${name}.${didYouMean(name, known)}`).join(' '))
}

async function serve(settings: Record<string, string>): Promise<void> {
  refuseUnknown(settings)
  const place = await opened(mkdtemp(join(await realpath(tmpdir()), 'daybook-testing-')), (path) =>
    rm(path, { recursive: true, force: true }),
  )
  // PostgreSQL may run under another account.
  await chmod(place, 0o711)
  const where = {
    DATABASE_URL: '',
    DATABASE_OWNER_URL: '',
    DAYBOOK_DATA: join(place, 'data'),
    DAYBOOK_WORKERS: '1',
    DAYBOOK_DEMO: '0',
  }
  const config = readConfig({ PORT: '0', ...settings, ...where })
  const prepared = Prepared.of(await pristineContent())
  const another = join(place, 'another')
  const isNew = await opened(makeData(prepared, config, another), async () => {})
  const { database } = await opened(open(config), (store) => store.close())
  await claimKey(database, config)
  let baseUrl = ''
  const listening = (address: string): void => void (baseUrl = address)
  await opened(startNode({ database, config, log: openLog('silent'), listening }), (close) => close())
  const spares = new Spares(database)
  const made: Sandbox[] = []
  await opened(
    receiveWebhooks(config.dataDirectory, made, (webhook) => tell({ webhook })),
    (close) => close(),
  )
  const sandbox = async ({ template, compatibility }: Asked): Promise<Sandbox> => {
    const agreement = template === 'demo' ? await spares.take() : undefined
    const given = { template, compatibility, ...(agreement && { agreement }) }
    const one = { baseUrl, ...(await createSandbox(database, given)) }
    made.push(one)
    return one
  }
  process.on('message', (asked: Asked) => {
    sandbox(asked).then(
      (one) => tell({ asked: asked.asked, sandbox: one }),
      (error: unknown) => tell({ asked: asked.asked, error: say(error) }),
    )
  })
  tell({ ready: baseUrl })
  // If this fails, later starts take as long as this one.
  if (isNew)
    await opened(
      spares.filled().then(() => prepare(prepared, config, another)),
      async () => {},
    ).catch(() => {})
}

process.on('disconnect', () => void end())
for (const signal of END_SIGNALS) process.on(signal, () => void end())
try {
  await serve(JSON.parse(process.argv[2] ?? '{}') as Record<string, string>)
} catch (error) {
  tell({ failed: say(error) })
  await end()
}
