// node .ci/outcome.js EXIT_CODE REPORT NUMBERS TOLD: what a run of the tests comes to. Repeats each file that failed,
// alone and once, and says so. Writes `PASSED FAILED` to NUMBERS, and adds what it said to TOLD.
import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const CHECKOUT = fileURLToPath(new URL('../', import.meta.url))
/** More files than this fail together from a fault, not by chance. */
const REPEATED_MAX = 5
const EXCUSED_MAX = 3

/**
 * A file that failed in a run. `tests` counts those that failed; a file that could not be loaded counts as one.
 * @typedef {{ file: string, tests: number, first: string }} Failure
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} Test
 * @typedef {{ name: string, status: string, message: string, assertionResults: Test[] }} File
 * @typedef {{ numPassedTests: number, testResults: File[] }} Report
 */

/**
 * The files that failed, with their first failures.
 * @param {Report} report vitest's own, as JSON
 * @returns {Failure[]}
 */
export function failuresOf({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((each) => each.status === 'failed')
    const [first] = failed
    if (first === undefined && status !== 'failed') return []
    const words = first ? `${first.fullName}\n${first.failureMessages[0] ?? ''}` : message
    const ours = words.split('\n').filter((line) => !line.includes('/node_modules/'))
    return [{ file: relative(CHECKOUT, name), tests: Math.max(failed.length, 1), first: ours.join('\n').trimEnd() }]
  })
}

/**
 * The files that the list excuses today.
 * @param {string} list the text of `.ci/flakes`
 * @param {string} today YYYY-MM-DD
 * @returns {Set<string>}
 * @throws Error if a line says no file, day or reason, or there are too many
 */
export function excusedBy(list, today) {
  const lines = list.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  if (lines.length > EXCUSED_MAX)
    throw new Error(`.ci/flakes excuses ${lines.length} files, at most ${EXCUSED_MAX} may be.`)
  const entries = lines.map((line) => {
    const [, file, until] = /^(test\/\S+\.test\.ts) until (\d{4}-\d\d-\d\d): \S/.exec(line) ?? []
    if (!file || !until) throw new Error(`.ci/flakes: write FILE until YYYY-MM-DD: REASON, not ${line}`)
    return { file, until }
  })
  return new Set(entries.filter(({ until }) => until >= today).map(({ file }) => file))
}

/**
 * Counts the tests of a run. A run that failed without a failed test, for example in the check or an install, counts as
 * one failed.
 * @param {{ exitCode: number, report: Report | undefined, excused: Set<string>, passesAlone: (file: string) => boolean,
 *   say: (line: string) => void }} run `passesAlone` repeats a file
 * @returns {{ passed: number, failed: number }}
 */
export function outcomeOf({ exitCode, report, excused, passesAlone, say }) {
  const failures = report ? failuresOf(report) : []
  let passed = report?.numPassedTests ?? 0
  let failed = 0
  const isRepeated = failures.length <= REPEATED_MAX
  if (!isRepeated) say(`${failures.length} files failed: none is repeated.`)
  for (const { file, tests, first } of failures) {
    say(`== ${file} failed (${tests} tests). The first failure:\n${first}`)
    const isFlake = isRepeated && passesAlone(file)
    const isExcused = isFlake && excused.has(file)
    if (isRepeated)
      say(`== ${file}, repeated alone, ${isFlake ? 'passed: its result is not certain' : 'failed again'}.`)
    if (isExcused) say('== .ci/flakes excuses it. If nothing else failed, the check of error codes did not run.')
    if (isExcused) passed += tests
    else failed += tests
  }
  if (failures.length === 0 && (exitCode !== 0 || passed === 0)) {
    say('No test failed, but the run did: in its install, its check, or the check of error codes.')
    failed = 1
  }
  return { passed, failed }
}

/** @param {string} file @returns {boolean} whether it passes in a run of its own */
function passesAlone(file) {
  const vitest = join(CHECKOUT, 'node_modules/.bin/vitest')
  return spawnSync(vitest, ['run', file], { cwd: CHECKOUT, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}

/** @param {string} path @returns {Report | undefined} */
function reportIn(path) {
  try {
    return /** @type {Report} */ (JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    process.stdout.write(`No report of the run: ${/** @type {Error} */ (error).message}\n`)
    return undefined
  }
}

/** @param {readonly string[]} words */
function main([exitCode = '1', path = '', numbers = '', told = '']) {
  const report = reportIn(path)
  const excused = excusedBy(readFileSync(join(CHECKOUT, '.ci/flakes'), 'utf8'), new Date().toISOString().slice(0, 10))
  const say = (/** @type {string} */ line) => {
    process.stdout.write(`${line}\n`)
    appendFileSync(told, `${line}\n`)
  }
  const { passed, failed } = outcomeOf({ exitCode: Number(exitCode), report, excused, passesAlone, say })
  writeFileSync(numbers, `${passed} ${failed}\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2))
