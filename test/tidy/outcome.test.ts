import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { excusedBy, outcomeOf } from '../../.ci/outcome.js'
import { textOf } from './sources.ts'

type Run = Parameters<typeof outcomeOf>[0]
type Report = NonNullable<Run['report']>

const nameOf = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url))

/** A file of a report, with a test for each status. */
const fileOf = (file: string, statuses: readonly string[], message = ''): Report['testResults'][number] => ({
  name: nameOf(file),
  status: message !== '' || statuses.includes('failed') ? 'failed' : 'passed',
  message,
  assertionResults: statuses.map((status, at) => ({
    status,
    fullName: `test ${at}`,
    failureMessages: status === 'failed' ? [`Error: ${at} is wrong`] : [],
  })),
})

/** What a run comes to, what it says, and which files it repeats. */
function judged(files: Report['testResults'], given: Partial<Run> = {}) {
  const said: string[] = []
  const repeated: string[] = []
  const passed = files.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === 'passed')
  const counts = outcomeOf({
    exitCode: 1,
    report: { numPassedTests: passed.length, testResults: files },
    excused: new Set(),
    say: (line) => said.push(line),
    ...given,
    passesAlone: (file) => {
      repeated.push(file)
      return given.passesAlone?.(file) ?? true
    },
  })
  return { ...counts, said: said.join('\n'), repeated }
}

describe('a file that failed', () => {
  const files = [fileOf('test/a/a.test.ts', ['passed']), fileOf('test/a/b.test.ts', ['passed', 'failed', 'failed'])]

  test('is repeated alone, once, and told with its first failure; it fails the run though it passes then', () => {
    const { said, ...rest } = judged(files)
    expect(rest).toEqual({ passed: 2, failed: 2, repeated: ['test/a/b.test.ts'] })
    expect(said).toContain('test/a/b.test.ts failed (2 tests). The first failure:\ntest 1\nError: 1 is wrong')
    expect(said).toContain('repeated alone, passed')
    expect(judged(files, { passesAlone: () => false }).said).toContain('repeated alone, failed again')
  })

  test('is excused by the list if it passes alone, and only then', () => {
    const excused = new Set(['test/a/b.test.ts'])
    expect(judged(files, { excused })).toMatchObject({ passed: 4, failed: 0 })
    expect(judged(files, { excused }).said).toContain('excuses it')
    expect(judged(files, { excused, passesAlone: () => false })).toMatchObject({ passed: 2, failed: 2 })
    const others = [...files, fileOf('test/a/c.test.ts', ['failed'])]
    expect(judged(others, { excused })).toMatchObject({ passed: 4, failed: 1 })
  })

  test('counts as one if it could not be loaded', () => {
    const unloaded = judged([...files.slice(0, 1), fileOf('test/a/c.test.ts', [], 'Error: no such module')])
    expect(unloaded).toMatchObject({ passed: 1, failed: 1, repeated: ['test/a/c.test.ts'] })
    expect(unloaded.said).toContain('Error: no such module')
  })

  test('is not repeated among many: that is a fault', () => {
    const many = Array.from({ length: 6 }, (_, at) => fileOf(`test/a/${at}.test.ts`, ['failed']))
    const excused = new Set(['test/a/0.test.ts'])
    expect(judged(many, { excused })).toMatchObject({ passed: 0, failed: 6, repeated: [] })
    expect(judged(many).said).toContain('6 files failed: none is repeated.')
  })
})

test('a run without a failed test passes, unless it exits otherwise, has no tests, or leaves no report', () => {
  const files = [fileOf('test/a/a.test.ts', ['passed', 'skipped'])]
  expect(judged(files, { exitCode: 0 })).toMatchObject({ passed: 1, failed: 0, repeated: [], said: '' })
  const otherwise = judged(files, { exitCode: 1 })
  expect(otherwise).toMatchObject({ passed: 1, failed: 1 })
  expect(otherwise.said).toContain('No test failed, but the run did')
  expect(judged([], { exitCode: 0 })).toMatchObject({ passed: 0, failed: 1 })
  expect(judged([], { exitCode: 0, report: undefined })).toMatchObject({ passed: 0, failed: 1 })
})

describe('the list of excused files', () => {
  const line = 'test/a/b.test.ts until 2026-12-31: seen once, cause unknown'

  test('excuses a file until its day', () => {
    expect(excusedBy(`# said\n\n${line}\n`, '2026-12-31')).toEqual(new Set(['test/a/b.test.ts']))
    expect(excusedBy(line, '2027-01-01')).toEqual(new Set())
  })

  test('has a day and a reason for each, and at most three', () => {
    for (const wrong of ['test/a/b.test.ts', 'test/a/b.test.ts until 2026-12-31:', 'src/a.ts until 2026-12-31: why'])
      expect(() => excusedBy(wrong, '2026-12-01')).toThrow('FILE until YYYY-MM-DD: REASON')
    const lines = [1, 2, 3, 4].map((at) => `test/a/${at}.test.ts until 2026-12-31: why`)
    expect(excusedBy(lines.slice(1).join('\n'), '2026-12-01').size).toBe(3)
    expect(() => excusedBy(lines.join('\n'), '2026-12-01')).toThrow('at most 3')
  })

  test('is one here', () => {
    expect(() => excusedBy(textOf('.ci/flakes'), '2026-01-01')).not.toThrow()
  })
})
