import { closeProject } from '../../ledger/projects/close.ts'
import { date, int32 } from '../../resource/fields.ts'
import { operations } from '../../resource/resource.ts'

/** Closing projects for good (rule 14.5). */
export const projectClosing = operations('ProjectClosing', {
  logsBodies: true,
  roles: ['SuperUser', 'Bookkeeping', 'ProjectEmployee'],
  parameters: { number: int32().references('project.number') },
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/projects/{number}/close',
      status: 204,
      summary: 'Close a project for good, and move its balances from ongoing to closed accounts',
      schema: 'ProjectClosing',
      body: { date: date().required().describe('Not before the project’s last entry') },
      async run({ transaction, caller }, { path, body }) {
        await closeProject(transaction, caller.agreement, path.number as number, body.date as string)
        return { status: 204 }
      },
    },
  ],
  codes: [
    'JournalEntryAccountCurrencyMismatch',
    'JournalEntryAccountNotAccessible',
    'JournalEntryAmountExceedsDigitLimit',
    'JournalEntryDateAccountingYearPeriodBarred',
    'JournalVoucherAccountingYearClosed',
    'JournalVoucherAccountingYearDoesNotExist',
    'ProjectHasDraftEntries',
    'ProjectHasDraftInvoices',
    'ProjectHasLaterEntries',
    'ProjectHasOpenSubProjects',
    'ProjectHasUnapprovedEntries',
    'ProjectIsClosedAlready',
  ],
})
