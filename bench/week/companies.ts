import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Closing } from '../closing.ts'
import { makeJournal, monthsOf } from '../company.ts'
import type { Ground } from '../ground.ts'
import { addNeighbours, fillBooks, setLoading } from '../growth/books.ts'
import { post, type Tokens } from '../request.ts'

/** The agreements of the week. All have the same content at first. */
export interface Companies {
  /** Their numbers, without a gap. */
  first: number
  count: number
  headers(agreement: number): Tokens
  /** The journal that their draft entries are written in. */
  journal: number
  /** The customers and suppliers of each. */
  parties: readonly number[]
  /** The months of the accounting years. */
  months: readonly string[]
}

/** Booked entries that each company begins with. */
const ENTRIES = 200
const PARTIES = Array.from({ length: 10 }, (_, index) => 1001 + index)
export const PRODUCT = 'P-1'
/** The certificate of the tests' receivers, for localhost, and the authority that signed it. */
const CERTIFICATES = new URL('../../test/webhooks/certificates/', import.meta.url)
export const AUTHORITY = new URL('authority.pem', CERTIFICATES).pathname

const GRANTS = `INSERT INTO access_grant (agreement, app, token_hash, roles)
  SELECT n, (SELECT max(p.app) FROM app p), sha256(convert_to('week-' || n, 'UTF8')), ARRAY['SuperUser']
  FROM generate_series($1::int, $2::int) n`
/** All are told of bookings, one in five of customers and invoices too. */
const HOOKS = `INSERT INTO webhook (agreement, event_type, app, name, url, content_type)
  SELECT n, t.event_type, (SELECT max(p.app) FROM app p), 'Week', $3 || '/' || n, 'application/json'
  FROM generate_series($1::int, $2::int) n
  JOIN (VALUES ('JOURNAL_BOOKED', 1), ('CUSTOMER_UPDATED', 5), ('INVOICE_BOOKED', 5)) t(event_type, every) ON n % t.every = 0`

/** Makes one company, copies it, and gives each a grant and its webhooks, which go to `receiver`. */
export async function makeCompanies(
  ground: Ground,
  count: number,
  receiver: string,
  tell: (done: string) => void,
): Promise<Companies> {
  const { port, database } = ground
  await setLoading(ground, true)
  const books = await fillBooks(ground, ENTRIES, tell)
  const { agreement: first, headers } = books
  const journal = await makeJournal(port, { headers }, { name: 'Week' })
  const product = { productNumber: PRODUCT, productGroupId: 1, name: 'Øl', isAccessible: true, salesPrice: 100 }
  await post(port, '/productsapi/v2.0.0/products', headers, product)
  const months = await monthsOf(port, headers)
  await addNeighbours(ground, books, { count: count - 1, hasTrail: true }, tell)
  const last = first + count - 1
  await database.query(GRANTS, [first, last])
  await database.query(HOOKS, [first, last, receiver])
  await setLoading(ground, false)
  return {
    first,
    count,
    journal,
    months,
    parties: PARTIES,
    headers: (agreement) => ({ ...headers, 'X-AgreementGrantToken': `week-${agreement}` }),
  }
}

/** A receiver of webhooks on this machine, which takes every one. */
export interface Receiver {
  url: string
  received(): number
}

export async function openReceiver(closing: Closing): Promise<Receiver> {
  const pem = (file: string): Promise<string> => readFile(new URL(file, CERTIFICATES), 'utf8')
  let received = 0
  const server: Server = createServer(
    { cert: await pem('receiver.pem'), key: await pem('receiver.key') },
    (request, response) => {
      request.resume().on('end', () => {
        received += 1
        response.writeHead(204).end()
      })
    },
  )
  server.listen(0, 'localhost')
  await once(server, 'listening')
  closing.add(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `https://localhost:${(server.address() as AddressInfo).port}`, received: () => received }
}
