import type { Closing } from './closing.ts'
import type { Ground } from './ground.ts'
import { openClients } from './processes.ts'
import { newAgreement } from './product.ts'
import { requestText } from './request.ts'
import { summary } from './sample.ts'

const WARM_UP_SECONDS = 3
const ACCOUNT = '/accountsapi/v7.0.0/Accounts/1010'

/** Begins the noise that disturbs an agreement. @returns a function that ends it, and returns what was done. */
export type Noise = () => Promise<() => Promise<object>>

/**
 * Makes an agreement that reads. Then measures its single reads and `/health` beside each of the noises, and beside
 * none.
 */
export async function measureBeside(
  noises: readonly (readonly [name: string, begin: Noise | undefined])[],
  { ground, seconds, closing }: { ground: Ground; seconds: number; closing: Closing },
): Promise<void> {
  const { headers } = await newAgreement(ground.address, 'Neighbour')
  await ground.database.query('VACUUM (ANALYZE)')
  const ask = openClients(closing)
  const asked = [
    ['single read', { method: 'GET', path: ACCOUNT, headers }],
    ['/health', { method: 'GET', path: '/health', headers: {} }],
  ] as const
  for (const [name, begin] of noises) {
    const end = await begin?.()
    for (const [what, request] of asked) {
      const requests = [[requestText(request)]]
      const bounds = { once: false, status: 200, warmUpSeconds: WARM_UP_SECONDS, seconds }
      const { p50, p99, answers } = summary(await ask({ port: ground.port, ...bounds, requests }))
      process.stdout.write(
        `beside ${name}: ${what} p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, ${answers} answers\n`,
      )
    }
    if (end) process.stdout.write(`${name}: ${JSON.stringify(await end())}\n`)
  }
}
