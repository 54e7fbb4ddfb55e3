import type { InboundMail } from './inbound-mail.ts'
import { domainOf } from './mail-address.ts'

const ADDRESS = /[^\s<>,;"()]+@[^\s<>,;"()@]+\.[^\s<>,;"()@]+/g
const LONGEST = 254

/**
 * Where whoever wrote wants to be answered, where that is not the address they wrote from, as the form
 * of a website says for its visitor. Never an address of ours, which would have us answer ourselves.
 */
export function replyAddress(
  { headers, from }: Pick<InboundMail, 'headers' | 'from'>,
  ownDomain: string,
): string | null {
  const asked: readonly string[] = (headers['reply-to'] ?? '').toLowerCase().match(ADDRESS) ?? []
  const known = from.address.toLowerCase()
  const fit = asked.find((one) => one.length <= LONGEST && domainOf(one) !== ownDomain)
  return fit === undefined || asked.includes(known) ? null : fit
}
