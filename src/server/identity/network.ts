import { isIPv6 } from 'node:net'

/**
 * Where somebody comes from, as limits count it. A household or an office has one IPv4 address, or
 * a /64 of IPv6 with more addresses than anybody could count: that whole subnet is one place.
 */
export function networkOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [address = ''] = plain.split('%')
  const [head = '', tail = ''] = address.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  const groups = address.includes('::') ? [...front, ...zeros, ...back] : front
  const subnet = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${subnet.join(':')}::/64`
}
