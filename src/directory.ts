import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a directory and those above it that are missing. Node's own `recursive` never ends where nothing can be made in
 * a directory that is there, as in /proc.
 * @returns the first that was made; undefined if all were there.
 */
export async function makeDirectory(path: string): Promise<string | undefined> {
  const above = dirname(path)
  const first = above === path || (await isDirectory(above)) ? undefined : await makeDirectory(above)
  try {
    await mkdir(path)
    return first ?? path
  } catch (error) {
    // It was there, or another process was faster.
    if (await isDirectory(path)) return first
    throw error
  }
}

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (status) => status.isDirectory(),
    () => false,
  )
