import { Unreadable } from '../../parsing/unreadable.ts'
import { centsOf, dayOf, shown } from './amounts.ts'
import { centsToText } from '../../ledger/money.ts'
import {
  daysOf,
  lineOf,
  type ReadLine,
  type ReadStatement,
  type SaidLine,
  withoutBatchReferences,
} from './statement.ts'

/** A field of the file: its tag, and its lines. */
interface MtField {
  tag: string
  line: number
  value: string[]
}

interface Open {
  account: string | null
  opening?: { cents: bigint; currency: string; date: string }
  closing?: { cents: bigint; currency: string; date: string }
  lines: SaidLine[]
}

/** Reads a file of SWIFT MT940 messages. @throws Unreadable */
export function readMt940(text: string, linesMax: number): ReadStatement[] {
  const statements: ReadStatement[] = []
  let open: Open | undefined
  let lines = 0
  const close = (): void => {
    if (open) statements.push(statementOf(open))
    open = undefined
  }
  for (const field of fieldsOf(text)) {
    const { tag, line, value } = field
    if (tag === '20') {
      close()
      open = { account: null, lines: [] }
      continue
    }
    if (!open) continue
    if (tag === '25' || tag === '25P') open.account = accountOf(value.join(''))
    else if (tag === '60F' || tag === '60M') open.opening = balanceOf(value.join(''), line)
    else if (tag === '62F' || tag === '62M') open.closing = balanceOf(value.join(''), line)
    else if (tag === '61') {
      lines += 1
      if (lines > linesMax) throw new Unreadable(`The file has more than ${linesMax} lines.`)
      open.lines.push(entryOf(field))
    } else if (tag === '86' || tag === 'NS') describe(open.lines.at(-1), value, open.closing !== undefined)
  }
  close()
  if (statements.length === 0) throw new Unreadable('The file has no MT940 message: it begins with :20:.')
  return statements
}

/** The fields of all messages; what stands between messages is left out. */
function* fieldsOf(text: string): Generator<MtField> {
  let field: MtField | undefined
  let number = 0
  for (const line of text.split(/\r\n|\n|\r/)) {
    number += 1
    const [, tag, rest] = /^(?:\{.*\{4:)?:(\d{2}[A-Z]?|NS):(.*)$/.exec(line) ?? []
    if (tag !== undefined) {
      if (field) yield field
      field = { tag, line: number, value: [rest!] }
    } else if (/^-\}?(\{|$)/.test(line) || /^\{1:/.test(line)) {
      if (field) yield field
      field = undefined
    } else field?.value.push(line)
  }
  if (field) yield field
}

/** An account as `:25:` says it, without the bank's code and the currency. */
const accountOf = (text: string): string => {
  const plain = text.trim().replace(/\s/g, '')
  return (/^(.*\d)[A-Z]{3}$/.exec(plain)?.[1] ?? plain).slice(0, 70)
}

function balanceOf(text: string, line: number): { cents: bigint; currency: string; date: string } {
  const [, mark, year, month, day, currency, amount] =
    /^([CD])(\d\d)(\d\d)(\d\d)([A-Z]{3})([\d,]+)\s*$/.exec(text) ?? []
  const date = dayOf(century(year), Number(month), Number(day))
  if (date === undefined) throw new Unreadable(`Line ${line}: '${shown(text)}' is no balance.`)
  const cents = centsOf(amount!, ',', `Line ${line}`)
  return { cents: mark === 'C' ? cents : -cents, currency: currency!, date }
}

const century = (year: string | undefined): number => Number(year) + (Number(year) >= 80 ? 1900 : 2000)

const ENTRY = /^(\d\d)(\d\d)(\d\d)(\d{4}| {4})?(R?[CD]|E[CD])([A-Z])?(\d[\d,]*)([A-Z][A-Z0-9]{3}|[A-Z]\s{3})(.*)$/

/** A line of the statement: value day, day of booking, sign, amount, references. */
function entryOf({ line, value: [first = '', ...more] }: MtField): SaidLine {
  const [, year, month, day, booked = '', mark, , amount, , references = ''] = ENTRY.exec(first.trimEnd()) ?? []
  const valueDate = dayOf(century(year), Number(month), Number(day))
  if (valueDate === undefined || mark === undefined) throw new Unreadable(`Line ${line}: '${shown(first)}' is no line.`)
  const cents = centsOf(amount!, ',', `Line ${line}`)
  const [customer, bank] = references.split('//')
  return {
    date: bookedOn(booked, valueDate) ?? valueDate,
    valueDate,
    // What reverses a credit takes the amount away.
    amount: centsToText(/^(C|EC|RD)$/.test(mark) ? cents : -cents),
    reference: customer?.trim(),
    bankReference: bank?.trim(),
    text: more.join(' ').trim(),
  }
}

/** The day of booking has no year: it is the one nearest to the value day. */
function bookedOn(text: string, valueDate: string): string | undefined {
  if (!/^\d{4}$/.test(text)) return undefined
  const year = Number(valueDate.slice(0, 4))
  const value = Date.parse(valueDate)
  const days = [year - 1, year, year + 1].map((one) => dayOf(one, Number(text.slice(0, 2)), Number(text.slice(2))))
  const near = (one: string | undefined): number => (one === undefined ? Infinity : Math.abs(Date.parse(one) - value))
  return days.toSorted((a, b) => near(a) - near(b))[0]
}

/** What `:86:` says of the line before it; after the closing balance it is about the statement, and left out. */
function describe(line: SaidLine | undefined, value: readonly string[], isAfter: boolean): void {
  if (!line || isAfter) return
  const whole = value.join('')
  const parts = [...whole.matchAll(/\?(\d\d)([^?]*)/g)]
  const of = (test: (code: number) => boolean): string =>
    parts
      .filter(([, code]) => test(Number(code)))
      .map(([, , text]) => text)
      .join('')
  if (parts.length > 0) {
    line.text = of((code) => (code >= 20 && code <= 29) || (code >= 60 && code <= 63)) || of((code) => code === 0)
    line.counterpartyName = of((code) => code === 32 || code === 33)
    line.counterpartyAccount = of((code) => code === 31)
    return
  }
  const named = new Map(
    [
      ...whole.matchAll(
        /\/(NAME|REMI|EREF|IBAN|CNTP)\/((?:(?!\/(?:NAME|REMI|EREF|IBAN|CNTP|BIC|ISDT|TRTP|CSID|MARF|TRCD)\/).)*)/g,
      ),
    ].map(([, name, text]) => [name, text]),
  )
  if (named.size > 0) {
    line.text = named.get('REMI')?.replace(/^USTD\/\/|^\/+/, '') ?? whole
    line.counterpartyName = named.get('NAME') ?? named.get('CNTP')?.split('/')[2]
    line.counterpartyAccount = named.get('IBAN') ?? named.get('CNTP')?.split('/')[0]
    line.endToEndId = named.get('EREF')
    return
  }
  line.text = [line.text, value.join(' ')].filter((text) => text && text.trim() !== '').join(' ')
}

function statementOf({ account, opening, closing, lines }: Open): ReadStatement {
  if (!opening || !closing) throw new Unreadable('A message has no opening (:60F:) or no closing balance (:62F:).')
  if (opening.currency !== closing.currency) {
    throw new Unreadable(`The opening balance is in ${opening.currency}, the closing balance in ${closing.currency}.`)
  }
  const read: ReadLine[] = lines.map(lineOf)
  const { from, to } = daysOf(read) ?? { from: closing.date, to: closing.date }
  return {
    account,
    currency: closing.currency,
    from,
    to: closing.date > to ? closing.date : to,
    openingBalance: centsToText(opening.cents),
    closingBalance: centsToText(closing.cents),
    lines: withoutBatchReferences(read),
    waiting: 0,
  }
}
