import { rm } from 'node:fs/promises'
import { Problem } from '#domain/kit/problem.ts'
import { beginningOf } from '#domain/kit/storable.ts'
import {
  type InboundMail,
  isMachine,
  isPlainBounce,
  isProvenFrom,
  isUnverified,
} from '#domain/messaging/inbound-mail.ts'
import { addressIn, domainOf } from '#domain/messaging/mail-address.ts'
import { message } from '#domain/messaging/message.ts'
import { replyAddress } from '#domain/messaging/reply-address.ts'
import { addFile } from '#server/files/add-file.ts'
import { folderNamed } from '#server/files/folder-tree.ts'
import { type PreparedFile, prepareFile } from '#server/files/prepare-file.ts'
import { sha256 } from '#server/identity/digest.ts'
import { attempt } from '#server/kit/database/attempt.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { spool } from '#server/kit/http/spool.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import type { MailChannel } from '#server/kit/start/channel-settings.ts'
import { noteEvent } from '../outbox/message-events.ts'
import { noteAnswered } from '../outbox/note-reached.ts'
import { idInWord } from './mail-tokens.ts'
import { notePlainBounce, noteReport } from './note-report.ts'
import { type MatchedMail, whoseMail } from './whose-mail.ts'

const FILE_BYTES = 25 * 1024 * 1024

/** Whose mailbox something came to. */
export interface MailboxContext {
  ctx: Context
  channel: MailChannel
}

interface ReceivedMail extends MailboxContext {
  catalogue: Catalogue
  mail: InboundMail
}

/** Written in the transaction that keeps the mail. */
export type WrittenAlso = (conn: Conn) => Promise<void>

interface KeptFile {
  name: string
  content: PreparedFile
}

/**
 * Takes in one mail, once however often and from wherever it comes. `also` says where the reading
 * of the mailbox has got to.
 */
export async function receiveMail(received: ReceivedMail, also: WrittenAlso): Promise<void> {
  const { ctx, mail } = received
  const { files, refused } = await prepareFiles(ctx, mail)
  try {
    await ctx.database.write(scopeOf(ctx), async (conn) => {
      await take(received, conn, files, refused)
      await also(conn)
    })
  } finally {
    for (const { content } of files) await rm(content.path, { force: true })
  }
}

const IN_TURN = sql<never, [name: string]>`
  select pg_advisory_xact_lock(hashtextextended($1, 53))`

const KNOWN = sql<{ id: number }, [rfc_id: string, body_hash: string]>`
  select id from messages where rfc_id = $1 and body_hash = $2`

const NAMED = sql<
  never,
  [id: number, rfc_id: string, hash: string, in_reply_to: string | null, before: readonly string[]]
>`update messages set rfc_id = $2, body_hash = $3, in_reply_to = $4, mail_references = $5,
    status = 'received' where id = $1`

const NAMED_OWN = sql<never, [id: number, rfc_id: string, hash: string]>`
  update messages set rfc_id = $2, body_hash = $3, status = 'accepted', sent = true, sent_at = now() where id = $1`

async function take(
  received: ReceivedMail,
  conn: Conn,
  files: readonly KeptFile[],
  refused: readonly string[],
): Promise<void> {
  const { ctx, channel, mail } = received
  const organisation_id = ctx.actor.organisation_id ?? 0
  await IN_TURN.run(conn, `${organisation_id} ${mail.rfc_id}`)
  // What we sent ourselves, and got as a copy.
  if (idInWord(ctx.config.secrets.fields, 'name', organisation_id, mail.rfc_id) !== null) return
  const body_hash = hashOf(mail)
  if (await KNOWN.one(conn, mail.rfc_id, body_hash)) return
  const { report } = mail
  if (report && (await noteReport(ctx, conn, { ...mail, report }))) return
  if (isPlainBounce(mail) && (await notePlainBounce(ctx, conn, mail))) return
  const whose = await whoseMail(ctx, conn, mail)
  // Nobody speaks as the office whom the receiving server has not verified.
  const domain = domainOf(channel.address)
  const isAsOffice = domainOf(mail.from.address) === domain && whose.thread_id !== null
  const { checkedBy } = channel
  const isOwn = isAsOffice && isProvenFrom(mail, { domain, checkedBy }) && !isUnverified(mail)
  const { file_ids, unkept } = await keepFiles(received, conn, files, whose)
  const written = await insertRow(ctx, conn, message, {
    ...rowOf(received, whose),
    ...(isOwn ? { direction: 'out' as const, is_other_address: false, reply_to: null } : {}),
    is_unverified: isUnverified(mail) || (isAsOffice && !isOwn),
    file_ids,
    // Its names are written beside it first, which only a draft allows.
    status: 'draft',
  })
  if (isOwn) await NAMED_OWN.run(conn, written.id, mail.rfc_id, body_hash)
  else await NAMED.run(conn, written.id, mail.rfc_id, body_hash, mail.in_reply_to, mail.references)
  const { parent_id } = whose
  if (parent_id !== null && !isOwn && !isMachine(mail)) await noteAnswered(conn, parent_id)
  const lost = [...refused, ...unkept]
  const words = lost.length > 0 ? `Not kept: ${lost.join(', ')}` : mail.from.address
  await noteEvent(conn, { message_id: written.id, event: 'received', words })
}

function rowOf({ channel, mail }: ReceivedMail, whose: MatchedMail) {
  const { name, address } = mail.from
  const { customer_id } = whose
  return {
    ...whose,
    type: 'email' as const,
    direction: 'in' as const,
    kind: 'mail' as const,
    sender: beginningOf(name ? `${name.replace(/[<>]/g, '')} <${address}>` : address, 200),
    recipient: mail.recipients[0]?.slice(0, 254) ?? addressIn(channel.address),
    subject: mail.subject,
    text_plain: mail.text || '(no words)',
    text_html: mail.html,
    is_machine: isMachine(mail),
    reply_to: replyAddress(mail, domainOf(channel.address)),
    ...(customer_id !== null && {
      reference_object: 'customer' as const,
      reference_id: customer_id,
    }),
  }
}

/** The same words with the same files, whatever a list or a scanner did to their spaces. */
function hashOf({ text, attachments }: InboundMail): string {
  const sizes = attachments.map(({ name, bytes }) => `${name} ${bytes.length}`)
  return sha256([text.replace(/\s+/g, ''), ...sizes].join('\n')).toString('hex')
}

async function prepareFiles({ config }: Context, { attachments }: InboundMail) {
  const files: KeptFile[] = []
  const refused: string[] = []
  for (const { name, bytes } of attachments) {
    if (bytes.length === 0 || bytes.length > FILE_BYTES) refused.push(name)
    else {
      const place = await spool(config, [Buffer.from(bytes)])
      const content = await prepareFile(config, { place, name }).catch((error: unknown) => {
        if (error instanceof Problem) return null
        throw error
      })
      if (content) files.push({ name, content })
      else {
        refused.push(name)
        await rm(place.path, { force: true })
      }
    }
  }
  return { files, refused }
}

async function keepFiles(
  { ctx, catalogue }: ReceivedMail,
  conn: Conn,
  files: readonly KeptFile[],
  { customer_id, supplier_id, partner_id }: MatchedMail,
): Promise<{ file_ids: number[]; unkept: string[] }> {
  const [reference_object, reference_id] =
    (customer_id && (['customer', customer_id] as const)) ||
    (supplier_id && (['supplier', supplier_id] as const)) ||
    (partner_id && (['partner', partner_id] as const)) ||
    ([null, null] as const)
  const file_ids: number[] = []
  const unkept: string[] = []
  const folder_id = files.length > 0 ? await folderNamed(ctx, conn, 'Mail', null) : null
  for (const { name, content } of files) {
    const values = { name, folder_id, reference_object, reference_id }
    await attempt(
      conn,
      async () => {
        const { id } = await addFile(ctx, conn, catalogue, { content, values, isEncrypted: false })
        file_ids.push(id)
      },
      ({ detail, message }) => {
        const { file_id } = { file_id: 0, ...detail.info }
        // The same file is here already: it is that one that came.
        if (file_id) file_ids.push(Number(file_id))
        else unkept.push(`${name} (${message})`)
      },
    )
  }
  return { file_ids, unkept }
}
