import { letIntoSandbox } from '../access/issue.ts'
import type { Executor, Transaction } from '../database/connection.ts'
import { SNAPSHOT_BRANCHES_MAX, SNAPSHOTS_MAX } from '../limits.ts'
import { holdLine, noteInLine } from './sandbox-lines.ts'

/** Bytes that a snapshot may take where nobody says how many. */
const BYTES_MAX = 1_000_000_000

/** Why a snapshot is not taken, brought back or branched, by the codes of the functions that say so. */
const REFUSALS = {
  DBS01: 'SandboxOnly',
  DBS02: 'SandboxBusy',
  DBS03: 'SnapshotsNotPossible',
  DBS04: 'SnapshotsTooMany',
  DBS05: 'SnapshotTooLarge',
  DBS06: 'SnapshotOutdated',
  DBS07: 'SnapshotBranchesTooMany',
} as const

/** A snapshot is refused; `reason` is a code of the service. */
export class SnapshotRefused extends Error {
  readonly reason: (typeof REFUSALS)[keyof typeof REFUSALS]

  constructor(reason: SnapshotRefused['reason']) {
    super(reason)
    this.reason = reason
  }
}

async function asked<Answer>(executor: Executor, call: string, values: (string | number)[]): Promise<Answer> {
  try {
    const [row] = await executor.rows<{ answer: Answer }>(`SELECT ${call} AS answer`, values)
    return row!.answer
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (Object.hasOwn(REFUSALS, code)) throw new SnapshotRefused(REFUSALS[code as keyof typeof REFUSALS])
    throw error
  }
}

/** Keeps the books of a sandbox as they are now. @returns the snapshot's number. @throws SnapshotRefused */
export const takeSnapshot = (
  executor: Executor,
  agreement: number,
  name: string,
  bytesMax = BYTES_MAX,
): Promise<number> => asked(executor, 'take_snapshot($1, $2, $3, $4)', [agreement, name, SNAPSHOTS_MAX, bytesMax])

/**
 * Brings the books of a sandbox back as a snapshot has them, whole or not at all. Grants, webhooks and deliveries stay
 * as they are.
 * @returns whether there is such a snapshot. @throws SnapshotRefused
 */
export const restoreSnapshot = (executor: Executor, agreement: number, number: number): Promise<boolean> =>
  asked(executor, 'restore_snapshot($1, $2)', [agreement, number])

/** The way into a sandbox that was made. */
export interface Branch {
  agreementNumber: number
  appSecretToken: string
  agreementGrantToken: string
}

/**
 * Makes another sandbox of a snapshot, and lets an app of its own in.
 * @param hourly how many sandboxes may be made of its line in an hour; left out, any number.
 * @returns undefined where there is no such snapshot. @throws SnapshotRefused @throws SandboxesTooMany
 */
export async function branchSnapshot(
  transaction: Transaction,
  agreement: number,
  number: number,
  hourly?: number,
): Promise<Branch | undefined> {
  const line = await holdLine(transaction, agreement, hourly)
  const made = await asked<number | null>(transaction, 'branch_snapshot($1, $2, $3)', [
    agreement,
    number,
    SNAPSHOT_BRANCHES_MAX,
  ])
  if (made === null) return undefined
  await noteInLine(transaction, line, made)
  const { appSecretToken, agreementGrantToken } = await letIntoSandbox(transaction, made, 'Sandbox')
  return { agreementNumber: made, appSecretToken, agreementGrantToken }
}
