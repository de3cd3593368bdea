import { DATE_FORMATS } from '../../bank/reading/profiles.ts'
import { ENCODINGS } from '../../reading/text.ts'
import { NUMBER_MAX } from '../../limits.ts'
import { F1, F1L, F2, flag, int32, lastUpdated, objectVersion, text } from '../../resource/fields.ts'
import { standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'

const heading = (what: string) => text(100).describe(`The heading of the column with ${what}`)

/** How the CSV files of a bank are read that no profile of ours knows (MONTH.md 1). */
export const csvProfiles = resource('CsvProfiles', {
  logsBodies: true,
  schema: 'CsvProfile',
  table: 'csv_profile',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32(1, NUMBER_MAX).countedUnlessGiven('NumberAlreadyInUse').filter(F1).sortable(),
    name: text(100).required().filter(F1L).sortable(),
    encoding: text(12).required().oneOf(ENCODINGS).describe('`auto`: UTF-8 where the bytes are that, else Windows'),
    delimiter: text(3).required().oneOf([';', ',', '|', 'tab']).describe('What stands between two cells'),
    decimalComma: flag().describe('true: a comma stands before the decimals; false: a point'),
    dateFormat: text(3).required().oneOf(DATE_FORMATS).describe('The order of day, month and year'),
    skipRows: int32(0, 100).fallback('0').describe('Rows before that of the headings'),
    dateColumn: heading('the day of booking').required(),
    valueDateColumn: heading('the value day'),
    amountColumn: heading('the amount, negative where money went out; beside a debitColumn what came in').required(),
    debitColumn: heading('what went out, where that has a column of its own'),
    balanceColumn: heading('the balance after the line; each must follow from the one before'),
    textColumn: heading('the text'),
    counterpartyNameColumn: heading("the other party's name"),
    counterpartyAccountColumn: heading("the other party's account"),
    referenceColumn: heading('the reference that was asked for'),
    bankReferenceColumn: heading("the bank's own reference of the line"),
    stateColumn: heading('whether the line is carried out'),
    waitingWord: text(50).describe(
      'In the column of the state or of the day: the line is not carried out yet, and left out',
    ),
    currencyColumn: heading('the currency'),
    lastUpdated: lastUpdated().filter(F2),
    objectVersion: objectVersion(),
  },
  operations: standard('/csv-profiles', 'number'),
})
