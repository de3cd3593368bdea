import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFile } from '../../src/bank/reading/read.ts'
import { brokenRules } from '../../src/inbox/reading/rules.ts'
import { readUbl } from '../../src/inbox/reading/ubl.ts'
import { centsOf, centsToText } from '../../src/ledger/money.ts'
import { COMPANY, COMPANY_DAY } from '../database/harness.ts'
import { type Client, companyService, type TestService } from '../service/harness.ts'
import { lettersOf } from './letters.ts'

const API = '/daybookapi/v1.0.0'
const YEAR = Number(COMPANY_DAY.slice(0, 4))
let service: TestService
let client: Client

beforeAll(async () => {
  service = await companyService()
  client = await service.client({ agreement: COMPANY })
})
afterAll(() => service.stop())

const rows = <T>(text: string, values: (string | number)[] = []): Promise<T[]> =>
  service.database.at(COMPANY).rows<T>(text, [COMPANY, ...values])

const sumOf = (amounts: readonly string[]): bigint => amounts.reduce((sum, amount) => sum + centsOf(amount), 0n)

describe('the story of two years', () => {
  test('no month has an eighth of the turnover of twelve, none is without, and summer is the quietest', async () => {
    const months = await rows<{ month: string; turnover: string }>(
      `SELECT to_char(e.date, 'YYYY-MM') AS month, -sum(e.amount_in_base_currency) AS turnover
       FROM booked_entry e WHERE e.agreement = $1 AND e.account_number BETWEEN 1010 AND 1120 GROUP BY 1 ORDER BY 1`,
    )
    expect(months).toHaveLength(23)
    for (const at of [0, 11]) {
      const twelve = months.slice(at, at + 12)
      const whole = sumOf(twelve.map(({ turnover }) => turnover))
      expect(whole).toBeGreaterThan(4_000_000_00n)
      for (const { month, turnover } of twelve) expect([month, centsOf(turnover) * 8n < whole]).toEqual([month, true])
      const quietest = twelve.toSorted((a, b) => Number(centsOf(a.turnover) - centsOf(b.turnover)))[0]!
      expect(quietest.month.slice(5)).toBe('07')
    }
  })

  test('every month has salaries, taxes, rent, a fee of the bank, depreciation and purchases of goods', async () => {
    const found = await rows<{ what: string; months: number }>(
      `SELECT w.what, count(DISTINCT to_char(e.date, 'YYYY-MM'))::int AS months
       FROM (VALUES ('salaries', 2210, 2210), ('rent', 3410, 3410), ('fees', 3620, 3620), ('depreciation', 4020, 4020), ('goods', 1310, 1390),
         ('tax', 6972, 6972)) AS w(what, first, last)
       JOIN booked_entry e ON e.agreement = $1 AND e.account_number BETWEEN w.first AND w.last GROUP BY 1 ORDER BY 1`,
    )
    // November is not over: its depreciation and the fee of the bank are still to come.
    const until = { salaries: 23, rent: 23, fees: 22, depreciation: 22, goods: 23, tax: 23 }
    expect(Object.fromEntries(found.map(({ what, months }) => [what, months]))).toEqual(until)
  })

  test('the books go until today', async () => {
    const [last] = await rows(
      `SELECT max(e.date)::text AS last, count(*) FILTER (WHERE e.date > $2::date - 7) > 15 AS many
       FROM booked_entry e WHERE e.agreement = $1`,
      [COMPANY_DAY],
    )
    expect(last).toEqual({ last: COMPANY_DAY, many: true })
  })

  test('what suppliers sell is what their invoices say, and nobody is paid before the invoice', async () => {
    const wrong = await rows(
      `SELECT e.text FROM booked_entry e JOIN supplier s ON s.agreement = $1 AND s.number = e.supplier_number
       WHERE e.agreement = $1 AND e.type = 3 AND e.text NOT LIKE '%' || s.name`,
    )
    expect(wrong).toEqual([])
    const early = await rows(
      `SELECT p.text FROM booked_entry p JOIN booked_entry i ON i.agreement = $1 AND i.supplier_number = p.supplier_number
         AND i.supplier_invoice_number = p.supplier_invoice_number AND i.type = 3
       WHERE p.agreement = $1 AND p.type = 4 AND p.date <= i.date`,
    )
    expect(early).toEqual([])
  })
})

/** Words that no Danish text of the company has. Names of firms abroad are their own. */
const ENGLISH =
  'the|and|of|with|from|invoice|payment|paid|bank charge|fee|rent|salary|salaries|opening|transfer|closed|mileage|time entry|return|credit note|received|month|order|quote|paper|goods|customer|supplier|demo|test'

test('all texts are Danish', async () => {
  const tables = await rows<{ name: string; columns: string }>(
    `SELECT table_name AS name, string_agg(format('t.%I', column_name), ', ' ORDER BY column_name) AS columns
     FROM information_schema.columns WHERE $1::int IS NOT NULL AND table_schema = current_schema()
       AND column_name IN ('text', 'name', 'description', 'note', 'notes', 'heading', 'text_like', 'from_place', 'to_place')
       AND table_name NOT IN ('agreement', 'app', 'customer', 'supplier', 'supplier_contact', 'counter', 'key_figure_code')
       AND table_name IN (SELECT table_name FROM information_schema.columns WHERE column_name = 'agreement')
       AND table_name NOT LIKE 'standard_account%'
     GROUP BY 1 ORDER BY 1`,
  )
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['account', 'bank_line', 'booked_entry', 'draft_entry', 'product', 'project', 'time_entry']),
  )
  const each = tables.map(
    ({ name, columns }) => `SELECT '${name}' AS table, w.text FROM ${name} t CROSS JOIN LATERAL (
      SELECT concat_ws(' | ', ${columns}) AS text) AS w WHERE t.agreement = $1 AND w.text ~* '\\m(${ENGLISH})\\M'`,
  )
  expect(await rows(each.join(' UNION ALL '))).toEqual([])
})

interface Document {
  kind: string
  file: string
  total: string
  currency: string
  seller: string
  invoice: string
}

const danish = (cents: bigint): string => {
  const [whole, part] = centsToText(cents).split('.') as [string, string]
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, '.')},${part}`
}

/** What a PDF of ours prints, piece by piece. */
const printed = (file: Buffer): string[] =>
  [...file.toString('latin1').matchAll(/\(((?:[^()\\]|\\.)*)\) Tj/g)].map(([, text]) =>
    text!.replaceAll(/\\(.)/g, '$1'),
  )

test('receipts can be read: the seller, lines, tax and total, which is what was booked, or is to be', async () => {
  const documents = await rows<Document>(
    `SELECT f.kind, encode(p.bytes, 'hex') AS file, -e.amount AS total, e.currency, s.name AS seller, e.supplier_invoice_number AS invoice
     FROM attached_document d JOIN document_part t ON t.agreement = $1 AND t.document_number = d.number
     JOIN document_file f ON f.agreement = $1 AND f.hash = t.hash JOIN document_piece p ON p.agreement = $1 AND p.hash = t.hash
     JOIN (
       SELECT agreement, voucher_number, journal_number, type, amount, currency, supplier_number, supplier_invoice_number FROM booked_entry
       UNION ALL SELECT agreement, voucher_number, journal_number, entry_type_number, amount, currency, supplier_number, supplier_invoice_number
         FROM draft_entry
     ) e ON e.agreement = $1 AND e.voucher_number = d.voucher_number AND e.journal_number = d.journal_number AND e.type = 3
       AND e.supplier_number IS NOT NULL
     JOIN supplier s ON s.agreement = $1 AND s.number = e.supplier_number WHERE d.agreement = $1 ORDER BY d.number`,
  )
  const drafts = (
    await rows<{ n: number }>(
      'SELECT count(*)::int AS n FROM draft_entry WHERE agreement = $1 AND entry_type_number = 3',
    )
  )[0]!.n
  expect(drafts).toBeGreaterThan(0)
  expect(documents).toHaveLength(40 + drafts)
  for (const { kind, file, total, currency, seller, invoice } of documents) {
    const bytes = Buffer.from(file, 'hex')
    const texts = kind === 'pdf' ? printed(bytes) : lettersOf(bytes, inflateSync)
    const whole = texts.join('\n')
    const amount = danish(centsOf(total))
    expect(whole).toContain(kind === 'pdf' ? seller : seller.toUpperCase())
    expect(whole).toContain(invoice)
    expect(whole).toMatch(kind === 'pdf' ? `I alt ${currency}\n${amount}` : new RegExp(`I ALT ${currency} +${amount}`))
    expect(whole).toMatch(/Moms (25|0) %|Momsfri/)
    if (kind === 'pdf') {
      const money = texts
        .filter((text) => /^[\d.]+,\d\d$/.test(text))
        .map((text) => centsOf(text.replaceAll('.', '').replace(',', '.')))
      const [net, tax, sum] = money.slice(-3) as [bigint, bigint, bigint]
      expect(net + tax).toBe(sum)
      const amounts = money.slice(0, -3).filter((_, at) => at % 2 === 1)
      expect(amounts.reduce((all, one) => all + one, 0n)).toBe(net)
    }
  }
})

test('its register of assets is what the ledger says: the inventory is used up by 3,000.00 a month', async () => {
  const register = (await client.get(`${API}/asset-register?date=${COMPANY_DAY}`)).json
  expect(register.accounts.map(({ difference }: { difference: number }) => difference)).toEqual([0, 0])
  const { purchaseAmount, depreciation } = (await client.get(`${API}/assets/1`)).json
  // A third when the books begin, and 22 months: November is not over.
  expect([purchaseAmount, depreciation]).toEqual([180_000, 60_000 + 22 * 3000])
})

describe('its bank', () => {
  test('is explained to 0.00 on any day, and matched but for the last week', async () => {
    for (const date of ['2025-03-31', '2025-12-31', '2026-09-30', '2026-11-25', COMPANY_DAY]) {
      const { json, status } = await client.get(`${API}/reconciliation?bankAccountNumber=1&date=${date}`)
      expect([date, status, json.unexplained]).toEqual([date, 200, 0])
      if (date < '2026-11-19') expect([date, json.difference]).toEqual([date, 0])
    }
    const lines = await rows<{ state: string; first: string; last: string; n: number }>(
      `SELECT CASE WHEN l.match_number IS NULL THEN 'open' ELSE 'matched' END AS state, min(l.date)::text AS first, max(l.date)::text AS last,
         count(*)::int AS n FROM bank_line l WHERE l.agreement = $1 GROUP BY 1 ORDER BY 1`,
    )
    expect(lines.map(({ state, last }) => [state, last <= '2026-11-19'])).toEqual([
      ['matched', true],
      ['open', false],
    ])
    expect(lines[0]!.n).toBeGreaterThan(700)
    expect(lines[1]!.first >= '2026-11-20').toBe(true)
    expect(lines[1]!.n).toBeGreaterThan(9)
  })

  test('has lines of its last week that are sure, likely, and odd', async () => {
    const { json } = await client.get(`${API}/bank-suggestions?bankAccountNumber=1`)
    const found = (json as { suggestions: { confidence: string; code: string }[] }[]).map(
      ({ suggestions: [best] }) => best,
    )
    const counted = (confidence: string | undefined): number =>
      found.filter((best) => best?.confidence === confidence).length
    expect(counted('sure')).toBeGreaterThanOrEqual(3)
    expect(counted('likely')).toBeGreaterThanOrEqual(3)
    expect(counted(undefined)).toBeGreaterThanOrEqual(2)
    const codes = found.map((best) => best?.code)
    expect(codes).toEqual(expect.arrayContaining(['ItemNamed', 'ItemNamedLess', 'Rule', 'SameTextBefore']))
  })

  test('has the files of its statements, month by month, which say what the lines say', async () => {
    const statements = await rows<{
      file: string
      lines: number
      opening: string
      closing: string
      from: string
      to: string
    }>(
      `SELECT encode(p.bytes, 'hex') AS file, s.lines, s.opening_balance AS opening, s.closing_balance AS closing, s.from_date::text AS from, s.to_date::text AS to
       FROM bank_statement s JOIN bank_file_piece p ON p.agreement = $1 AND p.hash = s.hash WHERE s.agreement = $1 ORDER BY s.number`,
    )
    expect(statements).toHaveLength(24)
    let before = statements[0]!.opening
    const said: object[] = []
    for (const { file, lines, opening, closing, from, to } of statements) {
      expect(opening).toBe(before)
      before = closing
      const read = readFile(Buffer.from(file, 'hex'), undefined, 1_000)
      expect(read.statements).toMatchObject([{ from, to, openingBalance: opening, closingBalance: closing }])
      expect(read.statements[0]!.lines).toHaveLength(lines)
      said.push(...read.statements[0]!.lines)
    }
    const kept = await rows<object>(
      `SELECT l.date::text, l.value_date::text AS "valueDate", l.amount::text, l.text, l.counterparty_name AS "counterpartyName",
         l.counterparty_account AS "counterpartyAccount", l.reference, l.end_to_end_id AS "endToEndId", l.bank_reference AS "bankReference",
         l.original_amount AS "originalAmount", l.original_currency AS "originalCurrency", l.payments
       FROM bank_line l WHERE l.agreement = $1 ORDER BY l.number`,
    )
    expect(said).toEqual(kept)
  })
})

test('what falls due first waits for the bank, and the rest to be proposed', async () => {
  const { items } = (await client.get(`${API}/payments`)).json
  expect(items).toMatchObject([{ number: 1, proposalNumber: 1, state: 'waiting' }])
  const file = await client.get(`${API}/payment-proposals/1/pain.001.001.03`)
  expect([file.status, file.text.includes(`<EndToEndId>${items[0].endToEndId}</EndToEndId>`)]).toEqual([200, true])
  const due = { bankAccountNumber: 1, paymentDate: '2099-12-31', dueTo: '2099-12-31', preview: true }
  const { payments, skipped } = (await client.post(`${API}/payment-proposals`, due)).json
  expect(payments.length).toBeGreaterThan(0)
  expect(skipped).toContainEqual(expect.objectContaining({ invoiceNumber: items[0].invoiceNumber, reason: 'waiting' }))
})

test('its inbox has six documents of the last week: two e-invoices, which say what was read of them, PDFs and pictures; and one rejected', async () => {
  const inbox = await rows<{
    kind: string
    file: string
    told: string | null
    amount: string | null
    known: boolean
  }>(
    `SELECT i.kind, encode(p.bytes, 'hex') AS file, i.einvoice AS told, i.amount,
       EXISTS (SELECT FROM supplier s WHERE s.agreement = $1 AND s.vat_number = i.sender) AS known
     FROM inbox_item i JOIN document_piece p ON p.agreement = $1 AND p.hash = i.hash
     WHERE i.agreement = $1 AND i.voucher_number IS NULL AND i.rejected_reason IS NULL ORDER BY i.number`,
  )
  expect(inbox.map(({ kind }) => kind)).toEqual(['einvoice', 'einvoice', 'pdf', 'pdf', 'png', 'png'])
  for (const { file, told, amount, known } of inbox.slice(0, 2)) {
    const { einvoice } = readUbl(Buffer.from(file, 'hex'))
    expect(brokenRules(einvoice)).toEqual([])
    expect(JSON.parse(told!)).toEqual({ ...einvoice, files: [] })
    expect([amount, known]).toEqual([einvoice.totals.gross, true])
  }
  const listed = await client.get(`${API}/inbox`)
  expect([listed.status, (listed.json.items as object[]).length]).toEqual([200, 7])
})

test('its VAT returns are settled to 0.00 and reported, but for the newest, which is due', async () => {
  const returns = (await client.get(`${API}/vat-returns`)).json as {
    period: string
    payable: number
    reportedOn: string | null
  }[]
  expect(returns.map(({ period }) => period)).toEqual([
    `${YEAR}-Q3`,
    `${YEAR}-Q2`,
    `${YEAR}-Q1`,
    ...[4, 3, 2, 1].map((quarter) => `${YEAR - 1}-Q${quarter}`),
  ])
  expect(returns.map(({ reportedOn }) => reportedOn === null)).toEqual([true, ...Array<boolean>(6).fill(false)])
  for (const { period, payable } of returns) {
    expect(payable).toBeGreaterThan(0)
    const { json } = await client.get(`${API}/vat-returns/${period}`)
    expect([period, json.state, json.remaining, json.late, json.unexplained]).toEqual([period, 'settled', [], [], []])
    const failed = (json.checks as { check: string; isPassed: boolean }[]).filter(({ isPassed }) => !isPassed)
    expect([period, failed]).toEqual([period, []])
  }
  const [open] = await rows<{ settlement: string }>(
    `SELECT sum(e.amount_in_base_currency) AS settlement FROM booked_entry e WHERE e.agreement = $1 AND e.account_number = 6950`,
  )
  expect(centsOf(open!.settlement)).toBe(-centsOf(returns[0]!.payable.toFixed(2)))
})
