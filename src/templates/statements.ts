import { createHash } from 'node:crypto'
import type { WrittenLine } from '../bank/jobs.ts'
import { keepStatementFile } from '../bank/store.ts'
import { statementWriter } from '../bank/write-statement.ts'
import type { Transaction } from '../database/connection.ts'
import { type Fault, throwFaults } from '../errors/catalogue.ts'
import { centsToText } from '../ledger/money.ts'
import { BANK } from './groundwork.ts'

/** A line of the bank as the story tells it; what came in is positive. */
export interface BankLine {
  date: string
  cents: bigint
  text: string
  name: string | null
  reference: string | null
}

/** The statements of the company's bank, one after the other. */
export interface Statements {
  /**
   * Writes the statement of some days, with its file, as one that was received. @returns the number of its first line.
   */
  write(from: string, to: string, lines: readonly BankLine[]): Promise<number>
  /** Gives the next line this number. */
  goOnAt(number: number): Promise<void>
}

/** Begins with the balance that the books begin with. */
export function statementsOf(transaction: Transaction, agreement: number, iban: string): Statements {
  let balance: bigint | undefined
  let written = 0
  return {
    async goOnAt(number) {
      written = number - 1
      await transaction.rows(`UPDATE counter SET value = $2 WHERE agreement = $1 AND name = 'bank_line'`, [
        agreement,
        written,
      ])
    },
    async write(from, to, lines) {
      balance ??= await openingBalance(transaction, agreement, from)
      const first = written + 1
      const opening = balance
      const sum = lines.reduce((all, { cents }) => all + cents, 0n)
      balance += sum
      written += lines.length
      const read = lines.map((line, at) => writtenLine(line, at, first + at))
      const [openingBalance_, closingBalance] = [opening, balance].map(centsToText) as [string, string]
      const facts = { account: iban, currency: 'DKK', from, to, openingBalance: openingBalance_, closingBalance }
      const bytes = Buffer.from(camtOf({ ...facts, lines: read }))
      const hash = createHash('sha256').update(bytes).digest('hex')
      await keepStatementFile(transaction, agreement, { hash, format: 'camt.053', bytes })
      const faults: Fault[] = []
      const statement = {
        ...facts,
        waiting: 0,
        count: lines.length,
        sum: centsToText(sum),
        pieces: 1,
        lines: [JSON.stringify(read)],
      }
      await statementWriter(transaction, agreement, { hash, acceptsGap: false })(statement, 1, faults)
      throwFaults(faults)
      return first
    },
  }
}

const writtenLine = ({ date, cents, text, name, reference }: BankLine, at: number, number: number): WrittenLine => ({
  date,
  valueDate: date,
  amount: centsToText(cents),
  text,
  counterpartyName: name,
  counterpartyAccount: null,
  reference,
  endToEndId: null,
  bankReference: `${date.replaceAll('-', '')}-${String(number).padStart(6, '0')}`,
  originalAmount: null,
  originalCurrency: null,
  payments: null,
  place: at + 1,
  same: 0,
})

async function openingBalance(transaction: Transaction, agreement: number, day: string): Promise<bigint> {
  const [row] = await transaction.rows<{ cents: string }>(
    `SELECT (100 * coalesce(sum(e.amount_in_base_currency), 0))::bigint::text AS cents
     FROM booked_entry e WHERE e.agreement = $1 AND e.account_number = $2 AND e.date < $3`,
    [agreement, BANK.DKK, day],
  )
  return BigInt(row!.cents)
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const amountOf = (amount: string): string =>
  `<Amt Ccy="DKK">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd>`

const balanceOf = (kind: string, amount: string, day: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp>${amountOf(amount)}<Dt><Dt>${day}</Dt></Dt></Bal>`

/** The file of a statement, as a bank sends it (camt.053.001.02). */
function camtOf(statement: {
  account: string
  from: string
  to: string
  openingBalance: string
  closingBalance: string
  lines: readonly WrittenLine[]
}): string {
  const { account, from, to, openingBalance, closingBalance, lines } = statement
  const id = `${account}-${to}`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>${id}</MsgId><CreDtTm>${to}T22:00:00</CreDtTm></GrpHdr>
<Stmt><Id>${id}</Id><CreDtTm>${to}T22:00:00</CreDtTm><FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt>
<Acct><Id><IBAN>${account}</IBAN></Id><Ccy>DKK</Ccy></Acct>
${balanceOf('OPBD', openingBalance, from)}
${balanceOf('CLBD', closingBalance, to)}
${lines.map(entryOf).join('\n')}
</Stmt>
</BkToCstmrStmt></Document>
`
}

function entryOf({ date, amount, text, counterpartyName: name, bankReference, reference }: WrittenLine): string {
  const party = amount.startsWith('-') ? 'Cdtr' : 'Dbtr'
  const parties = name === null ? '' : `<RltdPties><${party}><Nm>${escaped(name)}</Nm></${party}></RltdPties>`
  const asked = reference === null ? '' : `<Strd><CdtrRefInf><Ref>${escaped(reference)}</Ref></CdtrRefInf></Strd>`
  return `<Ntry>${amountOf(amount)}<Sts>BOOK</Sts><BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt><AcctSvcrRef>${bankReference}</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd></Domn></BkTxCd><NtryDtls><TxDtls>${parties}<RmtInf><Ustrd>${escaped(text)}</Ustrd>${asked}</RmtInf></TxDtls></NtryDtls></Ntry>`
}
