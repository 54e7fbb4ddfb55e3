import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import { type Message, message } from '#domain/messaging/message.ts'
import type { messageCalls } from '#domain/messaging/message-calls.ts'
import { admittedFile } from '#server/files/open-content.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { refuseStopped } from '../checks/refuse-stopped.ts'
import type { CheckedMessage } from '../checks/stop-of.ts'
import { refuseWithoutMail } from '../mail/mail-channel.ts'
import { refuseOptedOut } from '../outbox/message-actions.ts'
import { noteEvent } from '../outbox/message-events.ts'
import { sendMessage } from '../outbox/send-message-job.ts'
import { printedByHand } from '../template/print-by-hand.ts'
import type { TemplateSources } from '../template/template-source.ts'
import { leavingMoment } from './leaving-moment.ts'
import { refuseOutsiders } from './office-addresses.ts'

const MOST_FILES = 10
const MOST_BYTES = 15 * 1024 * 1024

type WrittenMessage = Promise<Written<typeof message>>

/** It leaves in ten seconds, or at the moment chosen. */
export const sendDraftWith =
  (sources: TemplateSources) =>
  (ctx: Context, conn: Conn, asked: CheckedOf<typeof messageCalls.send>) =>
    sendDraft(ctx, conn, sources, asked)

async function sendDraft(
  ctx: Context,
  conn: Conn,
  sources: TemplateSources,
  { not_before: chosen, send_anyway = false, ...asked }: CheckedOf<typeof messageCalls.send>,
): WrittenMessage {
  const at = leavingMoment(ctx, chosen)
  const written = await transition(ctx, conn, message, 'send', asked, async ({ row }) => {
    if (row.type === 'sms')
      throw notPossible('send', 'it is a text message', 'You could send it with PUT /message/sms.')
    await refuseWithoutMail(ctx.config, conn)
    const { subject, text_plain: text, customer_id } = row
    const asked = { subject, text, customer_id }
    const printed = await printedByHand(ctx, conn, sources, asked, 'text_plain')
    const words = { subject: printed.subject, text_plain: printed.text }
    const leaves_at = at.toISOString()
    await refuseUnfit(ctx, conn, { ...row, ...words }, { may_repeat: send_anyway, leaves_at })
    await MAY_REPEAT.run(conn, row.id, send_anyway)
    const bcc = await withCopy(ctx, conn, row)
    return { not_before: at.toISOString(), bcc, ...words }
  })
  const { id, version, row } = written
  const told = { message_id: id, actor_name: ctx.actor.name }
  await noteEvent(conn, { ...told, event: 'queued', words: row.recipient })
  const payload = { organisation_id: ctx.actor.organisation_id ?? 0, message_id: id }
  await enqueue(conn, sendMessage, payload, { key: `${id} ${version}`, startAfter: at })
  return written
}

// Asked once more as it leaves.
const MAY_REPEAT = sql<never, [id: number, may_repeat: boolean]>`
  update messages set may_repeat = $2 where id = $1 and may_repeat <> $2`

const OWN_COPY = sql<{ email: string }, [user_id: number]>`
  select email from users where id = $1 and notification_copy`

/** Whoever wants a copy of what they write gets one, unseen by the others. */
async function withCopy(ctx: Context, conn: Conn, { recipient, cc, bcc }: Message) {
  const own = await OWN_COPY.one(conn, ctx.actor.user_id ?? 0)
  const readers = [recipient, ...(cc ?? []), ...(bcc ?? [])].map((one) => one?.toLowerCase())
  if (!own || readers.includes(own.email.toLowerCase())) return bcc ?? []
  return [...(bcc ?? []), own.email]
}

type Leaving = Required<Pick<CheckedMessage, 'may_repeat' | 'leaves_at'>>

/** Everything that would keep it from leaving, while its writer is still there. */
async function refuseUnfit(
  ctx: Context,
  conn: Conn,
  row: Message,
  leaving: Leaving,
): Promise<void> {
  if (!row.recipient) throw badField('recipient', 'Say whom it goes to.')
  if (!/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(row.recipient)) {
    const { message } = new Problem('emailInvalid')
    const errors = [{ field: 'recipient', code: 'email_invalid', message }]
    throw new Problem('emailInvalid', { errors })
  }
  if (!row.subject?.trim()) throw badField('subject', 'Give it a subject.')
  const addresses = [row.recipient, ...(row.cc ?? []), ...(row.bcc ?? [])]
  for (const address of addresses) await refuseOptedOut(conn, address)
  await refuseOutsiders(ctx, conn, row)
  await refuseStopped(ctx, conn, checkedDraft(row, row.recipient, leaving))
  const files = row.file_ids ?? []
  if (files.length > MOST_FILES)
    throw badField('file_ids', `At most ${MOST_FILES} files go with a mail.`)
  let size = 0
  for (const id of files) size += (await admittedFile(ctx, conn, id)).size_bytes
  if (size > MOST_BYTES) throw tooLarge()
}

/** Told at the files, as a file that is too large is told where it is chosen. */
function tooLarge(): Problem {
  const message = 'Together they are too large: 15 MB at most.'
  return new Problem('tooLarge', {
    message,
    errors: [{ field: 'file_ids', code: 'too_large', message }],
  })
}

/** As the checks see it. */
const checkedDraft = (row: Message, contact: string, leaving: Leaving): CheckedMessage => ({
  ...leaving,
  id: row.id,
  channel: 'email',
  kind: row.kind,
  purpose: 'service',
  tone: 'normal',
  is_by_hand: true,
  care_reason: null,
  is_awaited: row.parent_id !== null,
  contact,
  subject: row.subject,
  text: row.text_plain,
  html: row.text_html,
  customer_id: row.customer_id,
  invoice_id: row.invoice_id,
  contract_id: row.contract_id,
})
