import { isOwnMachine } from '#server/kit/outbound/own-machine.ts'

export interface MailLine {
  /** As the library that speaks there takes it. */
  url: string
  /** Nothing is said, least of all a password, before the line is encrypted. */
  mustEncrypt: boolean
}

/**
 * STARTTLS is an offer that whoever sits in between can leave out. Beyond this machine it is asked
 * for all the same, unless the address ends in `?encryption=none`.
 */
export function mailLine(url: string): MailLine {
  const address = new URL(url)
  const said = address.searchParams.get('encryption')
  if (said === null) return { url, mustEncrypt: !isOwnMachine(url) }
  address.searchParams.delete('encryption')
  return { url: address.href, mustEncrypt: said !== 'none' }
}
