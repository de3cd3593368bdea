import { mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBinaries, restoreLinks } from '../../src/database/embedded-binaries.ts'

test('the binaries of this platform are found', async () => {
  const { initdb, postgres } = await findBinaries()
  expect(initdb).toMatch(/native\/bin\/initdb$/)
  expect(postgres).toMatch(/native\/bin\/postgres$/)
})

test('library links that the install script did not make are made at the start, by several starts at once', async () => {
  const root = await mkdtemp(join(tmpdir(), 'daybook-links-'))
  try {
    const links = [
      { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
      { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
    ]
    await mkdir(join(root, 'native/lib'), { recursive: true })
    await writeFile(join(root, 'native/pg-symlinks.json'), JSON.stringify(links))
    await Promise.all([restoreLinks(root), restoreLinks(root), restoreLinks(root)])
    for (const { target } of links) expect(await readlink(join(root, target))).toBe('libpq.so.5.18')
    await restoreLinks(root)
  } finally {
    await rm(root, { recursive: true })
  }
})
