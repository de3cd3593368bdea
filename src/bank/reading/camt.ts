import { Unreadable } from '../../parsing/unreadable.ts'
import { centsOf, dayOf, shown } from './amounts.ts'
import { centsToText } from '../../ledger/money.ts'
import { daysOf, lineOf, type ReadLine, type ReadStatement, withoutBatchReferences } from './statement.ts'
import { all, at, readXml, textAt, type XmlElement } from '../../reading/xml.ts'

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:(camt\.05[2-4])\.001\.\d\d$/
const STATEMENT = ['Document', 'BkToCstmrStmt', 'Stmt']

/** What is known of a statement while its file is read. */
interface Open {
  account: string | null
  currency: string | null
  from: string | undefined
  to: string | undefined
  /** The day of the closing balance. */
  closedOn: string | undefined
  balances: Map<string, bigint>
  lines: ReadLine[]
  waiting: number
}

/**
 * Reads a camt.053 file: one statement or several, of one account or several. Entries that are booked are lines. An
 * entry of several payments is one line each where they sum to it.
 * @throws Unreadable
 */
export function readCamt(bytes: Uint8Array, linesMax: number): ReadStatement[] {
  const statements: ReadStatement[] = []
  let open: Open | undefined
  let lines = 0
  const isStatement = (path: readonly string[]): boolean =>
    path.length === STATEMENT.length && path.every((name, place) => name === STATEMENT[place])
  readXml(bytes, {
    root(name, namespace) {
      const [, message] = NAMESPACE.exec(namespace) ?? []
      if (message !== undefined && message !== 'camt.053') {
        throw new Unreadable(`A ${message} file is no bank statement; ask the bank for camt.053.`)
      }
      if (name !== 'Document' || (namespace !== '' && message === undefined)) {
        throw new Unreadable('The XML is no bank statement: a camt.053 file begins with Document.')
      }
    },
    isWhole: (path) => path.length > STATEMENT.length || (path.length === STATEMENT.length && !isStatement(path)),
    opened(path) {
      if (isStatement(path))
        open = {
          account: null,
          currency: null,
          from: undefined,
          to: undefined,
          closedOn: undefined,
          balances: new Map(),
          lines: [],
          waiting: 0,
        }
    },
    whole(element) {
      if (!open) return
      if (element.name === 'Acct') readAccount(element, open)
      else if (element.name === 'FrToDt') readDays(element, open)
      else if (element.name === 'Bal') readBalance(element, open)
      else if (element.name === 'Ntry') {
        const found = linesOf(element, open)
        lines += found.length
        if (lines > linesMax) throw new Unreadable(`The file has more than ${linesMax} lines.`)
        for (const line of found) open.lines.push(line)
      }
    },
    closed(path) {
      if (!open || !isStatement(path)) return
      statements.push(statementOf(open))
      open = undefined
    },
  })
  if (statements.length === 0) throw new Unreadable('The file has no statement (Stmt).')
  return statements
}

function readAccount(element: XmlElement, open: Open): void {
  open.account = textAt(element, 'Id', 'IBAN') ?? textAt(element, 'Id', 'Othr', 'Id') ?? null
  open.currency = textAt(element, 'Ccy') ?? null
}

function readDays(element: XmlElement, open: Open): void {
  const [from, to] = [
    textAt(element, 'FrDtTm') ?? textAt(element, 'FrDt'),
    textAt(element, 'ToDtTm') ?? textAt(element, 'ToDt'),
  ]
  open.from = from === undefined ? undefined : isoDay(from, element.line)
  open.to = to === undefined ? undefined : isoDay(to, element.line)
}

function readBalance(element: XmlElement, open: Open): void {
  const kind = textAt(element, 'Tp', 'CdOrPrtry', 'Cd')
  if (kind === undefined || at(element, 'Tp', 'SubTp')) return
  const amount = at(element, 'Amt')
  currencyOf(amount, open, element.line)
  open.balances.set(kind, signed(element, amount))
  const day = textAt(element, 'Dt', 'Dt') ?? textAt(element, 'Dt', 'DtTm')
  if (kind === 'CLBD' && day !== undefined) open.closedOn = isoDay(day, element.line)
}

/** All amounts of a statement are in its one currency. */
function currencyOf(amount: XmlElement | undefined, open: Open, line: number): void {
  const currency = amount?.attributes['Ccy']
  if (currency === undefined) return
  open.currency ??= currency
  if (currency !== open.currency) {
    throw new Unreadable(`Line ${line}: an amount in ${shown(currency)} on an account in ${open.currency}.`)
  }
}

/** Credit is positive. A reversal says itself which it is. */
function signed(element: XmlElement, amount = at(element, 'Amt')): bigint {
  const cents = centsOf(amount?.text ?? '', '.', `Line ${element.line}`)
  const kind = textAt(element, 'CdtDbtInd')
  if (kind !== 'CRDT' && kind !== 'DBIT') {
    throw new Unreadable(`Line ${element.line}: an amount is CRDT or DBIT, not '${shown(kind ?? '')}'.`)
  }
  return kind === 'CRDT' ? cents : -cents
}

function isoDay(text: string, line: number): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? []
  const found = dayOf(Number(year), Number(month), Number(day))
  if (found === undefined) throw new Unreadable(`Line ${line}: '${shown(text)}' is no day.`)
  return found
}

function dayAt(element: XmlElement, name: string): string | undefined {
  const text = textAt(element, name, 'Dt') ?? textAt(element, name, 'DtTm')
  return text === undefined ? undefined : isoDay(text, element.line)
}

function linesOf(entry: XmlElement, open: Open): ReadLine[] {
  const state = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')
  if (state !== undefined && state !== 'BOOK') {
    open.waiting += 1
    return []
  }
  currencyOf(at(entry, 'Amt'), open, entry.line)
  const amount = signed(entry)
  const date = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt')
  if (date === undefined) throw new Unreadable(`Line ${entry.line}: an entry has no day (BookgDt).`)
  const shared = {
    date,
    valueDate: dayAt(entry, 'ValDt'),
    bankReference: textAt(entry, 'AcctSvcrRef'),
  }
  const about = textAt(entry, 'AddtlNtryInf')
  const code = textAt(entry, 'BkTxCd', 'Prtry', 'Cd')
  const payments = all(entry, 'NtryDtls').flatMap((details) => all(details, 'TxDtls'))
  const counted = Number(textAt(entry, 'NtryDtls', 'Btch', 'NbOfTxs') ?? '0')
  const parts = payments.length > 1 ? payments.map((payment) => amountOf(payment, entry, open)) : []
  const isSum =
    parts.length > 0 &&
    parts.every((part) => part !== undefined) &&
    parts.reduce((sum, part) => sum! + part!, 0n) === amount
  if (isSum) {
    return payments.map((payment, place) =>
      lineOf({
        ...shared,
        ...said(payment, parts[place]! >= 0n, about ?? code, open),
        bankReference: textAt(payment, 'Refs', 'AcctSvcrRef'),
        amount: centsToText(parts[place]!),
      }),
    )
  }
  const many = Math.max(payments.length, Number.isSafeInteger(counted) ? counted : 0)
  if (many > 1) {
    const text = `${many} payments in one amount${about === undefined ? '' : `: ${about}`}`
    return [lineOf({ ...shared, text, amount: centsToText(amount), payments: Math.min(many, 999_999_999) })]
  }
  return [lineOf({ ...shared, ...said(payments[0], amount >= 0n, about ?? code, open), amount: centsToText(amount) })]
}

/** What one of several payments comes to, in the account's currency; undefined where the file does not say it. */
function amountOf(payment: XmlElement, entry: XmlElement, open: Open): bigint | undefined {
  const found = at(payment, 'Amt') ?? at(payment, 'AmtDtls', 'TxAmt', 'Amt')
  const currency = found?.attributes['Ccy']
  if (!found || (currency !== undefined && currency !== open.currency)) return undefined
  const kind = textAt(payment, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd')
  const cents = centsOf(found.text, '.', `Line ${payment.line}`)
  return kind === 'CRDT' ? cents : -cents
}

/** What a payment says of itself. */
function said(payment: XmlElement | undefined, isCredit: boolean, about: string | undefined, open: Open) {
  const parties = at(payment, 'RltdPties')
  const [party, account, last] = isCredit ? ['Dbtr', 'DbtrAcct', 'UltmtDbtr'] : ['Cdtr', 'CdtrAcct', 'UltmtCdtr']
  const remittance = at(payment, 'RmtInf')
  const words = all(remittance, 'Ustrd')
    .map(({ text }) => text)
    .join(' ')
  const asked = all(remittance, 'Strd')
  const info = asked
    .map((one) => textAt(one, 'AddtlRmtInf') ?? textAt(one, 'RfrdDocInf', 'Nb'))
    .filter(Boolean)
    .join(' ')
  const other = at(payment, 'AmtDtls', 'InstdAmt', 'Amt')
  const isOther = other?.attributes['Ccy'] !== undefined && other.attributes['Ccy'] !== open.currency
  const nameOf = (one: string): string | undefined => textAt(parties, one, 'Nm') ?? textAt(parties, one, 'Pty', 'Nm')
  const name = nameOf(party!) ?? nameOf(last!)
  const texts = [words, info, textAt(payment, 'AddtlTxInf'), about, name]
  return {
    text: texts.find((text) => text !== undefined && text.trim() !== ''),
    counterpartyName: name,
    counterpartyAccount: textAt(parties, account!, 'Id', 'IBAN') ?? textAt(parties, account!, 'Id', 'Othr', 'Id'),
    reference:
      asked.map((one) => textAt(one, 'CdtrRefInf', 'Ref')).find(Boolean) ?? textAt(payment, 'Refs', 'Prtry', 'Ref'),
    endToEndId: textAt(payment, 'Refs', 'EndToEndId'),
    ...(isOther &&
      /^[A-Z]{3}$/.test(other.attributes['Ccy']!) && {
        originalAmount: centsToText(centsOf(other.text, '.', `Line ${payment!.line}`)),
        originalCurrency: other.attributes['Ccy'],
      }),
  }
}

/**
 * A statement's days are those that it says, where its lines are within them. One without lines may have no day but
 * that of its balance.
 */
function statementOf({ account, currency, from, to, closedOn, balances, lines, waiting }: Open): ReadStatement {
  const days = daysOf(lines) ?? (closedOn === undefined ? undefined : { from: closedOn, to: closedOn })
  const isWithin =
    from !== undefined && to !== undefined && from <= to && (!days || (from <= days.from && days.to <= to))
  const told = isWithin ? { from, to } : days
  if (!told) throw new Unreadable('A statement has neither lines nor days (FrToDt).')
  const balance = (...kinds: string[]): string | null => {
    const found = kinds.map((kind) => balances.get(kind)).find((one) => one !== undefined)
    return found === undefined ? null : centsToText(found)
  }
  return {
    account,
    currency,
    ...told,
    openingBalance: balance('OPBD', 'PRCD'),
    closingBalance: balance('CLBD'),
    lines: withoutBatchReferences(lines),
    waiting,
  }
}
