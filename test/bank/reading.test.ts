import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { isIban } from '../../src/bank/iban.ts'
import { joined } from '../../src/bank/reading/merge.ts'
import { readFile } from '../../src/bank/reading/read.ts'
import type { ReadStatement } from '../../src/bank/reading/statement.ts'
import { camt } from './files.ts'
import { CSV_HEADINGS, OURS, SAMPLES } from './samples.ts'

const read = (file: string | Uint8Array) =>
  readFile(typeof file === 'string' ? Buffer.from(file) : file, undefined, 1000)

/** What a statement comes to, in a line: account, currency, days, balances, how many lines, their sum. */
const told = ({ account, currency, from, to, openingBalance, closingBalance, lines }: ReadStatement): string => {
  const sum = lines.reduce((all, { amount }) => all + Math.round(Number(amount) * 100), 0)
  return [account, currency, from, to, openingBalance, closingBalance, lines.length, (sum / 100).toFixed(2)].join(' ')
}

/** What reading a file gives, or the sentence of its refusal. */
function outcomeOf(file: string | Uint8Array): string[] {
  try {
    return joined(read(file).statements).map(told)
  } catch (error) {
    return [`refused: ${(error as Error).message}`]
  }
}

const DATA = new URL('../../../shared/data/bank/', import.meta.url)
const CARRIED = new URL('samples/', import.meta.url)
const named = (path: string): string => path.split('/').at(-1)!

describe('public samples', () => {
  const isThere = existsSync(DATA)
  test.skipIf(!isThere).each(Object.entries(SAMPLES))(
    '%s (skipped where ../shared/data/bank is not: it is not part of the project)',
    (path, expected) => {
      expect(outcomeOf(readFileSync(new URL(path, DATA)))).toEqual(expected)
    },
  )

  test.skipIf(!isThere)('are all that are there (skipped like them)', () => {
    const all = readdirSync(DATA, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    const paths = all.map(({ parentPath, name }) => relative(fileURLToPath(DATA), join(parentPath, name)))
    // Licences, what their library makes of them, and the table that describes the CSV files.
    const samples = paths.filter((path) => !/LICENSE$|\.json$|^csv\/formats\.csv$/.test(path))
    expect(samples.toSorted()).toEqual(Object.keys(SAMPLES).toSorted())
  })

  test.each(OURS)('%s is ours: the project carries it', (path) => {
    expect(outcomeOf(readFileSync(new URL(named(path), CARRIED)))).toEqual(SAMPLES[path])
  })

  test('nothing else is carried', () => {
    expect(readdirSync(CARRIED).toSorted()).toEqual(OURS.map(named).toSorted())
  })
})

const entry = (amount: string, details: string): string =>
  `<Ntry><Amt Ccy="DKK">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-05-04</Dt></BookgDt><AcctSvcrRef>B1</AcctSvcrRef><NtryDtls>${details}</NtryDtls></Ntry>`
const payment = (amount: string, name: string): string =>
  `<TxDtls><AmtDtls><TxAmt><Amt Ccy="DKK">${amount}</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties></TxDtls>`
const document = (entries: string): string =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DK5000400440116243</IBAN></Id><Ccy>DKK</Ccy></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`

test('payments of one entry are lines of their own where they sum to it, without the reference of the batch', () => {
  const [statement] = read(document(entry('300.00', payment('100.00', 'A') + payment('200.00', 'B')))).statements
  expect(
    statement!.lines.map(({ amount, counterpartyName, bankReference, payments }) => [
      amount,
      counterpartyName,
      bankReference,
      payments,
    ]),
  ).toEqual([
    ['100.00', 'A', null, null],
    ['200.00', 'B', null, null],
  ])
})

test('payments that do not sum to their entry stay one line, which says so', () => {
  const [statement] = read(document(entry('300.00', payment('100.00', 'A') + payment('199.99', 'B')))).statements
  expect(statement!.lines.map(({ amount, text, payments }) => [amount, text, payments])).toEqual([
    ['300.00', '2 payments in one amount', 2],
  ])
})

test('an entry that waits is left out and counted; a reversal has the sign that it says', () => {
  const waiting = entry('9.00', '').replace('<Sts>BOOK</Sts>', '<Sts><Cd>PDNG</Cd></Sts>')
  const reversed = entry('5.00', '').replace('CRDT', 'DBIT').replace('<Sts>', '<RvslInd>true</RvslInd><Sts>')
  const [statement] = read(document(waiting + reversed)).statements
  expect([statement!.waiting, statement!.lines.map(({ amount }) => amount)]).toEqual([1, ['-5.00']])
})

test('a statement of a day without movements is of the day of its closing balance', () => {
  const balance = (kind: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="DKK">10.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-05-04</Dt></Dt></Bal>`
  expect(outcomeOf(document(balance('OPBD') + balance('CLBD')))).toEqual([
    'DK5000400440116243 DKK 2026-05-04 2026-05-04 10.00 10.00 0 0.00',
  ])
  expect(outcomeOf(document(balance('OPBD')))).toEqual(['refused: A statement has neither lines nor days (FrToDt).'])
})

test('what was paid in another currency is kept beside the amount', () => {
  const details = `<TxDtls><AmtDtls><InstdAmt><Amt Ccy="EUR">40.00</Amt></InstdAmt></AmtDtls></TxDtls>`
  const [line] = read(document(entry('298.40', details))).statements[0]!.lines
  expect([line!.amount, line!.originalAmount, line!.originalCurrency]).toEqual(['298.40', '40.00', 'EUR'])
})

test('files that are no statements, or are broken, are refused with a sentence', () => {
  const doctype = '<?xml version="1.0"?><!DOCTYPE Document [<!ENTITY a "b">]><Document/>'
  expect(outcomeOf(doctype)).toEqual(['refused: Line 1: a DOCTYPE is not allowed.'])
  expect(outcomeOf(document(entry('1.00', '')).slice(0, 300))[0]).toMatch(
    /^refused: Line 1: the file ends inside|^refused: Line 1: the XML is not/,
  )
  expect(outcomeOf(document(entry('1.001', '')))).toEqual(["refused: Line 1: '1.001' has more than two decimals."])
  expect(outcomeOf(document(entry('1.00', '').replace('CRDT', 'XXXX')))).toEqual([
    "refused: Line 1: an amount is CRDT or DBIT, not 'XXXX'.",
  ])
  expect(outcomeOf(document(entry('1.00', '').replace('2026-05-04', '2026-05-32')))).toEqual([
    "refused: Line 1: '2026-05-32' is no day.",
  ])
  expect(outcomeOf('')).toEqual([CSV_HEADINGS])
  expect(
    outcomeOf(camt(Array.from({ length: 1001 }, () => ({ date: '2026-05-04', amount: '1.00', text: 'x' })))),
  ).toEqual(['refused: The file has more than 1000 lines.'])
})

test('the signs of Windows are read as they were written, also where they are called Latin-1', () => {
  // 0x80 is the euro sign, 0x96 a dash.
  const csv = 'Dato;Tekst;Beløb\r\n04-05-2026;20 \x80 \x96 kaffe på Ærø;-20,00\r\n'
  const columns = { date: ['Dato'], text: ['Tekst'], amount: ['Beløb'] }
  const shape = { name: 'Ours', delimiter: ';', decimalComma: true, dateFormat: 'DMY', skipRows: 0, columns } as const
  for (const encoding of ['windows-1252', 'iso-8859-1', 'auto'] as const) {
    const { statements } = readFile(Buffer.from(csv, 'latin1'), { ...shape, encoding }, 1000)
    expect(statements[0]!.lines[0]!.text).toBe('20 € – kaffe på Ærø')
  }
  for (const encoding of ['ISO-8859-1', 'windows-1252']) {
    const xml = camt([{ date: '2026-05-04', amount: '1.00', text: '20 \x80' }])
      .toString()
      .replace('UTF-8', encoding)
    expect(read(Buffer.from(xml, 'latin1')).statements[0]!.lines[0]!.text).toBe('20 €')
  }
})

test('XML is read in the encoding that it declares', () => {
  const text = camt([{ date: '2026-05-04', amount: '1.00', text: 'Køb på Ærø' }]).toString()
  const named = (encoding: string): string => text.replace('UTF-8', encoding)
  const files = [
    Buffer.from(named('ISO-8859-1'), 'latin1'),
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(named('UTF-16'), 'utf16le')]),
    Buffer.from(text),
  ]
  for (const file of files) expect(read(file).statements[0]!.lines[0]!.text).toBe('Køb på Ærø')
  expect(outcomeOf(Buffer.from(text, 'latin1'))).toEqual(['refused: The file is not UTF-8.'])
  expect(outcomeOf(named('EBCDIC'))).toEqual(['refused: The encoding EBCDIC is not read; use UTF-8.'])
})

describe('MT940', () => {
  const message = (lines: string): string =>
    `:20:1\r\n:25:40044011624/DKK\r\n:28C:1/1\r\n:60F:C260504DKK100,\r\n${lines}\r\n:62F:C260505DKK130,00\r\n-`

  test('reversals have the other sign; 30 February is the last of it; the day of booking takes the year that is near', () => {
    const [statement] = read(
      message(':61:260504RD10,NTRFNONREF//A1\r\n:61:2602300301D0,50NINT\r\n:61:2512310102C20,5NTRF123'),
    ).statements
    expect(
      statement!.lines.map(({ date, valueDate, amount, bankReference, reference }) => [
        date,
        valueDate,
        amount,
        bankReference,
        reference,
      ]),
    ).toEqual([
      ['2026-05-04', '2026-05-04', '10.00', 'A1', null],
      ['2026-03-01', '2026-02-28', '-0.50', null, null],
      ['2026-01-02', '2025-12-31', '20.50', null, '123'],
    ])
  })

  test('fields of a text are told apart', () => {
    const [german] = read(
      message(':61:260504C30,NTRF\r\n:86:166?00GUTSCHRIFT?20Rechnung ?211001?31DE1?32Kunde?33 GmbH'),
    ).statements[0]!.lines
    expect([german!.text, german!.counterpartyName, german!.counterpartyAccount]).toEqual([
      'Rechnung 1001',
      'Kunde GmbH',
      'DE1',
    ])
    const [dutch] = read(message(':61:260504C30,NTRF\r\n:86:/IBAN/NL1/NAME/Klant/REMI/USTD//Factuur 7/EREF/E2E'))
      .statements[0]!.lines
    expect([dutch!.text, dutch!.counterpartyName, dutch!.counterpartyAccount, dutch!.endToEndId]).toEqual([
      'Factuur 7',
      'Klant',
      'NL1',
      'E2E',
    ])
  })

  test('a broken line and a balance in another currency are refused', () => {
    expect(outcomeOf(message(':61:rubbish'))).toEqual(["refused: Line 5: 'rubbish' is no line."])
    expect(outcomeOf(message('').replace('62F:C260505DKK', '62F:C260505EUR'))).toEqual([
      'refused: The opening balance is in DKK, the closing balance in EUR.',
    ])
  })
})

describe('CSV', () => {
  test('a balance that does not follow from the one before is refused with both', () => {
    const file =
      '"Dato";"Tekst";"Beløb";"Saldo";"Status"\n"01.05.2026";"A";"10,00";"110,00";"Udført"\n"02.05.2026";"B";"-5,00";"104,00";"Udført"\n'
    expect(outcomeOf(file)).toEqual(['refused: Line 3: the balance is 104.00, and 110.00 with -5.00 is 105.00.'])
  })

  test('cells hold delimiters, line breaks and quotation marks; a day that is none is refused', () => {
    const file = 'Date,Text,Amount,Balance\n2026-05-01,"a ""b"", c\nd","1 234,50","1 234,50"\n'
    expect(read(file).statements[0]!.lines[0]).toMatchObject({ amount: '1234.50', text: 'a "b", c d' })
    expect(outcomeOf(file.replace('2026-05-01', '2026-13-01'))).toEqual(["refused: Line 2: '2026-13-01' is no day."])
  })

  test('a file that no profile knows has one proposed', () => {
    const { isProposed, profile } = read('Booked on date;Description;Amount\n31-05-2026;Rent;-1.200,00\n')
    expect(isProposed).toBe(true)
    expect(profile).toMatchObject({
      delimiter: ';',
      decimalComma: true,
      dateFormat: 'DMY',
      columns: { date: ['Booked on date'], amount: ['Amount'], text: ['Description'] },
    })
  })
})

test('an IBAN has its check digits', () => {
  expect(['DK5000400440116243', 'GB29NWBK60161331926819'].map(isIban)).toEqual([true, true])
  expect(['DK5100400440116243', 'DK50 0040 0440 1162 43', 'dk5000400440116243', 'DK50'].map(isIban)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
