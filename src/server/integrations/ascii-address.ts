import { domainToASCII } from 'node:url'

/**
 * An address as mail servers compare it: in small letters, its domain in ASCII. Libraries and servers
 * write kōwhai.nz as xn--kwhai-g9a.nz and give it back so.
 */
export function asciiAddress(address: string): string {
  const small = address.toLowerCase()
  const at = small.lastIndexOf('@')
  const domain = domainToASCII(small.slice(at + 1))
  return domain ? `${small.slice(0, at + 1)}${domain}` : small
}
