import { once } from 'node:events'
import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Account } from './account.ts'
import { firstHidden, launch } from './account.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedDatabaseError, programsIn } from './binaries.ts'

/** Where a copy may be: places that every user can reach, those first that no cleaner empties. */
const PLACES = ['/var/cache', '/var/tmp', tmpdir()]

/**
 * The binaries as the account can run them. Where it cannot reach them (a checkout under /root), they are copied once
 * to a place that it can reach. A capability does not help: PostgreSQL asks the system whether it may read its own
 * programs, and the answer disregards capabilities.
 * @param places directories to try in turn, readable by all and writable by root only, or sticky.
 * @throws EmbeddedDatabaseError when there is no place for the copy.
 */
export async function reachableBinaries(
  binaries: Binaries,
  account: Account,
  places: readonly string[] = PLACES,
): Promise<Binaries> {
  const { identity } = account
  if (!identity) return binaries
  const hidden = await firstHidden(binaries.postgres, identity)
  if (hidden === undefined) return binaries
  const root = resolve(dirname(binaries.postgres), '..', '..')
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const name = `daybook-postgresql-${basename(root)}-${version}`
  const reasons: string[] = []
  for (const place of places) {
    try {
      const copy = join(place, name)
      await copyOnce(join(root, 'native'), copy)
      const there = programsIn(copy)
      if (await runs(there, account)) return there
      reasons.push(`${place} does not let it run programs`)
    } catch (error) {
      reasons.push((error as Error).message)
    }
  }
  throw new EmbeddedDatabaseError(
    `PostgreSQL refuses to run as root, and user id ${identity.uid} cannot reach its programs because of ${hidden}. ` +
      `They could not be copied either (${reasons.join('; ')}). Run as an ordinary user, or set DATABASE_URL.`,
  )
}

async function runs(binaries: Binaries, account: Account): Promise<boolean> {
  const child = launch(account, binaries.postgres, ['--version'], { stdio: 'ignore' })
  const [code] = (await once(child, 'exit').catch(() => [])) as (number | undefined)[]
  return code === 0
}

/** Makes `copy` whole or not at all. Two programs that start at once may both try. */
async function copyOnce(from: string, copy: string): Promise<void> {
  if (await isOurs(copy)) return
  const building = await mkdtemp(`${copy}.building-`)
  try {
    await cp(from, building, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
    await openToAll(building)
    await rename(building, copy)
  } catch (error) {
    await rm(building, { recursive: true, force: true })
    if (!(await isOurs(copy))) throw error
  }
}

/** Whether the copy is there and only root can have made it. */
async function isOurs(copy: string): Promise<boolean> {
  const status = await lstat(copy).catch(() => undefined)
  if (!status) return false
  if (status.isDirectory() && status.uid === 0 && (status.mode & 0o022) === 0) return true
  throw new EmbeddedDatabaseError(`${copy} is somebody else's; remove it`)
}

async function openToAll(directory: string): Promise<void> {
  await chmod(directory, 0o755)
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
  }
}
