import { expect, test } from 'vitest'
import { PdfThreads } from '../../src/documents/threads.ts'
import { PDF_QUEUE_MAX_OF_AGREEMENT } from '../../src/limits.ts'
import { png } from './files.ts'

test('no agreement takes the whole queue: its own jobs are refused, those of others are done', async () => {
  const threads = new PdfThreads()
  const inspect = (agreement: number): Promise<unknown> => threads.inspect(agreement, Uint8Array.from(png(1, 1)))
  const [underWay, waiting] = [1, PDF_QUEUE_MAX_OF_AGREEMENT]
  const own = Array.from({ length: underWay + waiting }, () => inspect(1))
  await expect(inspect(1)).rejects.toMatchObject({ faults: [{ code: 'Unavailable' }] })
  expect(await inspect(2)).toMatchObject({ inspected: { kind: 'png' } })
  expect(await Promise.all(own)).toHaveLength(underWay + waiting)
})
