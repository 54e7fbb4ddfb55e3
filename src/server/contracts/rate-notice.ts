import {
  type NoticeLine,
  type RateNotice,
  rateNoticeValues,
} from '#domain/contracts/rate-notice.ts'
import type { rateupdateCalls, SentNotices } from '#domain/contracts/rateupdate-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { accepted } from '#domain/kit/problem.ts'
import type { KeyValues } from '#domain/messaging/template/standards.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { quote } from '#server/kit/rows/column.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { printLetter, queueLetter } from '#server/messaging/template/queue-letter.ts'
import { type RateSide, sellSide } from './rate-side.ts'

type NoticeRequest = CheckedOf<typeof rateupdateCalls.send>

/** Tells customers of new rates, after showing what they would read. */
export function noticeSender(side: RateSide) {
  return async (ctx: Context, conn: Conn, input: NoticeRequest): Promise<Answer<SentNotices>> => {
    const result = await sendNotices(ctx, conn, side, input)
    const count = result.notices.length
    const message = input.preview
      ? `${count} to send, ${result.excluded.length} left out.`
      : `${count} on their way, ${result.excluded.length} left out.`
    return { status: input.preview ? 200 : accepted, data: result, message }
  }
}

export async function sendNotices(
  ctx: Context,
  conn: Conn,
  side: RateSide,
  input: NoticeRequest,
): Promise<SentNotices> {
  const found = await conn.query<AnnouncedUpdate>(updatesSql(side), [input.ids])
  const { notices, excluded }: SentNotices = { notices: [], excluded: [] }
  for (const update of found) {
    const reason = exclusionOf(side, update, input)
    const { id, customer, customer_id } = update
    if (reason || !update.email) {
      excluded.push({ id, customer, reason: reason ?? 'No email address.' })
      continue
    }
    const values = rateNoticeValues(noticeOf(side, update))
    const { subject, text } = (await printLetter(conn, 'rate_notice', values)).rendering
    notices.push({ id, customer, customer_id, to: update.email, subject, text })
    if (!input.preview) await send(ctx, conn, side, update, values)
  }
  return { notices, excluded }
}

export function noticeOf(side: RateSide, update: AnnouncedUpdate): RateNotice {
  const { broker, customer, supplier, contract_number, connections } = update
  const { valid_from_date, reason, lines } = update
  return {
    side: side === sellSide ? 'sell' : 'buy',
    broker,
    customer,
    supplier,
    contract_number,
    connections,
    valid_from_date,
    reason,
    lines,
  }
}

/** Updates as they are about to be told, each with what keeps it from that. */
export async function updatesToTell(
  conn: Conn,
  side: RateSide,
  ids: readonly number[],
  again?: boolean,
): Promise<{ update: AnnouncedUpdate; obstacle: string | null }[]> {
  const found = await conn.query<AnnouncedUpdate>(updatesSql(side, ''), [ids])
  return found.map((update) => ({ update, obstacle: exclusionOf(side, update, { again }) }))
}

/** An update with all that its notice says. */
export async function announcedUpdate(conn: Conn, id: number): Promise<AnnouncedUpdate> {
  const [found] = await conn.query<AnnouncedUpdate>(updatesSql(sellSide, ''), [[id]])
  if (!found) throw new Error(`Rate update ${id} is gone.`)
  return found
}

export interface AnnouncedUpdate {
  id: number
  version: number
  valid_from_date: string
  reason: string | null
  lines: NoticeLine[]
  notice_sent_at: string | null
  deleted_at: string | null
  contract_id: number
  contract_number: string
  connections: string[]
  customer_id: number
  customer: string
  /** Split billing: the supplier's charges are passed on, so that its rates are the customer's. */
  simple_invoicing: boolean
  supplier: string | null
  broker: string
  email: string | null
  is_opted_out: boolean
}

function updatesSql(side: RateSide, held = 'for update of u'): string {
  return `select u.id, u.version, u.valid_from_date, u.reason, u.rates as lines, u.notice_sent_at, u.deleted_at,
      k.id as contract_id, k.contract_number, k.connections, c.id as customer_id,
      c.name as customer, c.simple_invoicing,
      s.name as supplier, o.name as broker, e.email,
      exists (select from messageblacklists b where lower(b.contact) = e.email
        and b.type in ('email', 'all') and b.blocks = 'everything' and b.deleted_at is null) as is_opted_out
    from ${quote(side.update.plural)} u
    join contracts k on k.id = u.contract_id
    join customers c on c.id = k.customer_id
    join organisations o on o.id = u.organisation_id
    left join suppliers s on s.id = k.supplier_id
    left join lateral (select lower(coalesce(c.email_invoice, c.email_primary, c.email)) as email) e
      on true
    where u.id = any($1) order by u.id ${held}`
}

function exclusionOf(
  side: RateSide,
  update: AnnouncedUpdate,
  input: Pick<NoticeRequest, 'again'>,
): string | null {
  // At our own rates, what the supplier charges us is our cost: nobody is told of it by mail.
  if (side !== sellSide && !update.simple_invoicing) return 'Pays our rates, not the supplier’s.'
  if (update.deleted_at) return 'It was taken back.'
  if (update.notice_sent_at && !input.again) return 'Has been told already.'
  if (!update.email) return 'No email address.'
  return update.is_opted_out ? 'Opted out of emails.' : null
}

async function send(
  ctx: Context,
  conn: Conn,
  side: RateSide,
  update: AnnouncedUpdate,
  values: KeyValues<'rate_notice'>,
): Promise<void> {
  const to = update.email ?? ''
  const now = ctx.clock.now().toISOString()
  const written = await updateRow(
    ctx,
    conn,
    side.update,
    update.id,
    { notice_sent_at: now, notice_recipient: to },
    { action: 'send', changes: { notice_recipient: [null, to] } },
  )
  // The version makes a repeated notice another one, and a retry of this call the same one.
  await queueLetter(ctx, conn, {
    template: 'rate_notice',
    values,
    // The updates of the two sides are numbered apart; only those of ours are printed again.
    record_id: side === sellSide ? update.id : null,
    customer_id: update.customer_id,
    contract_id: update.contract_id,
    to,
    key: `${side.update.name} ${update.id} ${written.version}`,
  })
}
