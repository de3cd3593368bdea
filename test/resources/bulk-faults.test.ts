import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERRORS_MAX } from '../../src/limits.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { bookkeeper, codeOf, DRAFTS, finance } from './bookkeeping.ts'

const BULK = `${DRAFTS}/bulk`

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const faultsOf = (reply: Reply): string[] =>
  reply.json.errors.map((fault: Record<string, string>) => `${fault.property}: ${fault.errorCode}`)

/** Entries at fault in themselves, by the rules, in both ways, and not at all. */
const mixed = [
  finance({ amount: 'x', accountNumber: 1, contraAccountNumber: 2 }),
  null,
  finance(),
  'entry',
  finance({ currency: 'XXX', txet: 'x', dueDate: null }),
  finance({ date: undefined, accountNumber: 1 }),
  finance({ text: 'x'.repeat(251), accountNumber: 2290 }),
]
const MIXED = [
  'entries[0].accountNumber: JournalEntryAccountNotFound',
  'entries[0].amount: ValueTypeInvalid',
  'entries[0].contraAccountNumber: JournalEntryContraAccountNotFound',
  'entries[1]: JournalVoucherNullEntry',
  'entries[3]: ValueTypeInvalid',
  'entries[4].currency: JournalEntryCurrencyNotFound',
  'entries[4].dueDate: ValueNull',
  'entries[4].txet: PropertyUnknown',
  'entries[5].date: ValueRequired',
  'entries[6].accountNumber: JournalEntryAccountNotAccessible',
  'entries[6].text: JournalEntryTextTooLong',
]

describe('creating many', () => {
  test('tells what is wrong in the entries themselves and what breaks a rule at once, in order', async () => {
    const client = await bookkeeper(service)
    const reply = await client.post(BULK, { nosuch: 1, entries: mixed })
    expect([reply.status, ...faultsOf(reply)]).toEqual([400, ...MIXED, 'nosuch: PropertyUnknown'])
    expect((await client.get(`${DRAFTS}/count`)).text).toBe('0')
    expect((await client.post(DRAFTS, finance())).json).toEqual({ entryNumber: 1 })
  })

  test('with an Idempotency-Key too, which stays free', async () => {
    const client = await bookkeeper(service)
    const headers = { 'idempotency-key': 'mixed' }
    expect(faultsOf(await client.post(BULK, { entries: mixed }, { headers }))).toEqual(MIXED)
    const single = await client.post(DRAFTS, finance({ amount: 'x', accountNumber: 1 }), { headers })
    expect(faultsOf(single)).toEqual(['accountNumber: JournalEntryAccountNotFound', 'amount: ValueTypeInvalid'])
    expect((await client.get(`${DRAFTS}/count`)).text).toBe('0')
    const made = await client.post(BULK, { entries: [finance()] }, { headers })
    expect([made.status, made.headers.get('x-resultfromcache')]).toEqual([201, null])
  })

  test('nothing follows from a property that is no good', async () => {
    const client = await bookkeeper(service, ['Projects'])
    const entries = [
      finance({ accountNumber: undefined, contraAccountNumber: 'x' }),
      finance({ projectNumber: 'x', costTypeNumber: 9 }),
      finance({ currency: 5 }),
      {
        ...finance({ entryTypeNumber: 3, accountNumber: undefined, supplierNumber: 501 }),
        supplierPaymentType: 3,
        supplierPaymentBank: '1',
      },
    ]
    expect(faultsOf(await client.post(BULK, { entries }))).toEqual([
      'entries[0].contraAccountNumber: ValueTypeInvalid',
      'entries[1].projectNumber: ValueTypeInvalid',
      'entries[1].costTypeNumber: JournalEntryCostTypeNotFound',
      'entries[2].currency: ValueTypeInvalid',
      'entries[3].supplierPaymentType: ValueNotAllowed',
    ])
  })

  test('lists the first hundred faults', async () => {
    const client = await bookkeeper(service)
    const entries = Array.from({ length: 500 }, (_, index) => finance({ accountNumber: 1, text: index % 2 ? 5 : 'x' }))
    const faults = faultsOf(await client.post(BULK, { entries }))
    expect(faults).toHaveLength(ERRORS_MAX)
    expect(faults.slice(0, 4)).toEqual([
      'entries[0].accountNumber: JournalEntryAccountNotFound',
      'entries[1].accountNumber: JournalEntryAccountNotFound',
      'entries[1].text: ValueTypeInvalid',
      'entries[2].accountNumber: JournalEntryAccountNotFound',
    ])
  })

  test('a journal or entry numbered 0 is one that is not there', async () => {
    const client = await bookkeeper(service)
    const journal = [400, 'JournalVoucherDataIntegrityError', 'journalNumber']
    expect(codeOf(await client.post(DRAFTS, finance({ journalNumber: 0 })))).toEqual(journal)
    const update = finance({ entryNumber: 0, voucherNumber: 1, objectVersion: '1' })
    expect(codeOf(await client.put(DRAFTS, update))).toEqual([404, 'JournalEntryDoesNotExist', 'entryNumber'])
  })
})

describe('changing many', () => {
  /** So many draft entries, as they can be sent back. */
  async function stored(client: Client, amount: number): Promise<Record<string, unknown>[]> {
    await client.post(BULK, { entries: Array.from({ length: amount }, () => finance()) })
    const { items } = (await client.get(DRAFTS)).json as { items: Record<string, unknown>[] }
    return items.map((item) => Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)))
  }

  test('tells both kinds of faults of all entries, whatever the header', async () => {
    const client = await bookkeeper(service)
    const entries = await stored(client, 4)
    Object.assign(entries[0]!, { amount: 'x', contraAccountNumber: 1 })
    delete entries[1]!.objectVersion
    Object.assign(entries[2]!, { accountNumber: 5000 })
    const body = { entries: [...entries, null, entries[3]] }
    const expected = [
      'entries[0].amount: ValueTypeInvalid',
      'entries[0].contraAccountNumber: JournalEntryContraAccountNotFound',
      'entries[1].objectVersion: ObjectVersionRequired',
      'entries[2].accountNumber: JournalEntryWrongAccountType',
      'entries[4]: JournalVoucherNullEntry',
      'entries[5].entryNumber: JournalVoucherDataIntegrityError',
    ]
    expect(faultsOf(await client.put(BULK, body))).toEqual(expected)
    const headers = { 'idempotency-key': 'change' }
    expect(faultsOf(await client.put(BULK, body, { headers }))).toEqual(expected)
    const amounts = (await client.get(DRAFTS)).json.items.map((entry: { amount: number }) => entry.amount)
    expect(amounts).toEqual([125, 125, 125, 125])
  })

  test('an entry that is not there comes first, unless the body is itself at fault; a stale one always', async () => {
    const client = await bookkeeper(service)
    const [one, two, three] = await stored(client, 3)
    const gone = { ...one, entryNumber: 999 }
    const wrong = { ...two, accountNumber: 1 }
    const bad = { ...three, amount: 'x' }
    const put = async (...entries: object[]): Promise<unknown[]> => {
      const reply = await client.put(BULK, { entries })
      return [reply.status, ...faultsOf(reply)]
    }
    expect(await put(wrong, gone)).toEqual([404, 'entries[1].entryNumber: JournalEntryDoesNotExist'])
    expect(await put(gone, wrong, bad)).toEqual([
      400,
      'entries[1].accountNumber: JournalEntryAccountNotFound',
      'entries[2].amount: ValueTypeInvalid',
    ])
    const stale = { ...one, objectVersion: '1' }
    expect(await put(bad, wrong, stale)).toEqual([409, 'entries[2].objectVersion: ObjectVersionMismatch'])
  })
})
