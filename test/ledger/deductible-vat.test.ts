import { describe, expect, test } from 'vitest'
import type { DraftEntryInput } from '../../src/ledger/drafts/drafts.ts'
import { closeYear } from '../../src/ledger/years/close.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { vatStatement } from '../../src/ledger/reports/vat-statement.ts'
import { ACCOUNT, freshBooks } from './books.ts'

const books = freshBooks()
const { purchases, suppliers, inputTax, reverseTax, prepaid } = ACCOUNT

/** A quarter of the tax is deducted: ordinary, and under reverse charge; and one of which nothing is. */
const CODES = `INSERT INTO vat_code (agreement, code, name, type, rate, account_number, contra_account_number, deductible_percentage) VALUES
  ($1, 'REP25', 'Repræsentation', 2, 25, 6906, NULL, 25), ($1, 'IYREP', 'Udlandet', 2, 25, 6906, 6904, 25),
  ($1, 'NONE', 'Intet fradrag', 2, 25, 6906, 6904, 0)`

const invoice = (amount: string, contraVatCode: string): DraftEntryInput => ({
  entryTypeNumber: 3,
  journalNumber: 1,
  date: '2025-05-05',
  currency: 'DKK',
  supplierNumber: 1,
  amount,
  contraAccountNumber: purchases,
  contraVatCode,
  text: 'Middag',
})

/** Books the entry; answers `account amount vatCode !nonDeductible`. */
async function booked(entry: DraftEntryInput, accruedTo?: string): Promise<string[]> {
  await books.database.rows(CODES, [books.agreement])
  const [number] = await books.create([entry])
  if (accruedTo !== undefined) {
    await books.database.rows(
      `INSERT INTO draft_entry_accrual (agreement, journal_number, entry_number, account_number, start_date, end_date)
       VALUES ($1, 1, $2, $3, $4, $5)`,
      [books.agreement, number!, prepaid, entry.date, accruedTo],
    )
  }
  await books.book()
  const rows = await books.database.rows<{ line: string }>(
    `SELECT concat_ws(' ', e.account_number, e.amount_in_base_currency, e.date, e.vat_code, '!' || e.non_deductible_vat_code, e.text) AS line
     FROM booked_entry e WHERE e.agreement = $1 ORDER BY e.entry_number`,
    [books.agreement],
  )
  return rows.map(({ line }) => line.replace(' 2025-05-05', '').replace(' Middag', ''))
}

interface Statement {
  items: { vatCode: string; base: number; tax: number; reverseChargeTax: number }[]
  payable: number
  otherPostings: number
}

async function statement(): Promise<Statement> {
  const text = await books.database.bytes(vatStatement(books.agreement, { year: '2025' }, 'json'))
  return JSON.parse(text!.toString()) as Statement
}

const ofCode = async (code: string) => {
  const { items, payable, otherPostings } = await statement()
  const { base, tax, reverseChargeTax } = items.find(({ vatCode }) => vatCode === code)!
  return { base, tax, reverseChargeTax, payable, otherPostings }
}

describe('of a tax that is deducted in part', () => {
  test.each([
    ['-20000', '16000.00', '3000.00', '1000.00'],
    ['-100000', '80000.00', '15000.00', '5000.00'],
  ])('the rest of %s is an entry of its own, on the same account', async (amount, net, rest, tax) => {
    expect(await booked(invoice(amount, 'REP25'))).toEqual([
      `${suppliers} ${amount}.00`,
      `${purchases} ${net} REP25`,
      `${purchases} ${rest} !REP25`,
      `${inputTax} ${tax}`,
    ])
    const [base, deducted] = [Number(net), Number(tax)]
    expect(await ofCode('REP25')).toEqual({
      base,
      tax: deducted,
      reverseChargeTax: 0,
      payable: -deducted,
      otherPostings: 0,
    })
    expect(await verify(books.database, books.agreement)).toEqual({ ok: true, entries: 4 })
  })

  test('all of it is owed under reverse charge', async () => {
    expect(await booked(invoice('-1000', 'IYREP'))).toEqual([
      `${suppliers} -1000.00`,
      `${purchases} 1000.00 IYREP`,
      `${purchases} 187.50 !IYREP`,
      `${inputTax} 62.50`,
      `${reverseTax} -250.00`,
    ])
    expect(await ofCode('IYREP')).toEqual({
      base: 1000,
      tax: 62.5,
      reverseChargeTax: 250,
      payable: 187.5,
      otherPostings: 0,
    })
  })

  test('none is posted to its account where nothing is deducted', async () => {
    expect(await booked(invoice('-1000', 'NONE'))).toEqual([
      `${suppliers} -1000.00`,
      `${purchases} 1000.00 NONE`,
      `${purchases} 250.00 !NONE`,
      `${reverseTax} -250.00`,
    ])
    expect(await ofCode('NONE')).toEqual({ base: 1000, tax: 0, reverseChargeTax: 250, payable: 250, otherPostings: 0 })
  })

  test('an accrual spreads the net and what is not deducted', async () => {
    expect(await booked(invoice('-20000', 'REP25'), '2025-06-30')).toEqual([
      `${suppliers} -20000.00`,
      `${prepaid} 16000.00 REP25`,
      `${prepaid} 3000.00 !REP25`,
      `${inputTax} 1000.00`,
      `${prepaid} -9500.00 2025-05-31`,
      `${purchases} 9500.00 2025-05-31`,
      `${prepaid} -9500.00 2025-06-30`,
      `${purchases} 9500.00 2025-06-30`,
    ])
  })

  test('codes of before 0261_deductible_share.sql, years closed before 0262_deductible_share_of_closed_years.sql and entries of before 0260_tax_that_is_no_deduction.sql deduct all', async () => {
    expect(await booked(invoice('-125', 'I25'))).toEqual([
      `${suppliers} -125.00`,
      `${purchases} 100.00 I25`,
      `${inputTax} 25.00`,
    ])
    const before = '["vat","I25","Købsmoms",2,25.0000,6906,null]'
    await books.database.transaction((transaction) => closeYear(transaction, books.agreement, '2025'))
    const [kept] = await books.database.rows<{ seal: boolean }>(
      `SELECT seal_of_closed_year($1, '2025') = encode(sha256(convert_to((
         SELECT string_agg(k.line, E'\n' ORDER BY k.line COLLATE "C") FROM (
           SELECT json_build_array('account', a.number, a.name, a.type, a.is_credit, a.total_from_account_number, a.total_intervals,
             a.key_figure_code_number)::text AS line FROM closed_account a WHERE a.agreement = $1
           UNION ALL SELECT json_build_array('vat', v.code, v.name, v.type, v.rate, v.account_number, v.contra_account_number)::text
           FROM closed_vat_code v WHERE v.agreement = $1 AND v.code <> 'I25' AND v.deductible_percentage = 100
           UNION ALL SELECT json_build_array('vat', v.code, v.name, v.type, v.rate, v.account_number, v.contra_account_number, v.deductible_percentage)::text
           FROM closed_vat_code v WHERE v.agreement = $1 AND v.deductible_percentage < 100
           UNION ALL SELECT $2
           UNION ALL SELECT json_build_array(p.party, p.number, p.date_to, p.name)::text FROM closed_party p WHERE p.agreement = $1
         ) AS k), 'UTF8')), 'hex') AS seal`,
      [
        books.agreement,
        before.replaceAll('","', '", "').replaceAll('",2', '", 2').replaceAll(',', ', ').replaceAll(',  ', ', '),
      ],
    )
    expect(kept).toEqual({ seal: true })
  })

  test('the share is part of what a closed year keeps', async () => {
    await booked(invoice('-20000', 'REP25'))
    const before = await statement()
    await books.database.transaction((transaction) => closeYear(transaction, books.agreement, '2025'))
    const share = (code: string) =>
      books.database.rows('UPDATE vat_code SET deductible_percentage = 50 WHERE agreement = $1 AND code = $2', [
        books.agreement,
        code,
      ])
    await share('NONE')
    expect(await statement()).toEqual(before)
    await expect(share('REP25')).rejects.toThrow('keeps its type, rate, accounts and deductible share')
    expect(await verify(books.database, books.agreement)).toMatchObject({ ok: true })
    await books.tamper(`UPDATE closed_vat_code SET deductible_percentage = 50 WHERE agreement = $1 AND code = 'REP25'`)
    expect(await verify(books.database, books.agreement)).toMatchObject({ ok: false })
  })
})
