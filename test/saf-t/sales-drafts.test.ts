import { beforeAll, expect, test } from 'vitest'
import { importSafT } from '../../src/saf-t/import.ts'
import { drafted, selling } from '../sales/selling.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { withFile } from './files.ts'
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
