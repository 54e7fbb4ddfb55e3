import { type BankAccount, bankaccount } from '#domain/bank/bankaccount.ts'
import type { bankfeedCalls, FeedChoice } from '#domain/bank/feed/feed-calls.ts'
import { readAccount } from '#domain/bank/file/file-values.ts'
import { formatBankAccount } from '#domain/kit/bank-account.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import { randomSecret } from '#server/identity/digest.ts'
import { type BankFeed, type FeedAccount, FeedTrouble } from '#server/integrations/bank-feed.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { sealWhole } from '#server/kit/rows/seal.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { feedStateOf } from './feed-state.ts'
import { fetchFeedJob } from './fetch-feed-job.ts'
import { heldFeed } from './held-feed.ts'
import { ownFeedProvider } from './own-provider.ts'

const notOffered = 'No provider of bank feeds is set up for this installation yet.'

async function provider(ctx: Context): Promise<BankFeed> {
  const found = await ctx.database.read(scopeOf(ctx), (conn) => ownFeedProvider(ctx.config, conn))
  if (!found) throw new Problem('notImplemented', { message: notOffered })
  return found
}

/** What the provider refuses is said of the token; what it cannot do now is nobody's fault. */
async function asked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof FeedTrouble)) throw error
    if (error.kind === 'ended')
      throw badField('user_token', 'The provider does not know this token.')
    throw new Problem('unavailable', {
      message: `${error.message} Please try again in a while.`,
      retryAfterSeconds: error.retryAfterSeconds || 60,
    })
  }
}

async function ownAccount(ctx: Context, id: number): Promise<BankAccount> {
  const { row } = await ctx.database.write(scopeOf(ctx), (conn) =>
    lockRow(ctx, conn, bankaccount, id),
  )
  if (row.is_closed) throw notPossible('connect', 'it is closed')
  return row
}

/** The accounts at the provider, ours first. */
export async function feedChoices(
  ctx: Context,
  { id, user_token }: CheckedOf<typeof bankfeedCalls.choices>,
) {
  const feed = await provider(ctx)
  const own = await ownAccount(ctx, id)
  const accounts = await asked(feed.accounts(user_token))
  const data = accounts.map((one) => choiceOf(one, own))
  return { data: data.toSorted((a, b) => Number(b.is_ours) - Number(a.is_ours)) }
}

function choiceOf({ id, name, bank_account_number }: FeedAccount, own: BankAccount): FeedChoice {
  const number = readAccount(bank_account_number ?? '')
  return {
    provider_account_id: id,
    name,
    bank_account_number: number ? formatBankAccount(number) : bank_account_number,
    is_ours: number === own.bank_account_number,
  }
}

const CONNECT = sql<
  never,
  [
    bankaccount_id: number,
    provider_account_id: string,
    name: string,
    user_token: string,
    hook_key: string,
    now: Date,
    by: string,
  ]
>`insert into bankfeeds (organisation_id, bankaccount_id, provider, provider_account_id,
    provider_account_name, user_token, hook_key, feed_status, connected_at, connected_by,
    next_fetch_at)
  values (scope_organisation(), $1, 'akahu', $2, $3, $4, $5, 'working', $6, $7, $6)
  on conflict (organisation_id, bankaccount_id) do update set
    provider_account_id = excluded.provider_account_id,
    provider_account_name = excluded.provider_account_name, user_token = excluded.user_token,
    hook_key = excluded.hook_key, feed_status = 'working', message = null,
    connected_at = excluded.connected_at, connected_by = excluded.connected_by,
    next_fetch_at = excluded.next_fetch_at, fetched_at = case when
      bankfeeds.provider_account_id = excluded.provider_account_id then bankfeeds.fetched_at end`

// Another account at the provider has other names for the same lines.
const FORGET_NAMES = sql<never, [bankaccount_id: number, provider_account_id: string]>`
  update banktransactions set feed_line_id = null
  where bankaccount_id = $1 and feed_line_id is not null and not exists (select from bankfeeds
    where bankaccount_id = $1 and provider_account_id = $2)`

/** Which account at the provider is meant, and what opens it. */
export interface Connection {
  id: number
  user_token: string
  provider_account_id: string
  name: string
  hook_key: string
}

/** Keeps the connection, and has everything fetched from the account's opening day on. */
export async function keepConnection(ctx: Context, conn: Conn, made: Connection): Promise<void> {
  const { id, user_token, provider_account_id, name, hook_key } = made
  await lockRow(ctx, conn, bankaccount, id)
  const sealed = sealWhole(ctx.config.secrets.fields, user_token)
  const now = ctx.clock.now()
  await FORGET_NAMES.run(conn, id, provider_account_id)
  await CONNECT.run(conn, id, provider_account_id, name, sealed, hook_key, now, ctx.actor.name)
  await recordHistory(conn, ctx, { object_class: 'bankaccount', object_id: id, action: 'connect' })
  const organisation_id = ctx.actor.organisation_id ?? 0
  await enqueue(conn, fetchFeedJob, { organisation_id, bankaccount_id: id })
}

/** Who it is by is in front, so that its feed is looked for among that organisation's alone. */
const newHookKey = (ctx: Context) => `${ctx.actor.organisation_id}.${randomSecret()}`

/** Connects an account to the one at the provider that has its number. */
export async function connectFeed(
  ctx: Context,
  { id, user_token, provider_account_id }: CheckedOf<typeof bankfeedCalls.connect>,
) {
  const feed = await provider(ctx)
  const own = await ownAccount(ctx, id)
  const accounts = await asked(feed.accounts(user_token))
  const chosen = accounts.find((one) => one.id === provider_account_id)
  if (!chosen) throw badField('provider_account_id', 'The provider knows no such account.')
  const choice = choiceOf(chosen, own)
  if (choice.bank_account_number !== null && !choice.is_ours)
    throw badField('provider_account_id', `That account is ${choice.bank_account_number}.`)
  const hook_key = newHookKey(ctx)
  if (ctx.config.akahu?.webhookKey) await asked(feed.subscribe(user_token, hook_key))
  const data = await ctx.database.write(scopeOf(ctx), async (conn) => {
    const made = { id, user_token, provider_account_id, name: chosen.name, hook_key }
    await keepConnection(ctx, conn, made)
    return feedStateOf(ctx, conn, id)
  })
  return { data, message: 'Connected. The first lines are on their way.' }
}

const DISCONNECT = sql<{ id: number }, [bankaccount_id: number]>`
  delete from bankfeeds where bankaccount_id = $1 returning id`

/** Forgets the token; what came in stays. The provider is told, where it still listens. */
export async function disconnectFeed(ctx: Context, conn: Conn, { id }: { id: number }) {
  await lockRow(ctx, conn, bankaccount, id)
  const held = await heldFeed(conn, ctx.config.secrets.fields, id)
  if (!(await DISCONNECT.one(conn, id))) throw notPossible('disconnect', 'it has no feed')
  const told = { object_class: 'bankaccount', object_id: id, action: 'disconnect' }
  await recordHistory(conn, ctx, told)
  const feed = await ownFeedProvider(ctx.config, conn)
  if (feed && held)
    ctx.afterCommit.push(() =>
      feed.unsubscribe(held.user_token, held.hook_key).catch(() => undefined),
    )
  return { data: { id }, message: 'Disconnected. Lines that came in stay.' }
}
