import type { JobKinds } from '../parsing/job.ts'
import { compose, inspect } from './compose.ts'

/** What parsers do for documents: inspect a file, and make one PDF of several. */
export const documentJobs = {
  inspect: async ([file]) => ({ facts: await inspect(file!), files: [] }),
  compose: async (files) => ({ facts: undefined, files: [await compose(files)] }),
} satisfies JobKinds
