import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { type Config, readConfig } from '../src/config.ts'

/** Where other pages explain a setting further. */
const MORE: Readonly<Record<string, string>> = {
  DAYBOOK_DATA: 'install.md#the-embedded-database',
  DAYBOOK_SECRET_KEY: 'security.md#secrets',
  DATABASE_URL: 'nodes.md#failover',
  DATABASE_READ_URL: 'nodes.md#reading-from-a-standby',
  DATABASE_OWNER_URL: 'install.md#roles',
  DAYBOOK_WORKERS: 'nodes.md',
  DAYBOOK_DATABASE_CONNECTIONS: 'nodes.md#connections',
  DAYBOOK_COMPATIBILITY: '../integrators.md#compatibility',
  DAYBOOK_RATE_LIMIT: 'running.md#rate-limit',
  DAYBOOK_METRICS_PORT: 'monitoring.md#metrics',
  DAYBOOK_WEBHOOK_ALLOWED_HOSTS: 'security.md#where-webhooks-go',
  DAYBOOK_CORS_ORIGINS: 'security.md#who-is-let-in',
  DAYBOOK_DEMO: 'security.md#before-the-internet',
  DAYBOOK_LOG_LEVEL: 'monitoring.md#logs',
}

/** Old names, which are still read. */
const OLD_NAMES: Readonly<Record<string, string>> = {
  DAYBOOK_LENIENT: '| `DAYBOOK_LENIENT` | `0` | `1` is the old name of `DAYBOOK_COMPATIBILITY=lenient` |',
}

/** A setting's value as it would be written in the environment. */
function written(name: string, value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none'
  if (name === 'DAYBOOK_DATA') return `\`./${relative(process.cwd(), value as string)}\``
  if (name.endsWith('_MEGABYTES')) return `\`${(value as number) / 1_000_000}\``
  return `\`${typeof value === 'boolean' ? Number(value) : String(value)}\``
}

/**
 * docs/operators/settings.md: every setting with its default, from src/config.ts. @param mark says that the page is
 * generated.
 */
export function settingsPage(mark: string): string {
  const fallbacks = readConfig({})
  const declared = readFileSync(new URL('../src/config.ts', import.meta.url), 'utf8').matchAll(
    /\/\*\* `([A-Z_]+)`: (.*)\. \*\/\n {2}(\w+): /g,
  )
  const rows = [...declared].map(([, name, meaning, property]) => {
    const more = MORE[name!] === undefined ? '' : ` ([more](${MORE[name!]}))`
    return `| \`${name}\` | ${written(name!, fallbacks[property as keyof Config])} | ${meaning}${more} |`
  })
  return [
    '# Settings',
    mark,
    'All are environment variables. A value that cannot be used stops the program with a sentence that names it (exit code 2).',
    `| variable | default | meaning |\n|---|---|---|\n${[...rows, ...Object.values(OLD_NAMES)].join('\n')}\n`,
  ].join('\n\n')
}
