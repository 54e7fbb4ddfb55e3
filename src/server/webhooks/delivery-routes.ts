import { Problem } from '#domain/kit/problem.ts'
import type { Delivery } from '#domain/webhooks/webhook-calls.ts'
import { TEST_EVENT } from '#domain/webhooks/webhook-event.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { deliverWebhooks } from './deliver-webhooks-job.ts'
import { type HeldHook, heldHook, recordHook, unknownHook } from './held-hook.ts'
import { newMessageId, queueMessage } from './queue-deliveries.ts'

const SEEN = sql<{ id: number }, [id: number]>`select id from webhooks
  where id = $1 and deleted_at is null`
const DELIVERIES = sql<Delivery, [webhook_id: number]>`select id, message_id, type, object_class,
    object_id, delivery_status, attempts, answer_status, answer_ms, answer, created_at, tried_at
  from webhook_deliveries where webhook_id = $1 order by id desc limit 200`

async function deliveries(ctx: Context, { id }: { id: number }) {
  const data = await ctx.database.read(scopeOf(ctx), async (conn) => {
    if (!(await SEEN.one(conn, id))) throw unknownHook()
    return DELIVERIES.all(conn, id)
  })
  return { data }
}

function refuseOff({ is_active }: HeldHook, action: string): void {
  if (!is_active) throw notPossible(action, 'it is switched off', 'Switch it on first.')
}

async function sendTest(ctx: Context, conn: Conn, { id }: { id: number }) {
  const held = await heldHook(conn, id)
  refuseOff(held, 'try')
  const { organisation_id } = ctx.actor
  if (organisation_id === null) throw new Problem('forbidden')
  const now = ctx.clock.now()
  const object = { class: 'webhook', id, version: held.version, state: null }
  const message = {
    id: newMessageId(),
    type: TEST_EVENT,
    timestamp: now.toISOString(),
    organisation_id,
    object,
  }
  const delivery_id = await queueMessage(conn, id, message, now)
  await recordHook(ctx, conn, id, 'test', { version: held.version, changes: {} })
  await enqueue(conn, deliverWebhooks, {})
  return { data: { id: delivery_id }, message: 'The test is on its way.' }
}

const TOLD = sql<{ id: number; webhook_id: number }, [id: number]>`select id, webhook_id
  from webhook_deliveries where id = $1 for update`
const AGAIN = sql<never, [id: number, now: Date]>`update webhook_deliveries
  set delivery_status = 'waiting', attempts = 0, next_at = $2 where id = $1`

async function resend(ctx: Context, conn: Conn, { delivery_id }: { delivery_id: number }) {
  const told = await TOLD.one(conn, delivery_id)
  if (!told) throw new Problem('notFound', { fill: { what: 'delivery' } })
  const held = await heldHook(conn, told.webhook_id)
  refuseOff(held, 'send')
  await AGAIN.run(conn, delivery_id, ctx.clock.now())
  await recordHook(ctx, conn, held.id, 'resend', { version: held.version, changes: {} })
  await enqueue(conn, deliverWebhooks, {})
  return { data: { id: delivery_id }, message: 'It is on its way again.' }
}

export const deliveryHandlers = {
  test: { write: sendTest },
  deliveries: { run: deliveries },
  resend: { write: resend },
}
