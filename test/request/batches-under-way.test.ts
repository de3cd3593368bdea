import { expect, test } from 'vitest'
import type { Database, EndingTransaction } from '../../src/database/connection.ts'
import { GroupCommit } from '../../src/request/write/group-commit.ts'
import type { Answer } from '../../src/request/protocol/respond.ts'
import { WaitingRoom } from '../../src/request/write/waiting-room.ts'
import { BATCH_REQUESTS_MAX } from '../../src/limits.ts'
import { books } from './library.ts'

const AGREEMENT = 1
const SAID = { status: 201 } as Answer

/** A batch that the database was given, and what it does with it. */
interface Given {
  requests: number
  /** Sends the last statement. */
  end(): void
  /** Answers it. */
  written(): void
}

/** Creates whose batches are written when the test says so. */
function held() {
  const given: Given[] = []
  let alone = (): void => {}
  const transaction = { end: () => {} } as EndingTransaction
  const pool = { transaction: (work: (one: EndingTransaction) => Promise<unknown>) => work(transaction) }
  const groupCommit = new GroupCommit(
    { of: () => pool } as unknown as Database,
    books,
    {
      needsTransaction: true,
      write: (_, __, requests, end) =>
        new Promise((resolve) =>
          given.push({ requests: requests.length, end: end!, written: () => resolve(requests.map(() => [])) }),
        ),
    },
    new WaitingRoom(),
  )
  const submit = () =>
    groupCommit.submit({
      caller: { agreement: AGREEMENT, app: 1 } as never,
      items: [{ item: {}, faults: [] }],
      bytes: 1,
      keyed: undefined,
      answerOf: () => SAID,
      alone: () => new Promise((resolve) => (alone = () => resolve(SAID))),
    })
  return { given, submit, alone: () => alone() }
}

/** Everything that follows from what was done so far has happened. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('a large batch is sent behind the one that the database writes; a third waits for the first', async () => {
  const { given, submit, alone } = held()
  const answers = Array.from({ length: 1 + 3 * BATCH_REQUESTS_MAX }, submit)
  alone()
  await settled()
  expect(given.map(({ requests }) => requests)).toEqual([BATCH_REQUESTS_MAX])
  given[0]!.end()
  await settled()
  expect(given.map(({ requests }) => requests)).toEqual([BATCH_REQUESTS_MAX, BATCH_REQUESTS_MAX])
  given[1]!.end()
  await settled()
  expect(given).toHaveLength(2)
  given[0]!.written()
  await settled()
  expect(given).toHaveLength(3)
  given[1]!.written()
  given[2]!.written()
  expect(await Promise.all(answers)).toEqual(answers.map(() => SAID))
})

test('a smaller batch, and one behind a batch that still sends statements, wait until it is written', async () => {
  const { given, submit, alone } = held()
  const answers = Array.from({ length: 1 + 20 }, submit)
  alone()
  await settled()
  expect(given.map(({ requests }) => requests)).toEqual([11])
  answers.push(...Array.from({ length: 20 }, submit))
  await settled()
  expect(given).toHaveLength(1)
  given[0]!.end()
  await settled()
  expect(given.map(({ requests }) => requests)).toEqual([11, 20])
  answers.push(submit())
  given[1]!.end()
  given[0]!.written()
  await settled()
  expect(given).toHaveLength(2)
  given[1]!.written()
  await settled()
  expect(given.map(({ requests }) => requests)).toEqual([11, 20, 10])
  given[2]!.written()
  // Whoever is never answered fails later, in the middle of another file.
  expect(await Promise.all(answers)).toEqual(answers.map(() => SAID))
})
