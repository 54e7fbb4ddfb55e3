import { Problem } from '#domain/kit/problem.ts'
import { isDemo } from '#server/identity/is-demo.ts'
import { type DirectDebit, directDebitFor } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { isOwnMachine } from '#server/kit/outbound/own-machine.ts'
import type { FieldKeys } from '#server/kit/rows/seal.ts'
import { unseal } from '#server/kit/rows/seal.ts'
import type { Config } from '#server/kit/start/config.ts'
import { raiseTask, settleTask } from '#server/tasks/system-task.ts'

/** What it takes to ask the provider in an organisation's name. */
export interface HeldConnection {
  id: number
  creditor_id: string
  token: string
  hook_key: string
  connection_status: 'working' | 'broken'
  events_until: string
  failures: number
  waiting_until: string | null
  is_demo: boolean
}

const CONNECTION = sql<HeldConnection, []>`select d.id, d.creditor_id, d.token, d.hook_key,
    d.connection_status, d.events_until, d.failures, d.waiting_until, o.demo as is_demo
  from ddconnections d join organisations o on o.id = d.organisation_id`

/**
 * The connection with its token in clear; nobody but who asks the provider needs that. None where
 * the provider must not be asked: nothing of a demonstration leaves the machine.
 */
export async function heldConnection(conn: Conn, config: Config): Promise<HeldConnection | null> {
  const found = await CONNECTION.one(conn)
  if (!found || (found.is_demo && !isHere(config))) return null
  return { ...found, token: unseal(config.secrets.fields, found.token) }
}

export const providerOf = (config: Config, { token }: HeldConnection): Promise<DirectDebit> =>
  directDebitFor(config, token)

const isHere = ({ gocardless }: Config): boolean => isOwnMachine(gocardless.url)

/** A demonstration is connected to a double on this machine, and to nobody else. */
export async function refuseOutside(config: Config, conn: Conn): Promise<void> {
  if (!isHere(config) && (await isDemo(conn)))
    throw new Problem('notImplemented', {
      message: 'A demonstration collects from a provider on its own machine alone.',
    })
}

const IS_CONNECTED = sql<{ id: number }, []>`select id from ddconnections`

export const isConnected = async (conn: Conn): Promise<boolean> =>
  (await IS_CONNECTED.one(conn)) !== undefined

export async function requireConnection(conn: Conn): Promise<void> {
  if (!(await isConnected(conn)))
    throw new Problem('notImplemented', {
      message:
        'Direct debit is not connected yet. An admin connects it on the Direct debit screen.',
    })
}

const SECRETS = sql<
  { webhook_secret: string; former_webhook_secret: string | null },
  [hook_key: string]
>`select webhook_secret, former_webhook_secret from ddconnections where hook_key = $1`

/** What webhooks under this key are signed with; null where nobody has it. */
export async function webhookSecrets(
  conn: Conn,
  keys: FieldKeys,
  hook_key: string,
): Promise<string[] | null> {
  const found = await SECRETS.one(conn, hook_key)
  if (!found) return null
  const sealed = [found.webhook_secret, found.former_webhook_secret]
  return sealed.flatMap((one) => (one === null ? [] : [unseal(keys, one)]))
}

const BREAK = sql<never, [message: string]>`
  update ddconnections set connection_status = 'broken', message = $1`

const TASK = 'direct debit connection'

/** The provider does not let us in any more: who connected it has to do so again. */
export async function noteBroken(ctx: Context, conn: Conn, message: string): Promise<void> {
  await BREAK.run(conn, message)
  await raiseTask(ctx, conn, {
    cause: TASK,
    subject: 'Direct debit is disconnected',
    text_plain: [
      message,
      'Nothing is collected, and what the provider knows does not reach us, until an admin connects ' +
        'it again. What is planned waits.',
      '/app/directdebits',
    ].join('\n'),
    due_date: todayOf(ctx),
    role_name: 'admin',
  })
}

export const noteMended = (ctx: Context, conn: Conn) =>
  settleTask(ctx, conn, TASK, 'It is connected again.')

const FAILURES_UNTIL_WAIT = 5
const WAIT_MS = 60_000

const FAILED = sql<never, [waiting_until: Date, most: number, message: string]>`
  update ddconnections set failures = failures + 1, message = $3,
    waiting_until = case when failures + 1 >= $2 then $1 else waiting_until end`

const ANSWERED = sql<never, []>`update ddconnections set failures = 0, waiting_until = null,
    message = null where failures > 0 or waiting_until is not null or message is not null`

/** A call came to nothing; after five in a row none is made for a minute. */
export const noteNoAnswer = (ctx: Context, conn: Conn, message: string) =>
  FAILED.run(
    conn,
    new Date(ctx.clock.now().getTime() + WAIT_MS),
    FAILURES_UNTIL_WAIT,
    message.slice(0, 500),
  )

export const noteAnswer = (conn: Conn) => ANSWERED.run(conn)

/** Whether calls wait because too many came to nothing. */
export const isWaiting = ({ waiting_until }: HeldConnection, now: Date): boolean =>
  waiting_until !== null && Date.parse(waiting_until) > now.getTime()
