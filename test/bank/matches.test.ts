import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { bookkeeper, codeOf } from '../resources/bookkeeping.ts'
import { bookDrafts } from '../resources/report-books.ts'
import type { TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { camt, DB, IBAN, sendStatement } from './files.ts'
import { invoice, match, openOf, postingsOf, reconciled, stateOf, voucherOf, withLines } from './matching.ts'

let service: TestService
beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

test('an invoice that a line pays is drafted, booked, and open again when the match is undone', async () => {
  const client = await withLines(service, ['2026-03-09', '1250.00', 'Faktura 7'])
  await bookDrafts(client, invoice('7', 1250))
  const items = [{ customerNumber: 201, invoiceNumber: '7' }]
  const made = await match(client, { bankLines: [1], items })
  expect([made.status, made.headers.get('location')]).toEqual([201, `${DB}/bank-matches/1`])
  expect(made.json.matches).toMatchObject([{ number: 1, bankLines: [1], entries: [], journalNumber: 1 }])
  expect(await stateOf(client)).toBe('matched')
  expect((await client.post(`/journalsapi/v15.0.1/journals/1/book`)).status).toBe(204)
  expect(await stateOf(client)).toBe('booked')
  expect(await postingsOf(client, voucherOf(made))).toEqual([
    [5600, -1250],
    [5820, 1250],
  ])
  expect(await openOf(client)).toEqual([])
  expect(await reconciled(client, '2026-03-09')).toMatchObject({
    bankBalance: '1250.00',
    ledgerBalance: '1250.00',
    items: [],
  })
  expect((await client.delete(`${DB}/bank-matches/1`)).status).toBe(204)
  expect(await stateOf(client)).toBe('open')
  expect(await openOf(client)).toEqual([1250])
  expect(await reconciled(client, '2026-03-09')).toMatchObject({
    difference: '1250.00',
    unexplained: '0.00',
    items: [{ kind: 'atBankNotInLedger', number: 1 }],
  })
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})

test('a booked payment in another currency counts in kroner on the account in kroner', async () => {
  const client = await withLines(service, ['2026-03-09', '-669.00'])
  await bookDrafts(client, {
    entryTypeNumber: 5,
    date: '2026-03-09',
    accountNumber: 2210,
    contraAccountNumber: 5820,
    amount: 1000,
    currency: 'SEK',
    exchangeRate: 66.9,
    text: 'Fragt',
  })
  const [entry] = (await client.get(`${DB}/booked-entries?filter=accountNumber$eq:5820`)).json.items
  expect((await match(client, { bankLines: [1], entries: [entry.entryNumber] })).status).toBe(201)
  expect(await reconciled(client, '2026-03-09')).toMatchObject({ difference: '0.00', items: [] })
})

test('a draft that goes leaves its lines open; undoing a match deletes the draft', async () => {
  const client = await withLines(service, ['2026-03-09', '-800.00'])
  const lines = [{ accountNumber: 2210, amount: -800, vatCode: 'I25' }]
  const made = await match(client, { bankLines: [1], lines })
  expect(await stateOf(client)).toBe('matched')
  for (const number of made.json.matches[0].draftEntries) {
    await client.delete(`/journalsapi/v15.0.1/draft-entries/${number}`)
  }
  expect(await stateOf(client)).toBe('open')
  const again = await match(client, { bankLines: [1], lines })
  expect(again.status).toBe(201)
  expect((await client.delete(`${DB}/bank-matches/${again.json.number}`)).status).toBe(204)
  expect((await client.get(`${DB}/draft-entries/count`)).json).toBe(0)
  expect(await stateOf(client)).toBe('open')
})

test('lines are posted on accounts, with VAT, and booked at once', async () => {
  const client = await withLines(service, ['2026-03-09', '-1000.00', 'Husleje marts'])
  const made = await match(
    client,
    { bankLines: [1], lines: [{ accountNumber: 2210, amount: -1000, vatCode: 'I25' }] },
    { book: true },
  )
  expect(made.status).toBe(201)
  expect(await postingsOf(client, voucherOf(made))).toEqual([
    [2210, 800],
    [6903, 200],
    [5820, -1000],
  ])
})

test('a payout less its fee pays several invoices whole', async () => {
  const client = await withLines(service, ['2026-03-09', '9843.75', 'Udbetaling'])
  await bookDrafts(client, invoice('1', 6250), invoice('2', 3750))
  const items = ['1', '2'].map((invoiceNumber) => ({ customerNumber: 201, invoiceNumber }))
  expect(codeOf(await match(client, { bankLines: [1], items }))).toEqual([
    400,
    'BankMatchDoesNotAddUp',
    'matches[0].bankLines',
  ])
  const made = await match(client, { bankLines: [1], items, differenceAccountNumber: 2210 }, { book: true })
  const postings = await postingsOf(client, voucherOf(made))
  expect(postings).toContainEqual([2210, 156.25])
  expect(await openOf(client)).toEqual([])
  expect(await reconciled(client, '2026-03-09')).toMatchObject({ difference: '0.00', unexplained: '0.00', items: [] })
})

test('what came less stays open', async () => {
  const client = await withLines(
    service,
    ['2026-03-09', '1162.50', 'Faktura 1'],
    ['2026-03-10', '2000.00', 'Faktura 2'],
  )
  await bookDrafts(client, invoice('1', 1250), invoice('2', 1000))
  const item = (invoiceNumber: string) => [{ customerNumber: 201, invoiceNumber }]
  await match(client, { bankLines: [1], items: item('1'), leaveOpen: true }, { book: true })
  expect(await openOf(client)).toEqual([87.5, 1000])
  expect(codeOf(await match(client, { bankLines: [2], items: item('2'), leaveOpen: true }))).toEqual([
    400,
    'BankMatchDoesNotAddUp',
    'matches[0].bankLines',
  ])
})

test('an invoice is paid by several lines in one request, and by no more than is open', async () => {
  const client = await withLines(
    service,
    ...['400.00', '600.00', '600.00'].map((amount): [string, string] => ['2026-03-09', amount]),
  )
  await bookDrafts(client, invoice('1', 1000), invoice('2', 300))
  const item = { customerNumber: 201, invoiceNumber: '1' }
  const part = { bankLines: [1], items: [item], leaveOpen: true }
  const send = (...matches: object[]) => client.post(`${DB}/bank-matches`, { matches, book: true })
  const rest = { bankLines: [2], items: [item] }
  expect(codeOf(await send(part, rest, { bankLines: [3], items: [item], leaveOpen: true }))).toEqual([
    400,
    'BankMatchItemNotOpen',
    'matches[2].items[0]',
  ])
  expect(codeOf(await send({ bankLines: [1, 2], items: [item, item] }))).toEqual([
    400,
    'BankMatchNamesTwice',
    'matches[0].items[1]',
  ])
  expect((await send(part, rest)).status).toBe(201)
  expect(await openOf(client)).toEqual([300])
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})

test("a payment in another currency has the line's own rate", async () => {
  const client = await bookkeeper(service)
  await client.post(`${DB}/bank-accounts`, { accountNumber: 5820, name: 'Drift', iban: IBAN, journalNumber: 1 })
  await bookDrafts(client, invoice('9', 100, { customerNumber: 202, currency: 'EUR', exchangeRate: 746.25 }))
  const file = camt([{ date: '2026-03-09', amount: '744.90', text: 'EUR 100' }], { opening: '0.00' })
  const details = '<AmtDtls><InstdAmt><Amt Ccy="EUR">100.00</Amt></InstdAmt></AmtDtls><RmtInf>'
  await sendStatement(client, Buffer.from(file.toString().replace('<RmtInf>', details)))
  const made = await match(
    client,
    { bankLines: [1], items: [{ customerNumber: 202, invoiceNumber: '9' }] },
    { book: true },
  )
  expect(made.status).toBe(201)
  expect(await openOf(client)).toEqual([])
  expect(await reconciled(client, '2026-03-09')).toMatchObject({
    bankBalance: '744.90',
    ledgerBalance: '744.90',
    unexplained: '0.00',
  })
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})

test('entries and drafts that are there are matched, several lines with several entries', async () => {
  const client = await withLines(service, ['2026-03-09', '100.00'], ['2026-03-10', '50.00'], ['2026-03-11', '-30.00'])
  const on = (amount: number, date: string) => ({
    entryTypeNumber: 5,
    date,
    accountNumber: 5820,
    contraAccountNumber: 1010,
    amount,
  })
  await bookDrafts(client, on(120, '2026-03-08'), on(30, '2026-03-09'))
  const booked = (await client.get(`${DB}/booked-entries?filter=accountNumber$eq:5820`)).json.items.map(
    (one: { entryNumber: number }) => one.entryNumber,
  )
  expect((await match(client, { bankLines: [1, 2], entries: booked })).status).toBe(201)
  expect([await stateOf(client, 1), await stateOf(client, 2)]).toEqual(['booked', 'booked'])
  expect(await reconciled(client, '2026-03-10')).toMatchObject({ difference: '0.00', items: [] })
  // On the ninth the ledger has more than the bank.
  expect(await reconciled(client, '2026-03-09')).toMatchObject({
    difference: '-50.00',
    unexplained: '0.00',
    items: [{ kind: 'matchedOnOtherDays', amount: '-50.00' }],
  })
  const draft = await client.post(`${DB}/draft-entries`, {
    ...on(-30, '2026-03-11'),
    journalNumber: 1,
    currency: 'DKK',
  })
  expect((await match(client, { bankLines: [3], drafts: [draft.json.entryNumber] })).status).toBe(201)
  expect(await stateOf(client, 3)).toBe('matched')
  expect((await client.delete(`${DB}/bank-matches/2`)).status).toBe(204)
  expect((await client.get(`${DB}/draft-entries/count`)).json).toBe(1)
})

describe('refused, and nothing written', () => {
  test('what is not there, is taken, or does not go together', async () => {
    const client = await withLines(service, ['2026-03-09', '100.00'], ['2026-03-10', '50.00'])
    const lines = [{ accountNumber: 1010, amount: 100 }]
    const refused = async (one: object, ...more: object[]) =>
      codeOf(await client.post(`${DB}/bank-matches`, { matches: [one, ...more] }))
    expect(await refused({ bankLines: [9], lines })).toEqual([400, 'BankLineNotFound', 'matches[0].bankLines[0]'])
    expect(await refused({ bankLines: [1], entries: [99] })).toEqual([
      400,
      'BankMatchEntryNotOnAccount',
      'matches[0].entries[0]',
    ])
    expect(await refused({ bankLines: [1], items: [{ customerNumber: 201, invoiceNumber: 'X' }] })).toEqual([
      400,
      'BankMatchItemNotOpen',
      'matches[0].items[0]',
    ])
    const nothing = [{ customerNumber: 201, invoiceNumber: 'X', amount: 0 }]
    expect(await refused({ bankLines: [1], items: nothing, differenceAccountNumber: 2210 })).toEqual([
      400,
      'ValueOutOfRange',
      'matches[0].items[0].amount',
    ])
    expect(await refused({ bankLines: [1], lines: [{ accountNumber: 1010, amount: 99 }] })).toEqual([
      400,
      'BankMatchDoesNotAddUp',
      'matches[0].bankLines',
    ])
    expect(await refused({ bankLines: [1], lines }, { bankLines: [1], lines })).toEqual([
      400,
      'BankMatchNamesTwice',
      'matches[1].bankLines[0]',
    ])
    expect(await refused({ bankLines: [1], drafts: [99], lines })).toEqual([
      400,
      'BankMatchOfDraftsAndMore',
      'matches[0].drafts',
    ])
    await client.post(`${DB}/bank-lines/2/ignore`, { reason: 'Privat' })
    expect(await refused({ bankLines: [2], lines })).toEqual([409, 'BankLineIsIgnored', 'matches[0].bankLines[0]'])
    expect(await refused({ bankLines: [1], lines: [{ accountNumber: 4711, amount: 100 }] })).toEqual([
      400,
      'JournalEntryAccountNotFound',
      'matches[0].lines.accountNumber',
    ])
    expect((await client.get(`${DB}/draft-entries/count`)).json).toBe(0)
    expect((await match(client, { bankLines: [1], lines })).status).toBe(201)
    expect(await refused({ bankLines: [1], lines })).toEqual([409, 'BankLineIsMatched', 'matches[0].bankLines[0]'])
    expect(codeOf(await client.post(`${DB}/bank-lines/1/ignore`, { reason: 'x' }))).toEqual([
      409,
      'BankLineIsMatched',
      'number',
    ])
    expect(codeOf(await client.delete(`${DB}/bank-matches/77`))).toEqual([404, 'BankMatchDoesNotExist', 'number'])
  })

  test('entries that other lines belong to, lines of two accounts, items in another currency, and a bank account without a journal', async () => {
    const client = await withLines(service, ['2026-03-09', '100.00'], ['2026-03-10', '100.00'])
    await bookDrafts(client, {
      entryTypeNumber: 5,
      date: '2026-03-09',
      accountNumber: 5820,
      contraAccountNumber: 1010,
      amount: 100,
    })
    const [entry] = (await client.get(`${DB}/booked-entries?filter=accountNumber$eq:5820`)).json.items
    expect((await match(client, { bankLines: [1], entries: [entry.entryNumber] })).status).toBe(201)
    expect(codeOf(await match(client, { bankLines: [2], entries: [entry.entryNumber] }))).toEqual([
      409,
      'BankMatchEntryTaken',
      'matches[0].entries[0]',
    ])
    await bookDrafts(client, invoice('9', 100, { customerNumber: 202, currency: 'EUR' }))
    const euro = [{ customerNumber: 202, invoiceNumber: '9' }]
    expect(codeOf(await match(client, { bankLines: [2], items: euro }))).toEqual([
      400,
      'BankMatchItemInOtherCurrency',
      'matches[0].items[0]',
    ])
    await client.post(`${DB}/bank-accounts`, { accountNumber: 6500, name: 'B', iban: 'GB29NWBK60161331926819' })
    await sendStatement(
      client,
      camt([{ date: '2026-03-09', amount: '5.00', text: 'x' }], { iban: 'GB29NWBK60161331926819' }),
    )
    expect(codeOf(await match(client, { bankLines: [2, 3], lines: [{ accountNumber: 1010, amount: 105 }] }))).toEqual([
      400,
      'BankLinesOfSeveralAccounts',
      'matches[0].bankLines[1]',
    ])
    expect(codeOf(await match(client, { bankLines: [3], lines: [{ accountNumber: 1010, amount: 5 }] }))).toEqual([
      409,
      'BankAccountHasNoJournal',
      'matches[0].bankLines',
    ])
  })
})

test('a preview says what would become of it, and writes nothing', async () => {
  const client = await withLines(service, ['2026-03-09', '100.00'])
  const preview = await match(
    client,
    { bankLines: [1], lines: [{ accountNumber: 1010, amount: 100 }] },
    { preview: true, book: true },
  )
  expect([preview.status, preview.json.matches[0].postings]).toMatchObject([
    200,
    [{ accountNumber: 1010, amount: -100 }],
  ])
  expect(await stateOf(client)).toBe('open')
  expect((await client.get(`${DB}/booked-entries/count`)).json).toBe(0)
})

test('of two requests that match a line at once one wins', async () => {
  const client = await withLines(service, ['2026-03-09', '100.00'])
  const one = { bankLines: [1], lines: [{ accountNumber: 1010, amount: 100 }] }
  const replies = await Promise.all([match(client, one), match(client, one)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect((await client.get(`${DB}/draft-entries/count`)).json).toBe(1)
})
