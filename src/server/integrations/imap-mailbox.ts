import type { ImapFlow } from 'imapflow'
import { MAIL_BYTES } from '#domain/messaging/mail-hook-calls.ts'
import { mailLine } from './mail-line.ts'

/** Where the last visit ended. A server that renumbers its mails says so by another validity. */
export interface MailboxPlace {
  uid_validity: number
  last_uid: number
}

const PROCESSED = 'Processed'
const TIMEOUT_MS = 20_000

// The library is loaded by whoever has a mailbox: most servers have none.
async function clientOf(to: string): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow')
  const { url, mustEncrypt } = mailLine(to)
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'imaps:'
  const client = new ImapFlow({
    host: hostname,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    ...(mustEncrypt && !secure && { doSTARTTLS: true }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: 5 * 60_000,
  })
  // Whoever uses it is told by the call that fails.
  client.on('error', () => undefined)
  return client
}

/**
 * Reads what is new, oldest first: each is handed over, and moved out of the way once it is stored.
 * One that cannot be moved is known again by its name the next time.
 */
export async function readMailbox(
  url: string,
  known: MailboxPlace | null,
  take: (raw: Buffer, place: MailboxPlace) => Promise<void>,
): Promise<void> {
  const client = await clientOf(url)
  await client.connect()
  try {
    await client.mailboxCreate(PROCESSED).catch(() => undefined)
    const mailbox = await client.mailboxOpen('INBOX')
    const uid_validity = Number(mailbox.uidValidity)
    const from = known?.uid_validity === uid_validity ? known.last_uid + 1 : 1
    if (mailbox.exists === 0) return
    const uids: number[] = []
    // A range that begins after the last mail still names the last one.
    for await (const { uid } of client.fetch(`${from}:*`, { uid: true }, { uid: true }))
      if (uid >= from) uids.push(uid)
    for (const uid of uids.sort((a, b) => a - b)) {
      const wanted = { uid: true, source: { start: 0, maxLength: MAIL_BYTES } }
      const mail = await client.fetchOne(String(uid), wanted, { uid: true })
      const raw = mail ? mail.source : undefined
      if (!raw) continue
      await take(raw, { uid_validity, last_uid: uid })
      await client.messageMove(String(uid), PROCESSED, { uid: true }).catch(() => undefined)
    }
  } finally {
    await client.logout().catch(() => client.close())
  }
}

/** Waits beside a mailbox and tells when something comes, until its connection ends. */
export async function watchMailbox(
  url: string,
  signal: AbortSignal,
  onNews: () => void,
): Promise<void> {
  const client = await clientOf(url)
  if (signal.aborted) return
  const stop = () => client.close()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await client.connect()
    await client.mailboxOpen('INBOX', { readOnly: true })
    client.on('exists', ({ count, prevCount }) => {
      if (count > prevCount) onNews()
    })
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
    while (!signal.aborted && client.usable) await Promise.race([client.idle(), closed])
  } finally {
    signal.removeEventListener('abort', stop)
    client.close()
  }
}
