import { expect, test } from 'vitest'
import { WrongTokens } from '../../src/access/wrong-tokens.ts'
import { WRONG_TOKENS_ADDRESSES_MAX, WRONG_TOKENS_FREE, WRONG_TOKENS_PER_SECOND } from '../../src/limits.ts'

/** Notes so many wrong pairs of an address. @returns how many of the refusals come late. */
const late = (tokens: WrongTokens, address: string, count: number): number =>
  Array.from({ length: count }, () => tokens.note(address)).filter((wait) => wait !== undefined).length

test('refusals of an address come late after some hundred, those of others do not', () => {
  const tokens = new WrongTokens(() => 0)
  expect(late(tokens, 'a', WRONG_TOKENS_FREE + 5)).toBe(5)
  expect(late(tokens, 'b', WRONG_TOKENS_FREE)).toBe(0)
})

test('wrong pairs are forgotten in time, and never held against an address for long', () => {
  const clock = { now: 0 }
  const tokens = new WrongTokens(() => clock.now)
  expect(late(tokens, 'a', 100 * WRONG_TOKENS_FREE)).toBe(99 * WRONG_TOKENS_FREE)
  clock.now = (2 * WRONG_TOKENS_FREE * 1000) / WRONG_TOKENS_PER_SECOND
  expect(late(tokens, 'a', WRONG_TOKENS_FREE + 1)).toBe(1)
})

test('addresses beyond those counted push out whom nothing was heard of for longest', () => {
  const tokens = new WrongTokens(() => 0)
  late(tokens, 'a', WRONG_TOKENS_FREE)
  for (let at = 0; at < WRONG_TOKENS_ADDRESSES_MAX; at++) void tokens.note(`other ${at}`)
  expect(late(tokens, 'a', 1)).toBe(0)
})
