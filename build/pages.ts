import { mkdirSync, writeFileSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import { join } from 'node:path'
import { catalogue, type ErrorCode } from '../src/errors/catalogue.ts'
import { groupMeanings } from '../src/openapi/meanings/groups.ts'
import { summaryOf } from '../src/openapi/operations.ts'
import { publishedCodes } from '../src/openapi/errors.ts'
import { type ApiVersion, apiPath, versionsOf } from '../src/resource/versions.ts'
import { apis } from '../src/resources/index.ts'
import { clientTypes } from './client-types.ts'
import { schemaPages } from './schema/page.ts'
import { settingsPage } from './settings.ts'

const GENERATED = '<!-- Made by `npm run pages`; a test compares it with the declarations. -->'

const cell = (text: string): string => text.replaceAll('|', '\\|')

function ofApi(newest: ApiVersion, older: readonly ApiVersion[]): string {
  const versions = [newest, ...older].map((version) => `\`${apiPath(version) || '/'}\``).join(', ')
  const groups = newest.groups.map((group) => {
    const rows = group.operations.map(
      (operation) =>
        `| ${operation.method} | \`${operation.path}\` | ${cell(summaryOf(group, operation))}${operation.deprecated ? ' (deprecated)' : ''} |`,
    )
    const codes = publishedCodes(group).map((code) => `\`${code}\``)
    const told = codes.length > 0 ? `\nCodes of its own: ${codes.join(' ')}\n` : ''
    return `### ${newest.title}: ${group.name}\n\n${groupMeanings[group.name] ?? ''}\n\n| method | path | what it does |\n|---|---|---|\n${rows.join('\n')}\n${told}`
  })
  return `## ${newest.title}\n\nServed as ${versions}.\n\n${groups.join('\n')}`
}

/** docs/coverage.md: every API, version, operation and code that is served. */
export function coveragePage(): string {
  const all = apis.map((api) => versionsOf(api))
  const counted = all.map(([newest]) => newest!.groups.flatMap(({ operations }) => operations).length)
  const rows = all.map(
    ([newest, ...older], at) =>
      `| [${newest!.title}](#${newest!.title.toLowerCase().replaceAll(' ', '-')}) | ${[newest!, ...older].map(({ version }) => version || 'none').join(', ')} | ${counted[at]} |`,
  )
  const sum = counted.reduce((total, count) => total + count, 0)
  return [
    '# What is served',
    GENERATED,
    `${sum} operations of ${apis.length} APIs. All but \`/daybookapi\` are those of the published contract; \`/daybookapi\` has what that lacks. Where an API differs from the contract,`,
    '[test/contract/exceptions.ts](../test/contract/exceptions.ts) says in what and why.',
    `| API | versions | operations |\n|---|---|---|\n${rows.join('\n')}`,
    ...all.map(([newest, ...older]) => ofApi(newest!, older)),
  ].join('\n\n')
}

/** docs/errors.md: every error code. */
export function errorsPage(): string {
  const rows = (Object.keys(catalogue) as ErrorCode[]).sort().map((code) => {
    const { status, message, hint } = catalogue[code]
    return `| \`${code}\` | ${status} ${STATUS_CODES[status]} | ${cell(message)} | ${cell(hint)} |`
  })
  return [
    '# Error codes',
    GENERATED,
    'The service tells the same at `/errors`, and of a single code at `/errors/{code}`, which the `type` of an error names.',
    `| code | status | what it means | what to do |\n|---|---|---|---|\n${rows.join('\n')}\n`,
  ].join('\n\n')
}

/** The pages generated from the declarations and the schema, and the types of the client, by path. */
export const pages: Readonly<Record<string, () => string>> = {
  'docs/coverage.md': coveragePage,
  'docs/errors.md': errorsPage,
  'docs/operators/settings.md': () => settingsPage(GENERATED),
  ...schemaPages(GENERATED),
  ...clientTypes(),
}

if (process.argv[1]?.endsWith('build/pages.ts')) {
  mkdirSync(join(import.meta.dirname, '..', 'docs', 'schema'), { recursive: true })
  for (const [path, text] of Object.entries(pages)) writeFileSync(join(import.meta.dirname, '..', path), text())
}
