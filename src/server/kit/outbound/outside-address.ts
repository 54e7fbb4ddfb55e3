import { BlockList, isIPv4, isIPv6 } from 'node:net'

const v4Inside: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  // Multicast, reserved and broadcast.
  ['224.0.0.0', 3],
]

// Only what is handed out to the world is outside; all else of IPv6 is refused with one rule.
const v6World = ['2000::', 3] as const
const v6Inside: readonly (readonly [string, number])[] = [
  // Documentation, Teredo and 6to4, whose addresses carry others in themselves.
  ['2001:db8::', 32],
  ['2001::', 23],
  ['2002::', 16],
  ['3fff::', 20],
]

const insideV4 = new BlockList()
for (const [net, bits] of v4Inside) insideV4.addSubnet(net, bits, 'ipv4')
const worldV6 = new BlockList()
worldV6.addSubnet(...v6World, 'ipv6')
const insideV6 = new BlockList()
for (const [net, bits] of v6Inside) insideV6.addSubnet(net, bits, 'ipv6')
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * Whether an address belongs to the world and not to this machine, its network or its provider.
 * Mapped and translated forms of IPv4 lie outside 2000::/3 and are refused with the rest.
 */
export function isOutside(address: string): boolean {
  if (isIPv4(address)) return !insideV4.check(address, 'ipv4')
  if (!isIPv6(address)) return false
  return worldV6.check(address, 'ipv6') && !insideV6.check(address, 'ipv6')
}

export function isLoopback(address: string): boolean {
  if (isIPv4(address)) return loopback.check(address, 'ipv4')
  return isIPv6(address) && loopback.check(address, 'ipv6')
}
