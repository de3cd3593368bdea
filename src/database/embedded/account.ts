import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { execFile, spawn } from 'node:child_process'
import { access, constants, readFile, realpath, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedDatabaseError } from './binaries.ts'

/** The account that PostgreSQL runs as. It refuses to run as root, so root lends it another one. */
export interface Account {
  /** Undefined: the account this process already has. */
  identity: { uid: number; gid: number } | undefined
  /** A capability lent along where the account alone cannot reach the data directory, as one under /root. */
  capability: 'dac_read_search' | 'dac_override' | undefined
}

/** The account `nobody` of every Linux and of Docker's images. Other programs run as it too. */
const NOBODY = { uid: 65_534, gid: 65_534 }
/** An account that no user data base knows, so that no other program runs as it: PostgreSQL's own on this machine. */
const OURS = { uid: 52_310, gid: 52_310 }

/**
 * Chooses the account that PostgreSQL runs as. An ordinary user's process runs it as itself. Root runs it as the owner
 * of the data directory, or as an account of its own where there is none yet.
 * @param cluster PostgreSQL's data directory; need not exist yet.
 * @throws EmbeddedDatabaseError when the data directory is another user's, or cannot be reached in any way.
 */
export async function chooseAccount(cluster: string): Promise<Account> {
  const owner = await stat(cluster).catch(absent)
  const own = process.geteuid?.()
  if (own !== 0) {
    if (!owner) await checkWritable(dirname(cluster))
    if (owner && owner.uid !== own) {
      throw new EmbeddedDatabaseError(
        `The database in ${cluster} belongs to user id ${owner.uid}, this process is user id ${own}. ` +
          'Start as the user who made it (or as root), or give another directory in DAYBOOK_DATA.',
      )
    }
    return { identity: undefined, capability: undefined }
  }
  const identity = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : await newIdentity()
  const hidden = await firstHidden(dirname(cluster), identity)
  if (hidden === undefined) return { identity, capability: undefined }
  for (const capability of ['dac_read_search', 'dac_override'] as const) {
    const account = { identity, capability }
    if (await works(account)) return account
  }
  throw new EmbeddedDatabaseError(
    `PostgreSQL refuses to run as root, and user id ${identity.uid} cannot reach ${hidden}. ` +
      'Run as an ordinary user, move the checkout and DAYBOOK_DATA to where every user can read, or set DATABASE_URL.',
  )
}

/** Containers may have few accounts; all have `nobody`. */
async function newIdentity(): Promise<{ uid: number; gid: number }> {
  const isOurs = await promisify(execFile)('true', [], { ...OURS, cwd: '/' }).then(
    () => true,
    () => false,
  )
  return isOurs ? OURS : NOBODY
}

/** The account that makes a cluster: initdb needs an account with a name, so `nobody` does it for one without. */
export function makerFor(account: Account): Account {
  return account.identity?.uid === OURS.uid ? { ...account, identity: NOBODY } : account
}

/** The names of the users that may use the database of the account: this user, root, and the owner of its files. */
export async function userNames({ identity }: Account): Promise<string[]> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const owner = users.split('\n').find((line) => line.split(':')[2] === String(identity?.uid))
  const names = [hasName() ? userInfo().username : undefined, 'root', owner?.split(':')[0]]
  return [...new Set(names.filter((name) => name !== undefined))]
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw new EmbeddedDatabaseError(`The database cannot be reached: ${error.message}. Give another DAYBOOK_DATA.`)
}

/**
 * @throws EmbeddedDatabaseError when this user cannot write in the data directory, by its rights or because nobody can.
 */
export async function checkWritable(directory: string): Promise<void> {
  await access(directory, constants.R_OK | constants.W_OK | constants.X_OK).catch(({ code }: NodeJS.ErrnoException) => {
    const why = code === 'EROFS' ? ': its file system is read-only' : ''
    throw new EmbeddedDatabaseError(
      `User id ${process.geteuid?.()} cannot write in the data directory ${directory}${why}. Give another in DAYBOOK_DATA.`,
    )
  })
}

/** Starts a program of PostgreSQL as the account, without the caller's PG* variables and language. */
export function launch(
  account: Account,
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  const [command, allArgs] = commandLine(account, program, args)
  return spawn(command, allArgs, {
    ...options,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    ...(account.identity && account.capability === undefined ? account.identity : {}),
  })
}

function commandLine(account: Account, program: string, args: readonly string[]): [string, string[]] {
  const { identity, capability } = account
  if (!identity || !capability) return [program, [...args]]
  const ids = [`--reuid=${identity.uid}`, `--regid=${identity.gid}`, '--clear-groups']
  const capabilities = [`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`]
  return ['setpriv', [...ids, ...capabilities, '--', program, ...args]]
}

/** Whether the capability can be lent: containers may have given it up, or lack the tool. */
async function works(account: Account): Promise<boolean> {
  const [command, args] = commandLine(account, 'true', [])
  return await promisify(execFile)(command, args, { cwd: '/' }).then(
    () => true,
    () => false,
  )
}

/** The first directory or file on the way to `path` that the permission bits close to the account. */
export async function firstHidden(path: string, identity: { uid: number; gid: number }): Promise<string | undefined> {
  for (let step = await realpath(path); ; step = dirname(step)) {
    const status = await stat(step)
    const needed = status.isDirectory() ? 0o1 : 0o5
    const shift = status.uid === identity.uid ? 6 : status.gid === identity.gid ? 3 : 0
    if (((status.mode >> shift) & needed) !== needed) return step
    if (step === dirname(step)) return undefined
  }
}

/** Whether the account has a name: initdb refuses to work for a user id that no user data base knows. */
export function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}
