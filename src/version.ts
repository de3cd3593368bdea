import { createRequire } from 'node:module'

/**
 * The version of this program, as its package has it. The package is found by its own name, so any file of it may ask,
 * however deep it lies, and so may the compiled program.
 */
export function programVersion(): string {
  return (createRequire(import.meta.url)('daybook/package.json') as { version: string }).version
}
