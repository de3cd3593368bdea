import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A self-signed certificate and its key, both PEM. */
export interface Pair {
  certificate: string
  key: string
}

// DER (X.690): tag, length, content.
const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const OBJECT_IDENTIFIER = 0x06
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const VERSION = 0xa0
const EXTENSIONS = 0xa3
const DNS_NAME = 0x82

/** Object identifiers, already encoded. */
const ECDSA_WITH_SHA256 = '2a8648ce3d040302'
const COMMON_NAME = '550403'
const SUBJECT_ALTERNATIVE_NAME = '551d11'

/**
 * The longest validity of UTCTime. The key ends with its process; a wrong clock must not end the certificate before.
 */
const VALID = ['200101000000Z', '491231235959Z']

/** Makes a certificate for one host name (RFC 5280; EC key on P-256). Keeps no copy of its key. */
export function makeCertificate(host: string): Pair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const algorithm = der(SEQUENCE, objectIdentifier(ECDSA_WITH_SHA256))
  const name = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, objectIdentifier(COMMON_NAME), der(UTF8_STRING, Buffer.from(host)))),
  )
  const alternatives = der(SEQUENCE, der(DNS_NAME, Buffer.from(host)))
  const extension = der(SEQUENCE, objectIdentifier(SUBJECT_ALTERNATIVE_NAME), der(OCTET_STRING, alternatives))
  // Positive, as RFC 5280 demands: the first bit is 0.
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)])
  const validity = der(SEQUENCE, ...VALID.map((time) => der(UTC_TIME, Buffer.from(time))))
  const signed = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, serial),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, der(SEQUENCE, extension)),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', signed, privateKey)])
  return {
    certificate: pem(der(SEQUENCE, signed, algorithm, der(BIT_STRING, signature))),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content])
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length]
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}

const objectIdentifier = (encoded: string): Buffer => der(OBJECT_IDENTIFIER, Buffer.from(encoded, 'hex'))

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g)!
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
