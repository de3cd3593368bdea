import type { Executor } from '../database/connection.ts'
import type { Report } from '../workshop/coverage/measure.ts'
import { type Command, countOf, identifier, momentOf, StartError } from './command.ts'
import { withStore } from './store.ts'
import { table } from './table.ts'

/** Operations and hints that are printed; --json has all. */
const PRINTED_MAX = 40

/** `coverage`: what programs of a sandbox met, and whether that is enough. */
export const coverageCommand: Command = {
  name: 'coverage',
  summary: 'Tell what the programs of a sandbox have met of this service, and what they never met.',
  arguments: [],
  options: {
    agreement: { value: 'NUMBER', summary: 'The sandbox; may be left out where only one was called.' },
    app: { value: 'NUMBER', summary: 'Of one app only.' },
    from: { value: 'TIME', summary: 'What was met since, such as 2026-01-31T08:00:00Z.' },
    min: { value: 'PERCENT', summary: 'Exit code 1 where less of the situations was met.' },
  },
  async run({ options, config }) {
    const app = options.app === undefined ? null : identifier('app', options.app)
    const from = options.from === undefined ? null : momentOf('from', options.from)
    const least = options.min === undefined ? 0 : countOf('min', options.min, 100)
    const named = options.agreement === undefined ? undefined : identifier('agreement', options.agreement)
    return await withStore(config, async ({ database }) => {
      const agreement = named ?? (await onlySandbox(database))
      const report = await measured(database, [agreement, from, app, null])
      const isEnough = report.percent >= least
      const short = isEnough ? [] : ['', `That is less than the ${least} % asked for.`]
      return {
        json: { agreementNumber: agreement, ...report },
        text: [...linesOf(report, agreement), ...short].join('\n'),
        ...(!isEnough && { failed: true as const }),
      }
    })
  },
}

/** The sandbox whose programs were called. @throws StartError unless there is one alone. */
async function onlySandbox(database: Executor): Promise<number> {
  const found = await database.rows<{ agreement: number }>(
    'SELECT DISTINCT c.agreement FROM coverage_count c JOIN agreement a USING (agreement) ORDER BY 1',
  )
  if (found.length === 1) return found[0]!.agreement
  throw new StartError(
    found.length === 0
      ? 'No program has called a sandbox in the last days.'
      : `Give --agreement: programs have called ${found.map(({ agreement }) => agreement).join(', ')}.`,
  )
}

async function measured(database: Executor, values: readonly (number | string | null)[]): Promise<Report> {
  const { operationCodes } = await import('../openapi/errors.ts')
  const { everyVersion } = await import('../resource/versions.ts')
  const { COVERAGE_COUNTS } = await import('../resources/daybook/coverage.ts')
  const { apis } = await import('../resources/index.ts')
  const { measurer } = await import('../workshop/coverage/measure.ts')
  const [row] = await database.rows<Record<string, string>>(COVERAGE_COUNTS, values)
  return measurer(everyVersion(apis), operationCodes)(Object.values(row!)[0]!)
}

function linesOf(report: Report, agreement: number): string[] {
  const { percent, situationsMet, situations, hints, items } = report
  const rows = items
    .slice(0, PRINTED_MAX)
    .map(({ operation, api, version, calls, statuses, codes, codesNeverMet }) => ({
      operation,
      api: `${api} ${version}`,
      calls,
      answers: statuses.map(({ status }) => status),
      codes: `${codes.length} of ${codes.length + codesNeverMet.length}`,
    }))
  const more = (list: readonly unknown[]): string[] =>
    list.length > PRINTED_MAX ? [`… and ${list.length - PRINTED_MAX} more (--json)`] : []
  return [
    `Programs of sandbox ${agreement} met ${percent} %: ${situationsMet} of ${situations} situations.`,
    `Operations called: ${report.operationsCalled} of ${report.operationsServed}. Codes met: ${report.codesMet} of ${report.codes}.`,
    `429 and 503 sent again: ${report.sentAgain} of ${report.refused}, ${report.waited} after Retry-After. Lost answers survived: ${report.replays}.`,
    '',
    table(rows, ['operation', 'api', 'calls', 'answers', 'codes']),
    ...more(items),
    ...(hints.length === 0 ? [] : ['', ...hints.slice(0, PRINTED_MAX), ...more(hints)]),
  ]
}
