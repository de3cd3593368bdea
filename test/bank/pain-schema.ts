import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { schemaAbsent, schemaAt, schemaFaults } from '../xml-schemas.ts'

const schemaOf = (version: string): string => `iso20022/${version}.xsd`

/** Why files are not checked against the public schemas; undefined where they are. */
export const SCHEMAS_ABSENT = schemaAbsent(schemaOf('pain.001.001.03'))

/** What the schema of a version has against a file; empty where it is valid, or where there is no schema. */
export async function painFaults(version: string, file: string): Promise<string> {
  if (SCHEMAS_ABSENT !== undefined) return ''
  const directory = await mkdtemp(join(tmpdir(), 'pain-'))
  try {
    const path = join(directory, 'file.xml')
    await writeFile(path, file)
    return await schemaFaults(schemaAt(schemaOf(version)), path)
  } finally {
    await rm(directory, { recursive: true })
  }
}
