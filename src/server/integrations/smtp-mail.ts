import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import DKIM from 'nodemailer/lib/dkim'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { DkimKey } from '#server/kit/start/channel-settings.ts'
import { asciiAddress } from './ascii-address.ts'
import type { Mail, MailMessage, MailOutcome, Refused } from './mail.ts'
import { mailLine } from './mail-line.ts'

const stepTimeoutMs = 10_000
const silenceTimeoutMs = 20_000
/** Well below the time a claimed message is left alone. */
const wholeTimeoutMs = 45_000
const keptForMs = 2000

/** Delivers through an SMTP server, and knows whether a failed attempt may have gone through. */
export function smtpMail(url: string, dkim?: DkimKey): Mail {
  return { deliver: (message) => deliver(url, message, dkim) }
}

// A line stays open for the next message of a backlog, which saves it the greeting, the keys and the
// sign-in. Each carries one message at a time: one that is given up takes no other along.
const openLines = new Map<string, Set<Line>>()
type Line = ReturnType<typeof openLine>

function takeLine(url: string): Line {
  const idle = openLines.get(url)
  const [line] = idle ?? []
  if (!line) return openLine(url)
  idle?.delete(line)
  return line
}

function openLine(to: string) {
  const { url, mustEncrypt } = mailLine(to)
  const line = createTransport({
    url,
    requireTLS: mustEncrypt,
    pool: true,
    maxConnections: 1,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    dnsTimeout: stepTimeoutMs,
    socketTimeout: silenceTimeoutMs,
  })
  // One that the other end closes while it is idle is opened again by its next message.
  line.on('error', () => {})
  return line
}

function keepLine(url: string, line: Line): void {
  const idle = openLines.get(url) ?? new Set()
  openLines.set(url, idle.add(line))
  setTimeout(() => {
    if (idle.delete(line)) line.close()
  }, keptForMs).unref()
}

async function deliver(
  url: string,
  message: MailMessage,
  dkim: DkimKey | undefined,
): Promise<MailOutcome> {
  const content = await signed(await compose(message), message, dkim)
  const line = takeLine(url)
  let begun = false
  // Read only once the server has been reached and has let us in.
  const raw = new Readable({
    read() {
      begun = true
      this.push(content)
      this.push(null)
    },
  })
  const tooLong = setTimeout(() => line.close(), wholeTimeoutMs)
  try {
    const { envelope_from } = message
    const envelope = { from: addressOf(envelope_from ?? message.from), to: readersOf(message) }
    // Asked for only where somebody reads what comes back; servers without it leave it out.
    const dsn = envelope_from
      ? { id: envelope_from, return: 'headers' as const, notify: ['failure', 'delay'] }
      : undefined
    const told = await line.sendMail({ envelope, raw, ...(dsn && { dsn }) })
    keepLine(url, line)
    return outcomeOf(message, told.rejectedErrors ?? [])
  } catch (error) {
    line.close()
    const ofAll = error instanceof Error ? Reflect.get(error, 'rejectedErrors') : null
    return Array.isArray(ofAll) ? outcomeOf(message, ofAll) : explain(error, begun)
  } finally {
    clearTimeout(tooLong)
  }
}

/** Nobody gets it twice: whom an earlier try reached is not written to again. */
function readersOf({ to, cc = [], bcc = [], to_reach }: MailMessage): string[] {
  const left = new Set(to_reach)
  const copies = [...cc, ...bcc].filter((one) => !to_reach || left.has(one.toLowerCase()))
  return [...new Set([to, ...copies])]
}

/** It is as far as it got to its first reader; the others have lines of their own. */
function outcomeOf(message: MailMessage, errors: readonly unknown[]): MailOutcome {
  const readers = new Map(readersOf(message).map((one) => [asciiAddress(one), one]))
  const refused = errors.map(
    (error): Refused => ({
      address: written(readers, textIn(error, 'recipient') ?? ''),
      code: statusIn(textIn(error, 'response')),
      words: error instanceof Error ? error.message : String(error),
      is_permanent: (responseCodeOf(error) ?? 500) >= 500,
    }),
  )
  const own = refused.find(({ address }) => address === message.to)
  if (!own) return { outcome: 'sent', refused }
  const others = refused.filter((one) => one !== own)
  const inVain = new Set(refused.map(({ address }) => address))
  const reached = readersOf(message).filter((address) => !inVain.has(address))
  const { words: error, code, is_permanent: permanent } = own
  return { outcome: 'refused', permanent, error, code, reached, refused: others }
}

/** The address as it stands in the message; servers are told another spelling of it. */
const written = (readers: ReadonlyMap<string, string>, told: string) =>
  readers.get(asciiAddress(told)) ?? told

function textIn(error: unknown, name: string): string | null {
  const value = error instanceof Error ? Reflect.get(error, name) : null
  return typeof value === 'string' ? value : null
}

/** 5.1.1, as servers put it before their words. */
const statusIn = (words: string | null) =>
  /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(words ?? '')?.[1] ?? null

function compose(message: MailMessage): Promise<Buffer> {
  const composer = new MailComposer({
    messageId: message.message_id,
    from: message.from,
    to: message.to,
    subject: message.subject,
    text: message.text,
    ...(message.html !== null && { html: message.html }),
    ...(message.cc?.length && { cc: [...message.cc] }),
    ...(message.reply_to && { replyTo: message.reply_to }),
    ...(message.in_reply_to && { inReplyTo: message.in_reply_to }),
    ...(message.references?.length && { references: [...message.references] }),
    headers: headersOf(message),
    attachments: message.attachments.map(({ name, bytes, place }) => ({
      filename: name,
      content: bytes,
      ...(place && { cid: place }),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

// Every line of ours that a reader or a mail program acts upon; RFC 8058 asks for both that say how
// to unsubscribe. The library’s own list knows only the first of them.
const SIGNED = [
  ...['From', 'Sender', 'Reply-To', 'To', 'Cc', 'Subject', 'Date', 'Message-ID'],
  ...['In-Reply-To', 'References', 'MIME-Version', 'Content-Type', 'Content-Transfer-Encoding'],
  ...['List-Unsubscribe', 'List-Unsubscribe-Post', 'Auto-Submitted'],
].join(':')

/** In the name of the domain that readers see. */
async function signed(
  content: Buffer,
  { from }: MailMessage,
  dkim: DkimKey | undefined,
): Promise<Buffer> {
  if (!dkim) return content
  const domainName = addressOf(from).split('@')[1] ?? ''
  const { selector: keySelector, privateKey } = dkim
  const signer = new DKIM({ domainName, keySelector, privateKey, headerFieldNames: SIGNED })
  return Buffer.concat(await signer.sign(content).toArray())
}

/** Some servers that sign mail break lines that are folded: these are left as they are. */
function headersOf({ headers = {}, is_automatic }: MailMessage) {
  const said = Object.entries(headers).map(([key, value]) => ({
    key,
    value: { prepared: true, value },
  }))
  return is_automatic ? [...said, { key: 'Auto-Submitted', value: 'auto-generated' }] : said
}

const UNENCRYPTED = 'The line to the mail server could not be encrypted: nothing was sent.'

function explain(error: unknown, begun: boolean): MailOutcome {
  if (textIn(error, 'code') === 'ETLS')
    return { outcome: 'refused', permanent: false, error: UNENCRYPTED }
  const message = error instanceof Error ? error.message : String(error)
  const answered = responseCodeOf(error)
  if (answered !== undefined) {
    const code = statusIn(textIn(error, 'response'))
    return { outcome: 'refused', permanent: answered >= 500, error: message, code }
  }
  // Without an answer from the server, what counts is whether it could have had the message.
  return begun
    ? { outcome: 'unknown', error: message }
    : { outcome: 'refused', permanent: false, error: message }
}

function responseCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('responseCode' in error)) return undefined
  return typeof error.responseCode === 'number' ? error.responseCode : undefined
}

function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
}
