import { z } from 'zod'
import type { Policy } from '#domain/kit/call.ts'
import { created, empty, Problem } from '#domain/kit/problem.ts'
import { fieldSchema } from '#domain/kit/schema.ts'
import { createdFromSchema } from '#domain/messaging/created-from.ts'
import { message } from '#domain/messaging/message.ts'
import { overlapped } from '#domain/messaging/poll.ts'
import { type PublicMessage, publicMessage } from '#domain/messaging/public-message.ts'
import { sha256 } from '#server/identity/digest.ts'
import { limitPublicLink, linkContext, type PublicLink } from '#server/identity/public-link.ts'
import { isRobot } from '#server/identity/public-visitor.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import type { ChatPage } from './chat-page.ts'

// The link lets its holder into the chat of this one invoice, and into nothing else.
const policy: Policy = { from: 'guest', withoutOrganisation: true }
const headers = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' }
// In a quarter of an hour: a page asks every ten seconds, and a link may be open in two places.
const READS = 240
const WRITES = 20
const SHOWN = 200

const SAID = `select id, direction, sender, text_plain, created_at from messages
  where invoice_id = $1 and type = 'chat' and deleted_at is null`

const readRoute = (page: ChatPage) =>
  route<{ created_from?: string | undefined }>({
    method: 'GET',
    path: '/public/invoice/chat',
    summary: 'What was said about the invoice behind a link; poll for new with created_from',
    policy,
    shows: z.array(publicMessage),
    input: z.object({ created_from: createdFromSchema.optional() }),
    run: async (ctx, { created_from }) => {
      const link = await page.open(ctx)
      await limitPublicLink(ctx, link, 'chat_read', READS)
      const data = await ctx.database.write(
        scopeOf(linkContext(ctx, link, 'Customer')),
        async (conn) => {
          await page.refuseClosed(conn, link)
          const shown = await said(conn, link, created_from)
          if (ctx.guest && !isRobot(ctx)) await noteShown(conn, shown)
          return shown.map((one) => toldOf(link, one))
        },
      )
      return data.length > 0 ? { data, headers } : { status: empty, data, headers }
    },
  })

interface ChatMessage {
  id: number
  direction: 'in' | 'out'
  sender: string | null
  text_plain: string
  created_at: string
}

/** Numbers of rows count everybody's messages, so a page gets names of its own for them. */
function toldOf(link: PublicLink, { id, ...words }: ChatMessage): PublicMessage {
  const name = sha256(`message ${id} by link ${link.id}`).toString('base64url').slice(0, 22)
  return { ...words, id: name }
}

function said(conn: Conn, { object_id }: PublicLink, created_from: string | undefined) {
  if (created_from) {
    const since = `${SAID} and created_at >= $2 order by created_at, id limit ${SHOWN}`
    return conn.query<ChatMessage>(since, [object_id, overlapped(created_from)])
  }
  const newest = `${SAID} order by created_at desc, id desc limit ${SHOWN}`
  return conn.query<ChatMessage>(`select * from (${newest}) m order by created_at, id`, [object_id])
}

/** What the customer's page was given needs no mail, and staff see that it got there. */
async function noteShown(conn: Conn, shown: readonly ChatMessage[]): Promise<void> {
  const ids = shown.filter(({ direction }) => direction === 'out').map(({ id }) => id)
  if (ids.length === 0) return
  await conn.query(
    `update messages set status = 'delivered', sent = true, version = version + 1,
       modified_at = clock_timestamp() where id = any($1) and status = 'accepted'`,
    [ids],
  )
}

const writing = z.strictObject({
  // It is text.
  text_plain: fieldSchema(message, 'text_plain', message.fields.text_plain) as z.ZodType<string>,
  client_key: z.uuid().optional().describe('The same key is said once'),
})

const writeRoute = (page: ChatPage) =>
  route<z.infer<typeof writing>>({
    method: 'PUT',
    path: '/public/invoice/chat',
    summary: 'Write to the broker from the page of the invoice behind a link',
    policy,
    shows: publicMessage,
    // Guests have no keys of their own in common; the page's key counts for its invoice alone.
    replayed: false,
    input: writing,
    run: async (ctx, input) => {
      const link = await page.open(ctx)
      if (!ctx.guest)
        throw new Problem('forbidden', {
          message: 'You are signed in as staff. Answer in the customer’s chat instead.',
        })
      await limitPublicLink(ctx, link, 'chat_write', WRITES)
      const data = await ctx.database.write(
        scopeOf(linkContext(ctx, link, 'Customer')),
        async (conn) => {
          await page.refuseClosed(conn, link)
          return say(ctx, conn, link, input)
        },
      )
      return { status: created, data, message: 'Message sent.', headers }
    },
  })

interface Customer {
  id: number
  name: string
  deleted_at: string | null
}

const CUSTOMER = `select c.id, c.name, c.deleted_at from customers c
  join invoices i on i.customer_id = c.id where i.id = $1 for key share of c`

const SAY = `insert into messages (organisation_id, type, direction, sender, text_plain, sent, status,
    reference_object, reference_id, customer_id, invoice_id, client_key)
  values ($1, 'chat', 'in', $2, $3, true, 'delivered', 'customer', $4::int, $4::bigint, $5, $6)
  on conflict (organisation_id, invoice_id, client_key) where client_key is not null do nothing
  returning id, version`

/** Said once for each key, however often the button was pressed. */
async function say(
  ctx: Context,
  conn: Conn,
  link: PublicLink,
  { text_plain, client_key = crypto.randomUUID() }: z.infer<typeof writing>,
): Promise<PublicMessage> {
  const [who] = await conn.query<Customer>(CUSTOMER, [link.object_id])
  if (!who) throw new Problem('tokenInvalid')
  if (who.deleted_at)
    throw new Problem('archived', {
      message: 'This account is closed, so nobody reads messages here. Please contact us directly.',
    })
  const { organisation_id, object_id } = link
  const values = [organisation_id, who.name, text_plain, who.id, object_id, client_key]
  const [made] = await conn.query<{ id: number; version: number }>(SAY, values)
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
  const [row] = await conn.query<ChatMessage>(`${SAID} and client_key = $2`, [
    object_id,
    client_key,
  ])
  // Whoever wrote something else since must not be told that it was sent.
  if (row?.text_plain !== text_plain) throw new Problem('keyInUse')
  return toldOf(link, row)
}

export function publicChatRoutes(page: ChatPage): Route[] {
  return [readRoute(page), writeRoute(page)]
}
