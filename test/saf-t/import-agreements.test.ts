import { beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { importSafT } from '../../src/saf-t/import/import.ts'
import { drafted, selling } from '../sales/selling.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { sampleText, withFile } from './files.ts'
import { writtenFile } from './written.ts'

let service: SharedService

beforeAll(async () => void (service = await sharedService()))

/** A file in kroner of Norway. */
const file = writtenFile({
  codes: [],
  transactions: [
    {
      date: '2025-01-02',
      lines: [
        { account: 19201, amount: 100n },
        { account: 30011, amount: -100n },
      ],
    },
  ],
})

test('a file in another currency is not imported where a draft invoice has amounts and a rate in the old one', async () => {
  const client = await selling(service)
  const number = await drafted(client)
  const importing = (): Promise<unknown> =>
    withFile(file, (path) => importSafT(service.database, client.agreement, path))
  await expect(importing()).rejects.toThrow(/the file is in NOK, the agreement in DKK, and it has draft/)
  expect((await client.delete(`/q2capi/v5.3.0/invoices/drafts/${number}`)).status).toBe(204)
  await expect(importing()).resolves.toMatchObject({ entries: 2 })
})

test('two imports at once of a file without parties, in the currency of the agreement: one is refused', async () => {
  const { agreement } = await service.client()
  await service.database.rows("UPDATE agreement SET base_currency = 'NOK' WHERE agreement = $1", [agreement])
  const results = await withFile(file, (path) =>
    Promise.allSettled([1, 2].map(() => importSafT(service.database, agreement, path))),
  )
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(String(results.find((result) => result.status === 'rejected')?.reason)).toContain('has booked entries')
  expect(await verify(service.database, agreement)).toEqual({ ok: true, entries: 2 })
})

test('texts of parties are cut to what their fields hold, and identifiers that are longer left out', async () => {
  const { agreement } = await service.client()
  const texts = (await sampleText('minimal-1.30.xml'))
    .replace('<Name>Bokhandelen Blåbær</Name>', `<Name>${'Ø'.repeat(256)}</Name>`)
    .replace('<RegistrationNumber>911111111<', `<RegistrationNumber>${'9'.repeat(41)}<`)
    .replace('<City>Ålesund</City>', `<City>${'Å'.repeat(60)}</City>`)
    .replace('<PostalCode>6002</PostalCode>', `<PostalCode>${'6'.repeat(31)}</PostalCode>`)
    .replace('<StreetName>Storgata<', `<StreetName>${'S'.repeat(600)}<`)
  const { notes } = await withFile(texts, (path) => importSafT(service.database, agreement, path))
  const [customer] = await service.database.rows(
    `SELECT length(name) AS name, length(city) AS city, length(address) + length(address2) AS street, postal_code,
       corporate_identification_number AS cvr
     FROM customer WHERE agreement = $1 AND name LIKE 'Ø%'`,
    [agreement],
  )
  expect(customer).toEqual({ name: 255, city: 50, street: 510, postal_code: null, cvr: null })
  expect(notes).toContain(
    'Texts of customers and suppliers that were too long for their fields: names and addresses were cut, others left out: 5.',
  )
})
