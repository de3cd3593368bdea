import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Closing } from './closing.ts'
import { openGround } from './ground.ts'
import { loadNow } from './machine.ts'
import { readMegabytes } from './options.ts'
import { writeSafTFile } from './saf-t-file.ts'

const CHECKOUT = new URL('../', import.meta.url)
const run = promisify(execFile)
/** Transactions in a megabyte, at some 650 bytes a line. */
const TRANSACTIONS_PER_MEGABYTE = 512
const PADDING = 175
/** Makes a process print its memory and processor time when it exits. */
const TELLING = `data:text/javascript,process.on('exit',()=>{const{maxRSS,userCPUTime,systemCPUTime}=process.resourceUsage();
console.error('took',JSON.stringify({maxRSS,cpu:(userCPUTime+systemCPUTime)/1e6}))})`

/**
 * Imports a generated SAF-T file with the real command into the service's own database, and prints its speed and
 * memory.
 */
export async function measureImport(words: readonly string[], closing: Closing): Promise<void> {
  const megabytes = readMegabytes(words)
  const ground = await openGround(closing)
  const file = join(ground.directory, 'generated.xml')
  const { lines } = await writeSafTFile(file, { transactions: TRANSACTIONS_PER_MEGABYTE * megabytes, padding: PADDING })
  const program = async (...args: string[]) =>
    await run(process.execPath, [`--import=${TELLING}`, 'build/start.js', ...args, '--json'], {
      cwd: CHECKOUT,
      env: ground.environment as NodeJS.ProcessEnv,
    })
  const made = await program('agreement', 'create', '--name', 'Import', '--currency', 'NOK')
  const { agreementNumber } = JSON.parse(made.stdout) as { agreementNumber: number }
  const load = loadNow()
  const begun = performance.now()
  const { stderr } = await program('import', 'saf-t', file, '--agreement', String(agreementNumber))
  const seconds = (performance.now() - begun) / 1000
  const { maxRSS, cpu } = JSON.parse(/took (\{.*\})/.exec(stderr)![1]!) as { maxRSS: number; cpu: number }
  const size = ((await stat(file)).size / 1e6).toFixed(1)
  process.stdout.write(
    `${lines} entries, ${size} MB: ${seconds.toFixed(1)} s, ${Math.round(lines / seconds)} entries/s, ` +
      `${Math.round(maxRSS / 1024)} MB at most and ${cpu.toFixed(1)} s of CPU in the importing process; load before ${load.toFixed(1)}\n`,
  )
}
