import { newMessageId, type StoredMail } from './post-office.ts'

/** A header of a mail, unfolded; the first of its name. */
export function headerIn(raw: string, name: string): string | null {
  const head = raw.split(/\r?\n\r?\n/, 1)[0]?.replace(/\r?\n[ \t]+/g, ' ') ?? ''
  const lower = `${name.toLowerCase()}:`
  const line = head.split(/\r?\n/).find((one) => one.toLowerCase().startsWith(lower))
  return line ? line.slice(lower.length).trim() : null
}

/** The rest of the headers, as a report gives them back. */
const headOf = (raw: string) => raw.split(/\r?\n\r?\n/, 1)[0] ?? ''

const encoded = (text: string) =>
  /^[ -~]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`

const wrapped = (text: string) =>
  Buffer.from(text)
    .toString('base64')
    .replace(/.{1,76}/g, '$&\r\n')

export interface Letter {
  from: string
  to: string
  subject: string
  text: string
  headers?: Record<string, string>
}

/** A mail of plain words. */
export function letter({ from, to, subject, text, headers = {} }: Letter): string {
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${encoded(subject)}`,
    ...(headers['Message-ID'] ? [] : [`Message-ID: ${newMessageId(from.replace(/>$/, ''))}`]),
    `Date: ${new Date().toUTCString()}`,
    ...more,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    wrapped(text),
  ].join('\r\n')
}

/** What a customer writes back, as mail programs do it. */
export function answerTo(mail: StoredMail, text: string): Letter {
  const name = headerIn(mail.raw, 'Message-ID') ?? ''
  const before = headerIn(mail.raw, 'References') ?? ''
  const subject = decoded(headerIn(mail.raw, 'Subject') ?? '')
  return {
    from: mail.envelope_to,
    to: headerIn(mail.raw, 'Reply-To') ?? headerIn(mail.raw, 'From') ?? mail.envelope_from,
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    text,
    headers: { 'In-Reply-To': name, References: `${before} ${name}`.trim() },
  }
}

export function decoded(text: string): string {
  return text.replace(/=\?utf-8\?(b|q)\?([^?]*)\?=\s*/gi, (_all, kind: string, words: string) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(words, 'base64').toString()
      : Buffer.from(
          words
            .replaceAll('_', ' ')
            .replace(/=([0-9A-F]{2})/gi, (_one, hex: string) =>
              String.fromCharCode(Number.parseInt(hex, 16)),
            ),
          'latin1',
        ).toString(),
  )
}

/** RFC 3464: it could not be delivered, or is late; behind an alias, by another address. */
export function bounceOf(
  mail: StoredMail,
  { status = '5.1.1', action = 'failed', recipient = mail.envelope_to } = {},
): string {
  const envelope = mail.envelope_id ? [`Original-Envelope-Id: ${mail.envelope_id}`] : []
  return report(mail, 'delivery-status', 'message/delivery-status', [
    'Reporting-MTA: dns; mx.customers.example',
    ...envelope,
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; 550 ${status} The double says so`,
  ])
}

/** It came back from a server that knows no reports. */
export function plainBounceOf(mail: StoredMail): string {
  return letter({
    from: 'Mail Delivery <mailer-daemon@customers.example>',
    to: mail.envelope_from,
    subject: 'failure notice',
    text: `Sorry, it could not be delivered to ${mail.envelope_to}.`,
  })
}

/** RFC 5965: the reader pressed the button that says junk. */
export function complaintOf(mail: StoredMail): string {
  return report(mail, 'feedback-report', 'message/feedback-report', [
    'Feedback-Type: abuse',
    'User-Agent: The double/1.0',
    'Version: 1',
    `Original-Rcpt-To: ${mail.envelope_to}`,
  ])
}

function report(mail: StoredMail, kind: string, type: string, facts: readonly string[]): string {
  const boundary = `=_${mail.id}`
  return [
    'From: Mail Delivery <mailer-daemon@customers.example>',
    `To: ${mail.envelope_from}`,
    'Subject: About your mail',
    `Message-ID: ${newMessageId('customers.example')}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${kind}; boundary="${boundary}"`,
    '',
    `--${boundary}\r\nContent-Type: text/plain\r\n\r\nSomething happened to your mail.\r\n`,
    `--${boundary}\r\nContent-Type: ${type}\r\n\r\n${facts.join('\r\n')}\r\n`,
    `--${boundary}\r\nContent-Type: text/rfc822-headers\r\n\r\n${headOf(mail.raw)}\r\n`,
    `--${boundary}--\r\n`,
  ].join('\r\n')
}
