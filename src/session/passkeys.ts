import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { openAgreements, type SignedIn, type SigningBrowser } from '../access/console.ts'
import { findPasskey, keepPasskey, usePasskey } from '../access/passkeys.ts'
import { hashToken } from '../access/tokens.ts'
import type { Database } from '../database/connection.ts'
import { ApiError } from '../errors/catalogue.ts'
import { CONSOLE_CHALLENGE_MINUTES } from '../limits.ts'

/** Keeps what is written in a challenge from others. */
export interface Sealer {
  encrypt(agreement: number, text: string): Promise<string>
  decrypt(agreement: number, sealed: string): Promise<string>
}

/** Challenges are of no agreement. */
const NOBODY = 0
/** What a challenge without a session is for. */
const SIGN_IN = 'sign-in'

interface Challenge {
  /** The hash of the session that enrols, or `sign-in`. */
  purpose: string
  /** Milliseconds since 1970. */
  at: number
}

/** The library is loaded with the first passkey: it has more of cryptography than all of the service. */
const library = async () => await import('@simplewebauthn/server')

/**
 * Passkeys of the console (WebAuthn). What the service has to remember of a challenge is in the challenge, sealed by
 * the key of secrets: any node takes the answer.
 */
export class Passkeys {
  private readonly database: Database
  private readonly sealer: Sealer
  private readonly now: () => number

  /** @param now milliseconds since 1970. */
  constructor(database: Database, sealer: Sealer, now: () => number = () => Date.now()) {
    this.database = database
    this.sealer = sealer
    this.now = now
  }

  /** What `startRegistration` of the browser takes. @throws ApiError unless a link has just signed the browser in. */
  async enrolment(token: string, origin: string): Promise<unknown> {
    const agreements = await openAgreements(this.database, token)
    const enrolling = agreements.filter(({ mayEnrol }) => mayEnrol)
    const [first] = enrolling
    if (!first) throw new ApiError({ code: 'ConsoleEnrolmentOver', property: 'passkey' })
    const { generateRegistrationOptions } = await library()
    const who = first.person?.name ?? first.roles.join(', ')
    return await generateRegistrationOptions({
      rpName: 'Daybook',
      rpID: nameOf(origin),
      userName: `${who} (${enrolling.map(({ name }) => name).join(', ')})`.slice(0, 200),
      userDisplayName: who,
      challenge: await this.challenge(hashToken(token)),
      attestationType: 'none',
      // No address and no name is asked for when coming back: the authenticator knows the passkey.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  }

  /** Keeps the passkey that the browser has made. @returns the agreements that it opens. @throws ApiError */
  async enrol(token: string, origin: string, response: object, name: string | undefined): Promise<number[]> {
    const { verifyRegistrationResponse } = await library()
    const purpose = hashToken(token)
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: async (challenge) => (await this.read(challenge, purpose)) !== undefined,
      expectedOrigin: origin,
      expectedRPID: nameOf(origin),
    }).catch(wrong)
    if (!verified) throw wrong()
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    const kept = await keepPasskey(this.database, token, { credential: id, publicKey, counter, transports, name })
    if (kept.length === 0) throw new ApiError({ code: 'ConsoleEnrolmentOver', property: 'passkey' })
    return kept
  }

  /** What `startAuthentication` of the browser takes. */
  async signing(origin: string): Promise<unknown> {
    const { generateAuthenticationOptions } = await library()
    return await generateAuthenticationOptions({
      rpID: nameOf(origin),
      challenge: await this.challenge(SIGN_IN),
      userVerification: 'required',
    })
  }

  /** Signs a browser in by the answer of its passkey. @throws ApiError */
  async open(origin: string, response: object, by: SigningBrowser): Promise<SignedIn> {
    const { id } = response as { id?: unknown }
    const known = typeof id === 'string' ? await findPasskey(this.database, id) : undefined
    if (!known) throw wrong()
    const { credential, publicKey, counter, transports } = known
    const { verifyAuthenticationResponse } = await library()
    let challengedAt: number | undefined
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: async (challenge) => (challengedAt = await this.read(challenge, SIGN_IN)) !== undefined,
      expectedOrigin: origin,
      expectedRPID: nameOf(origin),
      credential: { id: credential, publicKey, counter, transports: transports as AuthenticatorTransport[] },
    }).catch(wrong)
    if (!verified || challengedAt === undefined) throw wrong()
    const opened = await usePasskey(
      this.database,
      { credential, counter: authenticationInfo.newCounter, challengedAt },
      by,
    )
    if (!opened) throw wrong()
    return opened
  }

  private async challenge(purpose: string): Promise<Uint8Array<ArrayBuffer>> {
    const text = JSON.stringify({ purpose, at: this.now() } satisfies Challenge)
    return new Uint8Array(Buffer.from(await this.sealer.encrypt(NOBODY, text), 'hex'))
  }

  /** When the challenge was made; undefined where it is too old, for something else, or not ours. */
  private async read(challenge: string, purpose: string): Promise<number | undefined> {
    const sealed = Buffer.from(challenge, 'base64url').toString('hex')
    const text = await this.sealer.decrypt(NOBODY, sealed).catch(() => '{}')
    const { purpose: meant, at = 0 } = JSON.parse(text) as Partial<Challenge>
    return meant === purpose && this.now() - at < CONSOLE_CHALLENGE_MINUTES * 60_000 ? at : undefined
  }
}

/** Whether browsers keep passkeys of an origin: of names, not of addresses. */
export const hasPasskeys = (origin: string): boolean => !/^[\d.]+$|^\[/.test(new URL(origin).hostname)

/** The name that passkeys of an origin are of. @throws ApiError where it is an address. */
function nameOf(origin: string): string {
  if (hasPasskeys(origin)) return new URL(origin).hostname
  const message = `Passkeys are of a name, and ${origin} has none.`
  throw new ApiError({ code: 'ConsoleOriginRefused', property: 'Host', message })
}

/** What is said of any answer that is not right. @throws ApiError of ours as it is. */
function wrong(error?: unknown): never {
  if (error instanceof ApiError) throw error
  throw new ApiError({ code: 'ConsolePasskeyInvalid', property: 'passkey' })
}
