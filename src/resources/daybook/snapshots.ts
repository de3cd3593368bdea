import { AccessError } from '../../access/issue.ts'
import { TEMPLATES } from '../../companies/create.ts'
import { SandboxesTooMany } from '../../companies/sandbox-lines.ts'
import { resetSandboxIn } from '../../companies/sandboxes.ts'
import { branchSnapshot, restoreSnapshot, SnapshotRefused, takeSnapshot } from '../../companies/snapshots.ts'
import { ApiError } from '../../errors/catalogue.ts'
import { SANDBOXES_HOURLY } from '../../limits.ts'
import { instant, int32, objects, text } from '../../resource/fields.ts'
import type { ActionOperation, QueryOperation, Settings, Work } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'
import { instantText } from '../../workshop/clock/clock.ts'
import { sandboxOf } from './sandbox-only.ts'

/** How many sandboxes may be made of a line in an hour. */
const hourlyOf = ({ sandboxesHourlyMax = SANDBOXES_HOURLY }: Settings): number => sandboxesHourlyMax

/** Does it, and tells why it cannot be done as the service does. @throws ApiError */
async function told<Done>(property: string, work: () => Promise<Done>): Promise<Done> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SnapshotRefused) throw new ApiError({ code: error.reason, property })
    if (error instanceof SandboxesTooMany) throw new ApiError({ code: 'SandboxesTooMany', property: 'agreement' })
    if (!(error instanceof AccessError)) throw error
    const message = 'Somebody else has reset the sandbox a moment ago.'
    throw new ApiError({ code: 'SandboxBusy', property: 'agreement', message })
  }
}

const notFound = (): ApiError => new ApiError({ code: 'NotFound', property: 'number' })

const number = int32().present().describe('The number of the snapshot')

const list: QueryOperation = {
  kind: 'query',
  method: 'GET',
  path: '/snapshots',
  summary: 'The snapshots of the sandbox',
  codes: ['SandboxOnly'],
  answer: {
    items: objects({
      number,
      name: text(100).present().describe('What it was called'),
      madeAt: instant().present().describe('The moment that it shows, UTC'),
      entries: int32().present().describe('How many booked entries there were'),
      kilobytes: int32().present().describe('What it takes'),
      branches: int32().present().describe('How many sandboxes were made of it'),
      restoredAt: instant().describe('When it was brought back last, UTC'),
    })
      .present()
      .describe('The newest first'),
  },
  statement: (caller) => ({
    text: `SELECT json_build_object('items', coalesce(json_agg(json_build_object('number', s.number, 'name', s.name,
        'madeAt', ${instantText('s.made_at')}, 'entries', s.entries,
        'kilobytes', ceil(s.bytes / 1000.0)::int, 'branches', s.branches,
        'restoredAt', ${instantText('s.restored_at')}) ORDER BY s.number DESC), '[]'::json))::text
      FROM snapshot s WHERE s.agreement = $1`,
    values: [sandboxOf(caller)],
  }),
}

const take: ActionOperation = {
  kind: 'action',
  method: 'POST',
  path: '/snapshots',
  status: 201,
  noDryRun: true,
  summary: 'Keep the books of the sandbox as they are now',
  schema: 'SnapshotCreate',
  body: { name: text(100).required().describe('What to call it') },
  answer: { number },
  async run({ transaction, caller, settings }, { body }) {
    const agreement = sandboxOf(caller)
    const made = await told('agreement', () =>
      takeSnapshot(transaction, agreement, body.name as string, settings.snapshotBytesMax),
    )
    return { status: 201, body: JSON.stringify({ number: made }), location: `/snapshots/${made}` }
  },
}

const restore: ActionOperation = {
  kind: 'action',
  method: 'POST',
  path: '/snapshots/{number}/restore',
  status: 204,
  noDryRun: true,
  summary: 'Bring the books of the sandbox back as they were. Grants, webhooks and what was sent stay as they are',
  async run({ transaction, caller }, { path }) {
    const agreement = sandboxOf(caller)
    const isThere = await told('number', () => restoreSnapshot(transaction, agreement, path.number as number))
    if (!isThere) throw notFound()
    return { status: 204 }
  },
}

/** The branch, with its tokens as they are kept for an Idempotency-Key: encrypted. */
async function sealed({ settings, caller }: Work, tokens: Record<string, string>): Promise<Record<string, string>> {
  const kept: Record<string, string> = {}
  for (const [name, token] of Object.entries(tokens)) kept[name] = await settings.vault.sealed(caller.agreement, token)
  return kept
}

const branch: ActionOperation = {
  kind: 'action',
  method: 'POST',
  path: '/snapshots/{number}/branch',
  status: 200,
  noDryRun: true,
  isSensitive: true,
  reveals: ['appSecretToken', 'agreementGrantToken'],
  summary: 'Make another sandbox of a snapshot, with tokens of its own and without webhooks',
  answer: {
    agreementNumber: int32().present().describe('The number of the new sandbox'),
    appSecretToken: text(120).present().describe('Shown once: it is stored as a hash only'),
    agreementGrantToken: text(120).present().describe('Shown once: it is stored as a hash only'),
  },
  async run(work, { path }) {
    const { transaction, caller, settings } = work
    const agreement = sandboxOf(caller)
    const hourly = hourlyOf(settings)
    const made = await told('number', () => branchSnapshot(transaction, agreement, path.number as number, hourly))
    if (!made) throw notFound()
    const { agreementNumber, ...tokens } = made
    return { status: 200, body: JSON.stringify({ agreementNumber, ...(await sealed(work, tokens)) }) }
  },
}

const remove: ActionOperation = {
  kind: 'action',
  method: 'DELETE',
  path: '/snapshots/{number}',
  status: 204,
  noDryRun: true,
  summary: 'Remove a snapshot; sandboxes that were made of it stay',
  async run({ transaction, caller }, { path }) {
    const rows = await transaction.rows('DELETE FROM snapshot s WHERE s.agreement = $1 AND s.number = $2 RETURNING 1', [
      sandboxOf(caller),
      path.number as number,
    ])
    if (rows.length === 0) throw notFound()
    return { status: 204 }
  },
}

const reset: ActionOperation = {
  kind: 'action',
  method: 'POST',
  path: '/sandbox/reset',
  status: 200,
  noDryRun: true,
  summary: 'Start the sandbox afresh: all its tokens and sessions lead to a new one, and nobody reaches the old',
  schema: 'SandboxReset',
  body: {
    template: text(10).oneOf(TEMPLATES.toSorted()).describe('What it begins with; the demo company where left out'),
  },
  answer: {
    agreementNumber: int32().present().describe('The number of the new sandbox'),
    previousAgreementNumber: int32().present().describe('The number that it had'),
  },
  async run({ transaction, caller, settings }, { body }) {
    const agreement = sandboxOf(caller)
    if (transaction.isAtHome) {
      const message = 'Where agreements are spread over servers, the command sandbox reset does that.'
      throw new ApiError({ code: 'SnapshotsNotPossible', property: 'agreement', message })
    }
    const template = (body.template ?? 'demo') as (typeof TEMPLATES)[number]
    const hourly = hourlyOf(settings)
    const done = await told('agreement', () =>
      resetSandboxIn(transaction, agreement, { template, isSpread: false, hourly }),
    )
    return { status: 200, body: JSON.stringify(done) }
  },
}

/** The books of a sandbox as they were at some moments: to be brought back, or to make other sandboxes of. */
export const snapshots = operations('Snapshots', {
  logsBodies: true,
  isBeyondFaults: true,
  isInGrants: true,
  roles: ['SuperUser'],
  parameters: { number: int32(1).describe('The number of the snapshot') },
  operations: [list, take, restore, branch, remove, reset],
  codes: [
    'NotFound',
    'SandboxBusy',
    'SandboxesTooMany',
    'SandboxOnly',
    'SnapshotBranchesTooMany',
    'SnapshotOutdated',
    'SnapshotsNotPossible',
    'SnapshotsTooMany',
    'SnapshotTooLarge',
  ],
})
