import type { CheckedOf } from '#domain/kit/call.ts'
import { created, Problem } from '#domain/kit/problem.ts'
import { message } from '#domain/messaging/message.ts'
import { overlapped } from '#domain/messaging/poll.ts'
import { publicChatCalls } from '#domain/messaging/public-chat-calls.ts'
import type { PublicMessage } from '#domain/messaging/public-message.ts'
import { sha256 } from '#server/identity/digest.ts'
import { limitPublicLink, linkContext, type PublicLink } from '#server/identity/public-link.ts'
import { isRobot } from '#server/identity/public-visitor.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import type { ChatPage } from './chat-page.ts'

const headers = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' }
// In a quarter of an hour: a page asks every ten seconds, and a link may be open in two places.
const READS = 240
const WRITES = 20
const SHOWN = 200

interface ChatMessage {
  id: number
  direction: 'in' | 'out'
  sender: string | null
  text_plain: string
  created_at: string
}

const WRITTEN = fragment`select id, direction, sender, text_plain, created_at from messages
  where invoice_id = $1 and type = 'chat' and deleted_at is null`

const SINCE = sql<ChatMessage, [invoice_id: number, since: string]>`
  ${WRITTEN} and created_at >= $2 order by created_at, id limit ${SHOWN}`

const NEWEST = sql<ChatMessage, [invoice_id: number]>`
  select * from (${WRITTEN} order by created_at desc, id desc limit ${SHOWN}) m
  order by created_at, id`

const BY_KEY = sql<ChatMessage, [invoice_id: number, client_key: string]>`
  ${WRITTEN} and client_key = $2`

const NOTE_SHOWN = sql<never, [ids: readonly number[]]>`
  update messages set status = 'delivered', sent = true, version = version + 1,
    modified_at = clock_timestamp() where id = any($1) and status = 'accepted'`

async function readChat(page: ChatPage, ctx: Context, created_from: string | undefined) {
  const link = await page.open(ctx)
  await limitPublicLink(ctx, link, 'chat_read', READS)
  const customer = linkContext(ctx, link, 'Customer')
  const data = await ctx.database.write(scopeOf(customer), async (conn) => {
    await page.refuseClosed(conn, link)
    const shown = created_from
      ? await SINCE.all(conn, link.object_id, overlapped(created_from))
      : await NEWEST.all(conn, link.object_id)
    if (ctx.guest && !isRobot(ctx)) await noteShown(conn, shown)
    return shown.map((one) => publicMessageOf(link, one))
  })
  return { data, headers }
}

/** Numbers of rows count everybody's messages, so a page gets names of its own for them. */
function publicMessageOf(link: PublicLink, { id, ...words }: ChatMessage): PublicMessage {
  const name = sha256(`message ${id} by link ${link.id}`).toString('base64url').slice(0, 22)
  return { ...words, id: name }
}

/** What the customer's page was given needs no mail, and staff see that it got there. */
async function noteShown(conn: Conn, shown: readonly ChatMessage[]): Promise<void> {
  const ids = shown.filter(({ direction }) => direction === 'out').map(({ id }) => id)
  if (ids.length === 0) return
  await NOTE_SHOWN.run(conn, ids)
}

type CustomersWords = CheckedOf<typeof publicChatCalls.write>

async function writeChat(page: ChatPage, ctx: Context, words: CustomersWords) {
  const link = await page.open(ctx)
  if (!ctx.guest)
    throw new Problem('forbidden', {
      message: 'You are signed in as staff. Answer in the customer’s chat instead.',
    })
  await limitPublicLink(ctx, link, 'chat_write', WRITES)
  const customer = linkContext(ctx, link, 'Customer')
  const data = await ctx.database.write(scopeOf(customer), async (conn) => {
    await page.refuseClosed(conn, link)
    return writeMessage(ctx, conn, link, words)
  })
  return { status: created, data, message: 'Message sent.', headers }
}

interface WritingCustomer {
  id: number
  name: string
  deleted_at: string | null
}

const CUSTOMER = sql<WritingCustomer, [invoice_id: number]>`
  select c.id, c.name, c.deleted_at from customers c
  join invoices i on i.customer_id = c.id where i.id = $1 for key share of c`

const WRITE = sql<
  { id: number; version: number },
  [
    organisation_id: number,
    sender: string,
    text_plain: string,
    customer_id: number,
    invoice_id: number,
    client_key: string,
  ]
>`insert into messages (organisation_id, type, direction, sender, text_plain, sent, status,
    reference_object, reference_id, customer_id, invoice_id, client_key)
  values ($1, 'chat', 'in', $2, $3, true, 'delivered', 'customer', $4::int, $4::bigint, $5, $6)
  on conflict (organisation_id, invoice_id, client_key) where client_key is not null do nothing
  returning id, version`

/** Said once for each key, however often the button was pressed. */
async function writeMessage(
  ctx: Context,
  conn: Conn,
  link: PublicLink,
  { text_plain, client_key = crypto.randomUUID() }: CustomersWords,
): Promise<PublicMessage> {
  const who = await CUSTOMER.one(conn, link.object_id)
  if (!who) throw new Problem('tokenInvalid')
  if (who.deleted_at)
    throw new Problem('archived', {
      message: 'This account is closed, so nobody reads messages here. Please contact us directly.',
    })
  const { organisation_id, object_id } = link
  const made = await WRITE.one(
    conn,
    organisation_id,
    who.name,
    text_plain,
    who.id,
    object_id,
    client_key,
  )
  if (made)
    await recordHistory(conn, linkContext(ctx, link, who.name), {
      object_class: message.name,
      object_id: made.id,
      object_version: made.version,
      action: 'create',
      changes: {
        direction: [null, 'in'],
        text_plain: [null, text_plain],
        invoice_id: [null, object_id],
      },
      customer_id: who.id,
    })
  const row = await BY_KEY.one(conn, object_id, client_key)
  // Whoever wrote something else since must not be told that it was sent.
  if (row?.text_plain !== text_plain) throw new Problem('keyInUse')
  return publicMessageOf(link, row)
}

export function publicChatRoutes(page: ChatPage): Route[] {
  return serve(publicChatCalls, {
    read: { run: (ctx, { created_from }) => readChat(page, ctx, created_from) },
    write: { run: (ctx, words) => writeChat(page, ctx, words) },
  })
}
