import { ApiError } from '../../errors/catalogue.ts'
import {
  CREATE_BYTES,
  CREATE_WAIT_MILLISECONDS,
  CREATES_BYTES_MAX,
  CREATES_BYTES_MAX_OF_AGREEMENT,
} from '../../limits.ts'

/** How much may wait, in bytes, and how long, in milliseconds. */
export interface WaitingBounds {
  ofAgreement: number
  ofAll: number
  milliseconds: number
}

const BOUNDS: WaitingBounds = {
  ofAgreement: CREATES_BYTES_MAX_OF_AGREEMENT,
  ofAll: CREATES_BYTES_MAX,
  milliseconds: CREATE_WAIT_MILLISECONDS,
}

/**
 * Bounds the creates that a node holds at once: while its database answers slowly or not at all, more keep coming. No
 * agreement can take all of the room.
 */
export class WaitingRoom {
  readonly milliseconds: number
  private readonly bounds: WaitingBounds
  private readonly held = new Map<number, number>()
  private all = 0

  constructor(bounds: WaitingBounds = BOUNDS) {
    this.bounds = bounds
    this.milliseconds = bounds.milliseconds
  }

  /** Lets a create in whose body has so many bytes. @throws ApiError 503 when there is no room for it. */
  enter(agreement: number, bytes: number): void {
    const weight = bytes + CREATE_BYTES
    const ofAgreement = (this.held.get(agreement) ?? 0) + weight
    if (ofAgreement > this.bounds.ofAgreement || this.all + weight > this.bounds.ofAll) {
      throw unavailable('Too many creates wait to be written; this one was not.')
    }
    this.held.set(agreement, ofAgreement)
    this.all += weight
  }

  /** Lets one out that was let in. */
  leave(agreement: number, bytes: number): void {
    const weight = bytes + CREATE_BYTES
    const left = this.held.get(agreement)! - weight
    if (left > 0) this.held.set(agreement, left)
    else this.held.delete(agreement)
    this.all -= weight
  }
}

/** The error of a create that has waited too long: it was not written or, where its write has begun, perhaps was. */
export function waitedTooLong(isBegun: boolean): ApiError {
  return unavailable(
    isBegun
      ? 'The database takes too long; whether the item was created, only a repeat under the same Idempotency-Key can tell.'
      : 'The creates before this one take too long; it was not written.',
  )
}

const unavailable = (message: string): ApiError =>
  new ApiError({ code: 'Unavailable', property: 'request', message }, { 'retry-after': '1' })
