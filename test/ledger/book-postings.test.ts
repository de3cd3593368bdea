import { expect, test } from 'vitest'
import { bookPostings } from '../../src/ledger/booking/book-postings.ts'
import { BLANK, opposite, type Posting } from '../../src/ledger/booking/posting.ts'
import { BASE_RATE } from '../../src/ledger/currency.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { ACCOUNT, freshBooks, refusal } from './books.ts'

const books = freshBooks()

const PARTIES = {
  customer: { accountNumber: ACCOUNT.customers, customerNumber: 3 },
  supplier: { accountNumber: ACCOUNT.suppliers, supplierNumber: 3 },
}

/** Books 100 of a party that is barred. */
function book(party: keyof typeof PARTIES, type: number): Promise<unknown> {
  const of: Posting = {
    ...BLANK,
    ...PARTIES[party],
    type,
    date: '2026-01-15',
    voucherNumber: 1,
    amount: 10_000n,
    amountInBaseCurrency: 10_000n,
    currency: 'DKK',
    exchangeRate: BASE_RATE,
  }
  const against = { ...opposite(of), accountNumber: ACCOUNT.bank, customerNumber: null, supplierNumber: null }
  return books.database.transaction(async (transaction) => {
    await transaction.rows("SELECT take_numbers($1, 'opening_voucher', 1)", [books.agreement])
    return await bookPostings(transaction, books.agreement, [of, against])
  })
}

test.each([
  ['customer', 1, 'CustomerIsBarred'],
  ['supplier', 3, 'JournalEntrySupplierNotAccessible'],
] as const)('what a barred %s owes or is owed is refused as that', async (party, type, code) => {
  const message = `${party === 'customer' ? 'Customer' : 'Supplier'} 3 is barred.`
  expect(await refusal(book(party, type))).toEqual([{ code, property: `${party}Number`, message }])
})

test.each([
  ['customer', 2],
  ['supplier', 4],
] as const)('payments of a barred %s book', async (party, type) => {
  expect(await book(party, type)).toMatchObject({ firstEntry: 1, lastEntry: 2 })
  expect(await verify(books.database, books.agreement)).toEqual({ ok: true, entries: 2 })
})

test('an account that is kept in another currency takes nothing', async () => {
  await books.database.rows("UPDATE account SET currency = 'EUR' WHERE agreement = $1 AND number = $2", [
    books.agreement,
    ACCOUNT.bank,
  ])
  expect(await refusal(book('customer', 2))).toMatchObject([
    { code: 'JournalEntryAccountCurrencyMismatch', property: 'currency' },
  ])
})
