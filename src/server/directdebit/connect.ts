import type {
  DirectDebitConnection,
  directdebitCalls,
} from '#domain/directdebit/directdebit-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import { plural } from '#domain/kit/wording.ts'
import { randomSecret } from '#server/identity/digest.ts'
import { addressOf } from '#server/identity/mail-texts.ts'
import { DebitTrouble, directDebitFor } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { sealWhole } from '#server/kit/rows/seal.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { noteMended, refuseOutside } from './connection.ts'
import { importMandatesJob } from './import-mandates-job.ts'

type ShownConnection = NonNullable<DirectDebitConnection['connection']> & { hook_key: string }

const STATE = sql<Omit<ShownConnection, 'webhook_url'>, []>`
  select connection_status, creditor_name, message, connected_at, connected_by, hook_key,
    waiting_until, events_until, (select count(*)::int from ddcalls
      where call_status in ('waiting', 'unknown')) as waiting_calls
  from ddconnections`

/** How the connection stands; never what opens it. */
export async function connectionState(ctx: Context, conn: Conn): Promise<DirectDebitConnection> {
  const found = await STATE.one(conn)
  if (!found) return { is_connected: false, connection: null }
  const { hook_key, ...rest } = found
  const webhook_url = addressOf(ctx.config, `/api/v1/webhooks/gocardless/${hook_key}`)
  return { is_connected: true, connection: { ...rest, webhook_url } }
}

export const showConnection = async (ctx: Context) => ({
  data: await ctx.database.read(scopeOf(ctx), (conn) => connectionState(ctx, conn)),
})

const CONNECT = sql<
  never,
  [
    creditor_id: string,
    creditor_name: string,
    token: string,
    webhook_secret: string,
    hook_key: string,
    now: Date,
    by: string,
  ]
>`insert into ddconnections (organisation_id, provider, creditor_id, creditor_name, token,
    webhook_secret, hook_key, connection_status, connected_at, connected_by, events_until)
  values (scope_organisation(), 'gocardless', $1, $2, $3, $4, $5, 'working', $6, $7, $6)
  on conflict (organisation_id) do update set creditor_id = excluded.creditor_id,
    creditor_name = excluded.creditor_name, token = excluded.token,
    former_webhook_secret = ddconnections.webhook_secret,
    webhook_secret = excluded.webhook_secret, connection_status = 'working', message = null,
    connected_at = excluded.connected_at, connected_by = excluded.connected_by, failures = 0,
    waiting_until = null`

/** Keeps what opens the account; the address that the provider calls stays as it was. */
export async function keepConnection(
  ctx: Context,
  conn: Conn,
  made: { token: string; webhook_secret: string; creditor: { id: string; name: string } },
): Promise<void> {
  const keys = ctx.config.secrets.fields
  const hook_key = `${ctx.actor.organisation_id}.${randomSecret()}`
  const { creditor } = made
  const sealed = [sealWhole(keys, made.token), sealWhole(keys, made.webhook_secret)] as const
  const now = ctx.clock.now()
  await CONNECT.run(conn, creditor.id, creditor.name, ...sealed, hook_key, now, ctx.actor.name)
  await noteMended(ctx, conn)
  await noteInHistory(ctx, conn, 'connect')
}

const noteInHistory = (ctx: Context, conn: Conn, action: string, reason?: string) =>
  recordHistory(conn, ctx, {
    object_class: 'directdebit',
    object_id: ctx.actor.organisation_id ?? 0,
    action,
    ...(reason ? { reason } : {}),
  })

// What else it has could not be sent in a header.
const TOKEN = /^[!-~]+$/

/** Connects the organisation's own account; who it belongs to is asked with the token. */
export async function connect(
  ctx: Context,
  { token, webhook_secret }: CheckedOf<typeof directdebitCalls.connect>,
) {
  if (!TOKEN.test(token)) throw badField('token', 'The provider does not know this token.')
  await ctx.database.read(scopeOf(ctx), (conn) => refuseOutside(ctx.config, conn))
  const provider = await directDebitFor(ctx.config, token)
  const creditor = await provider.creditor().catch((error: unknown) => {
    if (!(error instanceof DebitTrouble)) throw error
    if (error.kind === 'ended' || error.kind === 'refused')
      throw badField('token', 'The provider does not know this token.')
    throw new Problem('unavailable', { retryAfterSeconds: error.retryAfterSeconds || 60 })
  })
  const data = await ctx.database.write(scopeOf(ctx), async (conn) => {
    await refuseOther(conn, creditor)
    await keepConnection(ctx, conn, { token, webhook_secret, creditor })
    const organisation_id = ctx.actor.organisation_id ?? 0
    await enqueue(conn, importMandatesJob, { organisation_id })
    return connectionState(ctx, conn)
  })
  return { data, message: `Connected as ${creditor.name}.` }
}

const OTHER = sql<{ creditor_name: string }, [creditor_id: string]>`
  select creditor_name from ddconnections where creditor_id <> $1
    and exists (select from mandates where is_current and deleted_at is null)`

/** Authorities belong to the account they were given for: another one could not use them. */
async function refuseOther(conn: Conn, { id }: { id: string }): Promise<void> {
  const other = await OTHER.one(conn, id)
  if (other)
    throw notPossible(
      'connect',
      `customers’ authorities belong to ${other.creditor_name}, and this is another account`,
      'Use a token of that account.',
    )
}

const UNDER_WAY = sql<{ count: number }, []>`
  select count(*)::int as count from invoicepayments where deleted_at is null
    and (payment_status = 'pending' or debit_state = 'confirmed')`

const DISCONNECT = sql<{ id: number }, []>`delete from ddconnections returning id`

/** Forgets the token. Not while debits are under way: nobody would hear what became of them. */
export async function disconnect(
  ctx: Context,
  conn: Conn,
  { reason }: CheckedOf<typeof directdebitCalls.disconnect>,
) {
  const underWay = (await UNDER_WAY.one(conn))?.count ?? 0
  if (underWay > 0)
    throw notPossible(
      'disconnect',
      `${plural(underWay, 'debit')} ${underWay === 1 ? 'is' : 'are'} under way`,
      'Cancel them first, or wait.',
    )
  if (!(await DISCONNECT.one(conn))) throw notPossible('disconnect', 'it is not connected')
  await noteInHistory(ctx, conn, 'disconnect', reason)
  return { data: await connectionState(ctx, conn), message: 'Disconnected.' }
}
