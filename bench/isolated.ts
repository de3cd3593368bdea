import { once } from 'node:events'
import { answerAs, type SocketAddress } from './product.ts'

/** The role of the service, and whether its statements set their agreement. */
export interface Isolated {
  address: SocketAddress
  setsAgreement: boolean
}

/**
 * A child process of the bench: answers requests on the port that it sends, and sends its processor time when asked.
 * Ends with the bench.
 */
process.on('disconnect', () => process.exit())
const [{ address, setsAgreement }] = (await once(process, 'message')) as [Isolated]
const port = await answerAs(address, setsAgreement)
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send!(user + system)
})
process.send!(port)
