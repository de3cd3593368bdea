import type { Api } from '../../resource/versions.ts'
import { accruals } from './accruals.ts'
import { draftEntriesController, journalBooking } from './booking.ts'
import { draftEntries } from './draft-entries.ts'
import { journals } from './journals.ts'
import { laterJournals, olderJournals } from './older.ts'

/** Journals, draft entries and booking. */
export const journalsApi: Api = {
  name: 'journals',
  title: 'Journals',
  prefix: '/journalsapi',
  version: '15.0.1',
  style: 'problem',
  groups: [accruals, draftEntries, draftEntriesController, journalBooking, journals],
  older: olderJournals,
  later: laterJournals,
}
