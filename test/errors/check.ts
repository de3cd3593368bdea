import { fileURLToPath } from 'node:url'
import { catalogue } from '../../src/errors/catalogue.ts'
import { everyRule, untriedRules } from './broken-rules.ts'
import { type Provoked, provokedCodes } from './record.ts'
import { RACE, unprovoked } from './unprovoked.ts'

/**
 * What is wrong with a whole run of the tests. Every error code must have been answered to a real request, with a
 * property, or stand in `excused` with the reason. No code that was answered may stand there, unless only a race can
 * cause it.
 */
export function problemsOf(
  codes: readonly string[],
  provoked: ReadonlyMap<string, Pick<Provoked, 'statuses' | 'properties'>>,
  excused: Readonly<Record<string, string>>,
): string[] {
  const problems: string[] = []
  for (const code of codes) {
    const seen = provoked.get(code)
    if (!seen && !(code in excused)) problems.push(`${code} was provoked by no test`)
    if (seen && code in excused && excused[code] !== RACE) problems.push(`${code} was provoked, and is listed as not`)
    if (seen && seen.properties.size === 0) problems.push(`${code} came without a property`)
    if (seen && seen.statuses.size === 0) problems.push(`${code} came beside others only`)
    if (seen && seen.statuses.size > 1) problems.push(`${code} came with statuses ${[...seen.statuses].join(', ')}`)
  }
  for (const code of [...provoked.keys(), ...Object.keys(excused)]) {
    if (!codes.includes(code)) problems.push(`${code} is not in the catalogue`)
  }
  return problems
}

/** Run by `npm test` when all tests are through. */
function main(): void {
  const codes = Object.keys(catalogue)
  const provoked = provokedCodes()
  const rules = everyRule()
  const untried = untriedRules(rules, provoked)
  const problems = [...problemsOf(codes, provoked, unprovoked), ...untried]
  const excused = Object.keys(unprovoked).length
  process.stdout.write(`${codes.length - excused} of ${codes.length} error codes provoked by real requests\n`)
  process.stdout.write(`${rules.length - untried.length} of ${rules.length} rules broken by real requests\n`)
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.exitCode = problems.length > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
