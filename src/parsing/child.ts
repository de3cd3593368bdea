import { Socket } from 'node:net'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import {
  PARSER_ALONE_MILLISECONDS_MAX,
  PARSER_CPU_MILLISECONDS_MAX,
  PARSER_INPUT_BYTES_MAX,
  PARSER_MEGABYTES_MAX,
  PARSER_NICENESS,
} from '../limits.ts'
import type { JobKinds } from './job.ts'
import { ANSWERS, buffersOf, type Message, MessageReader } from './message.ts'
import { TOO_MUCH, Unreadable } from './unreadable.ts'

/** How often a parser is looked at, in milliseconds. */
const LOOK_MILLISECONDS = 50

/**
 * Whether a job is over, in milliseconds: it has used up its processor time, or its sender has waited for long enough,
 * not counting what the parser itself waited for a processor. Where the system does not tell that (NaN), it is all but
 * what it worked, and a tenth more. As text, like the guard.
 */
export const IS_OVER = `(limit, { worked, lasted, waited }) =>
  worked > limit || lasted - (waited >= 0 ? waited : lasted - worked / 0.9) > ${PARSER_ALONE_MILLISECONDS_MAX}`

/**
 * Ends a parser that works too long (SIGXCPU, as the limit of the system for it), takes too much memory, or has lost
 * its parent (SIGKILL). Runs on a thread of its own, because what is parsed may keep the other from ever looking. It is
 * text: it loads no file, wherever it is compiled.
 */
const GUARD = `
const { parentPort, workerData: { parent, bytes } } = require('node:worker_threads')
const { readFileSync } = require('node:fs')
const isOver = ${IS_OVER}
const waited = () => {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[1]) / 1e6
  } catch {
    return NaN
  }
}
const spent = () => {
  const { user, system } = process.cpuUsage()
  return { worked: (user + system) / 1000, lasted: performance.now(), waited: waited() }
}
let job
parentPort.on('message', (limit) => { job = limit === 0 ? undefined : { limit, began: spent() } })
const ofJob = (began, now) => Object.fromEntries(Object.keys(now).map((name) => [name, now[name] - began[name]]))
setInterval(() => {
  if (process.ppid !== parent || process.memoryUsage.rss() > bytes) process.kill(process.pid, 'SIGKILL')
  if (job && isOver(job.limit, ofJob(job.began, spent()))) process.kill(process.pid, 'SIGXCPU')
}, ${LOOK_MILLISECONDS})`

function guard(parent: number): Worker {
  const workerData = { parent, bytes: PARSER_MEGABYTES_MAX * 2 ** 20 }
  const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }
  // Without its guard a parser does not go on.
  return new Worker(GUARD, { eval: true, execArgv: [], workerData, resourceLimits }).on('exit', () => process.exit(1))
}

/** What is told of an error. The system's limit of memory is one where a library asks for much at once. */
function toldOf(error: unknown): { unreadable: string } | { failed: string } {
  if (error instanceof Unreadable) return { unreadable: error.message }
  const isMemory = error instanceof RangeError && /allocation failed|Invalid typed array length/.test(error.message)
  return isMemory ? { unreadable: TOO_MUCH } : { failed: String(error).slice(0, 500) }
}

async function answerTo({ facts, files }: Message, kindsOf: (room: string) => Promise<JobKinds>): Promise<Message> {
  const { room, kind, asked } = facts as { room: string; kind: string; asked: unknown }
  try {
    const answer = await (await kindsOf(room))[kind]!(files, asked)
    return { facts: { done: answer.facts }, files: answer.files }
  } catch (error) {
    return { facts: toldOf(error), files: [] }
  }
}

/** Of this thread alone: its guard stays in time. Where the system refuses, it is as it was. */
function lowerPriority(): void {
  try {
    setPriority(PARSER_NICENESS)
  } catch {
    // A parser that takes as much of the processor as others works all the same.
  }
}

/**
 * Runs a parser, in a process that does nothing else: does the jobs that come over standard input, one after the other.
 * It ends when that does.
 * @param rooms what loads the kinds of jobs of each room. Those of the room that the process was started for are loaded
 * at once.
 */
export async function answerJobs(rooms: Readonly<Record<string, () => Promise<JobKinds>>>): Promise<void> {
  const [parent, first] = process.argv.slice(2)
  process.title = 'daybook: parser'
  const guarding = guard(Number(parent))
  const answers = new Socket({ fd: ANSWERS })
  const write = (message: Message): void => buffersOf(message).forEach((buffer) => void answers.write(buffer))
  const reader = new MessageReader((job) => {
    const { cpuMilliseconds = PARSER_CPU_MILLISECONDS_MAX } = job.facts as { cpuMilliseconds?: number }
    guarding.postMessage(cpuMilliseconds)
    void answerTo(job, (room) => rooms[room]!()).then((answer) => {
      guarding.postMessage(0)
      write(answer)
    })
  })
  reader.bytesMax = PARSER_INPUT_BYTES_MAX
  await rooms[first!]!()
  lowerPriority()
  process.stdin.on('data', (chunk: Buffer) => reader.push(chunk)).on('end', () => process.exit(0))
  write({ facts: { isReady: true }, files: [] })
}
