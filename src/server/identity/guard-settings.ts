import { guardingSettings } from '#domain/identity/organisation-settings.ts'
import type { AnyCall } from '#domain/kit/call.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Handler } from '#server/kit/http/route.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { adminAddresses } from './admin-addresses.ts'
import { settingMail } from './mail-texts.ts'
import { requireStepUp } from './require-step-up.ts'

const changing = ['create', 'update', 'remove', 'restore', 'removeMany'] as const
type Changing = Record<(typeof changing)[number], Handler<AnyCall>>

/** Settings that guard money are not turned off by a session that somebody left open. */
export function guardSettings<H extends Changing>(handlers: H): H {
  const guarded = changing.map((verb) => [verb, watched(handlers[verb])])
  return { ...handlers, ...Object.fromEntries(guarded) }
}

function watched(handler: Handler<AnyCall>): Handler<AnyCall> {
  if (!('write' in handler)) return handler
  return {
    ...handler,
    write: async (ctx, conn, input, reserved) => {
      const names = await guardedNames(conn, input)
      if (names.length === 0) return handler.write(ctx, conn, input, reserved)
      if (ctx.actor.via === 'key') throw new Problem('forbidden')
      requireStepUp(ctx)
      const answer = await handler.write(ctx, conn, input, reserved)
      await tellAdmins(ctx, conn, names)
      return answer
    },
  }
}

interface Sent {
  id?: number
  ids?: number[]
  name?: string
}

const NAMES = sql<{ name: string }, [ids: number[]]>`
  select name from organisationconfigs where id = any($1)`

/** The guarding settings that a call is about, by what it names and by what its rows are called. */
async function guardedNames(conn: Conn, { id, ids = [], name }: Sent): Promise<string[]> {
  const rows = await NAMES.all(conn, id === undefined ? ids : [id, ...ids])
  const named = [name, ...rows.map((row) => row.name)].map((one) => one?.toLowerCase())
  return guardingSettings.filter((one) => named.includes(one))
}

async function tellAdmins(ctx: Context, conn: Conn, names: readonly string[]): Promise<void> {
  const text = settingMail(ctx.config, { by: ctx.actor.name, names })
  for (const to of await adminAddresses(conn, ctx.actor.organisation_id))
    await queueMail(ctx, conn, { to, key: `setting ${ctx.request.id} ${to}`, ...text })
}
