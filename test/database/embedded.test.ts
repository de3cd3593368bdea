import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { openEmbedded } from '../../src/database/embedded/embedded.ts'
import { findBinaries, programsIn, restoreLinks } from '../../src/database/embedded/binaries.ts'
import { initialise } from '../../src/database/embedded/cluster.ts'
import { reachableBinaries } from '../../src/database/embedded/copy.ts'
import { dataDirectory, joining } from '../process/program.ts'

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

test.skipIf(process.getuid?.() !== 0)(
  'programs that the account cannot reach are copied once to where it can',
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'daybook-copy-'))
    try {
      const packageRoot = dirname(dirname(dirname((await findBinaries()).postgres)))
      const closed = join(root, 'closed', 'linux')
      await cp(packageRoot, closed, { recursive: true, verbatimSymlinks: true })
      await chmod(dirname(closed), 0o700)
      await chmod(root, 0o755)
      const account = { identity: { uid: 65_534, gid: 65_534 }, capability: undefined }
      const hidden = programsIn(join(closed, 'native'))
      const places = [join(root, 'missing'), root]
      const found = await Promise.all([1, 2].map(() => reachableBinaries(hidden, account, places)))
      expect(found[0]).toEqual(found[1])
      const { stdout } = await promisify(execFile)(found[0]!.postgres, ['--version'], { ...account.identity, cwd: '/' })
      expect(stdout).toMatch(/^postgres \(PostgreSQL\) \d+/)
      expect(await reachableBinaries(hidden, account, places)).toEqual(found[0])
      await expect(reachableBinaries(hidden, account, [dirname(closed)])).rejects.toThrow(
        'does not let it run programs',
      )
    } finally {
      await rm(root, { recursive: true })
    }
  },
)

test('a cluster of another major version of PostgreSQL is refused, with what to do', async () => {
  const root = await mkdtemp(join(tmpdir(), 'daybook-major-'))
  try {
    await writeFile(join(root, 'PG_VERSION'), '15\n')
    const account = { identity: undefined, capability: undefined }
    const cluster = { directory: root, logFile: join(root, 'log'), account, binaries: await findBinaries() }
    await expect(initialise(cluster, false)).rejects.toThrow(
      /made by PostgreSQL 15, and this program brings PostgreSQL \d+\. .*backup/,
    )
  } finally {
    await rm(root, { recursive: true })
  }
})

test('a clock that is set while the database starts and stops ends neither', async () => {
  const place = await dataDirectory()
  let now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 3_600_000))
  const error = vi.fn<(message: string) => void>()
  try {
    const ours = await openEmbedded(place.data, { ...joining, log: { info: () => {}, error } })
    await ours.close()
    expect(error).not.toHaveBeenCalled()
  } finally {
    clock.mockRestore()
    await place.remove()
  }
})
