import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectory } from '../../directory.ts'

/**
 * The host of webhooks that `daybook webhooks forward` receives. It is never looked up. A service calls it only for a
 * sandbox, at the port on this machine and with the certificate that its own data directory names. A program that can
 * write there controls the service anyway.
 */
export const FORWARD_HOST = 'forward.localhost'
const FORWARD_PORT = 443

/**
 * Whether a target, its host in the form for comparing, is what `webhooks forward` receives. Another port of that name
 * is none, nor a host that begins with it.
 */
export const isForwarded = ({ host, port }: { host: string; port: number }): boolean =>
  host === FORWARD_HOST && port === FORWARD_PORT

/**
 * SQL, behind a valid url: the same of it, in any spelling: upper or lower case, a dot at the end of the host, the port
 * given, empty or left out.
 */
export const IS_FORWARDED = String.raw`~* '^https://forward\.localhost\.?(:(0{0,2}443)?)?([/?#]|$)'`

/** The receiver of forwarded webhooks, on 127.0.0.1. */
export interface Forwarding {
  port: number
  /** The certificate of the receiver, PEM. Its key never leaves the receiving process. */
  certificate: string
}

const fileIn = (data: string): string => join(data, 'forward.json')

/** Tells the services of a data directory where to send. @returns a function that takes that back. */
export async function announce(data: string, forwarding: Forwarding): Promise<() => Promise<void>> {
  const file = fileIn(data)
  const written = `${file}.${process.pid}`
  await makeDirectory(data)
  // Readable by all: the key is not in it, and the service may run as another user.
  await writeFile(written, JSON.stringify(forwarding), { mode: 0o644 })
  await rename(written, file)
  return async () => {
    const current = await forwardingIn(data)
    if (current?.certificate === forwarding.certificate) await rm(file, { force: true })
  }
}

/** The current receiver of sandboxes' webhooks; undefined if there is none. */
export async function forwardingIn(data: string): Promise<Forwarding | undefined> {
  try {
    const { port, certificate } = JSON.parse(await readFile(fileIn(data), 'utf8')) as Partial<Forwarding>
    return typeof port === 'number' && typeof certificate === 'string' ? { port, certificate } : undefined
  } catch {
    return undefined
  }
}
