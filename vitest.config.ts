import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest: one of them alone at the end would leave a worker with nothing to do. */
const SLOWEST = [
  'test/process/parsers.test.ts',
  'test/tidy/pasted.test.ts',
  'test/parsing/walls.test.ts',
  'test/console/looks.test.ts',
  'test/process/command-line.test.ts',
  'test/backup/backup.test.ts',
  'test/tidy/contributing.test.ts',
  'test/process/accounts.test.ts',
  'test/saf-t/export-documents.test.ts',
  'test/backup/agreement.test.ts',
  'test/process/package.test.ts',
  'test/process/nodes.test.ts',
  'test/process/kill.test.ts',
  'test/process/serve.test.ts',
  'test/process/compiled.test.ts',
  'test/console/invoices.test.ts',
  'test/console/empty.test.ts',
  'test/console/due.test.ts',
  'test/console/workshop.test.ts',
  'test/webhooks/faults.test.ts',
  'test/backup/hostile.test.ts',
  'test/conventions/dry-run.test.ts',
  'test/conventions/borders.test.ts',
  'test/openapi/service.test.ts',
  'test/conventions/in-use.test.ts',
  'test/workshop/snapshots.test.ts',
  'test/openapi/examples.test.ts',
  'test/conventions/changes.test.ts',
  'test/conventions/creates.test.ts',
  'test/conventions/reads.test.ts',
  'test/saf-t/large.test.ts',
  'test/documents/active-content.test.ts',
  'test/backup/hostile-backup.test.ts',
  'test/console/requests.test.ts',
  'test/console/month-end.test.ts',
  'test/process/killed-run.test.ts',
  'test/saf-t/import.test.ts',
  'test/faults/hung-database.test.ts',
  'test/conventions/references.test.ts',
  'test/process/backup.test.ts',
  'test/database/migrating.test.ts',
  'test/access/access.test.ts',
  'test/openapi/published-client.test.ts',
  'test/conventions/second-comers.test.ts',
  'test/templates/pristine.test.ts',
  'test/process/agreement.test.ts',
  'test/faults/standby.test.ts',
  'test/conventions/lists.test.ts',
  'test/documents/hostile.test.ts',
  'test/saf-t/export.test.ts',
  'test/parsing/parsers.test.ts',
  'test/ledger/year.test.ts',
  'test/webhooks/nodes.test.ts',
  'test/programs/programs.test.ts',
  'test/properties/api-filters.test.ts',
  'test/ledger/judge.test.ts',
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

const shuffled = process.env.DAYBOOK_SHUFFLED

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    globalSetup: ['test/database/setup.ts', 'test/console/one-chromium.ts'],
    setupFiles: ['test/parsing/compiled.ts', 'test/fixed-draws.ts'],
    include: ['test/**/*.test.ts'],
    // Only ends what hangs: how long a test takes is up to what else the machine does. Waits have a bound of their own
    // (test/patience.ts).
    testTimeout: process.env.DAYBOOK_LONG ? 3_600_000 : 600_000,
    hookTimeout: 600_000,
    // More than cores: much of what tests do is waiting for the database, processes and timers.
    maxWorkers: 4,
    // Room for what tests make and drop: 8 % less of Node's processor time in the conventions.
    execArgv: ['--max-semi-space-size=32'],
    // With a seed, files and the tests in each run in an order of chance: `DAYBOOK_SHUFFLED=7 npm test`.
    sequence: shuffled ? { shuffle: true, seed: Number(shuffled) } : { sequencer: SlowestFirst },
    // Of what runs in the tests' own processes. Programs that tests start are not counted.
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
    // Files share what they import: loading it anew for each took a sixth of the time. So modules keep nothing that
    // tests could change.
    isolate: false,
  },
})
