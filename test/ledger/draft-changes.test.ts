import { describe, expect, test } from 'vitest'
import { bookEntries } from '../../src/ledger/booking/book.ts'
import { createDraftEntries, deleteDraftEntries, type DraftEntryInput } from '../../src/ledger/drafts/drafts.ts'
import { faultsOf, freshBooks } from './books.ts'

const books = freshBooks()

const valid: DraftEntryInput = {
  entryTypeNumber: 5,
  journalNumber: 1,
  date: '2026-01-15',
  currency: 'DKK',
  amount: '100.10',
  accountNumber: 5820,
  contraAccountNumber: 1010,
}
const invoice: DraftEntryInput = {
  entryTypeNumber: 3,
  journalNumber: 1,
  date: '2026-01-15',
  currency: 'DKK',
  amount: '-125',
  supplierNumber: 1,
}
const { create, update } = books
const stored = async (entryNumber: number) =>
  (
    await books.database.rows<Record<string, unknown>>(
      'SELECT * FROM draft_entry WHERE agreement = $1 AND entry_number = $2',
      [books.agreement, entryNumber],
    )
  )[0]!

describe('updating and deleting', () => {
  test('replaces the entry, clears what is left out, gives a new version', async () => {
    await create([{ ...invoice, supplierInvoiceNumber: 'A1' }])
    const before = await stored(1)
    const change = {
      ...invoice,
      entryNumber: 1,
      voucherNumber: 1,
      amount: '-99.5',
      objectVersion: String(before.object_version),
    }
    await update([change])
    const after = await stored(1)
    expect(after).toMatchObject({
      amount: '-99.5',
      contra_account_number: null,
      text: null,
      supplier_invoice_number: null,
    })
    expect(after.due_date).toBe('2026-01-23')
    expect(after.object_version).not.toBe(before.object_version)
    expect(await faultsOf(update([change]))).toEqual(['objectVersion: ObjectVersionMismatch'])
  })

  test('of many concurrent updates of one version exactly one wins', async () => {
    await create([valid])
    const version = String((await stored(1)).object_version)
    const change = { ...valid, entryNumber: 1, voucherNumber: 1, objectVersion: version }
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => update([{ ...change, text: `writer ${index}` }])),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  })

  test('says what is wrong with identity, version, journal and voucher', async () => {
    await create([valid, valid, { ...invoice }])
    await books.database.rows(
      `INSERT INTO draft_entry_accrual (agreement, journal_number, entry_number, account_number, start_date, end_date)
       VALUES ($1, 1, 3, 5500, '2026-01-01', '2026-06-30')`,
      [books.agreement],
    )
    const versions = await Promise.all([1, 2, 3].map(async (number) => String((await stored(number)).object_version)))
    const one = { ...valid, entryNumber: 1, voucherNumber: 1, objectVersion: versions[0] }
    expect(
      await faultsOf(
        update([{ ...one, entryNumber: 77 }, one, one, { ...valid, entryNumber: 2, voucherNumber: 2 }], true),
      ),
    ).toEqual([
      'entries[0].entryNumber: JournalEntryDoesNotExist',
      'entries[2].entryNumber: JournalVoucherDataIntegrityError',
    ])
    expect(await faultsOf(update([{ ...one, journalNumber: 3, voucherNumber: undefined }]))).toEqual([
      'journalNumber: JournalNumberCannotBeChangedOnDraftEntry',
      'voucherNumber: JournalVoucherNull',
    ])
    expect(
      await faultsOf(
        update([
          {
            ...valid,
            entryTypeNumber: 4,
            supplierNumber: 1,
            entryNumber: 3,
            voucherNumber: 3,
            objectVersion: versions[2],
          },
        ]),
      ),
    ).toEqual(['entryTypeNumber: JournalEntryAccrualWrongEntryType'])
  })

  test('deletes by number or by journal, accruals with them', async () => {
    await create([valid, valid, valid, { ...valid, journalNumber: 3 }])
    const remove = (deletion: Parameters<typeof deleteDraftEntries>[2]) =>
      books.database.transaction((transaction) => deleteDraftEntries(transaction, books.agreement, deletion))
    expect(await remove({ entryNumbers: [2, 99] })).toBe(1)
    expect(await remove({ journalNumber: 1 })).toBe(2)
    expect(await remove({ journalNumber: 1 })).toBe(0)
    expect(await stored(4)).toMatchObject({ journal_number: 3 })
  })
})

describe('races', () => {
  test('20 parallel creates get 20 consecutive voucher numbers; failures among them use none up', async () => {
    const broken = Array.from({ length: 10 }, () => create([valid, { ...valid, accountNumber: 4711 }]).catch(() => {}))
    const undone = Array.from({ length: 10 }, () =>
      books.database
        .transaction(async (transaction) => {
          await createDraftEntries(transaction, { agreement: books.agreement, baseCurrency: 'DKK' }, [valid])
          throw new Error('undone')
        })
        .catch(() => {}),
    )
    const created = Array.from({ length: 20 }, () => create([valid]))
    await Promise.all([...broken, ...undone, ...created])
    const rows = await books.database.rows<{ v: number; e: number }>(
      'SELECT voucher_number AS v, entry_number AS e FROM draft_entry WHERE agreement = $1 ORDER BY 1',
      [books.agreement],
    )
    const consecutive = Array.from({ length: 20 }, (_, index) => index + 1)
    expect(rows.map((row) => row.v)).toEqual(consecutive)
    expect(rows.map((row) => row.e).sort((a, b) => a - b)).toEqual(consecutive)
  })

  test('many bookings at once book every entry once', async () => {
    await create(Array<DraftEntryInput>(30).fill(valid))
    const results = await Promise.all([
      ...Array.from({ length: 8 }, () => books.book()),
      create([valid]),
      create([valid]),
    ])
    await books.book()
    const booked = results.slice(0, 8).filter((result) => result !== undefined)
    expect(booked.length).toBeGreaterThan(0)
    const [counted] = await books.database.rows<{ entries: number; vouchers: number; last: number }>(
      `SELECT count(*)::int AS entries, count(DISTINCT voucher_number)::int AS vouchers, max(entry_number) AS last
       FROM booked_entry WHERE agreement = $1`,
      [books.agreement],
    )
    expect(counted).toEqual({ entries: 64, vouchers: 32, last: 64 })
  })

  test('barring a period waits for a booking in it, and the next one sees it', async () => {
    await create([valid, valid])
    const barred: string[] = []
    let barring: Promise<unknown> = Promise.resolve()
    await books.database.transaction(async (transaction) => {
      await bookEntries(transaction, {
        agreement: books.agreement,
        journalNumber: 1,
        selection: { kind: 'entries', entryNumbers: [1] },
      })
      barring = books.database
        .rows("UPDATE accounting_period SET is_barred = true WHERE agreement = $1 AND date_from = '2026-01-01'", [
          books.agreement,
        ])
        .then(() => barred.push('barred'))
      await waitUntilBlocked()
      expect(barred).toEqual([])
    })
    await barring
    expect(await faultsOf(books.book())).toEqual(['date: JournalEntryDateAccountingYearPeriodBarred'])
  })
})

/** Waits until a session of this database waits for a lock. */
async function waitUntilBlocked(): Promise<void> {
  for (;;) {
    const [row] = await books.database.rows<{ blocked: number }>(
      `SELECT count(*)::int AS blocked FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    if (row!.blocked > 0) return
  }
}
