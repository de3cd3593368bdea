import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInThisContext } from 'node:vm'
import { afterEach, describe, expect, test } from 'vitest'
import { PARSER_ALONE_MILLISECONDS_MAX, PARSER_CPU_MILLISECONDS_MAX } from '../../src/limits.ts'
import { IS_OVER } from '../../src/parsing/child.ts'
import { commandOf, Parser } from '../../src/parsing/parser.ts'
import { Parsers } from '../../src/parsing/parsers.ts'
import { Unreadable } from '../../src/parsing/unreadable.ts'
import { runs } from '../long.ts'
import { eventually } from '../patience.ts'
import { endProcess, hasEnded } from '../process/program.ts'

const GREEDY = fileURLToPath(new URL('greedy.js', import.meta.url))

const parsers = new Parsers((room) => new Parser(room, commandOf(room, GREEDY)))
afterEach(() => parsers.close())

const run = (kind: string, cpuMilliseconds = PARSER_CPU_MILLISECONDS_MAX): Promise<object> =>
  parsers.run(1, { room: 'greedy', kind, files: [], answerBytesMax: 0, resultOf: () => ({}), cpuMilliseconds })

describe('a parser is ended', () => {
  test.each<[string, RegExp, number?]>([
    ['loops', /takes too long/, runs(500, PARSER_CPU_MILLISECONDS_MAX)],
    ['fillsItsHeap', /takes too (much memory|long)/],
    ['makesOneLargeMap', /takes too (much memory|long)|cannot be read/],
    ['fillsBuffers', /takes too (much memory|long)/],
    ['sleeps', /takes too long/],
  ])('that %s, and the next one works', async (kind, says, cpuMilliseconds) => {
    const error: unknown = await run(kind, cpuMilliseconds).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(Unreadable)
    expect((error as Error).message).toMatch(says)
    expect(await run('works')).toEqual({})
  })
})

test('a job is over by its work, and by the clock without what it waited for a processor', () => {
  const isOver = runInThisContext(IS_OVER) as (
    limit: number,
    spent: Record<'worked' | 'lasted' | 'waited', number>,
  ) => boolean
  const over = (worked: number, lasted: number, waited: number): boolean => isOver(3000, { worked, lasted, waited })
  expect([over(2999, 3000, 0), over(3001, 3100, 0)]).toEqual([false, true])
  // A file that has the parser wait for nothing; one for whose parser there is no processor.
  expect([over(10, 4600, 0), over(2900, 19_000, 16_000)]).toEqual([true, false])
  expect([over(2900, 19_000, 14_000)]).toEqual([true])
  const whereUnknown = (worked: number, lasted: number): boolean =>
    isOver(15_000, { worked, lasted, waited: Number.NaN })
  expect([whereUnknown(4500, 4600), whereUnknown(4000, 4600), whereUnknown(4000, 19_000)]).toEqual([true, false, false])
})

test('a parser that never looks ends with a parent that is killed', async () => {
  // The parent starts it as the service does, gives it an endless job, and is killed.
  const command = JSON.stringify(commandOf('greedy', GREEDY))
  const job = JSON.stringify({ facts: { room: 'greedy', kind: 'loops', cpuMilliseconds: 60_000 }, lengths: [] })
  const program = `
    const command = ${command}.map((word) => (word === '${process.pid}' ? String(process.pid) : word))
    const child = require('node:child_process').spawn(command[0], command.slice(1), { env: {}, stdio: ['pipe', 'ignore', 'ignore', 'pipe'] })
    const job = Buffer.from('${job}'), length = Buffer.alloc(4)
    length.writeUInt32BE(job.length)
    child.stdio[3].once('data', () => {
      child.stdin.write(Buffer.concat([length, job]))
      console.log(child.pid)
    })`
  const parent = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = (await once(parent.stdout, 'data')) as [Buffer]
  const parser = Number(said.toString())
  expect(await hasEnded(parser)).toBe(false)
  endProcess(parent.pid!)
  let worked = 0
  await eventually(async () => {
    worked = workedMilliseconds(parser) ?? worked
    return hasEnded(parser)
  })
  // Otherwise its own limit may have ended it.
  expect(worked).toBeLessThan(PARSER_ALONE_MILLISECONDS_MAX - 1000)
})

/** The processor time of a process, in milliseconds; undefined when it is gone. */
function workedMilliseconds(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return 10 * (Number(fields[11]) + Number(fields[12]))
  } catch {
    return undefined
  }
}
