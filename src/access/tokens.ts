import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new secret of 256 random bits, in base64url: shown once, stored only as its hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * What is stored as the hash of the secret of the app Console, in hex. No secret has it, so nobody calls as the console
 * but by a session.
 */
export const CONSOLE_SECRET_HASH = '00'.repeat(32)

/** What is stored of a token: its SHA-256, in hex. Tokens are random and long, so a plain hash keeps them. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}

/** Whether two hashes are the same, in a time that does not tell where they differ. */
export function sameHash(one: string, two: string): boolean {
  const [left, right] = [Buffer.from(one, 'hex'), Buffer.from(two, 'hex')]
  return left.length === right.length && timingSafeEqual(left, right)
}
