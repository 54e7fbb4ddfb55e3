import { rateNoticeValues } from '#domain/contracts/rate-notice.ts'
import type { rateupdateCalls, SentNotices } from '#domain/contracts/rateupdate-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { accepted } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { queueSms } from '#server/messaging/sms/queue-sms.ts'
import { printLetter, queueLetter } from '#server/messaging/template/queue-letter.ts'
import { type AnnouncedUpdate, announcedUpdates, noticeOf } from './announced-update.ts'
import { type NoticeWay, noticeWays } from './notice-way.ts'
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
  { ids, again, preview }: NoticeRequest,
): Promise<SentNotices> {
  const found = await announcedUpdates(conn, side, ids)
  const { notices, excluded }: SentNotices = { notices: [], excluded: [] }
  for (const { update, way } of await noticeWays(ctx, conn, found, { side, again })) {
    const { id, customer, customer_id } = update
    if (way.channel === null) {
      excluded.push({ id, customer, reason: way.obstacle })
      continue
    }
    const { channel, to } = way
    const words =
      way.channel === 'sms'
        ? { subject: null, text: way.sms.text }
        : await wordsOfLetter(conn, side, update)
    notices.push({ id, customer, customer_id, channel, to, ...words })
    if (!preview) await send(ctx, conn, side, update, way)
  }
  return { notices, excluded }
}

const letterOf = (side: RateSide, update: AnnouncedUpdate) =>
  rateNoticeValues(noticeOf(side, update))

async function wordsOfLetter(conn: Conn, side: RateSide, update: AnnouncedUpdate) {
  const { rendering } = await printLetter(conn, 'rate_notice', letterOf(side, update))
  const { subject, text } = rendering
  return { subject, text }
}

async function send(
  ctx: Context,
  conn: Conn,
  side: RateSide,
  update: AnnouncedUpdate,
  way: Exclude<NoticeWay, { channel: null }>,
): Promise<void> {
  const { to } = way
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
  const key = `${side.update.name} ${update.id} ${written.version}`
  if (way.channel === 'sms') {
    await queueSms(ctx, conn, way.sms, key)
    return
  }
  await queueLetter(ctx, conn, {
    template: 'rate_notice',
    values: letterOf(side, update),
    // The updates of the two sides are numbered apart; only those of ours are printed again.
    record_id: side === sellSide ? update.id : null,
    customer_id: update.customer_id,
    contract_id: update.contract_id,
    to,
    key,
  })
}
