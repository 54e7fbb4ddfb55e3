import type { Address, Attachment, Email } from 'postal-mime'
import { beginningOf } from '#domain/kit/storable.ts'
import type { InboundFile, InboundMail, MailReport } from '#domain/messaging/inbound-mail.ts'
import { complaintReport, deliveryReport, returnedName } from '#domain/messaging/mail-report.ts'
import { sha256 } from '#server/identity/digest.ts'

const MOST_WORDS = 200_000
const MOST_HTML = 2_000_000
const MOST_REPORTED = 16_000
// RFC 5322 has no longer line, and an index no longer entry.
const LONGEST_NAME = 990

/** A mail from its bytes, whatever wrote them. Its libraries come with the first one. */
export async function parseMail(raw: Buffer): Promise<InboundMail> {
  const [{ default: PostalMime }, { cleanHtml, textOfHtml }] = await Promise.all([
    import('postal-mime'),
    import('./mail-clean.ts'),
  ])
  const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true })
  const headers = headersOf(mail)
  const report = reportOf(mail, headers)
  const written = mail.html?.slice(0, MOST_HTML).replaceAll('\0', '')
  const html = written ? cleanHtml(written) : null
  const text = mail.text?.trim() || (written ? textOfHtml(written) : '')
  return {
    rfc_id: namesIn(mail.messageId)[0] ?? nameOfBytes(raw),
    from: oneOf(mail.from) ?? oneOf(mail.sender) ?? { name: '', address: '' },
    recipients: recipientsOf(mail, headers),
    subject: beginningOf(oneLine(mail.subject) ?? '', 200) || null,
    text: beginningOf(text, MOST_WORDS).replaceAll('\0', ''),
    html,
    in_reply_to: namesIn(mail.inReplyTo)[0] ?? null,
    references: namesIn(mail.references).slice(-50),
    headers,
    attachments: report ? [] : mail.attachments.flatMap(fileOf),
    report,
    raw_report: report ? rawReport(mail, text) : null,
  }
}

const nameOfBytes = (raw: Buffer) => `<${sha256(raw.toString('latin1')).toString('hex')}@none>`

/** What can be told of a mail that no program understands: what its bytes begin with. */
export function unreadableMail(raw: Buffer): InboundMail {
  const begin = raw.subarray(0, 20_000).toString('latin1').replaceAll('\0', '')
  const [, sender = ''] = /^from:[^\n]*?([\w.+-]{1,64}@[\w.-]{1,180})/im.exec(begin) ?? []
  return {
    rfc_id: nameOfBytes(raw),
    from: { name: '', address: sender.toLowerCase() },
    recipients: [],
    subject: 'A mail that could not be read',
    text: `This mail could not be read. It begins:\n\n${begin.slice(0, 10_000)}`,
    html: null,
    in_reply_to: null,
    references: [],
    headers: {},
    attachments: [],
    report: null,
    raw_report: null,
  }
}

const oneLine = (text: string | undefined) => text?.replace(/[\r\n\0]+/g, ' ').trim()

function headersOf({ headers }: Email): Record<string, string> {
  const first: Record<string, string> = {}
  for (const { key, value } of headers) first[key] ??= value
  return first
}

function oneOf(address: Address | undefined): { name: string; address: string } | null {
  if (!address) return null
  const [one] = address.group ?? [address]
  if (!one?.address) return null
  return { name: oneLine(one.name) ?? '', address: (oneLine(one.address) ?? '').toLowerCase() }
}

function recipientsOf({ to = [], cc = [] }: Email, headers: Record<string, string>): string[] {
  const listed = [...to, ...cc].flatMap((one) => one.group ?? [one])
  const traced = [headers['delivered-to'], headers['x-original-to']]
  const all = [...listed.map(({ address }) => address), ...traced]
  return [...new Set(all.flatMap((one) => (one ? [one.trim().toLowerCase()] : [])))]
}

const namesIn = (text: string | undefined) =>
  text?.match(/<[^<>\s\0]+>/g)?.filter(({ length }) => length <= LONGEST_NAME) ?? []

const textOf = ({ content }: Attachment) =>
  typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)).toString('utf8')

function fileOf(attachment: Attachment): InboundFile[] {
  const { filename, content, disposition } = attachment
  // What is shown inside the words is part of them, and is not shown: remote or not, no pictures.
  if (!filename && disposition !== 'attachment') return []
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
  return [{ name: beginningOf(oneLine(filename ?? undefined) ?? '', 200) || 'attachment', bytes }]
}

// RFC 6533 has names of its own for reports in all letters.
const statusParts = ['message/delivery-status', 'message/global-delivery-status']
const headParts = ['text/rfc822-headers', 'message/global-headers']
const returnedParts = ['message/rfc822', 'message/global', ...headParts]
const toldParts = [...statusParts, 'message/feedback-report', ...headParts]

/** What the other server wrote; of the mail that it gives back, the headers at most. */
function rawReport({ attachments }: Email, text: string): string {
  const parts = attachments.filter(({ mimeType }) => toldParts.includes(mimeType))
  const all = [text, ...parts.map(textOf)].map((one) => one.trim()).filter(Boolean)
  return all.join('\n\n').replaceAll('\0', '').slice(0, MOST_REPORTED)
}

function reportOf({ attachments }: Email, headers: Record<string, string>): MailReport | null {
  const type = headers['content-type'] ?? ''
  if (!/^multipart\/report\b/i.test(type)) return null
  const part = (...types: string[]) => attachments.find(({ mimeType }) => types.includes(mimeType))
  const returned = part(...returnedParts)
  const rfc_id = returned ? returnedName(textOf(returned)) : null
  const feedback = part('message/feedback-report')
  if (feedback) return complaintReport(textOf(feedback), rfc_id)
  const status = part(...statusParts)
  if (status) return deliveryReport(textOf(status), rfc_id)
  // It says what it is, and has nothing in it that tells more.
  return /\breport-type\s*=\s*"?delivery-status\b/i.test(type) ? deliveryReport('', rfc_id) : null
}
