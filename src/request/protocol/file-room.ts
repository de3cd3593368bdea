import { ApiError } from '../../errors/catalogue.ts'
import { FILES_BYTES_MAX, FILES_BYTES_MAX_OF_AGREEMENT, FILES_WAIT_MILLISECONDS } from '../../limits.ts'

interface Waiting {
  agreement: number
  bytes: number
  enter(): void
}

/** How many bytes of files there may be at once, and how long one waits for its share, in milliseconds. */
export interface FileBounds {
  ofAgreement: number
  ofAll: number
  milliseconds: number
}

const BOUNDS: FileBounds = {
  ofAgreement: FILES_BYTES_MAX_OF_AGREEMENT,
  ofAll: FILES_BYTES_MAX,
  milliseconds: FILES_WAIT_MILLISECONDS,
}

/**
 * Bounds the files that a process holds at once, in bytes. A request that finds no room waits, unread, until others are
 * done. No agreement can take all of the room, so none waits for the slow senders of another.
 */
export class FileRoom {
  private readonly bounds: FileBounds
  private readonly held = new Map<number, number>()
  private readonly waiting: Waiting[] = []
  private all = 0

  constructor(bounds: FileBounds = BOUNDS) {
    this.bounds = bounds
  }

  /**
   * Waits for room for so many bytes. @returns what gives it back, once. @throws ApiError 503 where there is none in
   * time.
   */
  async take(agreement: number, bytes: number): Promise<() => void> {
    const isNext = !this.waiting.some((one) => one.agreement === agreement)
    if (!isNext || !this.hasRoom(agreement, bytes)) await this.wait(agreement, bytes)
    else this.hold(agreement, bytes)
    let isHeld = true
    return () => {
      if (isHeld) this.hold(agreement, -bytes)
      isHeld = false
      this.admit()
    }
  }

  private hasRoom(agreement: number, bytes: number): boolean {
    const own = this.held.get(agreement) ?? 0
    // A file larger than a share has the share to itself.
    return (
      (own === 0 || own + bytes <= this.bounds.ofAgreement) && (this.all === 0 || this.all + bytes <= this.bounds.ofAll)
    )
  }

  private hold(agreement: number, bytes: number): void {
    const own = (this.held.get(agreement) ?? 0) + bytes
    if (own > 0) this.held.set(agreement, own)
    else this.held.delete(agreement)
    this.all += bytes
  }

  private async wait(agreement: number, bytes: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const one: Waiting = {
        agreement,
        bytes,
        enter: () => {
          clearTimeout(late)
          resolve()
        },
      }
      const late = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(one), 1)
        const message = 'Too many files are under way; this one was not read.'
        reject(new ApiError({ code: 'Unavailable', property: 'request', message }, { 'retry-after': '1' }))
        this.admit()
      }, this.bounds.milliseconds)
      this.waiting.push(one)
    })
  }

  /** Lets in, of each agreement that has room, those that have waited longest. */
  private admit(): void {
    const full = new Set<number>()
    for (const one of [...this.waiting]) {
      if (full.has(one.agreement)) continue
      if (!this.hasRoom(one.agreement, one.bytes)) {
        full.add(one.agreement)
        continue
      }
      this.waiting.splice(this.waiting.indexOf(one), 1)
      this.hold(one.agreement, one.bytes)
      one.enter()
    }
  }
}
