import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesAt } from '../documents/uploading.ts'
import { bookkeeper, codeOf } from '../resources/bookkeeping.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { camt, DB, IBAN, type Said, sendStatement } from './files.ts'

let service: TestService
beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

/** A bookkeeper whose account 5820 is an account at a bank. */
async function withBank(more: object = {}): Promise<Client> {
  const client = await bookkeeper(service)
  const made = await client.post(`${DB}/bank-accounts`, { accountNumber: 5820, name: 'Drift', iban: IBAN, ...more })
  expect([made.status, made.json]).toEqual([201, { number: 1 }])
  return client
}

const COFFEE: Said = { date: '2026-05-04', amount: '-35.00', text: 'Kaffe' }
const RENT: Said = { date: '2026-05-05', amount: '-800.00', text: 'Husleje', reference: 'R1' }

const countsOf = async (client: Client, file: Uint8Array, more = {}): Promise<unknown> => {
  const reply = await sendStatement(client, file, more)
  if (reply.status !== 201) return codeOf(reply)
  const { lines, alreadyThere } = reply.json.statements[0]
  return [lines, alreadyThere]
}
const messageOf = async (client: Client, file: Uint8Array, more = {}): Promise<string> =>
  (await sendStatement(client, file, more)).json.errors[0].message

test('a file becomes a statement and its lines, and is kept as it was sent', async () => {
  const client = await withBank()
  const file = camt([COFFEE, RENT])
  const made = await sendStatement(client, file)
  expect([made.status, made.headers.get('location')]).toEqual([201, `${DB}/bank-statements/1`])
  expect((await client.get(`${DB}/bank-statements/1`)).json).toMatchObject({
    bankAccountNumber: 1,
    from: '2026-05-04',
    to: '2026-05-05',
    openingBalance: 1000,
    closingBalance: 165,
    lines: 2,
    alreadyThere: 0,
    waiting: 0,
  })
  expect((await client.get(`${DB}/bank-lines?filter=state$eq:open`)).json.items).toMatchObject([
    { number: 1, date: '2026-05-04', amount: -35, text: 'Kaffe', state: 'open' },
    { number: 2, date: '2026-05-05', amount: -800, text: 'Husleje', state: 'open', bankReference: 'R1' },
  ])
  expect((await client.get(`${DB}/bank-accounts/1`)).json).toMatchObject({
    currency: 'DKK',
    lastStatementBalance: 165,
    lastStatementDate: '2026-05-05',
  })
  const kept = await bytesAt(service, client, `${DB}/bank-statements/1/file`)
  expect([kept.status, kept.bytes.equals(file)]).toEqual([200, true])
})

test('of lines that are there already a file adds only as many as it has more', async () => {
  const client = await withBank()
  const twice = camt([COFFEE, COFFEE, RENT])
  expect(await countsOf(client, twice)).toEqual([3, 0])
  expect(await countsOf(client, twice)).toEqual([0, 3])
  // Of a day that was not over when the first file was made.
  const later = camt([COFFEE, COFFEE, COFFEE], { to: '2026-05-04' })
  expect(await countsOf(client, later, { acceptGap: 'true' })).toEqual([1, 2])
})

describe('a statement that ended amid a day, the rest of which another has', () => {
  const ON = (day: number, amount: string): Said => ({ date: `2026-05-0${day}`, amount, text: `Linje ${amount}` })
  const [second, morning, evening, fourth, sixth] = [
    ON(2, '-10.00'),
    ON(3, '-20.00'),
    ON(3, '-30.00'),
    ON(4, '-40.00'),
    ON(6, '-60.00'),
  ]
  const cut = camt([second, morning])
  const rest = camt([morning, evening, fourth], { opening: '990.00' })

  test('is no gap before one that overlaps it', async () => {
    const client = await withBank()
    const first = camt([ON(1, '5.00'), second, morning], { opening: '995.00' })
    expect(await countsOf(client, first)).toEqual([3, 0])
    expect(await countsOf(client, rest)).toEqual([2, 1])
    expect(await countsOf(client, camt([second, morning, evening, fourth, sixth]))).toEqual([1, 4])
    const other = camt([second, morning, evening, fourth, sixth], { opening: '999.00' })
    expect(await messageOf(client, other)).toContain('the lines here come to 1000.00 at the end of 2026-05-01')
  })

  test('is no gap when it is read last', async () => {
    const client = await withBank()
    await sendStatement(client, camt([ON(1, '5.00')], { opening: '995.00' }))
    expect(await countsOf(client, rest)).toEqual([409, 'BankStatementGap', 'file'])
    expect(await countsOf(client, rest, { acceptGap: 'true' })).toEqual([3, 0])
    expect(await countsOf(client, camt([sixth], { opening: '900.00' }))).toEqual([1, 0])
    expect(await countsOf(client, cut)).toEqual([1, 1])
    const overlapping = camt([morning, evening, fourth, sixth], { opening: '990.00' })
    expect(await countsOf(client, overlapping)).toEqual([0, 4])
  })
})

test("the bank's own reference tells lines apart that are otherwise the same", async () => {
  const client = await withBank()
  const one = { ...COFFEE, reference: 'A' }
  expect(await countsOf(client, camt([one, { ...one, reference: 'B' }]))).toEqual([2, 0])
  expect(await countsOf(client, camt([one, { ...one, reference: 'C' }]), { acceptGap: 'true' })).toEqual([1, 1])
})

describe('refused with figures', () => {
  test('lines that do not come to the closing balance', async () => {
    const client = await withBank()
    const file = camt([COFFEE], { closing: '966.00' })
    expect(codeOf(await sendStatement(client, file))).toEqual([400, 'BankStatementDoesNotAddUp', 'file'])
    expect(await messageOf(client, file)).toBe(
      'From 2026-05-04 to 2026-05-04: the opening balance 1000.00 and the lines -35.00 come to 965.00, and the closing balance is 966.00.',
    )
    expect((await client.get(`${DB}/bank-lines/count`)).json).toBe(0)
  })

  test('an opening balance that does not follow, with the days that may be missing', async () => {
    const client = await withBank()
    await sendStatement(client, camt([COFFEE]))
    const file = camt([{ ...COFFEE, date: '2026-05-08' }], { opening: '900.00' })
    expect(codeOf(await sendStatement(client, file))).toEqual([409, 'BankStatementGap', 'file'])
    expect(await messageOf(client, file)).toBe(
      'The opening balance of 2026-05-08 is 900.00, and the lines here come to 965.00 at the end of 2026-05-07. Days between 2026-05-04 and 2026-05-07 may be missing.',
    )
    expect(await countsOf(client, file, { acceptGap: 'true' })).toEqual([1, 0])
    expect((await client.get(`${DB}/bank-statements/2`)).json.followsGap).toBe(true)
  })

  test('an older statement that the next does not follow from', async () => {
    const client = await withBank()
    await sendStatement(client, camt([{ ...COFFEE, date: '2026-05-08' }], { opening: '965.00' }))
    expect(await countsOf(client, camt([COFFEE], { opening: '990.00' }))).toEqual([409, 'BankStatementGap', 'file'])
    expect(await countsOf(client, camt([COFFEE]))).toEqual([1, 0])
  })

  test('another currency, another account, an unknown account, and none', async () => {
    const client = await withBank()
    await client.post(`${DB}/bank-accounts`, { accountNumber: 6500, name: 'Anden', number: 7 })
    const euro = camt([COFFEE], { currency: 'EUR' })
    expect(codeOf(await sendStatement(client, euro))).toEqual([400, 'BankStatementCurrencyDiffers', 'file'])
    const other = camt([COFFEE], { iban: 'GB29NWBK60161331926819' })
    expect(codeOf(await sendStatement(client, other))).toEqual([400, 'BankAccountUnknown', 'file'])
    expect(codeOf(await sendStatement(client, camt([COFFEE]), { bankAccountNumber: 7 }))).toEqual([
      400,
      'BankStatementOfAnotherAccount',
      'bankAccountNumber',
    ])
    expect(codeOf(await sendStatement(client, camt([COFFEE]), { bankAccountNumber: 99 }))).toEqual([
      400,
      'BankAccountDoesNotExist',
      'bankAccountNumber',
    ])
    const csv = Buffer.from('Date,Text,Amount,Balance\n2026-05-04,Kaffe,"-35,00","965,00"\n')
    expect(codeOf(await sendStatement(client, csv))).toEqual([400, 'ValueRequired', 'bankAccountNumber'])
    expect(await countsOf(client, csv, { bankAccountNumber: 7 })).toEqual([1, 0])
  })

  test('a file of several accounts of which one is unknown: it is named, and nothing is written', async () => {
    const client = await withBank()
    const second = 'GB29NWBK60161331926819'
    const statements = (file: Uint8Array): string => /<Stmt>[\s\S]*<\/Stmt>/.exec(String(file))![0]
    const one = camt([COFFEE])
    const both = Buffer.from(String(one).replace('</Stmt>', `</Stmt>${statements(camt([RENT], { iban: second }))}`))
    expect(codeOf(await sendStatement(client, both))).toEqual([400, 'BankAccountUnknown', 'file'])
    expect(await messageOf(client, both)).toContain(second)
    expect((await client.get(`${DB}/bank-lines/count`)).json).toBe(0)
    await client.post(`${DB}/bank-accounts`, { accountNumber: 6500, name: 'Anden', number: 7, iban: second })
    const { json } = await sendStatement(client, both)
    expect(json.statements).toMatchObject([
      { bankAccountNumber: 1, lines: 1 },
      { bankAccountNumber: 7, lines: 1 },
    ])
  })

  test('what is no statement, and a profile that is not there', async () => {
    const client = await withBank()
    expect(codeOf(await sendStatement(client, Buffer.from('nothing')))).toEqual([400, 'BankFileUnreadable', 'file'])
    expect(codeOf(await sendStatement(client, Buffer.from('a;b'), { csvProfileNumber: 5 }))).toEqual([
      400,
      'CsvProfileDoesNotExist',
      'csvProfileNumber',
    ])
  })
})

test('a preview writes nothing, and proposes a profile for a file that none knows', async () => {
  const client = await withBank()
  const csv = Buffer.from('Booked date;Description;Amount\n31-05-2026;Rent;-1.200,00\n')
  const preview = await sendStatement(client, csv, { bankAccountNumber: 1, preview: 'true' })
  expect([preview.status, preview.json]).toMatchObject([
    200,
    {
      format: 'CSV',
      proposedProfile: {
        delimiter: ';',
        decimalComma: true,
        dateFormat: 'DMY',
        dateColumn: 'Booked date',
        amountColumn: 'Amount',
      },
      statements: [
        { bankAccountNumber: 1, lines: 1, firstLines: [{ date: '2026-05-31', amount: -1200, text: 'Rent' }] },
      ],
    },
  ])
  expect(preview.headers.get('daybook-dry-run')).toBe('true')
  const large = Buffer.alloc(1024 * 1024 + 1, ' ')
  const tried = { 'daybook-dry-run': 'true' }
  for (const reply of [
    await sendStatement(client, large, { bankAccountNumber: 1, preview: 'true' }),
    await sendStatement(client, large, { bankAccountNumber: 1 }, tried),
  ]) {
    expect(codeOf(reply)).toEqual([400, 'DryRunNotPossible', 'file'])
  }
  expect((await client.get(`${DB}/bank-statements/count`)).json).toBe(0)
  expect(codeOf(await sendStatement(client, csv, { bankAccountNumber: 1 }))).toEqual([
    400,
    'BankFileUnreadable',
    'file',
  ])
  const { columns: _, ...profile } = preview.json.proposedProfile
  const made = await client.post(`${DB}/csv-profiles`, { ...profile, name: 'Ours' })
  expect([made.status, made.json]).toEqual([201, { number: 1 }])
  expect(await countsOf(client, csv, { bankAccountNumber: 1, csvProfileNumber: 1 })).toEqual([1, 0])
  const tabs = Buffer.from(csv.toString().replaceAll(';', '\t').replace('Rent', 'Rent, June'))
  const other = (await sendStatement(client, tabs, { bankAccountNumber: 1, preview: 'true' })).json.proposedProfile
  expect((await client.post(`${DB}/csv-profiles`, { ...other, name: 'Tabs' })).json).toEqual({ number: 2 })
  expect(await countsOf(client, tabs, { bankAccountNumber: 1, csvProfileNumber: 2 })).toEqual([1, 0])
})

test('two files at once add each line once', async () => {
  const client = await withBank()
  const file = camt([COFFEE, COFFEE, RENT])
  const replies = await Promise.all([sendStatement(client, file), sendStatement(client, file)])
  expect(replies.map(({ status }) => status)).toEqual([201, 201])
  expect((await client.get(`${DB}/bank-lines/count`)).json).toBe(3)
})

test('the same key sends a file once', async () => {
  const client = await withBank()
  const headers = { 'idempotency-key': 'statement-1' }
  const [first, second] = [
    await sendStatement(client, camt([COFFEE]), {}, headers),
    await sendStatement(client, camt([COFFEE]), {}, headers),
  ]
  expect([first.status, second.status, second.text === first.text]).toEqual([201, 201, true])
  expect((await client.get(`${DB}/bank-statements/count`)).json).toBe(1)
})

test('a line that belongs to nothing is ignored with a reason, and can be opened again', async () => {
  const client = await withBank()
  await sendStatement(client, camt([COFFEE]))
  const line = `${DB}/bank-lines/1`
  expect(codeOf(await client.post(`${line}/ignore`, {}))).toEqual([400, 'ValueRequired', 'reason'])
  expect(codeOf(await client.post(`${line}/reopen`))).toEqual([409, 'BankLineIsNotIgnored', 'number'])
  expect((await client.post(`${line}/ignore`, { reason: 'Privat' })).status).toBe(204)
  expect((await client.get(line)).json).toMatchObject({ state: 'ignored', ignoredReason: 'Privat' })
  expect((await client.post(`${line}/reopen`)).status).toBe(204)
  expect((await client.get(line)).json.state).toBe('open')
  expect(codeOf(await client.post(`${DB}/bank-lines/99/ignore`, { reason: 'x' }))).toEqual([
    404,
    'BankLineDoesNotExist',
    'number',
  ])
})

test('a bank account is on a balance account of its own, with a right IBAN', async () => {
  const client = await withBank()
  const make = async (more: object) =>
    codeOf(await client.post(`${DB}/bank-accounts`, { accountNumber: 6500, name: 'B', ...more }))
  expect(await make({ accountNumber: 2210 })).toEqual([400, 'BankAccountAccountNotBalance', 'accountNumber'])
  expect(await make({ accountNumber: 5600 })).toEqual([400, 'AccountIsSummaryAccount', 'accountNumber'])
  const rule = { textLike: 'x*', accountNumber: 5600 }
  expect(codeOf(await client.post(`${DB}/bank-rules`, rule))).toEqual([400, 'AccountIsSummaryAccount', 'accountNumber'])
  expect(await make({ accountNumber: 5820 })).toEqual([400, 'BankAccountAccountTaken', 'accountNumber'])
  expect(await make({ iban: 'DK5100400440116243' })).toEqual([400, 'IbanInvalid', 'iban'])
  expect(await make({ iban: IBAN })).toEqual([400, 'BankAccountIbanTaken', 'iban'])
  expect(await make({ journalNumber: 99 })).toEqual([400, 'BankAccountJournalDoesNotExist', 'journalNumber'])
  await sendStatement(client, camt([COFFEE]))
  const account = (await client.get(`${DB}/bank-accounts/1`)).json
  const { lastStatementBalance: _a, lastStatementDate: _b, currency: _c, ...sent } = account
  expect(codeOf(await client.put(`${DB}/bank-accounts`, { ...sent, accountNumber: 6500 }))).toEqual([
    400,
    'BankAccountHasStatements',
    'accountNumber',
  ])
})

test('of a profile with two columns one is what came in, the other what went out', async () => {
  const client = await withBank()
  const profile = {
    name: 'X',
    encoding: 'auto',
    delimiter: ';',
    decimalComma: true,
    dateFormat: 'DMY',
    dateColumn: 'Dato',
  }
  await client.post(`${DB}/csv-profiles`, { ...profile, amountColumn: 'Ind', debitColumn: 'Ud', textColumn: 'Tekst' })
  const file = Buffer.from('Dato;Tekst;Ind;Ud\n01.05.2026;Salg;1.000,00;\n02.05.2026;Husleje;;800,00\n')
  expect(await countsOf(client, file, { bankAccountNumber: 1, csvProfileNumber: 1 })).toEqual([2, 0])
  expect((await client.get(`${DB}/bank-lines`)).json.items).toMatchObject([{ amount: 1000 }, { amount: -800 }])
})
