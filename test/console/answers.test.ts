import { expect, test } from 'vitest'
import { makeAnswers } from '../../src/console/answers.ts'

/** An answer that comes when it is told to. */
function held<T>(): { send: () => Promise<T>; come: (answer: T) => void; fail: () => void } {
  let come = (_: T): void => {}
  let fail = (): void => {}
  const answer = new Promise<T>((resolve, reject) => ((come = resolve), (fail = () => reject(new Error('refused')))))
  return { send: () => answer, come, fail }
}

test('whoever asks while the same is asked gets that answer, and the next asks anew', async () => {
  const { ask, known, isAsking } = makeAnswers()
  const first = held<string>()
  const asked = [ask('/accounts', first.send), ask('/accounts', () => Promise.resolve('never sent'))]
  expect(isAsking()).toBe(true)
  first.come('as it is')
  expect(await Promise.all(asked)).toEqual(['as it is', 'as it is'])
  expect([isAsking(), known('/accounts')]).toEqual([false, 'as it is'])
  expect(await ask('/accounts', () => Promise.resolve('later'))).toBe('later')
  expect(known('/accounts')).toBe('later')
})

test('what was asked before a write answers nobody who asks after it, and takes the place of no later answer', async () => {
  const { ask, known, turn } = makeAnswers()
  const [before, after] = [held<string>(), held<string>()]
  const asked = ask('/plan', before.send)
  turn(() => false)
  const askedAfter = ask('/plan', after.send)
  after.come('as written')
  expect(await askedAfter).toBe('as written')
  before.come('as it was')
  expect(await asked).toBe('as it was')
  expect(known('/plan')).toBe('as written')
})

test('an answer from before a write leaves the question after it under way', async () => {
  const { ask, known, turn, isAsking } = makeAnswers()
  const [before, after] = [held<string>(), held<string>()]
  const asked = ask('/plan', before.send)
  turn(() => false)
  const askedAfter = ask('/plan', after.send)
  before.fail()
  await expect(asked).rejects.toThrow('refused')
  expect([isAsking(), known('/plan')]).toEqual([true, undefined])
  const joined = ask('/plan', () => Promise.resolve('never sent'))
  after.come('as written')
  expect(await Promise.all([askedAfter, joined])).toEqual(['as written', 'as written'])
})

test('a write makes old what it may have changed, and nothing else', async () => {
  const { ask, known, turn } = makeAnswers()
  await ask('/entries', () => Promise.resolve(1))
  await ask('/accounts', () => Promise.resolve(2))
  turn((name) => name === '/entries')
  expect([known('/entries'), known('/entries', 60_000)]).toEqual([1, undefined])
  expect(known('/accounts', 60_000)).toBe(2)
})

test('what lasts is asked on beside a write that cannot change it, unless somebody wants it as it is now', async () => {
  const { ask, known, turn } = makeAnswers()
  for (const [wanted, isOutdated, later] of [
    [true, false, 'as asked'],
    [true, true, 'asked anew'],
    [false, false, 'asked anew'],
  ] as const) {
    const of = held<string>()
    const asked = [ask('/accounts', of.send, true), ask('/accounts', of.send, wanted)]
    turn(() => isOutdated)
    const after = ask('/accounts', () => Promise.resolve('asked anew'), true)
    of.come('as asked')
    await Promise.all(asked)
    expect([await after, known('/accounts')]).toEqual([later, later])
  }
})

test('an answer to one agreement is not known in the next', async () => {
  const { ask, known, forget } = makeAnswers()
  const of = held<string>()
  const asked = ask('/company', of.send)
  forget()
  of.come('the company before')
  await asked
  expect(known('/company')).toBeUndefined()
})
