import { eachItsOwn, given, type Overrides, stored } from './override.ts'

const hash = (n: number): string => `\\x${String(n).padStart(64, '0')}`

/** What rules of the inbox's resources demand. */
export const inboxOverrides: Overrides = {
  'daybook/Inbox': {
    skip: { isolation: 'a PDF is no e-invoice; test/inbox/strangers.test.ts tries another one’s' },
    properties: {
      kind: stored('one of four kinds', 'pdf'),
      fileHash: eachItsOwn('a file is there once'),
      source: stored('one of four sources', 'journal'),
      currency: given('a currency has three capitals', 'EUR'),
      rejectedReason: stored('what is rejected has no voucher', null),
    },
    together: {
      because: 'a voucher is told whole, and what is rejected has none',
      properties: ['accountingYear', 'source', 'journalNumber', 'voucherNumber', 'wasDrafted'],
    },
  },
  'daybook/VoucherApprovals': {
    properties: {
      state: stored('one of three states', 'submitted'),
      hash: stored('a hash has 32 bytes', hash),
    },
  },
  document_file: {
    properties: {
      hash: stored('a hash has 32 bytes', hash),
      kind: stored('one of four kinds of files', 'pdf'),
      bytes: stored('at least one', (n: number) => n),
      pages: stored('at least one', 1),
    },
  },
}
