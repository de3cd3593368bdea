import { BASE_RATE } from '../../src/ledger/currency.ts'
import { lockLedger } from '../../src/ledger/lock.ts'
import { post } from '../../src/ledger/booking/post.ts'
import { BLANK, type Posting } from '../../src/ledger/booking/posting.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { API as JOURNALS, DRAFTS } from './bookkeeping.ts'

export const REPORTS = '/daybookapi/v1.0.0'

/** Asks for a report; `query` is its name and parameters. */
export const ask = (client: Client, query: string): Promise<Reply> => client.get(`${REPORTS}/${query}`)

/** A report's body with its decimals as the text they were sent as. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests reach into bodies freely
export async function report(client: Client, query: string): Promise<any> {
  const { status, text } = await ask(client, query)
  if (status !== 200) throw new Error(`${query} answered ${status}: ${text}`)
  return JSON.parse(text.replace(/:\s*(-?\d+\.\d+)/g, ': "$1"'))
}

/** Creates draft entries in journal 1 and books them, all or none. */
export async function bookDrafts(client: Client, ...entries: object[]): Promise<void> {
  const drafts = entries.map((entry) => ({ journalNumber: 1, currency: 'DKK', ...entry }))
  const made = await client.post(`${DRAFTS}/bulk`, { entries: drafts })
  if (made.status !== 201) throw new Error(made.text)
  const booked = await client.post(`${JOURNALS}/journals/1/book`)
  if (booked.status !== 204) throw new Error(booked.text)
}

/** Books postings directly: those that no draft entry can express, or more than a test can draft. */
export async function bookPostings(
  service: TestService,
  client: Client,
  postings: readonly Partial<Posting>[],
): Promise<void> {
  await service.database.transaction(async (transaction) => {
    const ledger = await lockLedger(transaction, client.agreement)
    await post(
      transaction,
      ledger,
      1,
      postings.map((one) => ({ ...POSTING, ...one })),
    )
  })
}

/** A posting of nothing on the bank, for what a test says more. */
export const POSTING: Posting = {
  ...BLANK,
  accountNumber: 5820,
  type: 5,
  date: '2026-01-01',
  accountingYear: '2026',
  journalNumber: 1,
  voucherNumber: 1,
  amount: 0n,
  amountInBaseCurrency: 0n,
  currency: 'DKK',
  exchangeRate: BASE_RATE,
}

/** Decimal text as cents. */
export const cents = (text: string): bigint => BigInt(text.replace('.', ''))
/** The sum of decimal texts, in cents. */
export const sum = (texts: readonly string[]): bigint => texts.reduce((total, text) => total + cents(text), 0n)
