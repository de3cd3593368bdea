import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** How many data directories are kept, the newest: one for each program and year. */
const KEPT = 3
/** An unfinished copy that is older belongs to a process that was killed. */
const ABANDONED_MILLISECONDS = 3_600_000

/**
 * A data directory that every service for tests begins with. Making one takes seconds, copying it does not. It is kept
 * for the user, by program and by the years of the company in it.
 */
export class Prepared {
  private readonly path: string

  private constructor(path: string) {
    this.path = path
  }

  /** @param content identifies the company in it, as it would be made today (`pristineContent`). */
  static of(content: string): Prepared {
    const hash = createHash('sha256').update(`${process.arch} ${content}`).digest('hex')
    const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
    return new Prepared(join(cache, 'daybook', `testing-${hash.slice(0, 16)}`))
  }

  /**
   * Copies it to `data`. @returns false, with nothing in `data`, where there is none yet, or it cannot be read or is
   * being removed.
   */
  async copyTo(data: string): Promise<boolean> {
    if (!(await exists(this.path))) return false
    try {
      await copy(this.path, data)
      return true
    } catch {
      await rm(data, { recursive: true, force: true })
      return false
    }
  }

  /**
   * Keeps a copy of `data`, whole or not at all. Nothing may run in `data`. If nothing can be kept, the next start
   * takes longer.
   */
  async keep(data: string): Promise<void> {
    const building = `${this.path}.building-${process.pid}`
    try {
      await mkdir(join(this.path, '..'), { recursive: true })
      await copy(data, building)
      await rename(building, this.path)
      await this.removeOld()
    } catch {
      await rm(building, { recursive: true, force: true }).catch(() => {})
    }
  }

  private async removeOld(): Promise<void> {
    const cache = join(this.path, '..')
    const names = await readdir(cache)
    for (const name of names.filter((one) => /^testing-[0-9a-f]{16}\.building-\d+$/.test(one))) {
      // Another process may be at work on it, and may rename it meanwhile.
      const begun = await stat(join(cache, name)).catch(() => undefined)
      if (begun && begun.ctimeMs < Date.now() - ABANDONED_MILLISECONDS) {
        await rm(join(cache, name), { recursive: true, force: true })
      }
    }
    const found = names.filter((name) => /^testing-[0-9a-f]{16}$/.test(name))
    const aged = await Promise.all(
      found.map(async (name) => ({ path: join(cache, name), at: (await stat(join(cache, name))).mtimeMs })),
    )
    for (const { path } of aged.sort((left, right) => right.at - left.at).slice(KEPT)) {
      await rm(path, { recursive: true, force: true })
    }
  }
}

/** Copies a data directory with owners and rights: PostgreSQL insists on both. Nothing may run in it. */
export async function copy(from: string, to: string): Promise<void> {
  await run('cp', ['-a', from, to])
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  )
}
