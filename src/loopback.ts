import { isIPv4 } from 'node:net'

/** Whether a host, as a URL has it, is the machine itself: by name or address, not by how it begins. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))
