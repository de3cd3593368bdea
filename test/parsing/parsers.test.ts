import { afterEach, describe, expect, test } from 'vitest'
import { PARSER_FACTS_BYTES_MAX, PARSERS, PARSING_QUEUE_MAX_OF_AGREEMENT } from '../../src/limits.ts'
import type { Job } from '../../src/parsing/job.ts'
import { Parser } from '../../src/parsing/parser.ts'
import { Parsers } from '../../src/parsing/parsers.ts'
import { Unreadable } from '../../src/parsing/unreadable.ts'
import { png } from '../documents/files.ts'
import { eventually } from '../patience.ts'
import { hasEnded } from '../process/program.ts'

const inspecting: Job<object> = {
  room: 'documents',
  kind: 'inspect',
  files: [png(1, 1)],
  answerBytesMax: 100,
  resultOf: ({ facts }) => (typeof facts === 'object' && facts !== null ? facts : undefined),
}

let parsers = new Parsers()
afterEach(() => parsers.close())

test('no agreement takes the whole queue: its own jobs are refused, those of others are done', async () => {
  parsers = new Parsers()
  const inspect = (agreement: number): Promise<unknown> => parsers.run(agreement, inspecting)
  const [underWay, waiting] = [1, PARSING_QUEUE_MAX_OF_AGREEMENT]
  const own = Array.from({ length: underWay + waiting }, () => inspect(1))
  await expect(inspect(1)).rejects.toMatchObject({ faults: [{ code: 'Unavailable' }] })
  expect(await inspect(2)).toMatchObject({ kind: 'png' })
  expect(await Promise.all(own)).toHaveLength(underWay + waiting)
  expect(parsers.pids.length).toBeLessThanOrEqual(PARSERS)
})

/** A parser that says it is ready, and does this with the first bytes of a job. */
const does = (what: string): string[] => {
  const say = `const message = (head) => { const json = Buffer.from(head); const length = Buffer.alloc(4)
    length.writeUInt32BE(json.length); return Buffer.concat([length, json]) }
    const say = (...heads) => require('fs').writeSync(3, Buffer.concat(heads.map(message)))`
  const ready = `say('{"facts":{"isReady":true},"lengths":[]}')`
  return [process.execPath, '-e', `${say}; ${ready}; process.stdin.once('data', () => { ${what} })`]
}

describe('a parser that does not survive a file, or answers something else, is ended; the next file gets another', () => {
  test.each<[string, string, RegExp]>([
    ['it aborts', 'process.abort()', /too much memory/],
    ['it is killed', `process.kill(process.pid, 'SIGKILL')`, /too much memory/],
    ['it dies of a bad address', `process.kill(process.pid, 'SIGSEGV')`, /cannot be read/],
    ['it used its time', `process.kill(process.pid, 'SIGXCPU')`, /too long/],
    ['it exits', 'process.exit(0)', /cannot be read/],
    ['it closes the pipe', `require('fs').closeSync(3)`, /too much memory/],
    ['garbage', `require('fs').writeSync(3, 'no message at all')`, /cannot be read/],
    ['a head that is no JSON', `say('{"facts":')`, /cannot be read/],
    ['a head that is nothing', `say('null')`, /cannot be read/],
    ['a head without lengths', `say('{"facts":{}}')`, /cannot be read/],
    ['a length below nothing', `say('{"facts":{},"lengths":[-1]}')`, /cannot be read/],
    ['a file that is too large', `say('{"facts":{},"lengths":[101]}')`, /cannot be read/],
    ['a head that is too large', `say('"${'x'.repeat(10)}"'.padEnd(${PARSER_FACTS_BYTES_MAX + 1}))`, /cannot be read/],
    ['another answer', `say('{"facts":{"done":7},"lengths":[]}')`, /cannot be read/],
    ['no answer', `say('{"facts":null,"lengths":[]}')`, /cannot be read/],
    ['a fault of its own', `say('{"facts":{"failed":"TypeError: x"},"lengths":[]}')`, /cannot be read/],
  ])('%s', async (_what, what, says) => {
    const started: Parser[] = []
    const commands = [does(what), does(`say('{"facts":{"done":{"kind":"png"}},"lengths":[]}')`)]
    parsers = new Parsers((room) => {
      const parser = new Parser(room, commands[started.length])
      started.push(parser)
      return parser
    })
    const reasons: string[] = []
    parsers.observe = ({ reason }) => reasons.push(reason)
    const refused = await parsers.run(1, inspecting).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Unreadable)
    expect((refused as Error).message).toMatch(says)
    expect(reasons).toHaveLength(1)
    expect(await parsers.run(1, inspecting)).toEqual({ kind: 'png' })
    expect(started).toHaveLength(2)
    await eventually(() => hasEnded(started[0]!.pid!))
  })
})

test.each([
  ['at once', `say(answer, more)`],
  ['a moment later', `say(answer); setTimeout(() => say(more), 20)`],
])('a parser that says more than it was asked is ended: %s', async (_when, what) => {
  const [answer, more] = [{}, { kind: 'of the next' }].map((done) => JSON.stringify({ facts: { done }, lengths: [] }))
  // Nobody ends it for being idle.
  const parser = new Parser('documents', does(`const [answer, more] = ['${answer}', '${more}']; ${what}`))
  expect(await parser.run(inspecting)).toEqual({})
  await eventually(() => !parser.isAlive)
})

test.each([
  ['there is no program', ['/nonexistent/node']],
  ['it ends at once', [process.execPath, '-e', 'process.exit(7)']],
  ['it is something else', does('').map((word) => word.replace('isReady', 'isOther'))],
])('nobody’s file is to blame when no parser starts: %s', async (_what, command) => {
  parsers = new Parsers((room) => new Parser(room, command))
  const faults = [{ code: 'Unavailable', message: expect.stringContaining('cannot be read at the moment') as string }]
  for (const agreement of [1, 1, 2]) await expect(parsers.run(agreement, inspecting)).rejects.toMatchObject({ faults })
  const told = [{ message: expect.stringMatching(/^What lines of the bank .* cannot be worked out/) as string }]
  for (const kind of ['suggestions', 'sure'])
    await expect(parsers.run(1, { ...inspecting, room: 'bank', kind })).rejects.toMatchObject({ faults: told })
})

test('a parser is prepared once, before its file is there, and does its job', async () => {
  parsers = new Parsers()
  for (let times = 0; times < 3; times += 1) parsers.prepare('documents')
  const [pid, ...others] = parsers.pids
  expect(others).toEqual([])
  expect(await parsers.run(1, inspecting)).toMatchObject({ kind: 'png' })
  expect(parsers.pids).toEqual([pid])
})
