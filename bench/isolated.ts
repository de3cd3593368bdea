import { once } from 'node:events'
import { answerAs, type SocketAddress } from './product.ts'

/** As whom the service answers, and whether its statements say of which agreement they are. */
export interface Isolated {
  address: SocketAddress
  setsAgreement: boolean
}

/** A child process of the bench: answers requests on the port it tells; then tells, whenever asked, how long it has computed. Ends with the bench. */
process.on('disconnect', () => process.exit())
const [{ address, setsAgreement }] = (await once(process, 'message')) as [Isolated]
const port = await answerAs(address, setsAgreement)
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send!(user + system)
})
process.send!(port)
