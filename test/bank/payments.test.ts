import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { bookkeeper, codeOf } from '../resources/bookkeeping.ts'
import { bookDrafts } from '../resources/report-books.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { camt, DB, IBAN, sendStatement } from './files.ts'
import { match, stateOf } from './matching.ts'
import { painFaults, SCHEMAS_ABSENT } from './pain-schema.ts'

let service: TestService
beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const DAY = '2099-03-02'
const VERSIONS = ['pain.001.001.03', 'pain.001.001.09'] as const
const GERMAN = 'DE89370400440532013000'

/** A company with a bank account in kroner, and two suppliers that say where they are paid. */
async function company(): Promise<Client> {
  const client = await bookkeeper(service)
  const bank = { accountNumber: 5820, name: 'Drift', iban: IBAN, bic: 'DABADKKK', journalNumber: 1 }
  expect((await client.post(`${DB}/bank-accounts`, bank)).status).toBe(201)
  await supplier(client, 501, { bankAccount: '0040 0440116243', country: 'Danmark', city: 'Aarhus' })
  await supplier(client, 502, { iban: GERMAN, bic: 'COBADEFFXXX' })
  return client
}

async function supplier(client: Client, number: number, more: object): Promise<void> {
  const stored = (await client.get(`${DB}/suppliers/${number}`)).json as Record<string, unknown>
  const given = Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null))
  const changed = await client.put(`${DB}/suppliers`, { ...given, ...more })
  expect(changed.status, changed.text).toBe(204)
}

/** An invoice of a supplier over so much. */
const owed = (invoiceNumber: string, amount: number, more: object = {}): object => ({
  entryTypeNumber: 3,
  date: '2026-03-01',
  dueDate: '2026-03-09',
  supplierNumber: 501,
  supplierInvoiceNumber: invoiceNumber,
  amount: -amount,
  contraAccountNumber: 1310,
  ...more,
})
const propose = (client: Client, more: object = {}): Promise<Reply> =>
  client.post(`${DB}/payment-proposals`, { bankAccountNumber: 1, paymentDate: DAY, dueTo: '2026-12-31', ...more })
const fileOf = async (client: Client, number: number, version: string): Promise<string> => {
  const reply = await client.get(`${DB}/payment-proposals/${number}/${version}`)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
  return reply.text
}
const statesOf = async (client: Client): Promise<string[]> =>
  (await client.get(`${DB}/payments`)).json.items.map(({ state }: { state: string }) => state)
const invoicesOf = ({ json }: Reply): string[] =>
  json.payments.map(({ invoiceNumber }: { invoiceNumber: string }) => invoiceNumber)

test('items that are due go to the bank in one file, valid and the same each time', async (context) => {
  const client = await company()
  await bookDrafts(
    client,
    owed('A-1', 1250),
    owed('A-2', 800, { dueDate: '2027-01-01' }),
    owed('E-1', 100, { supplierNumber: 502, currency: 'EUR', exchangeRate: 746.25 }),
    owed('FIK', 500.5, {
      supplierPaymentType: 1,
      supplierPaymentBank: '81234567',
      supplierPaymentMessage: '004040400000669',
    }),
  )
  const preview = await propose(client, { preview: true })
  expect([preview.status, preview.json.number]).toEqual([200, null])
  expect((await client.get(`${DB}/payments/count`)).json).toBe(0)
  const made = await propose(client)
  expect(made.status, made.text).toBe(201)
  expect(made.headers.get('location')).toBe(`${DB}/payment-proposals/1`)
  expect({ ...made.json, number: null }).toEqual(preview.json)
  expect(made.json.payments).toMatchObject([
    {
      invoiceNumber: 'A-1',
      amount: 1250,
      paymentType: 7,
      account: '00400440116243',
      message: 'A-1',
      payeeName: 'Ørsted A/S',
    },
    { invoiceNumber: 'FIK', amount: 500.5, paymentType: 1, account: '81234567', message: '004040400000669' },
    { invoiceNumber: 'E-1', amount: 100, currency: 'EUR', paymentType: 10, account: GERMAN, bic: 'COBADEFFXXX' },
  ])
  expect(made.json.totals).toEqual([
    { currency: 'DKK', amount: 1750.5, payments: 2 },
    { currency: 'EUR', amount: 100, payments: 1 },
  ])
  expect((await client.get(`${DB}/payment-proposals/1`)).json).toMatchObject({
    state: 'waiting',
    payments: 3,
    totals: made.json.totals,
    payerAccount: IBAN,
  })
  const files = await Promise.all(VERSIONS.map((version) => fileOf(client, 1, version)))
  expect(await Promise.all(VERSIONS.map((version) => fileOf(client, 1, version)))).toEqual(files)
  const [older, later] = files as [string, string]
  for (const part of [
    '<NbOfTxs>3</NbOfTxs><CtrlSum>1850.50</CtrlSum>',
    '<BIC>DABADKKK</BIC>',
    `<ReqdExctnDt>${DAY}</ReqdExctnDt>`,
    '<Othr><Id>00400440116243</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm></Othr>',
    '<Othr><Id>81234567</Id><SchmeNm><Prtry>OCR</Prtry></SchmeNm></Othr>',
    '<Ref>71/004040400000669</Ref>',
    '<InstdAmt Ccy="EUR">100.00</InstdAmt>',
    '<TwnNm>Aarhus</TwnNm><Ctry>DK</Ctry>',
  ])
    expect(older).toContain(part)
  expect(later).toContain('<BICFI>COBADEFFXXX</BICFI>')
  expect(later).toContain(`<ReqdExctnDt><Dt>${DAY}</Dt></ReqdExctnDt>`)
  for (const [at, version] of VERSIONS.entries()) expect(await painFaults(version, files[at]!)).toBe('')
  if (SCHEMAS_ABSENT !== undefined) context.skip(SCHEMAS_ABSENT)
})

test('an item is in one proposal at a time, until it is cancelled', async () => {
  const client = await company()
  await bookDrafts(client, owed('A-1', 100), owed('A-2', 200))
  const both = await Promise.all([propose(client), propose(client)])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
  const refused = both.find(({ status }) => status === 400)!
  expect([...codeOf(refused), refused.json.errors[0].message]).toEqual([
    400,
    'PaymentNothingDue',
    'dueTo',
    'None of 2 items that are due can be paid: 2 waiting.',
  ])
  const items = [{ supplierNumber: 501, invoiceNumber: 'a-1' }]
  expect(codeOf(await propose(client, { items }))).toEqual([400, 'PaymentItemNotPayable', 'items[0]'])
  expect((await client.post(`${DB}/payments/2/cancel`)).status).toBe(204)
  expect(codeOf(await client.post(`${DB}/payments/2/cancel`))).toEqual([409, 'PaymentIsNotWaiting', 'number'])
  const next = await propose(client)
  expect([next.status, invoicesOf(next)]).toEqual([201, ['A-2']])
  expect(next.json.skipped).toMatchObject([{ invoiceNumber: 'A-1', reason: 'waiting' }])
  expect((await client.post(`${DB}/payment-proposals/1/cancel`)).status).toBe(204)
  expect(await statesOf(client)).toEqual(['cancelled', 'cancelled', 'waiting'])
  expect((await client.get(`${DB}/payment-proposals/1`)).json.state).toBe('cancelled')
  expect(codeOf(await client.get(`${DB}/payment-proposals/1/pain.001.001.03`))).toEqual([
    409,
    'PaymentProposalIsCancelled',
    'number',
  ])
  expect(codeOf(await client.post(`${DB}/payment-proposals/1/cancel`))).toEqual([
    409,
    'PaymentProposalIsCancelled',
    'number',
  ])
  expect(codeOf(await client.post(`${DB}/payment-proposals/9/cancel`))).toEqual([
    404,
    'PaymentProposalDoesNotExist',
    'number',
  ])
  expect(codeOf(await client.post(`${DB}/payments/9/cancel`))).toEqual([404, 'PaymentDoesNotExist', 'number'])
  expect((await client.post(`${DB}/payments/3/cancel`)).status).toBe(204)
  expect(codeOf(await client.get(`${DB}/payment-proposals/2/pain.001.001.09`))).toEqual([
    409,
    'PaymentProposalIsCancelled',
    'number',
  ])
  expect(codeOf(await client.post(`${DB}/payment-proposals/2/cancel`))).toEqual([409, 'PaymentIsNotWaiting', 'number'])
})

test('the line of the bank settles a payment, and waits for it again when its match is undone', async () => {
  const client = await company()
  await bookDrafts(client, owed('A-1', 1250), owed('A-2', 700), owed('A-3', 50))
  expect((await propose(client)).status).toBe(201)
  const { agreement } = client
  const lines = [
    { date: '2026-03-09', amount: '-1250.00', text: `Overførsel db${agreement}p1` },
    { date: '2026-03-09', amount: '-50.00', text: 'Ørsted A/S A-3' },
  ]
  expect((await sendStatement(client, camt(lines, { opening: '0.00' }))).status).toBe(201)
  const [first] = (await client.get(`${DB}/bank-lines/1/suggestions`)).json
  expect(first.suggestions[0]).toMatchObject({
    confidence: 'sure',
    code: 'PaymentNamed',
    reason: `Payment DB${agreement}P1 of invoice A-1 of Ørsted A/S`,
    match: { bankLines: [1], items: [{ supplierNumber: 501, invoiceNumber: 'A-1' }] },
  })
  const made = await match(client, first.suggestions[0].match)
  expect(made.status, made.text).toBe(201)
  expect(await statesOf(client)).toEqual(['settled', 'waiting', 'waiting'])
  // A match whose draft goes settles nothing.
  for (const number of made.json.matches[0].draftEntries)
    await client.delete(`/journalsapi/v15.0.1/draft-entries/${number}`)
  expect([await stateOf(client), await statesOf(client)]).toEqual(['open', ['waiting', 'waiting', 'waiting']])
  expect((await client.get(`${DB}/bank-lines/1/suggestions`)).json).toEqual([first])
  const day = `${DB}/reconciliation?bankAccountNumber=1&date=2026-03-09`
  expect((await client.get(day)).json).toMatchObject({
    items: [
      { kind: 'atBankNotInLedger', number: 1, amount: -1250 },
      { kind: 'atBankNotInLedger', number: 2, amount: -50 },
    ],
    unexplained: 0,
  })
  const again = await match(client, first.suggestions[0].match, { book: true })
  expect((await client.get(`${DB}/payments/1`)).json).toMatchObject({
    state: 'settled',
    matchNumber: again.json.number,
  })
  expect((await client.delete(`${DB}/bank-matches/${again.json.number}`)).status).toBe(204)
  expect((await client.get(`${DB}/payments/1`)).json).toMatchObject({ state: 'waiting', matchNumber: null })
  // Paid otherwise: nothing is open of it.
  await bookDrafts(client, { ...owed('A-3', -50), entryTypeNumber: 4, dueDate: undefined, contraAccountNumber: 5820 })
  expect(await statesOf(client)).toEqual(['waiting', 'waiting', 'settled'])
  expect(await verify(service.database, agreement)).toMatchObject({ ok: true })
})

test('a payment whose item another has taken meanwhile stays cancelled when its match is undone', async () => {
  const client = await company()
  await bookDrafts(client, owed('A-1', 100))
  await propose(client)
  await sendStatement(client, camt([{ date: '2026-03-09', amount: '-40.00', text: 'Delvis' }], { opening: '0.00' }))
  const items = [{ supplierNumber: 501, invoiceNumber: 'A-1' }]
  const part = await match(client, { bankLines: [1], items, leaveOpen: true }, { book: true })
  expect(part.status, part.text).toBe(201)
  const rest = await propose(client)
  expect(rest.json.payments).toMatchObject([{ invoiceNumber: 'A-1', amount: 60 }])
  expect((await client.delete(`${DB}/bank-matches/${part.json.number}`)).status).toBe(204)
  expect(await statesOf(client)).toEqual(['cancelled', 'waiting'])
})

test('what cannot be paid is told with its reason', async () => {
  const client = await company()
  const slip = (type: number, account: string, message?: string) => ({
    supplierPaymentType: type,
    supplierPaymentBank: account,
    ...(message !== undefined && { supplierPaymentMessage: message }),
  })
  await bookDrafts(
    client,
    owed('GOOD', 10, slip(10, GERMAN)),
    owed('BADID', 20, slip(1, '81234567', '004040400000660')),
    owed('DEBIT', 30, { supplierPaymentType: -1 }),
    owed('CREDIT', -40),
    owed('EURO', 50, { currency: 'EUR', exchangeRate: 746.25 }),
    owed('DRAFTED', 60),
    owed('SLIP75', 70, slip(17, '81234567', '0000000000001230')),
    owed('SLIP73', 80, slip(2, '81234567', 'Medlem 12')),
    owed('SLIP04', 90, slip(5, '1234567', '0000000000001231')),
  )
  await client.post(`${DB}/draft-entries`, {
    ...owed('DRAFTED', -60),
    entryTypeNumber: 4,
    journalNumber: 1,
    dueDate: undefined,
    contraAccountNumber: 5820,
  })
  const said = await propose(client, { preview: true, supplierNumber: 501 })
  expect(invoicesOf(said).sort()).toEqual(['GOOD', 'SLIP04', 'SLIP73', 'SLIP75'])
  const reasons = said.json.skipped.map((one: { invoiceNumber: string; reason: string }) => [
    one.invoiceNumber,
    one.reason,
  ])
  expect(Object.fromEntries(reasons)).toEqual({
    BADID: 'paymentIdInvalid',
    CREDIT: 'credit',
    DEBIT: 'notToBePaid',
    DRAFTED: 'drafted',
    EURO: 'currencyNeedsIban',
  })
  const named = (invoiceNumber: string, supplierNumber = 501) => ({ supplierNumber, invoiceNumber })
  const items = ['DEBIT', 'GOOD', 'BADID', 'NONE', 'GOOD'].map((one) => named(one))
  const faults = await propose(client, { items })
  expect(faults.json.errors.map(({ property }: { property: string }) => property)).toEqual([
    'items[2]',
    'items[3]',
    'items[4]',
  ])
  // Named, an invoice is paid though it says that it is not.
  expect(invoicesOf(await propose(client, { items: [named('DEBIT')], dueTo: undefined }))).toEqual(['DEBIT'])
  await service.database.rows(`UPDATE supplier SET is_barred = true WHERE agreement = $1 AND number = 501`, [
    client.agreement,
  ])
  expect((await propose(client, { preview: true })).json.errors[0].message).toContain('supplierBarred')
  await supplier(client, 502, { iban: undefined, bankAccount: 'Kontant' })
  await bookDrafts(client, owed('CASH', 10, { supplierNumber: 502 }))
  expect((await propose(client, { items: [named('CASH', 502)] })).json.errors[0].message).toMatch(/says where to pay/)
})

test('a proposal is refused with all that is wrong', async () => {
  const client = await company()
  expect(codeOf(await propose(client))).toEqual([400, 'PaymentNothingDue', 'dueTo'])
  const wrong = await propose(client, { paymentDate: '2020-01-01', dueTo: undefined, bankAccountNumber: 9 })
  expect(wrong.json.errors.map(({ errorCode }: { errorCode: string }) => errorCode)).toEqual([
    'BankAccountDoesNotExist',
    'ValueRequired',
  ])
  expect(codeOf(await propose(client, { paymentDate: '2020-01-01' }))).toEqual([
    400,
    'PaymentDateIsPast',
    'paymentDate',
  ])
  const [bank] = (await client.get(`${DB}/bank-accounts`)).json.items
  const { iban: _, lastStatementBalance: _b, lastStatementDate: _d, currency: _c, ...rest } = bank
  const without = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null))
  expect((await client.put(`${DB}/bank-accounts`, without)).status).toBe(204)
  expect(codeOf(await propose(client))).toEqual([409, 'PaymentBankAccountUnknown', 'bankAccountNumber'])
  const given = { number: 503, name: 'X', groupNumber: 1, currency: 'DKK', iban: 'DK1', bic: 'x' }
  const refused = await client.post(`${DB}/suppliers`, given)
  expect(refused.json.errors.map(({ errorCode }: { errorCode: string }) => errorCode)).toEqual([
    'IbanInvalid',
    'BicInvalid',
  ])
})

test('hostile names and messages reach the bank in letters that it takes', async () => {
  const client = await company()
  const names = [
    '<Bob & "Søn">]]>',
    '\u202Eevil\u0007\u0000'.replace('\u0000', ''),
    'Łódź Škoda Ðê',
    '株式会社',
    '//&#x0; --',
    'é'.repeat(200),
  ]
  for (const [at, name] of names.entries()) {
    const made = await client.post(`${DB}/suppliers`, {
      number: 900 + at,
      name,
      groupNumber: 1,
      currency: 'DKK',
      bankAccount: '0040-440116243',
      address: `${name}\nanden linje`.slice(0, 500),
      city: name.slice(0, 50),
      postalCode: name.slice(0, 30),
      country: 'se',
    })
    expect(made.status, made.text).toBe(201)
  }
  await bookDrafts(
    client,
    ...names.map((name, at) => owed(`${name.slice(0, 20)}${at}`, 10 + at, { supplierNumber: 900 + at })),
  )
  const made = await propose(client)
  expect(made.status, made.text).toBe(201)
  const told = made.json.payments.map(({ payeeName }: { payeeName: string }) => payeeName)
  expect(told.sort()).toEqual(['....', ".Bob + 'Søn'....", 'Lódz Skoda Ðê', 'evil', '+.x0, --', 'é'.repeat(70)].sort())
  for (const version of VERSIONS) {
    const file = await fileOf(client, 1, version)
    expect(file.replace(/<[^>]*>/g, '')).toMatch(/^[A-Za-z0-9 /?:().,'+À-ÖØ-öø-ÿ\n="&;-]*$/)
    expect(await painFaults(version, file)).toBe('')
  }
})
