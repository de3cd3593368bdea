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

test('a directory is made with those above it, by several at once', async () => {
  const root = await mkdtemp(join(tmpdir(), 'daybook-directory-'))
  const path = join(root, 'a', 'b', 'c')
  expect(await makeDirectory(path)).toBe(join(root, 'a'))
  expect(await makeDirectory(path)).toBeUndefined()
  await Promise.all(['x', 'x', 'x/y'].map((name) => makeDirectory(join(root, name))))
  await rm(root, { recursive: true })
})
