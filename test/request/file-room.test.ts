import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FILES_WAIT_MILLISECONDS, REQUEST_TIMEOUT_MILLISECONDS } from '../../src/limits.ts'
import { FileRoom } from '../../src/request/protocol/file-room.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('who gives up waiting makes way for who waits behind', async () => {
  const room = new FileRoom({ ofAgreement: 10, ofAll: 100, milliseconds: 1000 })
  await room.take(1, 6)
  const large = room.take(1, 9)
  const refused = expect(large).rejects.toMatchObject({ code: 'Unavailable' })
  await vi.advanceTimersByTimeAsync(500)
  const small = room.take(1, 2)
  await vi.advanceTimersByTimeAsync(500)
  await refused
  const leave = await Promise.race([small, vi.advanceTimersByTimeAsync(0)])
  expect(leave).toBeTypeOf('function')
})

test('who gets no room is refused while its request may still come in, and whoever got it has time to send', async () => {
  const room = new FileRoom()
  await room.take(1, Infinity)
  const refused = expect(room.take(1, 1)).rejects.toMatchObject({ code: 'Unavailable' })
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MILLISECONDS / 2)
  expect(vi.getTimerCount()).toBe(0)
  await refused
  expect(FILES_WAIT_MILLISECONDS).toBeGreaterThanOrEqual(10_000)
})
