import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, created, deleted, Problem, updated } from '#domain/kit/problem.ts'
import { type Webhook, webhookCalls } from '#domain/webhooks/webhook-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { addressFault } from '#server/kit/outbound/post-outside.ts'
import { changesOf } from '#server/kit/rows/transition.ts'
import { deliveryHandlers } from './delivery-routes.ts'
import { heldHook, recordHook, unknownHook } from './held-hook.ts'
import { giveSecret } from './webhook-secret.ts'

const columns = fragment`id, name, url, events, is_active, failing_since, switched_off_at, version,
  created_at`

const LIST = sql<Webhook>`select ${columns} from webhooks where deleted_at is null
  order by name, id`

async function list(ctx: Context) {
  const data = await ctx.database.read(scopeOf(ctx), (conn) => LIST.all(conn))
  return { data }
}

function refuseAddress(ctx: Context, url: string): void {
  const fault = addressFault(url, { isLoopbackAllowed: ctx.config.outboundLoopback })
  if (fault) throw badField('url', fault)
}

const SAME_NAME = sql<{ id: number }, [name: string, id: number]>`select id from webhooks
  where lower(name) = lower($1) and id <> $2 and deleted_at is null`

async function refuseName(conn: Conn, name: string, id: number): Promise<void> {
  if (await SAME_NAME.one(conn, name, id))
    throw new Problem('nameConflict', { fill: { what: 'webhook', name } })
}

const CREATE = sql<
  { id: number },
  [organisation_id: number | null, name: string, url: string, events: string[]]
>`insert into webhooks (organisation_id, name, url, events) values ($1, $2, $3, $4) returning id`

async function create(ctx: Context, conn: Conn, sent: CheckedOf<typeof webhookCalls.create>) {
  refuseAddress(ctx, sent.url)
  await refuseName(conn, sent.name, 0)
  const { organisation_id } = ctx.actor
  const made = await CREATE.one(conn, organisation_id, sent.name, sent.url, sent.events)
  if (!made) throw new Error('The webhook was not stored.')
  const secret = await giveSecret(ctx, conn, made.id)
  await recordHook(ctx, conn, made.id, 'create', { version: 1, changes: changesOf({}, sent) })
  const message = 'Copy the secret now: it is not shown again.'
  return { status: created, data: { id: made.id, secret }, message }
}

const UPDATE = sql<
  Webhook,
  [id: number, name: string, url: string, events: string[], is_active: boolean, now: Date]
>`update webhooks set name = $2, url = $3, events = $4, is_active = $5,
    failing_since = case when $5 and not is_active then null else failing_since end,
    switched_off_at = case when $5 then null else switched_off_at end,
    version = version + 1, modified_at = $6
  where id = $1 returning ${columns}`

async function update(ctx: Context, conn: Conn, sent: CheckedOf<typeof webhookCalls.update>) {
  const { id, version, ...values } = sent
  const held = await heldHook(conn, id)
  if (version !== undefined && version !== held.version) throw new Problem('conflict')
  if (values.url !== undefined) refuseAddress(ctx, values.url)
  if (values.name !== undefined) await refuseName(conn, values.name, id)
  const data = await UPDATE.one(
    conn,
    id,
    values.name ?? held.name,
    values.url ?? held.url,
    values.events ?? held.events,
    values.is_active ?? held.is_active,
    ctx.clock.now(),
  )
  if (!data) throw unknownHook()
  const changes = changesOf(held, values)
  await recordHook(ctx, conn, id, 'update', { version: data.version, changes })
  return { status: updated, data, message: 'Webhook saved.' }
}

const REMOVE = sql<never, [id: number, now: Date]>`update webhooks
  set deleted_at = $2, version = version + 1, modified_at = $2 where id = $1`
const DROP_SECRETS = sql<never, [id: number]>`delete from webhook_secrets where webhook_id = $1`

async function remove(ctx: Context, conn: Conn, { id }: { id: number }) {
  const held = await heldHook(conn, id)
  await REMOVE.run(conn, id, ctx.clock.now())
  await DROP_SECRETS.run(conn, id)
  await recordHook(ctx, conn, id, 'delete', { version: held.version + 1, changes: {} })
  return { status: deleted, data: { id }, message: 'Webhook removed.' }
}

async function rotate(ctx: Context, conn: Conn, { id }: { id: number }) {
  await heldHook(conn, id)
  const secret = await giveSecret(ctx, conn, id)
  await recordHook(ctx, conn, id, 'rotate', { version: null, changes: {} })
  const message = 'Copy the secret now: it is not shown again. The old one signs for another day.'
  return { data: { id, secret }, message }
}

export const webhookRoutes: Route[] = serve(webhookCalls, {
  list: { run: list },
  create: { write: create },
  update: { write: update },
  remove: { write: remove },
  rotate: { write: rotate },
  ...deliveryHandlers,
})
