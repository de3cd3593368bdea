import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Prepared } from '../../src/testing/prepared.ts'

let place: string
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'daybook-prepared-'))
  vi.stubEnv('XDG_CACHE_HOME', place)
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  await rm(place, { recursive: true })
})

test('a copy that was killed while it was made is removed by a later one, after an hour', async () => {
  const [cache, data] = [join(place, 'daybook'), join(place, 'data')]
  const killed = `testing-${'a'.repeat(16)}.building-12345`
  await mkdir(join(cache, killed), { recursive: true })
  await mkdir(data)
  await writeFile(join(data, 'PG_VERSION'), '17')
  await Prepared.of('a program').keep(data)
  expect(await readdir(cache)).toContain(killed)
  vi.useFakeTimers({ now: Date.now() + 3_601_000, toFake: ['Date'] })
  await Prepared.of('a newer program').keep(data)
  const kept = await readdir(cache)
  expect(kept).not.toContain(killed)
  expect(kept.filter((name) => /^testing-[0-9a-f]{16}$/.test(name))).toHaveLength(2)
})

test('a directory that cannot be copied whole is as good as none: another start may remove it meanwhile', async () => {
  const [tools, data, started] = ['tools', 'data', 'started'].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ]
  for (const directory of [tools, data]) await mkdir(directory)
  await writeFile(join(data, 'PG_VERSION'), '18')
  const prepared = Prepared.of('a program')
  await prepared.keep(data)
  await writeFile(join(tools, 'cp'), '#!/bin/sh\n/bin/mkdir "$3" && echo half > "$3/half"\nexit 1\n', { mode: 0o755 })
  vi.stubEnv('PATH', tools)
  expect(await prepared.copyTo(started)).toBe(false)
  expect(await readdir(place)).not.toContain('started')
  vi.unstubAllEnvs()
  expect(await prepared.copyTo(started)).toBe(true)
  expect(await readdir(started)).toEqual(['PG_VERSION'])
})
