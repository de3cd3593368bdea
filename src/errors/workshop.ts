import type { ErrorEntry } from './entry.ts'

/** Codes of what sandboxes can do beside what companies do. */
export const workshopErrors = {
  SandboxOnly: {
    status: 403,
    message: 'Only a sandbox lets you do that.',
    hint: 'Make a sandbox, and use its tokens: daybook sandbox',
  },
  ClockCannotGoBack: {
    status: 400,
    message: 'The clock of a sandbox only goes forward.',
    hint: 'Give a later moment; only a snapshot of before leads back.',
  },
  RequestNotReplayable: {
    status: 400,
    message: 'What the request sent was not kept whole.',
    hint: 'Send it yourself; daybook logs --curl ID prints what is known of it.',
  },
  FaultAcrossOrigins: {
    status: 403,
    message: 'A page of another origin ordered a fault.',
    hint: 'Send Daybook-Fault from a program, or from a page of this service; or order it by a plan (PUT /fault-plan).',
  },
  FaultRuleInvalid: {
    status: 400,
    message: 'The rule asks for what its kind cannot have.',
    hint: 'Faults of requests go by operation or path, those of webhooks by eventType; slow and delay have milliseconds.',
  },
} satisfies Record<string, ErrorEntry>
