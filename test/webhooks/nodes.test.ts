import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../patience.ts'
import { endProcess, listeners, type Program, serve } from '../process/program.ts'
import { isLong } from '../long.ts'
import { authorityFile } from './receiver.ts'
import { type Hook, numbers, randomFrom, Stage } from './stage.ts'

let stage: Stage
let hooks: Hook[]
let held: Hook
const HOOKS = numbers(1, 6)
const programs: Program[] = []
/** Lets the one request that is held be answered. */
let release: () => void
let emitted = 0

beforeAll(async () => {
  stage = await Stage.open()
  hooks = await Promise.all(HOOKS.map((at) => stage.hook(`/node${at}`)))
  held = await stage.hook('/held')
  const random = randomFrom()
  stage.receiver.respond = async ({ path }) => {
    if (path === '/held') await new Promise<void>((resolve) => (release = resolve))
    else await delay(random() * 10)
    return 204
  }
})
afterAll(async () => {
  for (const { child } of programs) child.kill('SIGKILL')
  await stage.close()
})

async function start(workers: number): Promise<Program> {
  const program = await serve({
    environment: {
      DATABASE_URL: stage.base.url,
      DAYBOOK_DATABASE_CONNECTIONS: String(2 + 4 * workers),
      DAYBOOK_WORKERS: String(workers),
      DAYBOOK_WEBHOOK_ALLOWED_HOSTS: 'localhost',
      NODE_EXTRA_CA_CERTS: authorityFile,
    },
  })
  programs.push(program)
  return program
}

/** How many events of a webhook may be on their way: the test waits at its end for those that are left. */
const AHEAD = 20

/** Has events happen until `during` is over, and waits until all of them have arrived. */
async function whileEventsHappen(during: () => Promise<void>): Promise<void> {
  let isOver = false
  const happening = (async () => {
    while (!isOver) {
      emitted++
      await Promise.all(hooks.map((hook) => stage.emit(hook, [emitted])))
      await eventually(() => isOver || HOOKS.every((at) => stage.sentTo(`/node${at}`).length + AHEAD > emitted))
    }
  })()
  await during().finally(() => (isOver = true))
  await happening
  for (const hook of hooks) await stage.untilDone(hook)
}

/**
 * Each event arrived, in order. A repeat has the id of the event it repeats. Each death left at most one repeat for a
 * webhook.
 */
function expectNothingLost(deaths: number): void {
  for (const at of HOOKS) {
    expect(stage.keptBy(`/node${at}`)).toEqual(numbers(1, emitted).map(String))
    expect(stage.sentTo(`/node${at}`).length).toBeLessThanOrEqual(emitted + deaths)
  }
}

/** Tells a program to end while a request is under way, and has that answered only then. */
async function expectToFinish(program: Program): Promise<void> {
  const before = stage.sentTo('/held').length
  await stage.emit(held, [before])
  await eventually(() => stage.sentTo('/held').length > before)
  program.child.kill('SIGTERM')
  await eventually(() => program.said().includes('finishing the requests under way'))
  release()
  expect((await program.ended).code).toBe(0)
  const log = await stage.deliveries(held)
  expect(log.map(({ state, attempts }) => [state, attempts.length])).toEqual(log.map(() => ['delivered', 1]))
  expect(stage.sentTo('/held').length).toBe(before + 1)
}

test('a node that is killed loses nothing: another takes over within seconds', async () => {
  const [first, second] = await Promise.all([start(1), start(1)])
  const random = randomFrom()
  await whileEventsHappen(async () => {
    await stage.receiver.until(HOOKS.length * 5)
    await delay(random() * 100)
    second.child.kill('SIGKILL')
    const before = emitted
    await eventually(() => HOOKS.every((at) => stage.sentTo(`/node${at}`).includes(String(before))))
  })
  expectNothingLost(1)
  await expectToFinish(first)
})

// `npm run test:faults` has it. That workers are replaced is tried in test/process/nodes.test.ts, too.
test.runIf(isLong)('so does a worker process of a node', async () => {
  const node = await start(2)
  await eventually(() => listeners(node).length === 2)
  const random = randomFrom()
  const before = stage.receiver.requests.length
  await whileEventsHappen(async () => {
    await stage.receiver.until(before + HOOKS.length * 5)
    await delay(random() * 100)
    endProcess(listeners(node)[0]!)
    await eventually(() => listeners(node).length === 3)
  })
  expectNothingLost(2)
  await expectToFinish(node)
})
