import { expect, test } from 'vitest'
import { post } from '../../src/ledger/booking/post.ts'
import { BLANK, type Posting } from '../../src/ledger/booking/posting.ts'
import { BASE_RATE } from '../../src/ledger/currency.ts'
import { lockLedger } from '../../src/ledger/lock.ts'
import { inSteps } from '../../src/ledger/steps.ts'
import type { DraftEntryInput } from '../../src/ledger/drafts/drafts.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { isLong } from '../long.ts'
import { ACCOUNT, freshBooks } from './books.ts'

const books = freshBooks()

/** Texts with a meaning in PostgreSQL's arrays, in JSON and in SQL. */
const TEXTS = [
  'NULL',
  '',
  'null',
  '"',
  '\\',
  '{a,b}',
  '\\"',
  "it's",
  'line\nbreak',
  '\u2028',
  '😀 Æ',
  '$1',
  '[1]',
  '\\N',
  ' ',
]
const SIZE = 700

/** Vouchers of one entry each. Rare kinds appear late, so that many entries come before them. */
function draft(at: number): DraftEntryInput {
  const common = { journalNumber: 1, date: '2026-01-05', voucherNumber: at + 1, currency: 'DKK', amount: `${at + 1}.5` }
  const text = TEXTS[at % TEXTS.length]!
  const plain = { ...common, entryTypeNumber: 5, accountNumber: ACCOUNT.rent, contraAccountNumber: ACCOUNT.bank, text }
  if (at < 600) return plain
  if (at % 2 === 0) return { ...plain, vatCode: 'I25', departmentNumber: 1 }
  const supplier = { supplierNumber: 1, supplierInvoiceNumber: `${text}${at}` }
  return { ...common, entryTypeNumber: 3, ...supplier, contraAccountNumber: ACCOUNT.purchases, text: text || 'x' }
}

interface Line {
  voucher: number
  account: number
  amount: string
  text: string | null
  vat: string | null
  department: number | null
  supplier: number | null
  invoice: string | null
}

test('of many entries each is booked with what it says, in the order of the vouchers', async () => {
  await books.database.rows("UPDATE agreement SET modules = '{Dimension}' WHERE agreement = $1", [books.agreement])
  const drafts = Array.from({ length: SIZE }, (_, at) => draft(at))
  await books.create(drafts)
  await books.book()
  const lines = await books.database.rows<Line>(
    `SELECT e.voucher_number AS voucher, e.account_number AS account, e.amount, e.text, e.vat_code AS vat,
       e.department_number AS department, e.supplier_number AS supplier, e.supplier_invoice_number AS invoice
     FROM booked_entry e WHERE e.agreement = $1 AND e.account_number <> $2 ORDER BY e.entry_number`,
    [books.agreement, ACCOUNT.inputTax],
  )
  expect(lines).toEqual(drafts.flatMap(linesOf))
  expect(await verify(books.database, books.agreement)).toMatchObject({ ok: true })
})

test('entries replaced together are what they were replaced by, whatever their texts', async () => {
  const plain = { ...draft(0), voucherNumber: undefined }
  await books.create(TEXTS.map((text) => ({ ...plain, text })))
  const read = () =>
    books.database.rows<{
      number: number
      voucher: number
      version: string
      text: string | null
      customer: string | null
    }>(
      `SELECT entry_number AS number, voucher_number AS voucher, object_version AS version, text, customer_invoice_number AS customer
       FROM draft_entry WHERE agreement = $1 ORDER BY entry_number`,
      [books.agreement],
    )
  const before = await read()
  expect(before.map(({ text }) => text)).toEqual(TEXTS)
  const texts = TEXTS.toReversed()
  await books.update(
    before.map(({ number, voucher, version }, at) => ({
      ...plain,
      entryNumber: number,
      voucherNumber: voucher,
      objectVersion: version,
      text: at % 3 === 0 ? undefined : texts[at],
      customerInvoiceNumber: at === 4 ? '17' : undefined,
    })),
  )
  const after = await read()
  expect(after.map(({ text }) => text)).toEqual(texts.map((text, at) => (at % 3 === 0 ? null : text)))
  expect(after.map(({ customer }) => customer)).toEqual(texts.map((_, at) => (at === 4 ? '17' : null)))
})

/** Both sides of a draft as they are booked, tax aside. */
function linesOf(entry: DraftEntryInput): Line[] {
  const { vatCode: vat = null, departmentNumber: department = null, supplierNumber = null } = entry
  const { supplierInvoiceNumber = null, text = null } = entry
  const cents = Number(entry.amount!.replace('.', '')) * 10
  const net = vat === null ? cents : Math.round(cents / 1.25)
  const common = { voucher: entry.voucherNumber!, text, department, supplier: null, invoice: null }
  const party = { supplier: supplierNumber, invoice: supplierInvoiceNumber }
  const account = entry.accountNumber ?? ACCOUNT.suppliers
  return [
    { ...common, ...party, account, amount: (net / 100).toFixed(2), vat },
    { ...common, account: entry.contraAccountNumber!, amount: (-cents / 100).toFixed(2), vat: null },
  ]
}

// Takes some seconds: in the long form.
test.runIf(isLong)('a booking settles as much as it has: more payments than a call takes arguments', async () => {
  const { agreement, database } = books
  const payments = 130_000
  const facts = { accountNumber: ACCOUNT.customers, date: '2026-01-05', accountingYear: '2026', currency: 'DKK' }
  const party = { customerNumber: 1, customerInvoiceNumber: 7, exchangeRate: BASE_RATE }
  const postingOf = (type: number, cents: bigint, voucherNumber: number): Posting => ({
    ...{ ...BLANK, ...facts, ...party },
    ...{ type, amount: cents, amountInBaseCurrency: cents, voucherNumber },
  })
  await database.transaction(async (transaction) => {
    // Neither balance nor totals are of interest.
    await transaction.rows('SET LOCAL session_replication_role = replica')
    const paid = Array.from({ length: payments }, (_, at) => postingOf(2, -1n, at + 2))
    await post(transaction, await lockLedger(transaction, agreement), null, [
      postingOf(10, BigInt(payments), 1),
      ...paid,
    ])
    const [open] = await transaction.rows(
      `SELECT count(*)::int AS items, count(*) FILTER (WHERE remainder <> 0)::int AS open FROM open_item
         WHERE agreement = $1 AND customer_number = 1`,
      [agreement],
    )
    expect(open).toEqual({ items: payments + 1, open: 0 })
  })
})

test('long work lets others have their turn in between', async () => {
  let turns = 0
  const others = setInterval(() => (turns += 1), 0)
  const seen: number[] = []
  await inSteps([1, 2, 3], (item) => {
    seen.push(item, turns)
    const until = performance.now() + 10
    while (performance.now() < until);
  })
  clearInterval(others)
  expect(seen.filter((_, at) => at % 2 === 0)).toEqual([1, 2, 3])
  expect(seen.at(-1)).toBeGreaterThan(0)
})
