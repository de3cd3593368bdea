import { api } from './api.ts'
import { type Reading, useTrial } from './reads.ts'
import { type Letter, reminderPaths } from './reminders.ts'
import { isReadOnly } from './session.ts'

/** The letters that would be sent on a day; in the demo nobody asks. */
export const useWould = (date: string): Reading<{ reminders: Letter[] }> =>
  useTrial('POST', reminderPaths.remind, isReadOnly() ? undefined : { date }, String(api.generation.value))
