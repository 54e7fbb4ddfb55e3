/** A mail that came in, as far as it decides where it belongs. */
export interface InboundMail {
  /** Its own name, in angle brackets; made from its bytes where it has none. */
  rfc_id: string
  from: { name: string; address: string }
  /** Everywhere an address of ours may stand: To, Cc, Delivered-To, X-Original-To. */
  recipients: string[]
  subject: string | null
  text: string
  html: string | null
  in_reply_to: string | null
  references: string[]
  /** By their names in small letters; the first of each. */
  headers: Readonly<Record<string, string>>
  attachments: InboundFile[]
  report: MailReport | null
  /** Its report as it came, without the mail that it gives back. */
  raw_report: string | null
}

export interface InboundFile {
  name: string
  bytes: Uint8Array
}

/** What a machine tells of a mail of ours. */
export type MailReport =
  | {
      kind: 'delivery'
      envelope_id: string | null
      /** The returned mail's own name. */
      rfc_id: string | null
      recipients: ReportedAddress[]
    }
  | { kind: 'complaint'; rfc_id: string | null; addresses: string[] }

export interface ReportedAddress {
  address: string
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded'
  code: string | null
  words: string | null
}

type MailHead = Pick<InboundMail, 'headers'>

/** RFC 3834: whoever writes by itself is kept, never unread and never answered. */
export function isMachine({ headers }: MailHead): boolean {
  if (isAutomatic({ headers })) return true
  // Of a list is what people write to it as well: the office’s own address may be one.
  if (/^\s*(bulk|junk|auto_reply)\b/i.test(headers.precedence ?? '')) return true
  return headers['return-path']?.trim() === '<>' || headers['x-autoreply'] !== undefined
}

function isAutomatic({ headers }: MailHead): boolean {
  const submitted = headers['auto-submitted']?.trim().toLowerCase()
  return Boolean(submitted) && submitted !== 'no'
}

/**
 * A mail that came back in plain words, as old servers send them: from nobody, and no answer of a
 * machine. It says nothing that a program could read, only that it came back.
 */
export function isPlainBounce({
  headers,
  from,
  report,
}: Pick<InboundMail, 'headers' | 'from' | 'report'>): boolean {
  if (report !== null || headers['return-path']?.trim() !== '<>') return false
  // It was read.
  if (/report-type="?disposition-notification/i.test(headers['content-type'] ?? '')) return false
  if (headers['x-failed-recipients'] !== undefined) return true
  if (/^(mailer-daemon|postmaster)@/.test(from.address)) return true
  // Who is away answers from nobody, too, so that no machine answers back.
  if (isAutomatic({ headers }) || headers['x-auto-response-suppress'] !== undefined) return false
  const isOfMany = /^\s*(bulk|junk|list|auto_reply)\b/i.test(headers.precedence ?? '')
  return !isOfMany && headers['x-autoreply'] === undefined
}

/** The receiving server says that it may be from anybody. */
export function isUnverified({ headers }: Pick<InboundMail, 'headers'>): boolean {
  return /\b(spf|dkim|dmarc)=(hard)?fail\b/i.test(headers['authentication-results'] ?? '')
}

/**
 * The receiving server knows that it is from this domain: a check passed, and what passed it is of
 * the domain. Who writes as somebody else passes the checks of their own. Without a word of that
 * server nobody knows; and whoever sends can write such words too, which only a server that signs
 * them with its own name takes out.
 */
export function isProvenFrom(
  { headers }: Pick<InboundMail, 'headers'>,
  { domain, checkedBy = '' }: { domain: string; checkedBy?: string | undefined },
): boolean {
  const told = (headers['authentication-results'] ?? '').replace(/\([^()]*\)/g, ' ')
  const [signature = '', ...results] = told.split(';')
  const [server = ''] = signature.trim().toLowerCase().split(/\s/)
  if (checkedBy === '' || server !== checkedBy.toLowerCase()) return false
  return results.some((result) => {
    const passed = /^\s*(?:spf|dkim|dmarc)\s*=\s*pass\b(.*)$/is.exec(result)?.[1]
    if (passed === undefined) return false
    if (/\bsmtp\.helo=/i.test(passed) && !/\bsmtp\.mailfrom=/i.test(passed)) return false
    const names = passed.matchAll(/\b(?:smtp\.mailfrom|header\.(?:d|i|from))\s*=\s*"?([^\s";]+)/gi)
    const domains = [...names].map(([, name = '']) => name.toLowerCase().split('@').at(-1) ?? '')
    return domains.every((one) => one === domain || one.endsWith(`.${domain}`))
  })
}

/** Names of messages in the order in which they are to be looked for. */
export function answeredNames({
  in_reply_to,
  references,
}: Pick<InboundMail, 'in_reply_to' | 'references'>): string[] {
  return [...new Set([...(in_reply_to ? [in_reply_to] : []), ...references.toReversed()])]
}
