import { bulkmessageCalls } from '#domain/messaging/bulk/bulkmessage-calls.ts'
import { customerLetters } from '#server/invoices/customer-letters.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { fillBatch } from '#server/messaging/bulk/fill-batch.ts'
import { playCall, playedRow } from './play-call.ts'

const LEFT = sql<never, [ids: readonly number[], at: Date]>`update messages
  set status = 'accepted', sent = true, attempts = 1, sent_at = $2, modified_at = $2
  where id = any($1)`

const CAME_BACK = sql<never, [id: number, at: Date]>`update messages
  set status = 'bounced', error = 'Nobody has this address.', error_code = '5.1.1', modified_at = $2
  where id = $1`

const TOLD = sql<never, [ids: readonly number[], at: Date]>`
  insert into messageevents (organisation_id, message_id, event, created_at)
  select scope_organisation(), unnest($1::bigint[]), 'accepted', $2`

const ADDRESSED = sql<never, [ids: readonly number[]]>`
  insert into deliveries (organisation_id, message_id, field, address, state, words)
  select organisation_id, id, 'to', lower(recipient),
    case status when 'bounced' then 'bounced' else 'accepted' end, error
  from messages where id = any($1)`

const DONE = sql<never, [id: number, at: Date]>`update bulkmessages
  set state = 'done', started_at = $2, resumed_at = $2, ended_at = $2, version = version + 1
  where id = $1`

/** A message to many that has left and one of whose readers is gone, and one that is being written. */
export async function storeBulk(ctx: Context, conn: Conn): Promise<void> {
  const at = ctx.clock.now()
  const id = await playedRow(ctx, conn, bulkmessageCalls.create, {
    name: 'New office hours',
    channels: 'email',
    purpose: 'service',
    audience: { list: 'customers', params: { city: 'Auckland' } },
    subject: 'Our office hours over summer',
    text_base: `Kia ora {{customer_name}}

From 21 December to 9 January our office is open from 9 am to 3 pm. {{#if customer_phone}}We
call you back on {{customer_phone}} the same day.{{/if}}

Ngā mihi
{{broker_name}}`,
  })
  await playCall(ctx, conn, bulkmessageCalls.start, { id })
  const batch = {
    bulk_id: id,
    channel: 'email',
    limit: 200,
    mainland: true,
    chatham: true,
  } as const
  const { message_ids } = (await fillBatch(ctx.config, conn, customerLetters, batch)) ?? {
    message_ids: [],
  }
  await LEFT.run(conn, message_ids, at)
  await TOLD.run(conn, message_ids, at)
  const [gone] = message_ids.slice(-1)
  if (gone !== undefined) await CAME_BACK.run(conn, gone, at)
  await ADDRESSED.run(conn, message_ids)
  await DONE.run(conn, id, at)
  await playCall(ctx, conn, bulkmessageCalls.create, {
    name: 'Winter price check',
    channels: 'sms_email',
    purpose: 'promotional',
    audience: { list: 'customers', params: { customer_status: 'active' } },
    subject: 'Shall we look at your power prices, {{customer_name}}?',
    text_base: 'Kia ora {{customer_name}}\n\nShall we compare what the retailers offer?',
    text_sms: 'Shall we compare what the retailers offer? Just answer this message.',
  })
}

const wave = (name: string, city: string) => ({
  name,
  channels: 'email' as const,
  purpose: 'service' as const,
  audience: { list: 'customers' as const, params: { city } },
  subject: `${name}, {{customer_name}}`,
  text_base: 'Kia ora {{customer_name}}\n\nThe network works on your lines in the new year.',
})

/** Messages to many that wait for their day, were stopped for a while, or for good. */
export async function storeBulkCorners(ctx: Context, conn: Conn): Promise<void> {
  const draft = (name: string, city: string) =>
    playedRow(ctx, conn, bulkmessageCalls.create, wave(name, city))
  const scheduled = await draft('Work on the lines', 'Hamilton')
  const not_before = '2027-01-11T09:00:00+13:00'
  await playCall(ctx, conn, bulkmessageCalls.start, { id: scheduled, not_before })
  const paused = await draft('New meters', 'Wellington')
  await playCall(ctx, conn, bulkmessageCalls.start, { id: paused })
  await playCall(ctx, conn, bulkmessageCalls.pause, { id: paused })
  const cancelled = await draft('Water main', 'Tauranga')
  await playCall(ctx, conn, bulkmessageCalls.start, { id: cancelled })
  await playCall(ctx, conn, bulkmessageCalls.cancel, { id: cancelled })
  const thrown = await draft('Nobody needs this', 'Napier')
  await playCall(ctx, conn, bulkmessageCalls.remove, { id: thrown })
}
