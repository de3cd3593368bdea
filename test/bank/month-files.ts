import { addDays, type Day } from '../ledger/naive-facts.ts'
import { inText } from '../ledger/naive-money.ts'
import type { BankEvent } from './month-events.ts'
import { BANKS, type Currency } from './month-world.ts'
import type { FileLine } from './naive-bank.ts'

export type Format = 'camt.053.001.02' | 'camt.053.001.08' | 'MT940' | 'MT940 structured' | 'Danske Bank' | 'Nordea'
export const FORMATS: readonly Format[] = [
  ...(['camt.053.001.02', 'camt.053.001.08', 'MT940', 'MT940 structured', 'Danske Bank', 'Nordea'] as const),
]

/** A statement that the bank makes: some days of an account, in a format. */
export interface BankFile {
  format: Format
  bank: Currency
  from: Day
  to: Day
  opening: bigint
  closing: bigint
  events: readonly BankEvent[]
}

/** Letters that MT940 does not have. */
const plain = (text: string): string =>
  [...text]
    .map((letter) => PLAIN[letter] ?? letter)
    .join('')
    .replace(/[^\x20-\x7e]/g, '.')
const PLAIN: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', ø: 'oe', å: 'aa', Æ: 'AE', Ø: 'OE', Å: 'AA', é: 'e', ö: 'o', ü: 'u' },
}

const isCsv = (format: Format): boolean => format === 'Danske Bank' || format === 'Nordea'
const isCamt = (format: Format): boolean => format.startsWith('camt')

/**
 * What the file says of an event: CSV of Danske Bank has the name in the text, and none has a reference of the bank.
 */
export function lineOf(format: Format, event: BankEvent): FileLine {
  const { date, amount, name, text } = event
  const [reference] = isCsv(format) || event.batch !== undefined ? [undefined] : [event.reference]
  if (format === 'Danske Bank') return { date, amount, text: together(text, name), reference }
  if (format === 'MT940') return { date, amount, text: plain(together(text, name)), reference }
  return { date, amount, text: format === 'MT940 structured' ? plain(text) : text, reference }
}

const together = (text: string, name: string | undefined): string =>
  name === undefined || text.includes(name) ? text : `${text} ${name}`

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const size = (amount: bigint): string => inText(amount < 0n ? -amount : amount)

const side = (amount: bigint, currency: string): string =>
  `<Amt Ccy="${currency}">${size(amount)}</Amt><CdtDbtInd>${amount < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`

/** The entries of a camt file: those of a batch are one. */
function batches(events: readonly BankEvent[]): BankEvent[][] {
  const found = new Map<string, BankEvent[]>()
  events.forEach((event, at) => {
    const key = event.batch === undefined ? `${at}` : `batch ${event.date} ${event.batch}`
    found.set(key, [...(found.get(key) ?? []), event])
  })
  return [...found.values()]
}

function details(event: BankEvent, format: Format, isOneOfMany: boolean): string {
  const { amount, text, name, original, bank } = event
  const [party, account] = amount < 0n ? ['Cdtr', 'CdtrAcct'] : ['Dbtr', 'DbtrAcct']
  const named =
    format === 'camt.053.001.08' ? `<Pty><Nm>${escaped(name ?? '')}</Nm></Pty>` : `<Nm>${escaped(name ?? '')}</Nm>`
  const whole = `<AmtDtls>${original ? `<InstdAmt><Amt Ccy="${original.currency}">${size(original.amount)}</Amt></InstdAmt>` : ''}<TxAmt><Amt Ccy="${bank}">${size(amount)}</Amt></TxAmt></AmtDtls>`
  const parties =
    name === undefined
      ? ''
      : `<RltdPties><${party}>${named}</${party}><${account}><Id><Othr><Id>12345678901234</Id></Othr></Id></${account}></RltdPties>`
  return `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${original || isOneOfMany ? whole : ''}${parties}<RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf></TxDtls>`
}

/** Details of a batch that do not come to it: one krone is missing. */
const broken = (event: BankEvent, format: Format): string =>
  [event.amount / 3n, event.amount - event.amount / 3n - 100n]
    .map((amount) => details({ ...event, amount }, format, true))
    .join('')

function entry(format: Format, events: readonly BankEvent[]): string {
  const [{ bank, date, reference, isReversal, batch = 0 }] = events as [BankEvent]
  const amount = events.reduce((sum, one) => sum + one.amount, 0n)
  const state = format === 'camt.053.001.08' ? '<Cd>BOOK</Cd>' : 'BOOK'
  const ofAll = events.length > 1 ? `B${date.replaceAll('-', '')}${batch}` : undefined
  const own = batch > 0 ? ofAll : reference
  const inside = batch < 0 ? broken(events[0]!, format) : events.map((one) => details(one, format, batch > 0)).join('')
  return `<Ntry>${side(amount, bank)}${isReversal ? '<RvslInd>true</RvslInd>' : ''}<Sts>${state}</Sts><BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${addDays(date, 1)}</Dt></ValDt>${own === undefined ? '' : `<AcctSvcrRef>${own}</AcctSvcrRef>`}<NtryDtls>${inside}</NtryDtls></Ntry>`
}

function camt({ format, bank, from, to, opening, closing, events }: BankFile): string {
  const balance = (kind: string, amount: bigint, date: Day): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp>${side(amount, bank)}<Dt><Dt>${date}</Dt></Dt></Bal>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${format}"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id>
<FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt>
<Acct><Id><IBAN>${BANKS[bank].iban}</IBAN></Id><Ccy>${bank}</Ccy></Acct>
${balance('OPBD', opening, from)}${balance('CLBD', closing, to)}
${batches(events)
  .map((some) => entry(format, some))
  .join('\n')}
</Stmt></BkToCstmrStmt></Document>`
}

const short = (day: Day): string => day.slice(2).replaceAll('-', '')
const comma = (amount: bigint): string => size(amount).replace('.', ',').replace(/,00$/, ',')

function mt940({ format, bank, from, to, opening, closing, events }: BankFile): string {
  const balance = (amount: bigint, day: Day): string => `${amount < 0n ? 'D' : 'C'}${short(day)}${bank}${comma(amount)}`
  const lines = events.flatMap((event) => {
    const { date, amount, reference = 'NONREF', name, text } = event
    const sign = `${event.isReversal ? 'R' : ''}${amount < 0n !== (event.isReversal ?? false) ? 'D' : 'C'}`
    const told =
      format === 'MT940 structured'
        ? `${name === undefined ? '' : `/NAME/${plain(name)}`}/REMI/${plain(text)}`
        : lineOf(format, event).text
    return [`:61:${short(date)}${short(date).slice(2)}${sign}${comma(amount)}NTRFNONREF//${reference}`, `:86:${told}`]
  })
  const head = [':20:STATEMENT', `:25:${BANKS[bank].iban}`, ':28C:1/1', `:60F:${balance(opening, from)}`]
  return [...head, ...lines, `:62F:${balance(closing, to)}`, '-', ''].join('\r\n')
}

const dots = (day: Day): string => day.split('-').reverse().join('.')

/** As Danes write amounts. */
function danish(amount: bigint): string {
  const [whole, decimals] = size(amount).split('.') as [string, string]
  return `${amount < 0n ? '-' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${decimals}`
}

function csv({ format, opening, events }: BankFile): Buffer {
  let balance = opening
  const rows = events.map((event) => {
    balance += event.amount
    const { text } = lineOf(format, event)
    const { date, amount, name = '', bank } = event
    return format === 'Danske Bank'
      ? [dots(date), text, danish(amount), danish(balance), 'Udført', 'Nej'].map((cell) => `"${cell}"`).join(';')
      : [
          date.replaceAll('-', '/'),
          inText(amount).replace('.', ','),
          '',
          '',
          name,
          text,
          inText(balance).replace('.', ','),
          bank,
          '',
          '',
        ].join(';')
  })
  if (format === 'Danske Bank') {
    const waiting = `"${dots(addDays(events.at(-1)!.date, 3))}";"Husleje";"-9.000,00";"";"Venter";"Nej"`
    const text = ['"Dato";"Tekst";"Beløb";"Saldo";"Status";"Afstemt"', ...rows, waiting, ''].join('\r\n')
    return Buffer.from(text, 'latin1')
  }
  const heading = 'Bogføringsdato;Beløb;Afsender;Modtager;Navn;Beskrivelse;Saldo;Valuta;Afstemt;'
  return Buffer.from(`\ufeff${[heading, 'Reserveret;-39,95;;;;BUTIK;;DKK;;', ...rows.toReversed(), ''].join('\n')}`)
}

/** The bytes of a statement. */
export function written(file: BankFile): Buffer {
  if (isCsv(file.format)) return csv(file)
  return Buffer.from(isCamt(file.format) ? camt(file) : mt940(file))
}

/** The lines that a file comes to. */
export const linesOf = ({ format, events }: BankFile): FileLine[] => events.map((event) => lineOf(format, event))
