import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The host of webhooks that `daybook webhooks forward` receives: it is looked up nowhere. A service calls it only for a sandbox, only at the port on this
 * machine that its own data directory names, and only with the very certificate that stands there. Who can write that has the service in hand anyway.
 */
export const FORWARD_HOST = 'forward.localhost'
/** The same in SQL, for a url that is otherwise good, with the spellings of a host: letters of either case, a dot at its end. */
export const IS_FORWARDED = (url: string): string => String.raw`${url} ~* '^https://forward\.localhost\.?([/?#:]|$)'`

/** Where webhooks are received: on 127.0.0.1. */
export interface Forwarding {
  port: number
  /** What it answers with, PEM. Its key never leaves the process that receives. */
  certificate: string
}

const fileIn = (data: string): string => join(data, 'forward.json')

/** Tells the services of a data directory where to send. @returns what takes that back. */
export async function announce(data: string, forwarding: Forwarding): Promise<() => Promise<void>> {
  const file = fileIn(data)
  const written = `${file}.${process.pid}`
  await mkdir(data, { recursive: true })
  // Without the key there is nothing to hide, and the service may run as another user.
  await writeFile(written, JSON.stringify(forwarding), { mode: 0o644 })
  await rename(written, file)
  return async () => {
    const current = await forwardingIn(data)
    if (current?.certificate === forwarding.certificate) await rm(file, { force: true })
  }
}

/** Where the webhooks of sandboxes are received now; undefined where nobody does. */
export async function forwardingIn(data: string): Promise<Forwarding | undefined> {
  try {
    const { port, certificate } = JSON.parse(await readFile(fileIn(data), 'utf8')) as Partial<Forwarding>
    return typeof port === 'number' && typeof certificate === 'string' ? { port, certificate } : undefined
  } catch {
    return undefined
  }
}
