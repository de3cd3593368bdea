import type { Api } from '../../resource/resource.ts'
import { aliases, changed, required, without } from '../../resource/versions.ts'
import { accruals } from './accruals.ts'
import { draftEntriesController, journalBooking } from './booking.ts'
import { draftEntries } from './draft-entries.ts'
import { journals } from './journals.ts'

/** Ours: the name of a journal where the version does not bound it. */
const NAME_UNBOUNDED = 250

/** Specification document 1, Versioning, Journals. */
export const journalsApi: Api = {
  name: 'journals',
  title: 'Journals',
  prefix: '/journalsapi',
  version: '15.0.1',
  style: 'problem',
  groups: [accruals, draftEntries, draftEntriesController, journalBooking, journals],
  older: [
    ...aliases('15.0.0'),
    { version: '14.0.1', differences: [required('DraftEntries', 'voucherNumber', 'JournalVoucherNull')] },
    { version: '14.0.0', differences: [changed('Journals', 'name', (name) => name.atMost(NAME_UNBOUNDED))] },
    { version: '13.0.1', differences: [without('Journals', 'entryTypeRestrictedTo')] },
  ],
}
