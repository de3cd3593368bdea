import { BlockList, isIPv4 } from 'node:net'

/**
 * IPv4 networks that are not the public internet (IANA's special-purpose registry), and addresses that only look
 * public.
 */
const INSIDE_V4: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8], // this network, unspecified
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // Azure's own services, reached from each of its machines
  ['169.254.0.0', 16], // link-local, with the metadata services of clouds
  ['172.16.0.0', 12],
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays, deprecated
  ['192.168.0.0', 16],
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
]

/**
 * Parts of the global unicast space that are not public: each either contains an IPv4 address or leads nowhere public.
 */
const INSIDE_V6: readonly [network: string, prefix: number][] = [
  ['2001::', 23], // protocol assignments: Teredo, benchmarks, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, deprecated
  ['3fff::', 20], // documentation
]

const inside = new BlockList()
for (const [network, prefix] of INSIDE_V4) inside.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of INSIDE_V6) inside.addSubnet(network, prefix, 'ipv6')

/**
 * The public space of IPv6. Loopback, mapped, unique local, link-local, site-local and multicast addresses lie outside
 * it.
 */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** RFC 6052: a network without IPv4 reaches IPv4 addresses through these. */
const translated = new BlockList()
translated.addSubnet('64:ff9b::', 96, 'ipv6')

/**
 * Whether webhooks never go to an address: private, loopback, link-local, shared, multicast, reserved.
 * @param address an IPv4 or IPv6 address as `dns.lookup` or `URL` write it, without brackets or zone.
 */
export function isInside(address: string): boolean {
  if (isIPv4(address)) return inside.check(address, 'ipv4')
  if (translated.check(address, 'ipv6')) return inside.check(lastFourBytes(address), 'ipv4')
  return !globalUnicast.check(address, 'ipv6') || inside.check(address, 'ipv6')
}

/** The IPv4 address at the end of an IPv6 one of `translated`. */
function lastFourBytes(address: string): string {
  // URL writes IPv6 in one form only: hexadecimal, without the longest run of zeros.
  const { hostname } = new URL(`http://[${address}]/`)
  const [high, low] = `0:0:${hostname.slice(1, -1).split('::')[1]}`
    .split(':')
    .slice(-2)
    .map((group) => Number.parseInt(group || '0', 16))
  return [high! >> 8, high! & 255, low! >> 8, low! & 255].join('.')
}
