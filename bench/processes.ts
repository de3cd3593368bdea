import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { BareAnswer } from './bare.ts'
import type { Job } from './clients.ts'
import type { Closing } from './closing.ts'
import { endChild } from './closing.ts'
import type { Isolated } from './isolated.ts'
import type { SocketAddress } from './product.ts'
import type { Sample } from './sample.ts'

function start(closing: Closing, file: string): ChildProcess {
  const child = fork(new URL(file, import.meta.url), [], {
    execArgv: file.endsWith('.ts') ? ['--import', 'tsx'] : [],
    env: { ...process.env, NODE_ENV: 'production' },
    serialization: 'advanced',
  })
  closing.child(child)
  return child
}

/** Sends a child a message and waits for its answer; fails when the child ends instead. */
async function ask<T>(child: ChildProcess, message: unknown): Promise<T> {
  const waiting = new AbortController()
  const { signal } = waiting
  const ended = once(child, 'exit', { signal }).then(([code, how]) => {
    throw new Error(`A process of the bench ended: ${code ?? how}`)
  })
  const answered = once(child, 'message', { signal }).then(([value]) => value as T | { error: string })
  child.send(message as object)
  try {
    const value = await Promise.race([answered, ended])
    if (typeof value === 'object' && value !== null && 'error' in value) throw new Error(value.error)
    return value as T
  } finally {
    waiting.abort()
    await Promise.allSettled([answered, ended])
  }
}

/** Starts the process of the HTTP clients. */
export function openClients(closing: Closing): (job: Job) => Promise<Sample> {
  const child = start(closing, './clients.ts')
  return (job) => ask<Sample>(child, job)
}

/** Starts a bare Fastify with one route, in a separate process. */
export async function openBare(closing: Closing, answer: BareAnswer): Promise<{ port: number; end(): Promise<void> }> {
  const child = start(closing, './bare.ts')
  const { port } = await ask<AddressInfo>(child, answer)
  return { port, end: () => endChild(child) }
}

/** Starts the minimal server, in a separate process. */
export async function openMinimal(closing: Closing, { socketDirectory, ...rest }: SocketAddress): Promise<number> {
  const child = start(closing, './minimal.js')
  return (await ask<AddressInfo>(child, { host: socketDirectory, ...rest })).port
}

/**
 * Starts the service as one role of the database, in a separate process; answers its port, and its processor time so
 * far in microseconds.
 */
export async function openIsolated(
  closing: Closing,
  isolated: Isolated,
): Promise<{ port: number; computed(): Promise<number> }> {
  const child = start(closing, './isolated.ts')
  return { port: await ask<number>(child, isolated), computed: () => ask<number>(child, {}) }
}
