import { expect, test } from 'vitest'
import { namingLoss } from '../../src/database/placement/run-at.ts'
import { isUnavailable } from '../../src/errors/unavailable.ts'

const GONE = 'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally'
const where = 'while executing command on 127.0.0.1:5433'

test('a worker that ends while a statement runs there is a database that is gone', () => {
  expect(isUnavailable(namingLoss({ code: 'XX000', message: GONE, where }))).toBe(true)
})

test('what a worker tells of itself stays what it is, and so do the faults of others', () => {
  for (const error of [
    { code: 'XX000', message: 'cache lookup failed for relation 7', where },
    { code: 'XX000', message: GONE },
    { code: '23505', message: GONE, where },
  ]) {
    expect(namingLoss({ ...error })).toEqual(error)
  }
})
