import { run } from '../../src/cli/run.ts'
import { isLong } from '../long.ts'
import { answerIn, command, type Program, type Start, variablesOf } from './program.ts'

type Ended = Awaited<Program['ended']>

/**
 * Runs one command to its end as `command` does, and in the short form in this process: to start a program takes longer
 * than most commands. What it writes and its settings are those of the process meanwhile: so one command at a time.
 */
export async function commandHere(args: readonly string[], how: Start): Promise<Ended> {
  return isLong ? await command(args, how) : await within(args, variablesOf(how.environment))
}

/** As `commandHere`, with --json; it must succeed. */
export async function answerHere(args: readonly string[], how: Start): Promise<Record<string, unknown>> {
  return answerIn(await commandHere([...args, '--json'], how))
}

const STREAMS = ['stdout', 'stderr'] as const

async function within(args: readonly string[], variables: NodeJS.ProcessEnv): Promise<Ended> {
  const said = { stdout: '', stderr: '' }
  const before = process.env
  const undo = STREAMS.map((name) => {
    const stream = process[name]
    const [write, listeners] = [stream.write.bind(stream), stream.listeners('error')]
    stream.write = (chunk: Uint8Array | string, ...more: unknown[]): boolean => {
      said[name] += Buffer.from(chunk).toString()
      const done = more.at(-1)
      if (typeof done === 'function') process.nextTick(done)
      return true
    }
    return () => {
      stream.write = write
      for (const added of stream.listeners('error'))
        if (!listeners.includes(added)) stream.off('error', added as () => void)
    }
  })
  process.env = variables
  try {
    const code = await run(args)
    return { code, signal: null, ...said }
  } finally {
    process.env = before
    for (const restore of undo) restore()
  }
}
