import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)
const hasXmllint = await run('xmllint', ['--version']).then(
  () => true,
  () => false,
)

/** Where a public schema is, by its path below shared/data: it lies beside the project and is not part of it. */
export const schemaAt = (path: string): string => new URL(`../../shared/data/${path}`, import.meta.url).pathname

/** Why files are not checked against the schema of that path below shared/data; undefined where they are. */
export function schemaAbsent(path: string): string | undefined {
  if (!existsSync(schemaAt(path))) return `skipped: ../shared/data/${path} is not there (it is not part of the project)`
  return hasXmllint ? undefined : 'skipped: there is no xmllint here (Debian: apt-get install libxml2-utils)'
}

/** What a schema has against a file, both by their places; empty where it is valid. */
export async function schemaFaults(schema: string, file: string): Promise<string> {
  return await run('xmllint', ['--noout', '--schema', schema, file]).then(
    () => '',
    (error: { stderr: string }) => error.stderr.slice(0, 4000),
  )
}
