import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DatabaseAddress, openDatabase } from '../../src/database/connection.ts'
import { firstHidden } from '../../src/database/embedded/account.ts'
import { openEmbedded } from '../../src/database/embedded/embedded.ts'
import { answerHere } from './here.ts'
import { madeIn } from './made.ts'
import { answerOf, command, dataDirectory, joining, postgresProcesses, postmaster, type Start } from './program.ts'

const NOBODY = 65_534
/** What PostgreSQL runs as under root. */
const OURS = 52_310
const makeApp = ['app', 'create', '--name', 'Kasse']
const isRoot = process.getuid?.() === 0
const hidden = await firstHidden(fileURLToPath(new URL('.', import.meta.url)), { uid: NOBODY, gid: NOBODY })

let place: Awaited<ReturnType<typeof dataDirectory>>
beforeEach(async () => {
  place = await dataDirectory()
})
afterEach(async () => {
  await place.remove()
})

const on = (data: string, more: Partial<Start> = {}): Start => ({ environment: { DAYBOOK_DATA: data }, ...more })

test('programs that start at once on a new directory share one database', async () => {
  const numbers = await Promise.all([1, 2, 3].map(async () => (await answerOf(makeApp, on(place.data))).appNumber))
  expect(numbers.sort()).toEqual([1, 2, 3])
  expect(await postgresProcesses(place.data)).toEqual([])
})

test('a directory whose path is too long for a socket works, also under another TMPDIR', async () => {
  const data = join(place.root, 'æ'.repeat(60), 'data')
  await mkdir(join(data, '..'))
  await madeIn(data)
  const ours = await openEmbedded(data, joining)
  const before = await postmaster(data)
  await answerHere(makeApp, on(data))
  await answerHere(makeApp, { environment: { DAYBOOK_DATA: data, TMPDIR: place.root } })
  expect(await postmaster(data)).toBe(before)
  const { socketDirectory } = ours.address as { socketDirectory: string }
  expect(socketDirectory).toMatch(/\/daybook-[0-9a-f]{16}$/)
  await ours.close()
  expect(await postgresProcesses(data)).toEqual([])
  await expect(stat(socketDirectory)).rejects.toThrow('ENOENT')
})

test('a user without a DATABASE_URL server is told so, without the password', async () => {
  const url = 'postgres://daybook:hush-hush@127.0.0.1:1/daybook'
  const { code, stdout, stderr } = await command(makeApp, { environment: { DATABASE_URL: url } })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('The database of DATABASE_URL at 127.0.0.1:1 cannot be used')
  expect(stderr).not.toContain('hush')
})

describe.skipIf(!isRoot)('started by root', () => {
  test('the database runs as an account that nobody else has: no other user, nobody included, reaches it', async () => {
    await madeIn(place.data)
    const ours = await openEmbedded(place.data, joining)
    const pid = await postmaster(place.data)
    const { socketDirectory } = ours.address as { socketDirectory: string }
    for (const directory of [join(place.data, 'postgres'), socketDirectory]) {
      const status = await stat(directory)
      expect([status.uid, status.mode & 0o777]).toEqual([OURS, 0o700])
    }
    const script = `
      const { connect } = require('node:net'), { readdirSync, readFileSync } = require('node:fs')
      const attempt = (work) => { try { work(); return 'done' } catch ({ code }) { return code } }
      const told = [attempt(() => readdirSync('${socketDirectory}')), attempt(() => readFileSync('${place.data}/postgres/PG_VERSION')),
        attempt(() => readFileSync('${place.data}/postgres.log')), attempt(() => process.kill(${pid}, 0))]
      connect('${socketDirectory}/.s.PGSQL.5432').on('error', ({ code }) => console.log([...told, code].join()))
        .on('connect', () => { console.log('in'); process.exit() })`
    for (const uid of [NOBODY, 1]) {
      const asUser = { uid, gid: uid, cwd: '/', env: {} }
      const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], asUser)
      expect(stdout.trim()).toBe('EACCES,EACCES,EACCES,EPERM,EACCES')
    }
    // Root itself is the service and the owner of the tables, and no superuser.
    const login = async (user: string): Promise<unknown> => {
      const database = openDatabase({ ...(ours.address as object), user } as DatabaseAddress, 1)
      const power = 'SELECT rolsuper AS power FROM pg_roles WHERE rolname = current_user'
      try {
        const [row] = await database.rows(power)
        return row!.power
      } catch (error) {
        return (error as { code?: string }).code
      } finally {
        await database.close()
      }
    }
    const users = ['daybook', 'daybook_owner', 'postgres', 'nobody', 'root']
    expect(await Promise.all(users.map(login))).toEqual([false, false, '28000', '28000', '28000'])
    await ours.close()
  })

  test.skipIf(hidden)(
    'an ordinary user runs it too; root may use that directory, and leaves it theirs; where it cannot be written any more, a server that runs is still used',
    async () => {
      await chown(place.root, NOBODY, NOBODY)
      expect(await answerOf(makeApp, on(place.data, { uid: NOBODY }))).toMatchObject({ appNumber: 1 })
      expect(await answerHere(makeApp, on(place.data))).toMatchObject({ appNumber: 2 })
      expect(await answerOf(makeApp, on(place.data, { uid: NOBODY }))).toMatchObject({ appNumber: 3 })
      await chmod(place.data, 0o500)
      const closed = await command(makeApp, on(place.data, { uid: NOBODY }))
      expect([closed.code, closed.stderr]).toEqual([
        1,
        `daybook: User id ${NOBODY} cannot write in the data directory ${place.data}. Give another in DAYBOOK_DATA.\n`,
      ])
      const ours = await openEmbedded(place.data, joining)
      expect(await answerOf(makeApp, on(place.data, { uid: NOBODY }))).toMatchObject({ appNumber: 4 })
      await ours.close()
    },
  )

  test.skipIf(hidden)("the key that root makes in a user's directory is the user's", async () => {
    await madeIn(place.data)
    await mkdir(place.data, { recursive: true })
    await promisify(execFile)('chown', ['-R', `${NOBODY}:${NOBODY}`, place.data])
    await answerOf(['secrets', 'renew'], on(place.data))
    const { uid, mode } = await stat(join(place.data, 'secret.key'))
    expect([uid, mode & 0o777]).toEqual([NOBODY, 0o600])
  })

  test.skipIf(hidden)('an ordinary user is told whose directory it is, or that it cannot be written', async () => {
    const attempt = async () => await command(makeApp, on(place.data, { uid: NOBODY }))
    await mkdir(place.data)
    const empty = await attempt()
    expect([empty.code, empty.stderr]).toEqual([
      1,
      `daybook: User id ${NOBODY} cannot write in the data directory ${place.data}. Give another in DAYBOOK_DATA.\n`,
    ])
    await mkdir(join(place.data, 'postgres'), { mode: 0o700 })
    await chown(join(place.data, 'postgres'), 1, 1)
    const others = await attempt()
    expect(others.code).toBe(1)
    expect(others.stderr).toContain('belongs to user id 1, this process is user id 65534')
    await chmod(place.data, 0o700)
    const closed = await attempt()
    expect(closed.code).toBe(1)
    expect(closed.stderr).toMatch(/^daybook: The database cannot be reached: EACCES.*Give another DAYBOOK_DATA\.\n$/)
  })
})

describe.skipIf(!isRoot || process.platform !== 'linux')(
  'in a directory that only root may enter, such as /root',
  () => {
    const without = (...capabilities: string[]): Partial<Start> => {
      const lost = capabilities.map((name) => `-${name}`).join(',')
      return { wrapper: ['setpriv', `--inh-caps=${lost}`, `--bounding-set=${lost}`, '--'] }
    }
    beforeEach(async () => {
      await chmod(place.root, 0o700)
    })

    test('it works, and again', async () => {
      await madeIn(place.data)
      expect(await answerOf(makeApp, on(place.data))).toMatchObject({ appNumber: 1 })
      expect(await answerOf(makeApp, on(place.data))).toMatchObject({ appNumber: 2 })
    })

    test("it works with the capabilities of Docker's default, which has no dac_read_search", async () => {
      await madeIn(place.data)
      expect(await answerOf(makeApp, on(place.data, without('dac_read_search')))).toMatchObject({ appNumber: 1 })
    })

    test('it says what is in the way where no capability is left', async () => {
      const { code, stderr } = await command(makeApp, on(place.data, without('dac_read_search', 'dac_override')))
      expect(code).toBe(1)
      expect(stderr).toContain(`user id ${OURS} cannot reach ${place.root}`)
      expect(stderr).toContain('DATABASE_URL')
    })
  },
)
