import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbedded } from '../../src/database/embedded/embedded.ts'
import { isLong } from '../long.ts'
import { eventually } from '../patience.ts'
import { answerHere } from './here.ts'
import {
  answerOf,
  command,
  dataDirectory,
  endProcess,
  health,
  joinDatabase,
  joining,
  postgresProcesses,
  postmaster,
  type Program,
  serve,
  type Start,
  whileDatabaseIsStopped,
} from './program.ts'

// All tests share one data directory, in any order: each says first whether it needs the service to run.

let place: Awaited<ReturnType<typeof dataDirectory>>
let how: Start
let service: Program & { url: string }
beforeAll(async () => {
  place = await dataDirectory()
  how = { environment: { DAYBOOK_DATA: place.data, DAYBOOK_DEMO: isLong ? '1' : '0' } }
  service = await serve(how)
})
afterAll(async () => {
  await place.remove()
})

/** Starts the service unless it runs. One that a failed test has told to end has time to do so. */
async function running(): Promise<void> {
  if (!service.child.killed && !hasEnded()) return
  await service.ended
  service = await serve(how)
}

/** Ends the service in order, also one whose database a test has left behind. */
async function notRunning(): Promise<void> {
  if (hasEnded() && (await postgresProcesses(place.data)).length === 0) return
  await running()
  await stopInOrder()
}

const hasEnded = (): boolean => (service.child.exitCode ?? service.child.signalCode) !== null

const apps: string[] = []
const makeApp = async () => apps.push(String((await answerOf(['app', 'create', '--name', 'Kasse'], how)).appNumber))
/** Every app made so far is still there, and a command can go on with the last. */
async function expectEverythingThere(): Promise<void> {
  if (apps.length === 0) await makeApp()
  const agreement = String((await answerHere(['agreement', 'create', '--name', 'Butik'], how)).agreementNumber)
  const grant = ['grant', 'create', '--app', apps.at(-1)!, '--agreement', agreement, '--roles', 'Sales']
  expect(await answerHere(grant, how)).toMatchObject({ grantNumber: expect.any(Number) as number })
  const { database, close } = await joinDatabase(place.data)
  try {
    const made = await database.rows<{ app: number }>(`SELECT app FROM app WHERE name = 'Kasse' ORDER BY app`)
    expect(made.map(({ app }) => String(app))).toEqual(apps)
  } finally {
    await close()
  }
}

async function stopInOrder(): Promise<void> {
  service.child.kill('SIGTERM')
  const { code, stderr } = await service.ended
  expect(stderr).toBe('')
  expect(code).toBe(0)
  expect(await postgresProcesses(place.data)).toEqual([])
}

test('the start makes the database, says that it listens, and is healthy', async () => {
  await running()
  expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const response = await fetch(`${service.url}/health`)
  expect([response.status, await response.text()]).toEqual([200, '{"status":"ok"}'])
  for (const line of service.said().trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('msg')
})

test('commands work while the service runs, and leave it running', async () => {
  await running()
  await makeApp()
  await expectEverythingThere()
  expect(await health(service.url)).toBe(200)
})

test('a second service on the same directory says so and ends; the first goes on', async () => {
  await running()
  const second = await command(['serve'], how)
  expect(second.code).toBe(1)
  expect(second.stderr).toContain(`Another daybook serve (process ${service.pid}) already runs on this data directory.`)
  expect(await health(service.url)).toBe(200)
})

test('SIGTERM lets a request under way finish, then stops the service and its database', async () => {
  await running()
  const { socket, received } = await requestUnderWay(service.url)
  service.child.kill('SIGTERM')
  await eventually(() => service.said().includes('finishing the requests under way'))
  socket.write('{}')
  await once(socket, 'end')
  expect(received()).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 \d{3} [\s\S]*\r\n\r\n/)
  await stopInOrder()
})

test('commands work while no service runs, and leave nothing running', async () => {
  await notRunning()
  await makeApp()
  await expectEverythingThere()
  expect(await postgresProcesses(place.data)).toEqual([])
})

test('a command that started the database does not stop it under a service that came meanwhile', async () => {
  await notRunning()
  const ours = await openEmbedded(place.data, joining)
  const before = await postmaster(place.data)
  service = await serve(how)
  await ours.close()
  expect(await health(service.url)).toBe(200)
  expect(await postmaster(place.data)).toBe(before)
})

test('after kill -9 of the program the next start takes over the database left behind', async () => {
  await running()
  await makeApp()
  const before = await postmaster(place.data)
  service.child.kill('SIGKILL')
  await service.ended
  service = await serve(how)
  expect(await postmaster(place.data)).toBe(before)
  await expectEverythingThere()
})

test('after kill -9 of the database the service starts it again and goes on', async () => {
  await running()
  await makeApp()
  const before = await postmaster(place.data)
  endProcess(before)
  await eventually(() => service.said().includes('the database is back'))
  expect(await postmaster(place.data)).not.toBe(before)
  await eventually(async () => (await health(service.url)) === 200)
  await expectEverythingThere()
})

test('while the database is stopped the service says so, and is alive; it goes on when the database does', async () => {
  await running()
  const { agreementNumber } = await answerHere(['agreement', 'create', '--name', 'Arkiv'], how)
  const { appNumber, appSecretToken } = await answerHere(['app', 'create', '--name', 'Arkiv'], how)
  const grant = ['grant', 'create', '--app', String(appNumber), '--agreement', String(agreementNumber)]
  const { agreementGrantToken } = await answerHere([...grant, '--roles', 'Bookkeeping'], how)
  await whileDatabaseIsStopped(place.data, async () => {
    const tokens = {
      'x-appsecrettoken': String(appSecretToken),
      'x-agreementgranttoken': String(agreementGrantToken),
    }
    const read = await fetch(`${service.url}/accountsapi/v7.0.0/Accounts`, { headers: tokens })
    expect([read.status, read.headers.get('retry-after'), await health(service.url)]).toEqual([503, '1', 503])
    expect((await fetch(`${service.url}/live`)).status).toBe(200)
  })
  await eventually(async () => (await health(service.url)) === 200)
  await expectEverythingThere()
})

test('after kill -9 of both the next start recovers', async () => {
  await running()
  await makeApp()
  service.child.kill('SIGKILL')
  endProcess(await postmaster(place.data))
  await service.ended
  service = await serve(how)
  await expectEverythingThere()
})

test('lock files whose process id now is another process do not stand in the way', async () => {
  await running()
  service.child.kill('SIGKILL')
  const owner = await stat(join(place.data, 'postgres'))
  const account = process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {}
  endProcess(await postmaster(place.data))
  await service.ended
  const stranger = spawn('sleep', ['600'], { stdio: 'ignore', cwd: '/', ...account })
  try {
    for (const file of ['postgres/postmaster.pid', 'socket/.s.PGSQL.5432.lock']) {
      await writeFile(join(place.data, file), `${stranger.pid}\n${place.data}/postgres\n1\n5432\n\n\n`)
    }
    service = await serve(how)
    await expectEverythingThere()
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
  } finally {
    stranger.kill('SIGKILL')
  }
})

test('a second signal ends the program at once, whatever is under way', async () => {
  await running()
  const { socket } = await requestUnderWay(service.url)
  let over = false
  void service.ended.then(() => (over = true))
  await eventually(() => {
    service.child.kill('SIGINT')
    return over
  })
  expect((await service.ended).code).toBe(130)
  socket.destroy()
})

test('a taken port is named before anything is made', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const port = String((holder.address() as { port: number }).port)
  const data = join(place.data, 'unmade')
  try {
    const refused = await command(['serve'], { environment: { ...how.environment, PORT: port, DAYBOOK_DATA: data } })
    expect(refused.stderr).toBe(`daybook: Port ${port} of 127.0.0.1 is taken; give another in PORT.\n`)
    expect(refused.code).toBe(1)
    await expect(stat(data)).rejects.toThrow('ENOENT')
  } finally {
    holder.close()
  }
})

/** A request of which the service has the headers, and waits for the body. */
async function requestUnderWay(url: string): Promise<{ socket: Socket; received(): string }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  socket.on('error', () => {})
  const headers = ['Host: daybook', 'Content-Type: application/json', 'Content-Length: 2', 'Expect: 100-continue']
  socket.write(`POST /suppliersapi/v1.0.0/groups HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  await eventually(() => text.startsWith('HTTP/1.1 100 Continue'))
  return { socket, received: () => text }
}
