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
  ClockIsAdvancing: {
    status: 409,
    message: 'The clock is being advanced.',
    hint: 'Wait until that is done, or repeat the POST /clock/advance that was cut off: it goes on.',
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
  SandboxBusy: {
    status: 503,
    message: 'Other programs write to the sandbox at this moment. Nothing was brought back.',
    hint: 'Send it again in a moment, or stop the programs that write.',
  },
  SandboxRestored: {
    status: 409,
    message: 'A snapshot of the sandbox was brought back while the request was carried out. Nothing was written.',
    hint: 'Read what you write to again, and send it again.',
  },
  SnapshotsNotPossible: {
    status: 409,
    message: 'The database of this service keeps no snapshots.',
    hint: 'Have a superuser of the server run, once: GRANT SET ON PARAMETER session_replication_role TO the owner of the tables. Where Citus spreads the agreements, there are none.',
  },
  SnapshotsTooMany: {
    status: 409,
    message: 'The sandbox has 10 snapshots, and cannot have more.',
    hint: 'Delete one first.',
  },
  SnapshotTooLarge: {
    status: 409,
    message: 'The sandbox is too large for a snapshot.',
    hint: 'Delete documents and files that you do not need, or ask the operator for more (DAYBOOK_SNAPSHOT_MEGABYTES).',
  },
  SnapshotOutdated: {
    status: 409,
    message: 'The snapshot was taken by an older version of the service, whose tables were others.',
    hint: 'Take another one, and delete this one.',
  },
  SnapshotBranchesTooMany: {
    status: 409,
    message: 'The snapshot has 20 branches, and cannot have more.',
    hint: 'Take another snapshot, and branch that.',
  },
  SandboxesTooMany: {
    status: 409,
    message: 'Too many sandboxes were made of this one, or of those that it comes from, within the last hour.',
    hint: 'Go back by a snapshot, wait, or ask the operator for more (DAYBOOK_SANDBOXES_HOURLY).',
  },
} satisfies Record<string, ErrorEntry>
