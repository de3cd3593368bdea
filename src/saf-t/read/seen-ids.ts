import { createHash } from 'node:crypto'

/** Numbers in a page, which has 8 kB of bits. */
const PAGE = 65_536

/**
 * Remembers identifiers in little memory: a bit for a whole number of up to nine digits, some 30 bytes for the digest
 * of any other text.
 */
export class SeenIds {
  readonly #pages = new Map<number, Uint8Array>()
  #digests = new Digests(1024)

  /** @returns whether it is new. */
  add(id: string): boolean {
    return /^(?:0|[1-9]\d{0,8})$/.test(id) ? this.#addNumber(Number(id)) : this.#addDigest(id)
  }

  #addNumber(number: number): boolean {
    const key = Math.floor(number / PAGE)
    let page = this.#pages.get(key)
    if (!page) this.#pages.set(key, (page = new Uint8Array(PAGE / 8)))
    const [at, bit] = [(number % PAGE) >> 3, 1 << (number & 7)]
    if (page[at]! & bit) return false
    page[at]! |= bit
    return true
  }

  #addDigest(id: string): boolean {
    if (this.#digests.isFull()) this.#digests = this.#digests.larger()
    return this.#digests.add(createHash('sha256').update(id).digest())
  }
}

/** Words kept of a digest: 128 bits, in which two different texts never agree. */
const WORDS = 4

/** A table of digests with open addressing; a slot of zeros is free. */
class Digests {
  readonly #slots: number
  readonly #words: Int32Array
  #used = 0

  constructor(slots: number) {
    this.#slots = slots
    this.#words = new Int32Array(slots * WORDS)
  }

  isFull(): boolean {
    return this.#used * 4 > this.#slots * 3
  }

  larger(): Digests {
    const larger = new Digests(this.#slots * 2)
    for (let slot = 0; slot < this.#slots; slot += 1) {
      const words = this.#words.subarray(slot * WORDS, (slot + 1) * WORDS)
      if (words.some((word) => word !== 0)) larger.#put(words)
    }
    return larger
  }

  /** @returns whether it is new. */
  add(digest: Buffer): boolean {
    return this.#put(Int32Array.from({ length: WORDS }, (_, word) => digest.readInt32LE(word * 4)))
  }

  #put(digest: Int32Array): boolean {
    for (let slot = (digest[0]! >>> 0) % this.#slots; ; slot = (slot + 1) % this.#slots) {
      const words = this.#words.subarray(slot * WORDS, (slot + 1) * WORDS)
      if (words.every((word, at) => word === digest[at])) return false
      if (words.some((word) => word !== 0)) continue
      words.set(digest)
      this.#used += 1
      return true
    }
  }
}
