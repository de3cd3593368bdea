/** A CSV file that no profile knows, or no statement at all. */
export const CSV_HEADINGS =
  'refused: It is neither camt.053 nor MT940, and no CSV file whose headings are known; make a csv-profile for it.'
const NOTIFICATION = 'refused: A camt.054 file is no bank statement; ask the bank for camt.053.'
const REPORT = 'refused: A camt.052 file is no bank statement; ask the bank for camt.053.'
const NOTHING = 'refused: A statement has neither lines nor days (FrToDt).'
const NO_BALANCES = 'refused: A message has no opening (:60F:) or no closing balance (:62F:).'

/**
 * What each public sample must give: account, currency, days, balances, how many lines, and their sum, worked out from
 * the files by hand before they were read here; or the sentence by which it is refused.
 */
export const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  'camt/own_shapes/danske_bank_dk.xml': ['DK5000400440116243 DKK 2026-04-20 2026-04-20 1000.00 1553.15 2 553.15'],
  'camt/own_shapes/handelsbanken_se.xml': ['400000000 SEK 2026-04-20 2026-04-20 1944.00 1929.00 1 -15.00'],
  'camt/genkgo/camt053.v2.multi.statement.xml': ['NL26VAYB8060476890 EUR 2014-12-31 2014-12-31 18.15 20.00 2 1.85'],
  'camt/genkgo/camt053.v2.five.decimals.xml': ['NL26VAYB8060476890 EUR 2014-12-31 2014-12-31 18.15 27.05 1 8.85'],
  'camt/genkgo/camt053.v2.all-balance-types.xml': ['CH2801234000123456789 EUR 2014-12-31 2014-12-31 1.01 4.04 1 8.85'],
  'camt/genkgo/camt053.v2.minimal.xml': ['refused: Line 54: an amount in SEK on an account in EUR.'],
  'camt/genkgo/camt053.v2.wrong.xml': ['refused: The file has no statement (Stmt).'],
  'camt/genkgo/camt053.v2.minimal.ultimate.xml': ['refused: Line 54: an amount in SEK on an account in EUR.'],
  'camt/genkgo/camt053.v2.with-party-ids.xml': ['refused: Line 54: an amount in SEK on an account in EUR.'],
  // Its account says no currency, its only balance is in JPY.
  'camt/genkgo/camt053.v2.with-account-name.xml': ['refused: Line 29: an amount in EUR on an account in JPY.'],
  'camt/genkgo/camt053.v3.xml': ['refused: Line 74: an amount in SEK on an account in EUR.'],
  'camt/genkgo/camt053.v4.xml': ['refused: Line 74: an amount in SEK on an account in EUR.'],
  'camt/genkgo/camt053.v8.xml': ['refused: Line 74: an amount in SEK on an account in EUR.'],
  'camt/genkgo/camt53.only-Dt-with-DtTm.xml': [NOTHING],
  'camt/genkgo/camt054.v2.xml': [NOTIFICATION],
  'camt/genkgo/camt054.v2.with-account-name.xml': [NOTIFICATION],
  'camt/genkgo/camt054.v4.xml': [NOTIFICATION],
  'camt/genkgo/camt054.v8.xml': [NOTIFICATION],
  'camt/genkgo/camt054.v8-with-UETR.xml': [NOTIFICATION],
  'camt/genkgo/camt054.v8-with-financial-institution.xml': [NOTIFICATION],
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
  'camt/rousseau/business_sample_camt.052.001.04.xml': [REPORT],
  'camt/rousseau/business_sample_camt.054.001.04.xml': [NOTIFICATION],
  'camt/rousseau/camt.053.001.02.xml': [
    '50000000054910000003 SEK 2010-10-18 2010-10-18 500000.00 435678.50 3 -64321.50',
  ],
  'camt/rousseau/camt_file.csv': [CSV_HEADINGS],
  'camt/rousseau/csv_french_headers.csv': [CSV_HEADINGS],
  'camt/rousseau/csv_spanish_headers.csv': ['  2026-04-02 2026-04-09   3 2260.94'],
  'camt/rousseau/invalid.xml': ['refused: The file has no statement (Stmt).'],
  'camt/rousseau/sample_split_amounts.csv': [' EUR 2026-03-20 2026-03-21 1000.00 2050.25 2 1050.25'],
  'camt/rousseau/sample_statement.csv': [' EUR 2026-03-20 2026-03-21 2500.00 3800.00 2 1300.00'],
  'camt/rousseau/statement_ac04.xml': ['refused: Line 53: an entry has no day (BookgDt).'],
  'camt/rousseau/sample.mt940': ['NL91ABNA0417164300 EUR 2026-03-20 2026-03-21 1000.00 2170.25 2 1170.25'],
  'camt/viafintech/053_valid_example.xml': ['DE14740618130000033626 EUR 2013-12-27 2013-12-27 33.06 23.06 5 -10.00'],
  'camt/viafintech/053_valid_example_v4.xml': [
    'CH0309000000250090342 CHF 2016-04-06 2016-05-27 322152.16 322689.77 32 537.61',
  ],
  'camt/viafintech/052_valid_example.xml': [REPORT],
  'camt/viafintech/052_valid_example_with_dates.xml': [REPORT],
  'camt/viafintech/053_valid_example_v8.xml': ['refused: Line 259: an amount in EUR on an account in CHF.'],
  'camt/viafintech/053_valid_example_with_batch.xml': [
    'NL18INGB00012345678 EUR 2019-01-01 2019-06-23 7329.80 23038.20 3 2934.26',
  ],
  'camt/viafintech/053_valid_example_with_datetime.xml': ['11111111 USD 2022-07-07 2023-07-07  606.80 1 195.86'],
  'camt/viafintech/053_valid_example_with_debit.xml': [
    'DE14740618130000033626 EUR 2013-12-27 2013-12-27 -33.06 23.06 5 -10.00',
  ],
  'camt/viafintech/053_valid_example_with_instdamt.xml': [
    'CH9788761065025111111 CHF 2019-05-13 2019-06-19 100.00 4500.00 1 4500.00',
  ],
  'camt/viafintech/053_valid_example_with_other_id.xml': [NOTHING],
  'camt/viafintech/054_valid_example.xml': [NOTIFICATION],
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
  'mt940/mBank/with_newline_in_tnr.sta': ['PL29114010810000267002001002 PLN 2017-02-01 2017-02-01 0.46 860.17 2 89.00'],
  'mt940/mBank/mt942.sta': [NO_BALANCES],
  'mt940/sberbank/171011_01234945.sta': ['1966315302010001 HUF 2017-10-11 2017-10-11 627311.30 617874.30 3 -9437.00'],
  'mt940/cmxl/mt940.sta': [
    '45050050/76198810 DEM 2013-10-15 2013-10-27 84349.74 84437.04 11 87.30',
    '10020030/1234567 EUR 2002-11-02 2002-11-30 2187.95 4387.95 2 2200.00',
    'BPHKPLPK/320000546101 PLN 2003-10-20 2003-10-20 40000.00 50040.00 3 10040.00',
  ],
  // Single fields of a message.
  'mt940/cmxl/reference.sta': [NO_BALANCES],
  'mt940/cmxl/account_balance_credit.sta': [CSV_HEADINGS],
  'mt940/cmxl/account_balance_debit.sta': [CSV_HEADINGS],
  'mt940/cmxl/account_identification_iban.sta': [CSV_HEADINGS],
  'mt940/cmxl/account_identification_legacy.sta': [CSV_HEADINGS],
  'mt940/cmxl/available_balance.sta': [CSV_HEADINGS],
  'mt940/cmxl/closing_balance.sta': [CSV_HEADINGS],
  'mt940/cmxl/statement_details.sta': [CSV_HEADINGS],
  'mt940/cmxl/statement_line.sta': [CSV_HEADINGS],
  'mt940/cmxl/statement_number.sta': [CSV_HEADINGS],
}

/** Those of them that are ours, which the project carries. */
export const OURS: readonly string[] = Object.keys(SAMPLES).filter(
  (path) => path.startsWith('csv/') || path.startsWith('camt/own_shapes/'),
)
