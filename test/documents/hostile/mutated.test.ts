import { beforeAll, expect, test } from 'vitest'
import { composeFiles, inspectFile } from '../../../src/documents/parse.ts'
import { Unreadable } from '../../../src/parsing/unreadable.ts'
import { Chance, seedOf } from '../../chance.ts'
import { runs } from '../../long.ts'
import { jpeg, pdf, png } from '../files.ts'

const SEED = seedOf('DAYBOOK_HOSTILE_SEED')
const RUNS = runs(30, 10_000, process.env.DAYBOOK_HOSTILE_RUNS)
const AGREEMENT = 1

const chance = new Chance(SEED)
const good = [
  pdf('good', 3),
  pdf('good', 1, '/Outlines << >>', ['<< /X [1 2 3] /Y (text) >>']),
  png(9, 9, 7),
  jpeg('good'),
]

/** Numbers, and marks of the formats, that readers stumble over. */
const NUMBERS = ['0', '-1', '1', '65536', '2147483647', '4294967295', '99999999999', '1e99']
const MARKS = [
  '<<',
  '>>',
  '[',
  ']',
  '(',
  ')',
  'stream',
  'endstream',
  'obj',
  'R',
  '/Kids',
  '/Length',
  '/Filter',
  '\xff\xda',
  'IDAT',
]

const changes: readonly ((file: Buffer) => Buffer)[] = [
  (file) => file.subarray(0, chance.int(1, file.length)),
  (file) => {
    for (let times = chance.int(1, 20); times > 0; times -= 1) file[chance.int(0, file.length - 1)] = chance.int(0, 255)
    return file
  },
  (file) => {
    const at = chance.int(0, file.length - 1)
    file[at]! ^= 1 << chance.int(0, 7)
    return file
  },
  (file) => {
    const [at, from] = [chance.int(0, file.length), chance.int(0, file.length - 1)]
    const piece = file.subarray(from, from + chance.int(1, 200))
    return Buffer.concat([
      file.subarray(0, at),
      ...Array.from({ length: chance.int(1, 50) }, () => piece),
      file.subarray(at),
    ])
  },
  (file) => {
    const at = chance.int(0, file.length - 1)
    return Buffer.concat([file.subarray(0, at), file.subarray(at + chance.int(1, 100))])
  },
  (file) => {
    const numbers = [...file.toString('latin1').matchAll(/\d+/g)]
    if (numbers.length === 0) return file
    const { index, 0: number } = chance.pick(numbers)
    return Buffer.concat([
      file.subarray(0, index),
      Buffer.from(chance.pick(NUMBERS)),
      file.subarray(index + number.length),
    ])
  },
  (file) => {
    const at = chance.int(0, file.length)
    return Buffer.concat([file.subarray(0, at), Buffer.from(chance.pick(MARKS), 'latin1'), file.subarray(at)])
  },
]

/** A good file, changed a few times. */
function mutated(): Buffer {
  let file = Buffer.from(chance.pick(good))
  for (let times = chance.int(1, 4); times > 0 && file.length > 1; times -= 1)
    file = Buffer.from(chance.pick(changes)(file))
  return file
}

/** Has a parser look at it, and put it into a document if it is taken. @returns whether it was taken, or why not. */
async function outcomeOf(file: Buffer): Promise<string> {
  try {
    await inspectFile(AGREEMENT, file)
    await composeFiles(AGREEMENT, [file, png(1, 1)])
    return 'taken'
  } catch (error) {
    if (error instanceof Unreadable) return `refused: ${error.message}`
    throw error
  }
}

beforeAll(async () => {
  await inspectFile(AGREEMENT, good[0]!)
})

test('good files that were changed are taken or refused', { timeout: 3_600_000 }, async () => {
  const outcomes = new Map<string, number>()
  for (let run = 0; run < RUNS; run += 1) {
    const file = mutated()
    const outcome = await outcomeOf(file).catch((error: unknown) => {
      throw new Error(`DAYBOOK_HOSTILE_SEED=${SEED}, file ${run}: ${file.toString('base64').slice(0, 4000)}`, {
        cause: error,
      })
    })
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  // So few as the short form has may by chance all be refused.
  const taken = outcomes.get('taken') ?? 0
  if (RUNS >= 1000) expect([taken > 0, taken < RUNS], JSON.stringify([...outcomes])).toEqual([true, true])
})

test('a good file that is cut at any byte is refused, or is whole but for its last line', async () => {
  for (const file of [pdf('cut'), png(3, 3), jpeg()]) {
    for (let length = 0; length < file.length; length += 1) {
      const outcome = await inspectFile(AGREEMENT, file.subarray(0, length)).then(
        () => 'taken',
        (error: unknown) => (error instanceof Unreadable ? 'refused' : String(error)),
      )
      // The end of a line behind the mark that ends a PDF may be missing.
      const isWhole = file.subarray(length).toString('latin1') === '\n'
      expect([length, outcome]).toEqual([length, isWhole ? 'taken' : 'refused'])
    }
  }
})
