import { badField, created } from '#domain/kit/problem.ts'
import { type Message, type MessageCreate, message } from '#domain/messaging/message.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import type { MailAnswers } from './chat-mail-job.ts'
import type { ChatPage } from './chat-page.ts'
import { refuseStopped } from './checks/refuse-stopped.ts'
import type { CheckedMessage } from './checks/stop-of.ts'
import { createDraft } from './compose/create-draft.ts'
import { createNote } from './compose/create-note.ts'
import { threadOf } from './compose/party.ts'
import { keepSmsDraft } from './sms/keep-sms-draft.ts'

// Not in the specification: our choice. Whoever has the page open reads the answer there within
// seconds; the mail is for everybody else.
const MAIL_AFTER_MS = 2 * 60_000

type Begin = (ctx: Context, conn: Conn, input: MessageCreate) => Promise<Answer>

/** What is not said at once on a page. */
const beginnings: Partial<Record<Message['type'], Begin>> = {
  email: createDraft,
  sms: keepSmsDraft,
  note: createNote,
}

/**
 * What staff write: in a chat, for each other, or as a mail or a text message, which is a draft first.
 */
export function answerChat(catalogue: Catalogue, chatPage: ChatPage, mailAnswers: MailAnswers) {
  return async (ctx: Context, conn: Conn, input: MessageCreate): Promise<Answer> => {
    const { type = 'chat', text_plain, ...asked } = input
    if (asked.thread_id) await threadOf(conn, asked.thread_id)
    const begin = beginnings[type]
    if (begin) {
      await checkAgainstOthers(ctx, conn, message, asked, catalogue)
      return begin(ctx, conn, input)
    }
    const customer_id = customerOf(asked)
    await checkAgainstOthers(ctx, conn, message, { ...asked, customer_id }, catalogue)
    const page = await pageFor(ctx, conn, chatPage, {
      customer_id,
      invoice_id: asked.invoice_id ?? null,
    })
    await refuseStopped(ctx, conn, checkedAnswer({ customer_id, text_plain, ...page }))
    const written = await insertRow(ctx, conn, message, {
      type: 'chat',
      direction: 'out',
      sender: ctx.actor.name,
      author_id: ctx.actor.user_id || null,
      text_plain,
      status: 'accepted',
      reference_object: 'customer',
      reference_id: customer_id,
      customer_id,
      invoice_id: page.id,
    })
    if (page.mail_to.length > 0) {
      const startAfter = new Date(ctx.clock.now().getTime() + MAIL_AFTER_MS)
      const told = { organisation_id: ctx.actor.organisation_id ?? 0, message_id: written.id }
      await enqueue(conn, mailAnswers, told, { key: `${written.id}`, startAfter })
    }
    const answer = writtenAnswer(ctx, message, written, { status: created })
    const reach = { is_on_page: page.is_open, mail_to: page.mail_to }
    return { ...answer, info: { ...answer.info, ...reach }, message: 'Message sent.' }
  }
}

interface ChatAnswer extends Pick<MessageCreate, 'text_plain'> {
  customer_id: number
  mail_to: string[]
}

/** As the checks see it: it is read on the page, or in the mail that brings it. */
const checkedAnswer = ({ customer_id, text_plain, mail_to }: ChatAnswer): CheckedMessage => ({
  id: null,
  channel: 'email',
  kind: 'answer',
  purpose: 'service',
  tone: 'normal',
  is_by_hand: true,
  care_reason: null,
  // People may say the same twice where they talk.
  may_repeat: true,
  is_awaited: true,
  contact: mail_to[0] ?? '',
  subject: null,
  text: text_plain,
  html: null,
  customer_id,
  invoice_id: null,
  contract_id: null,
})

/** A thread is named by its customer, or as every record is. */
function customerOf({
  customer_id,
  reference_object,
  reference_id,
}: Partial<MessageCreate>): number {
  const named = reference_object === 'customer' ? reference_id : null
  const id = customer_id ?? named
  if (!id) throw badField('customer_id', 'Say whose chat this belongs to.')
  if (named && named !== id) throw badField('reference_id', 'This names another customer.')
  return id
}

interface ChatPageState {
  id: number
  /** Whether somebody with the link can read it there. */
  is_open: boolean
}

type PageQuestion = [customer_id: number, now: Date, object_class: string]

const PAGES = fragment`select i.id, i.invoice_status <> 'cancelled' and i.deleted_at is null
    and exists (select from public_links l where l.organisation_id = i.organisation_id
      and l.object_class = $3 and l.object_id = i.id and l.revoked_at is null
      and l.expires_at > $2) as is_open
  from invoices i where i.customer_id = $1
    and exists (select from invoice_documents d where d.invoice_id = i.id)`

// The page the thread was last on, else that of the newest invoice; one of a cancelled invoice, which
// never opens again, only where there is no other.
const NEWEST = sql<ChatPageState, PageQuestion>`${PAGES}
  order by i.invoice_status = 'cancelled' or i.deleted_at is not null,
  i.id = (select m.invoice_id from messages m
    where m.customer_id = $1 and m.type = 'chat' and m.invoice_id is not null
    order by m.id desc limit 1) desc nulls last, i.id desc limit 1`

const CHOSEN = sql<ChatPageState, [...PageQuestion, invoice_id: number]>`${PAGES} and i.id = $4`

/** Where the customer will read it; refused where nobody ever would. */
async function pageFor(
  ctx: Context,
  conn: Conn,
  chatPage: ChatPage,
  { customer_id, invoice_id }: { customer_id: number; invoice_id: number | null },
): Promise<ChatPageState & { mail_to: string[] }> {
  const known: PageQuestion = [customer_id, ctx.clock.now(), chatPage.object_class]
  const page = await (invoice_id === null
    ? NEWEST.one(conn, ...known)
    : CHOSEN.one(conn, ...known, invoice_id))
  if (!page && invoice_id !== null)
    throw badField('invoice_id', 'This customer was never sent that invoice.')
  if (!page)
    throw notPossible(
      'send',
      'the customer has no invoice page to read it on',
      'You could send an invoice first, or ring them.',
    )
  const { mail_to } = await chatPage.reach(conn, page.id)
  if (!page.is_open && mail_to.length === 0)
    throw notPossible(
      'send',
      'the page of the invoice is closed and there is no email address to write to',
      'You could ring the customer instead.',
    )
  return { ...page, mail_to }
}
