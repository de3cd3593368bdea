import { type Overrides, stored } from './override.ts'

/** Grants made so far, and what follows from them, far from those that tests make. */
let grants = 1_000_000
let sessions = 2_000_000
/** Tokens of theirs. */
let tokens = 0

/** What grants, and sessions and passkeys of the console, are made of. */
export const accessOverrides: Overrides = {
  'daybook/Grants': {
    properties: {
      token_hash: stored(
        'a token opens one grant of all agreements',
        () => `\\x${String((tokens += 1)).padStart(64, '0')}`,
      ),
      number: stored('numbered among all agreements', () => (grants += 1)),
      previousTokenUntil: stored('there is no token before', null),
      app: stored('the first app is there', 1),
      roles: stored('one of the four', ['Sales']),
      mayNameActor: stored('a grant is of a person or names one', false),
    },
  },
  'daybook/ConsolePasskeys': {
    properties: {
      public_key: stored('the database has bytes here', () => '\\x00'),
      transports: stored('a list of words', []),
      number: stored('numbered among all agreements', () => (sessions += 1)),
    },
  },
  'daybook/ConsoleSessions': {
    properties: {
      token_hash: stored(
        'a token opens one session of an agreement',
        () => `\\x${String((tokens += 1)).padStart(64, '0')}`,
      ),
      number: stored('numbered among all agreements', () => (sessions += 1)),
      endsAt: stored('sessions that are over are forgotten', (n: number) => `2900-01-0${(n % 9) + 1}`),
      lastUsedAt: stored('sessions without use are forgotten', (n: number) => `2900-01-0${(n % 9) + 1}`),
    },
  },
}
