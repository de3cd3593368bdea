import { ofBankAccount } from './bank-accounts.ts'
import { awaitStatements } from '../../bank/parse.ts'
import { receiveStatements } from '../../bank/receive.ts'
import { statementFile } from '../../bank/store.ts'
import { BANK_FILE_BYTES_MAX, DRY_RUN_STATEMENT_BYTES_MAX, NUMBER_MAX } from '../../limits.ts'
import { date, decimal, F1, F2, flag, instant, int32, itemList, text } from '../../resource/fields.ts'
import { reads } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'

const statement = {
  bankAccountNumber: ofBankAccount('The bank account that it is of'),
  from: date().column('from_date').present().filter(F2).sortable().describe('Its first day'),
  to: date().column('to_date').present().filter(F2).sortable().describe('Its last day'),
  openingBalance: decimal().describe('Absent where the file has no balances'),
  closingBalance: decimal().describe('Absent where the file has no balances'),
  lines: int32().present().describe('Lines that came with it and were not there before'),
  alreadyThere: int32().present().describe('Lines that other statements had brought before'),
  waiting: int32().present().describe('Lines that the bank had not carried out, and that were left out'),
}

/** What banks say of their accounts (MONTH.md 1). */
export const bankStatements = resource('BankStatements', {
  logsBodies: true,
  schema: 'BankStatement',
  table: 'bank_statement',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32().present().filter(F1).sortable(),
    ...statement,
    followsGap: flag().describe(
      'true: its opening balance does not follow from the lines before it, and that was accepted',
    ),
    fileHash: text(64)
      .readAs(`encode(t.hash, 'hex')`)
      .column('hash')
      .describe('SHA-256 of the file that it came in, as hex'),
    receivedAt: instant().present().filter(F2).sortable().describe('When its file was sent'),
  },
  operations: [
    ...reads('/bank-statements', 'number'),
    {
      kind: 'upload',
      method: 'POST',
      path: '/bank-statements',
      schema: 'BankStatementCreate',
      form: {
        bankAccountNumber: int32(1, NUMBER_MAX).describe('Of a file that does not say which account it is of, as CSV'),
        csvProfileNumber: int32(1, NUMBER_MAX).describe('How a CSV file is read whose headings are not known'),
        acceptGap: flag().describe('true: the opening balance need not follow from the lines before it'),
        preview: flag().describe(
          'true: a dry run, answered 200: says what the file would become, and writes nothing; of at most 1 MiB',
        ),
      },
      file: { name: 'file', maxBytes: BANK_FILE_BYTES_MAX, code: 'BankFileUnreadable' },
      summary: 'Read a file of bank statements (camt.053, MT940, CSV), all of it or nothing',
      preview: {
        format: text(10).present().describe('`camt.053`, `MT940` or `CSV`'),
        profile: text(100).describe('The profile by which CSV was read'),
        statements: itemList(statement, 200).describe('What each would become, with its first lines'),
      },
      given: ['number', 'statements.number'],
      dryRunBytesMax: DRY_RUN_STATEMENT_BYTES_MAX,
      announced: awaitStatements,
      receive: receiveStatements,
    },
    {
      kind: 'file',
      method: 'GET',
      path: '/bank-statements/{number}/file',
      contentType: 'application/octet-stream',
      summary: 'The file that it came in, as it was sent',
      find: ({ agreement }, database, { number }) => statementFile(database, agreement, number as number),
    },
  ],
  codes: [
    'BankAccountDoesNotExist',
    'BankAccountUnknown',
    'BankFileUnreadable',
    'BankStatementCurrencyDiffers',
    'BankStatementDoesNotAddUp',
    'BankStatementGap',
    'BankStatementOfAnotherAccount',
    'CsvProfileDoesNotExist',
    'ValueRequired',
  ],
})
