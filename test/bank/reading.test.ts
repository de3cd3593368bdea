import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isIban } from '../../src/bank/iban.ts'
import { joined } from '../../src/bank/reading/merge.ts'
import { readFile } from '../../src/bank/reading/read.ts'
import type { ReadStatement } from '../../src/bank/reading/statement.ts'
import { camt } from './files.ts'

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
const CSV_HEADINGS =
  'refused: It is neither camt.053 nor MT940, and no CSV file whose headings are known; make a csv-profile for it.'
const NOTIFICATION = 'refused: A camt.054 file is no bank statement; ask the bank for camt.053.'

/** What each public sample must give: worked out from the files by hand (days, balances, number and sum of entries) before they were read here. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  'camt/own_shapes/danske_bank_dk.xml': ['DK5000400440116243 DKK 2026-04-20 2026-04-20 1000.00 1553.15 2 553.15'],
  'camt/own_shapes/handelsbanken_se.xml': ['400000000 SEK 2026-04-20 2026-04-20 1944.00 1929.00 1 -15.00'],
  'camt/genkgo/camt053.v2.multi.statement.xml': ['NL26VAYB8060476890 EUR 2014-12-31 2014-12-31 18.15 20.00 2 1.85'],
  'camt/genkgo/camt053.v2.five.decimals.xml': ['NL26VAYB8060476890 EUR 2014-12-31 2014-12-31 18.15 27.05 1 8.85'],
  'camt/genkgo/camt053.v2.all-balance-types.xml': ['CH2801234000123456789 EUR 2014-12-31 2014-12-31 1.01 4.04 1 8.85'],
  'camt/genkgo/camt053.v2.minimal.xml': ['refused: Line 54: an amount in SEK on an account in EUR.'],
  'camt/genkgo/camt053.v2.wrong.xml': ['refused: The file has no statement (Stmt).'],
  'camt/genkgo/camt054.v2.xml': [NOTIFICATION],
  'camt/genkgo/camt054.v8.xml': [NOTIFICATION],
  'camt/newinnovations/example-camt053-a.xml': [
    'NL14SNSB0012345678 EUR 2026-01-24 2026-03-25 203.69 661.69 7 458.00',
    'NL78SNSB0022446688 EUR 2026-01-26 2026-04-05 1859.13 1660.87 4 -198.26',
  ],
  'camt/newinnovations/error-camt053.xml': ['NL00SNSB0000000000 EUR 2026-01-01 2026-07-21 1000.00 900.00 2 -50.00'],
  'camt/newinnovations/example-camt053-b.xml': ['refused: Line 612: an amount in EUR on an account in USD.'],
  'camt/rousseau/business_sample_camt.053.001.04.xml': [
    '50000000054910000003 SEK 2010-10-18 2010-10-18 500000.00 435678.50 3 -64321.50',
  ],
  'camt/rousseau/camt053_multicurrency.xml': [
    'DE89370400440532013000 EUR 2026-04-10 2026-04-15 10000.00 10750.25 2 750.25',
    'US-ACCT-0099 USD 2026-04-20 2026-04-20 2500.00 2400.01 1 -99.99',
  ],
  'camt/rousseau/camt053_duplicate_same_day.xml': ['DE89370400440532013000 EUR 2026-04-07 2026-04-07   2 -9.00'],
  'camt/rousseau/camt053_no_namespace.xml': ['GB29NWBK60161331926819 GBP 2026-04-12 2026-04-12 100.00 350.00 1 250.00'],
  'camt/rousseau/camt053_garbled_amount.xml': ["refused: Line 16: '12..34' is no amount."],
  'camt/rousseau/pain.001.001.03.xml': ['refused: The XML is no bank statement: a camt.053 file begins with Document.'],
  'camt/rousseau/csv_european_decimals.csv': [' EUR 2026-04-02 2026-04-09   3 2260.94'],
  'camt/rousseau/csv_garbled_amount.csv': ["refused: Line 3: '12..34' is no amount."],
  'camt/rousseau/pain_file.csv': [CSV_HEADINGS],
  'camt/rousseau/sample.mt940': ['NL91ABNA0417164300 EUR 2026-03-20 2026-03-21 1000.00 2170.25 2 1170.25'],
  'camt/viafintech/053_valid_example.xml': ['DE14740618130000033626 EUR 2013-12-27 2013-12-27 33.06 23.06 5 -10.00'],
  'camt/viafintech/053_valid_example_v4.xml': [
    'CH0309000000250090342 CHF 2016-04-06 2016-05-27 322152.16 322689.77 32 537.61',
  ],
  'csv/danske_bank.csv': ['  2026-11-25 2026-11-26 98344.09 126802.29 2 28458.20'],
  'csv/danske_bank_latin1.csv': ['  2026-11-25 2026-11-26 98344.09 126802.29 2 28458.20'],
  'csv/nordea.csv': [' DKK 2026-08-31 2026-09-07 3610.22 10577.22 2 6967.00'],
  'csv/jyske_bank_en.csv': ['  2026-04-01 2026-04-02 0.00 8765.50 2 8765.50'],
  'csv/lunar_2026.csv': ['  2026-04-02 2026-04-03 10000.00 22044.50 2 12044.50'],
  'csv/lunar_legacy.csv': ['  2025-04-02 2025-04-02 10000.00 9699.50 1 -300.50'],
  'mt940/ASNB/mt940.txt': ['NL81ASNB9999999999 EUR 2020-01-01 2020-01-31 444.29 501.23 8 56.94'],
  'mt940/ASNB/mt940_with_spaces_for_entry_date.txt': [
    'NL81ASNB9999999999 EUR 2020-01-01 2020-01-31 444.29 501.23 8 56.94',
  ],
  'mt940/citi/mt940.txt': ['123456789 USD 2024-03-12 2024-03-12 17376.67 16233.92 5 -1142.75'],
  'mt940/mBank/mt940.sta': ['PL29114010810000267002001002 PLN 2017-01-19 2017-01-19 0.40 0.43 3 0.03'],
  'mt940/mBank/mt942.sta': ['refused: A message has no opening (:60F:) or no closing balance (:62F:).'],
  'mt940/sberbank/171011_01234945.sta': ['1966315302010001 HUF 2017-10-11 2017-10-11 627311.30 617874.30 3 -9437.00'],
}

describe('public samples', () => {
  const isThere = existsSync(DATA)
  test.skipIf(!isThere).each(Object.entries(SAMPLES))(
    '%s (skipped where ../shared/data/bank is not: it is not part of the project)',
    (path, expected) => {
      expect(outcomeOf(readFileSync(new URL(path, DATA)))).toEqual(expected)
    },
  )
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
