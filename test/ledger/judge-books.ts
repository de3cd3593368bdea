import { type LosslessNumber, parse } from 'lossless-json'
import type { Database } from '../../src/database/connection.ts'
import type { Client, Reply } from '../service/harness.ts'
import { invoice } from './judge-invoices.ts'
import type { MasterChange } from './naive-changes.ts'
import type { Day } from './naive-facts.ts'
import type { NaiveSelection, Outcome, Step } from './naive-steps.ts'

const JOURNALS = '/journalsapi/v15.0.1'
const OWN = '/daybookapi/v1.0.0'
const ACCOUNTS = '/accountsapi/v7.0.0/Accounts'
const TYPES = { result: 1, balance: 2 }
const YEARS = '/accountingyearsapi/v2.0.1/AccountingYears'

/** The real books of one agreement. Steps go through the API; results are read from the API and the database. */
export class JudgedBooks {
  readonly #client: Client
  readonly #database: Database

  /** Whether the texts that the service gives its own entries are told: those of a Danish company are Danish. */
  readonly showsSystemTexts: boolean

  constructor(client: Client, database: Database, showsSystemTexts = true) {
    this.#client = client
    this.#database = database
    this.showsSystemTexts = showsSystemTexts
  }

  async carryOut(step: Step): Promise<Outcome> {
    const reply = await this.#send(step)
    if (reply.status >= 500 || (reply.status >= 300 && !Array.isArray(reply.json?.errors))) {
      throw new Error(`${reply.status} ${reply.text}`)
    }
    if (reply.status < 300) return { answer: answerOf(step, reply) }
    const faults = reply.json.errors as { property: string; errorCode: string }[]
    return { faults: faults.map(({ property, errorCode }) => `${property}: ${errorCode}`).sort() }
  }

  async #send(step: Step): Promise<Reply> {
    const client = this.#client
    switch (step.do) {
      case 'draft':
        return await client.post(`${OWN}/draft-entries/bulk`, { entries: step.entries.map(asSent) })
      case 'voucher': {
        const entries = step.entries.map(({ journalNumber: _, ...entry }) => asSent(entry))
        return await client.post(`${OWN}/journals/${step.journal}/vouchers`, { entries })
      }
      case 'accrue': {
        const { journal: journalNumber, entry: entryNumber, account: accountNumber, start, end } = step
        const accrual = { journalNumber, entryNumber, accountNumber, startDate: start, endDate: end }
        return await client.post(`${JOURNALS}/accruals`, accrual)
      }
      case 'discard':
        return await client.delete(`${JOURNALS}/draft-entries/${step.entry}`)
      case 'empty':
        return await client.delete(`${JOURNALS}/draft-entries/delete/${step.journal}`)
      case 'book':
        return await this.#book(step.journal, step.selection)
      case 'invoice':
        return await invoice(client, await this.#baseCurrency(), step.body)
      case 'match':
        return await client.post('/bookedEntriesapi/v4.0.0/booked-entries/match', { entryIds: step.entries })
      case 'takeBack':
        return await client.post(`${OWN}/matches/${step.match}/take-back`)
      case 'reverse': {
        const { journal, year, voucher, booking, date, text } = step
        return await client.post(`${OWN}/vouchers/${journal}/${year}/${voucher}/reverse`, { booking, date, text })
      }
      case 'bar':
        return await this.#bar(step)
      case 'open':
        return await client.post(YEARS, { dateFrom: step.from, dateTo: step.to })
      case 'close':
        return await client.post(`${OWN}/accounting-years/${step.year}/close`)
      case 'change':
        return await this.#change(step)
    }
  }

  async #change(step: MasterChange): Promise<Reply> {
    const client = this.#client
    const groups = { customer: `${OWN}/customer-groups`, supplier: '/suppliersapi/v2.0.0/Groups' }
    switch (step.change) {
      case 'type':
        return await this.#put(ACCOUNTS, step.account, { type: TYPES[step.kind] })
      case 'vat': {
        const { code, rate, account: accountNumber, reverse: contraAccountNumber } = step
        return await this.#put(`${OWN}/vat-codes`, code, { rate: Number(rate), accountNumber, contraAccountNumber })
      }
      case 'group':
        return await this.#put(`${OWN}/${step.party}s`, step.number, { groupNumber: step.summary })
      case 'summary':
        return await this.#put(groups[step.party], step.summary, { accountNumber: step.account })
      case 'name':
        return await this.#put(step.what === 'account' ? ACCOUNTS : `${OWN}/${step.what}s`, step.number, {
          name: step.name,
        })
      case 'system':
        return await client.put(`${OWN}/system-accounts/${step.purpose}`, { accountNumber: step.account })
      case 'contra':
        return await this.#put(`${OWN}/${step.party}s`, step.number, { contraAccountNumber: step.account })
      case 'journal':
        return await client.delete(`${JOURNALS}/journals/${step.journal}`)
      case 'account':
        return await client.post(ACCOUNTS, {
          number: step.number,
          name: `Konto ${step.number}`,
          type: TYPES[step.kind],
        })
    }
  }

  /** Changes an item as it is now. */
  async #put(path: string, key: number | string, change: object): Promise<Reply> {
    const { json } = await this.#client.get(`${path}/${key}`)
    const given = Object.entries(json as object).filter(([, value]) => value !== null)
    return await this.#client.put(path, { ...Object.fromEntries(given), ...change })
  }

  async #book(journal: number, selection: NaiveSelection): Promise<Reply> {
    const path = `${JOURNALS}/journals/${journal}`
    if (selection.kind === 'all') return await this.#client.post(`${path}/book`)
    const { from: fromDate, to: toDate } = selection.kind === 'dates' ? selection : {}
    if (selection.kind === 'dates') return await this.#client.post(`${path}/bookWithDateInterval`, { fromDate, toDate })
    return await this.#client.post(`${path}/bookdraftentries`, { entryNumbers: selection.entryNumbers })
  }

  async #bar(step: Extract<Step, { do: 'bar' }>): Promise<Reply> {
    const how = step.barred ? 'bar' : 'unbar'
    if (step.what === 'period') {
      return await this.#client.post(`${OWN}/accounting-years/${step.year}/periods/${step.number}/${how}`)
    }
    const path = step.what === 'account' ? ACCOUNTS : `${OWN}/${step.what}s`
    return await this.#put(path, step.number, { isBarred: step.barred })
  }

  /** Every booked entry in the order of numbers, as `lineOf` in the judge writes it. */
  async entries(): Promise<string[]> {
    return await this.#lines(
      `SELECT concat_ws(' ', e.entry_number, 't' || e.type, e.account_number, e.date, e.accounting_year,
         'j' || coalesce(e.journal_number::text, '-'), e.voucher_number, e.amount, e.amount_in_base_currency, e.currency,
         trim_scale(e.exchange_rate), coalesce(e.vat_code, '-'), 'c' || coalesce(e.customer_number::text, '-'),
         coalesce(e.customer_invoice_number::text, '-'), 's' || coalesce(e.supplier_number::text, '-'),
         coalesce(e.supplier_invoice_number, '-'), 'due', coalesce(e.due_date::text, '-'), 'open', coalesce(o.remainder::text, '-'),
         coalesce(o.remainder_in_currency::text, '-'), 'of', e.booking,
         'by', coalesce(r.reversing_entry::text, '-'),
         coalesce(CASE WHEN e.journal_number IS NOT NULL OR ${this.showsSystemTexts} THEN e.text END, '-')) AS line
       FROM booked_entry e
       LEFT JOIN open_item o ON o.agreement = $1 AND o.entry_number = e.entry_number
       LEFT JOIN entry_reversal r ON r.agreement = $1 AND r.reversed_entry = e.entry_number
       WHERE e.agreement = $1 ORDER BY e.entry_number`,
    )
  }

  /** The matches, in the order of numbers, as `matchLine` in the judge writes them. */
  async matches(): Promise<string[]> {
    return await this.#lines(
      `SELECT concat_ws(' ', number, debit_entry, credit_entry, amount, debit_amount, credit_amount, date,
         coalesce(belongs_to::text, '-'), coalesce(takes_back::text, '-')) AS line
       FROM entry_match WHERE agreement = $1 ORDER BY number`,
    )
  }

  /** The open items on a day, read over the API, as `openOn` of the naive ledger lists them. */
  async openOn(day: Day): Promise<string[]> {
    const parties = ['customer', 'supplier'].map(async (party) => {
      const body = await this.#read(`${OWN}/open-${party}-items?date=${day}`)
      return (body.items as Record<string, Decimal>[]).map((item) =>
        [
          party,
          item[`${party}Number`],
          item.entryNumber,
          ...[item.remainderInCurrency, item.remainderInBaseCurrency].map((amount) =>
            BigInt(String(amount).replace('.', '')),
          ),
        ].join(' '),
      )
    })
    return (await Promise.all(parties)).flat().sort()
  }

  /** The draft entries left: number, journal and voucher. */
  async drafts(): Promise<string[]> {
    return await this.#lines(
      `SELECT concat_ws(' ', d.entry_number, d.journal_number, d.voucher_number, d.accounting_year, a.account_number) AS line
       FROM draft_entry d LEFT JOIN draft_entry_accrual a ON a.agreement = $1 AND a.entry_number = d.entry_number
       WHERE d.agreement = $1`,
    )
  }

  /** The journals with the number that each says it gives next, in text. */
  async nextNumbers(): Promise<string[]> {
    const { json, text } = await this.#client.get(`${JOURNALS}/journals/paged?pageSize=100`)
    if (!Array.isArray(json)) throw new Error(text)
    const journals = json as { number: number; nextVoucherNumber: number; maximumVoucherNumber: number }[]
    return journals.map(({ number, nextVoucherNumber: next, maximumVoucherNumber: last }) =>
      next > last ? `${number} none` : `${number} ${next}`,
    )
  }

  /** `year period account opening debit credit total`, those of nothing left out. */
  async periodTotals(): Promise<string[]> {
    return await this.#lines(
      `SELECT concat_ws(' ', accounting_year, period_number, account_number, opening, debit, credit, opening + debit - credit) AS line
       FROM period_total WHERE agreement = $1 AND (opening, debit, credit) <> (0, 0, 0)`,
    )
  }

  /** Of a year, or of one of its periods, over the API: `account opening debit credit total`. */
  async totals(year: string, period?: number): Promise<string[]> {
    const within = period === undefined ? '' : `/periods/${period}`
    const body = await this.#read(`/accounting-years/${year}${within}/totals?pageSize=1000`)
    return (body.collection as Record<string, Decimal & { accountNumber: Decimal }>[])
      .map((item) =>
        [
          item.account!.accountNumber,
          item.openingInBaseCurrency,
          item.debitInBaseCurrency,
          item.creditInBaseCurrency,
          item.totalInBaseCurrency,
        ].join(' '),
      )
      .filter(hasAmounts)
      .sort()
  }

  /** `account opening debit credit closing`, and the totals of debit and credit. */
  async trialBalance(from: Day, to: Day): Promise<string[]> {
    const body = await this.#read(`${OWN}/trial-balance?from=${from}&to=${to}`)
    const lines = (body.items as Record<string, Decimal>[]).map(
      ({ accountNumber, openingBalance, debit, credit, closingBalance }) =>
        [accountNumber, openingBalance, debit, credit, closingBalance].join(' '),
    )
    return [...lines.filter(hasAmounts).sort(), `total ${String(body.totalDebit)} ${String(body.totalCredit)}`]
  }

  async #read(path: string): Promise<Record<string, unknown>> {
    const { status, text } = await this.#client.get(path)
    if (status !== 200) throw new Error(`${status} ${text}`)
    return parse(text) as Record<string, unknown>
  }

  async #baseCurrency(): Promise<string> {
    const [row] = await this.#database.rows<{ code: string }>(
      'SELECT base_currency AS code FROM agreement WHERE agreement = $1',
      [this.#client.agreement],
    )
    return row!.code
  }

  async #lines(statement: string): Promise<string[]> {
    const rows = await this.#database.rows<{ line: string }>(statement, [this.#client.agreement])
    return rows.map(({ line }) => line)
  }
}

type Decimal = LosslessNumber

const hasAmounts = (line: string): boolean => / -?(?!0\.00\b)\d+\.\d\d/.test(line)

/** Decimals travel as numbers; those sent here have fewer digits than a double keeps. */
function asSent<T extends { amount: string; exchangeRate?: string | undefined }>(entry: T): object {
  const { amount, exchangeRate } = entry
  return {
    ...entry,
    amount: Number(amount),
    ...(exchangeRate === undefined ? {} : { exchangeRate: Number(exchangeRate) }),
  }
}

function answerOf(step: Step, { json, status }: Reply): unknown {
  if (step.do === 'invoice') return { invoiceNumber: (json as { invoiceNumber: number }).invoiceNumber }
  if (step.do === 'draft') return (json as { entryNumbers: number[] }).entryNumbers
  return status === 204 || step.do === 'change' ? null : (json as unknown)
}
