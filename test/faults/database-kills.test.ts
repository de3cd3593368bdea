import { execFile } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { isSound, judge, toldOf } from '../drills/judge.ts'
import { type Company, Load, makeCompanies } from '../drills/load.ts'
import { isLong } from '../long.ts'
import { eventually } from '../patience.ts'
import { dataDirectory, endProcess, joinDatabase, postmaster, type Program, serve } from '../process/program.ts'

const CLIENTS = 8
const KILLS = 10
/** A service gives up a database that dies more than five times within a minute. */
const BETWEEN_KILLS_MILLISECONDS = 13_000
const DISK_BYTES = 600 * 2 ** 20
const CHUNK = Buffer.alloc(2 ** 20)

const run = promisify(execFile)
let place: Awaited<ReturnType<typeof dataDirectory>>
beforeEach(async () => void (place = await dataDirectory()))
afterEach(() => place.remove())

type Service = Program & { url: string }

/** A service on an embedded database of its own, with two companies. */
async function opened(data: string): Promise<{ service: Service; companies: Company[] }> {
  const { database, close } = await joinDatabase(data)
  try {
    await migrate(database)
    const companies = await makeCompanies(database, 2)
    return { service: await serve({ environment: { DAYBOOK_DATA: data } }), companies }
  } finally {
    await close()
  }
}

/** Ends the load, and finds everything that it was told. */
async function expectSound(load: Load, data: string): Promise<void> {
  await load.end()
  const { database, close } = await joinDatabase(data)
  try {
    const judgement = await judge(database, load.acknowledged)
    expect(isSound(judgement), toldOf(judgement)).toBe(true)
    process.stdout.write(
      `${toldOf(judgement)}; answers: ${[...load.outcomes].map((one) => one.join(' ')).join(', ')}\n`,
    )
  } finally {
    await close()
  }
}

const writesAgain = async (load: Load): Promise<void> => {
  const moment = performance.now()
  await eventually(() => load.answers.some(({ at }) => at > moment))
}

/** Takes minutes; `test/process/kill.test.ts` kills the database once in every run of the suite. */
const long = test.runIf(isLong)

long('a database that is killed under load comes back by itself, and clients meet nothing but 503', async () => {
  const { service, companies } = await opened(place.data)
  const load = new Load([service.url], companies, CLIENTS)
  for (let kill = 0; kill < KILLS; kill++) {
    await writesAgain(load)
    // Not a condition to wait for: it dies in the middle of the load.
    await delay(BETWEEN_KILLS_MILLISECONDS)
    endProcess(await postmaster(place.data))
  }
  await writesAgain(load)
  await expectSound(load, place.data)
  expect(
    [...load.outcomes.keys()].filter((outcome) => !/^(2\d\d|503)$/.test(outcome)),
    load.surprises.join('\n'),
  ).toEqual([])
  service.child.kill('SIGTERM')
  expect((await service.ended).code).toBe(0)
})

long('a disk that is full refuses what it cannot keep, and loses nothing of what it has taken', async () => {
  const disk = join(place.root, 'disk')
  await mkdir(disk, { mode: 0o711 })
  await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES},mode=711`, 'tmpfs', disk])
  const data = join(disk, 'data')
  const filler = join(disk, 'filler')
  try {
    const { service, companies } = await opened(data)
    const load = new Load([service.url], companies, CLIENTS)
    await writesAgain(load)
    await fill(filler)
    await eventually(() => (load.outcomes.get('503') ?? 0) > 0)
    await rm(filler)
    // After too many deaths of the database the service has ended: start it again, as a supervisor would.
    const again = await eventually(async () =>
      service.child.exitCode === null ? (await isWriting(load)) && service : await restarted(service, data),
    )
    await expectSound(load, data)
    again.child.kill('SIGTERM')
    await again.ended
  } finally {
    await rm(data, { recursive: true, force: true })
    await run('umount', ['-l', disk])
  }
})

async function isWriting({ answers }: Load): Promise<boolean> {
  const before = answers.length
  await delay(200)
  return answers.length > before
}

async function restarted({ url }: Service, data: string): Promise<Service> {
  return await serve({ environment: { DAYBOOK_DATA: data, PORT: new URL(url).port } })
}

async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (;;) await file.write(CHUNK)
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
  } finally {
    await file.close()
  }
}
