import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** The public schemas; they lie beside the project and are not part of it. */
const schemaOf = (version: string): string =>
  new URL(`../../../shared/data/iso20022/${version}.xsd`, import.meta.url).pathname
const hasXmllint = await run('xmllint', ['--version']).then(
  () => true,
  () => false,
)

/** Why files are not checked against the schemas; undefined where they are. */
export const SCHEMAS_ABSENT = !existsSync(schemaOf('pain.001.001.03'))
  ? 'skipped: ../shared/data/iso20022 is not there (it is not part of the project)'
  : hasXmllint
    ? undefined
    : 'skipped: there is no xmllint here (Debian: apt-get install libxml2-utils)'

/** What the schema of a version has against a file; empty where it is valid, or where there is no schema. */
export async function schemaFaults(version: string, file: string): Promise<string> {
  if (SCHEMAS_ABSENT !== undefined) return ''
  const directory = await mkdtemp(join(tmpdir(), 'pain-'))
  try {
    const path = join(directory, 'file.xml')
    await writeFile(path, file)
    return await run('xmllint', ['--noout', '--schema', schemaOf(version), path]).then(
      () => '',
      (error: { stderr: string }) => error.stderr.slice(0, 2000),
    )
  } finally {
    await rm(directory, { recursive: true })
  }
}
