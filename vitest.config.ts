import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest: one of them alone at the end would leave a worker with nothing to do. */
const SLOWEST = [
  'test/process/parsers.test.ts',
  'test/parsing/walls.test.ts',
  'test/parsing/parsers.test.ts',
  'test/backup/hostile.test.ts',
  'test/conventions/compatibility.test.ts',
  'test/conventions/reads.test.ts',
  'test/conventions/borders.test.ts',
  'test/backup/backup.test.ts',
  'test/process/command-line.test.ts',
  'test/process/nodes.test.ts',
  'test/process/accounts.test.ts',
  'test/conventions/changes.test.ts',
  'test/process/backup.test.ts',
  'test/saf-t/large.test.ts',
  'test/openapi/service.test.ts',
  'test/process/agreement.test.ts',
  'test/conventions/creates.test.ts',
  'test/properties/api-filters.test.ts',
  'test/ledger/judge.test.ts',
  'test/process/kill.test.ts',
  'test/tidy/contributing.test.ts',
  'test/tidy/pasted.test.ts',
  'test/webhooks/faults.test.ts',
  'test/process/serve.test.ts',
  'test/conventions/lists.test.ts',
  'test/resources/reports.test.ts',
  'test/webhooks/nodes.test.ts',
  'test/process/compiled.test.ts',
  'test/saf-t/export.test.ts',
]

/** Begins with what is known to take long; what took long here the last time comes next. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = SLOWEST.findIndex((path) => moduleId.endsWith(`/${path}`))
      return at < 0 ? SLOWEST.length : at
    }
    return (await super.sort(files)).sort((left, right) => rank(left) - rank(right))
  }
}

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    globalSetup: ['test/database/setup.ts'],
    setupFiles: ['test/parsing/compiled.ts'],
    include: ['test/**/*.test.ts'],
    // Only ends what hangs: how long a test takes is up to what else the machine does. Waits have a bound of their own
    // (test/patience.ts).
    testTimeout: process.env.DAYBOOK_LONG ? 3_600_000 : 180_000,
    hookTimeout: 180_000,
    // More than cores: much of what tests do is waiting for the database, processes and timers.
    maxWorkers: 3,
    // Room for what tests make and drop: 8 % less of Node's processor time in the conventions.
    execArgv: ['--max-semi-space-size=32'],
    sequence: { sequencer: SlowestFirst },
    // Of what runs in the tests' own processes. Programs that tests start are not counted.
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
    // Files share what they import: loading it anew for each took a sixth of the time. So modules keep nothing that
    // tests could change.
    isolate: false,
  },
})
