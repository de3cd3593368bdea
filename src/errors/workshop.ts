import type { ErrorEntry } from './entry.ts'

/** Codes of what sandboxes can do beside what companies do. */
export const workshopErrors = {
  SandboxOnly: {
    status: 403,
    message: 'Only a sandbox lets you do that.',
    hint: 'Make a sandbox, and use its tokens: daybook sandbox',
  },
  RequestNotReplayable: {
    status: 400,
    message: 'What the request sent was not kept whole.',
    hint: 'Send it yourself; daybook logs --curl ID prints what is known of it.',
  },
} satisfies Record<string, ErrorEntry>
