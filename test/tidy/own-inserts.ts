const BOOKS = 'the ledger: the one writer of what is booked, which the seals and triggers judge'
const TEMPLATE =
  'the first content of an agreement, by the files of the program: thousands of rows of the same shape, judged by verify'
const RECORD = 'what happened, as the program notes it: no caller gives it, and it has no rules'
const UPSERT = 'the one row of a setting: made, or written over, which a create of the engine is not'
const COPY = 'copies rows that are stored, within the database: they were judged when they were written'
const OWNER = 'rows of the program itself, before there is an agreement or beside all of them'
const FILE = 'bytes: kept once per agreement, whoever brings them'

/**
 * Who writes rows with an INSERT of its own, and why it does not write through `src/records`: `file` is one file, or a
 * folder with its slash at the end. Whoever is not named here writes through it.
 */
export const OWN_INSERTS: Readonly<Record<string, string>> = {
  'src/access/': OWNER,
  'src/backup/agreement/numbers.ts': 'what is moved gets numbers of its new database, in tables of the move alone',
  'src/bank/matching/match.ts': RECORD,
  'src/bank/payments/propose.ts':
    'open items that the database finds become payments in one statement, never sent to the program',
  'src/bank/reconciliation.ts': RECORD,
  'src/bank/store.ts': FILE,
  'src/bank/write-statement.ts': 'lines of a file, which the parser has judged whole: they have no rules of their own',
  'src/cli/addresses.ts': OWNER,
  'src/companies/': OWNER,
  'src/database/': OWNER,
  'src/documents/': FILE,
  'src/inbox/approval.ts': RECORD,
  'src/inbox/keep.ts': FILE,
  'src/ledger/booking/': BOOKS,
  'src/ledger/drafts/':
    'draft entries have an engine of their own, which shares its rules with booking (ARCHITECTURE.md)',
  'src/ledger/parties/record.ts': BOOKS,
  'src/ledger/projects/approve.ts': BOOKS,
  'src/ledger/assets.ts': BOOKS,
  'src/ledger/budgets/spread.ts': 'figures that the database computes of one amount, in one statement',
  'src/ledger/vat-returns/': BOOKS,
  'src/ledger/years/': BOOKS,
  'src/request/protocol/idempotency.ts': RECORD,
  'src/resources/daybook/agreement-webhooks.ts': UPSERT,
  'src/resources/daybook/fault-plan.ts': 'a plan replaces the one before it, whole',
  'src/resources/daybook/reminders.ts': UPSERT,
  'src/resources/daybook/system-accounts.ts': UPSERT,
  'src/resources/daybook/vat-setup.ts': UPSERT,
  'src/resources/daybook/write-offs.ts': UPSERT,
  'src/saf-t/import/own-books.ts': UPSERT,
  'src/sales/book-invoices.ts': `${COPY}: a draft becomes an invoice, as it is`,
  'src/sales/reminders/remind.ts': RECORD,
  'src/sales/subscriptions/chain-ends.ts': `${COPY}: the next subscriber is the last one with another period`,
  'src/sales/subscriptions/kept-runs.ts': RECORD,
  'src/sales/subscriptions/run.ts': `${COPY}: the next subscriber is the last one with another period, unless another run has made it`,
  'src/sales/upgrade.ts': `${COPY}: a quote becomes an order under its number, an order a draft invoice`,
  'src/secrets/claim.ts': OWNER,
  'src/templates/': TEMPLATE,
  'src/testing/host.ts': OWNER,
  'src/workshop/clock/': RECORD,
}
