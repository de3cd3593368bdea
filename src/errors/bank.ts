import type { ErrorEntry } from './entry.ts'

/** Codes of bank accounts, statements and lines: one line per code. */
// prettier-ignore
export const bankErrors = {
  BankAccountAccountDoesNotExist: { status: 400, message: 'The account does not exist.', hint: 'Give the number of an account of the ledger.' },
  BankAccountAccountNotBalance: { status: 400, message: 'The account is not of balance type.', hint: 'Give the number of an account of type 2.' },
  BankAccountAccountTaken: { status: 400, message: 'Another bank account is kept on the account.', hint: 'Give each bank account an account of its own.' },
  BankAccountDoesNotExist: { status: 400, message: 'The bank account does not exist.', hint: 'Give the number of a bank account.' },
  BankAccountHasStatements: { status: 400, message: 'The bank account has statements, so its account of the ledger cannot change.', hint: 'Make another bank account for the other account.' },
  BankAccountIbanTaken: { status: 400, message: 'Another bank account has the IBAN.', hint: 'Give each bank account its own IBAN.' },
  BankAccountJournalDoesNotExist: { status: 400, message: 'The journal does not exist.', hint: 'Give the number of a journal.' },
  BankAccountUnknown: { status: 400, message: 'The file is of an account that no bank account is.', hint: 'Make a bank account with the IBAN or number, or name the bank account that the file is of.' },
  BankFileUnreadable: { status: 400, message: 'The file cannot be read as bank statements.', hint: 'Send camt.053 (XML), MT940, or CSV of at most 67108864 bytes and 100000 lines. The message says the line of the file.' },
  BankLineDoesNotExist: { status: 404, message: 'The line does not exist.', hint: 'Give the number of a line of a bank statement.' },
  BankLineIsMatched: { status: 409, message: 'The line belongs to entries of the ledger.', hint: 'Undo its match first.' },
  BankLineIsNotIgnored: { status: 409, message: 'The line is not ignored.', hint: 'Only a line that is ignored can be opened again.' },
  BankStatementCurrencyDiffers: { status: 400, message: 'The statement is in another currency than the bank account.', hint: 'Keep the bank account on an account of the ledger in the currency of the statement.' },
  BankStatementDoesNotAddUp: { status: 400, message: 'The opening balance and the lines do not come to the closing balance.', hint: 'Get the file from the bank once more; lines are missing, or are too many.' },
  BankStatementGap: { status: 409, message: 'The statement does not follow from the lines that are here.', hint: 'Send the statements of the days between first, or acceptGap=true.' },
  BankStatementOfAnotherAccount: { status: 400, message: 'The file is of another account.', hint: 'Leave bankAccountNumber out, or give the bank account that the file is of.' },
  CsvProfileDoesNotExist: { status: 400, message: 'The CSV profile does not exist.', hint: 'Give the number of a csv-profile.' },
  IbanInvalid: { status: 400, message: 'It is no IBAN: two letters, two check digits, and the account, without spaces.', hint: 'Copy the IBAN from the bank, without its spaces.' },
} satisfies Record<string, ErrorEntry>
