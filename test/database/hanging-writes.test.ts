import { expect, test } from 'vitest'
import { HangingWrites } from '../../src/database/pool/hanging-writes.ts'
import { HEALTH_HANGING_MILLISECONDS } from '../../src/limits.ts'

test('a commit hangs that waits for so long, and not many that wait one after the other', () => {
  const clock = { now: 0 }
  const writes = new HangingWrites(() => clock.now)
  const after = (milliseconds: number, waiting: string): void => {
    clock.now += milliseconds
    writes.look(waiting)
  }
  after(0, '')
  after(HEALTH_HANGING_MILLISECONDS, '7@1.5 8@1.5')
  after(HEALTH_HANGING_MILLISECONDS - 1, '7@1.5 8@2.5')
  after(HEALTH_HANGING_MILLISECONDS - 1, '8@2.5 7@3.5')
  expect(() => after(1, '8@2.5')).toThrow('Writes hang')
  after(0, '')
  after(0, '8@2.5')
})
