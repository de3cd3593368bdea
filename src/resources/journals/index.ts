import type { Api } from '../../resource/resource.ts'
import { accruals } from './accruals.ts'
import { draftEntriesController, journalBooking } from './booking.ts'
import { draftEntries } from './draft-entries.ts'
import { journals } from './journals.ts'

export const journalsApi: Api = {
  name: 'journals',
  title: 'Journals',
  prefix: '/journalsapi',
  version: '15.0.1',
  style: 'problem',
  resources: [accruals, draftEntries, draftEntriesController, journalBooking, journals],
}
