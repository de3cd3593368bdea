import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../src/directory.ts'
import { command } from './program.ts'

test.skipIf(process.platform !== 'linux')('a data directory that cannot be made is told with its reason', async () => {
  for (const data of ['/proc/daybook', '/proc/daybook/data']) {
    const { code, stderr } = await command(['agreement', 'list'], { environment: { DAYBOOK_DATA: data } })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^daybook: .*ENOENT.*mkdir '\/proc\/daybook'/)])
  }
})

/** Mounts a small file system that only the program sees, which ends with it. */
const onSmallDisk = (place: string): string[] => [
  ...['unshare', '-m', 'sh', '-c', 'mount -t tmpfs -o size=100m tmpfs "$0" && exec "$@"'],
  place,
]
const mayMount = (): boolean => spawnSync('unshare', onSmallDisk(tmpdir()).slice(1).concat('true')).status === 0

// Skipped where this user may mount nothing: anywhere but on Linux, without root, and in most containers.
test.skipIf(!mayMount())('a disk without room for a new database is named', async () => {
  const place = await mkdtemp(join(tmpdir(), 'daybook-disk-'))
  const environment = { DAYBOOK_DATA: join(place, 'data') }
  const { code, stderr } = await command(['agreement', 'list'], { environment, wrapper: onSmallDisk(place) })
  const told = `daybook: The disk of ${place}/data has 100 MiB free, and a new database needs 128 MiB.`
  expect([code, stderr]).toEqual([1, expect.stringContaining(told)])
  await rm(place, { recursive: true })
})

test('a directory is made with those above it, by several at once', async () => {
  const root = await mkdtemp(join(tmpdir(), 'daybook-directory-'))
  const path = join(root, 'a', 'b', 'c')
  expect(await makeDirectory(path)).toBe(join(root, 'a'))
  expect(await makeDirectory(path)).toBeUndefined()
  await Promise.all(['x', 'x', 'x/y'].map((name) => makeDirectory(join(root, name))))
  await rm(root, { recursive: true })
})
