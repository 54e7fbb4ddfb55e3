import type { CheckedOf } from '#domain/kit/call.ts'
import { Problem } from '#domain/kit/problem.ts'
import { mailHookCalls } from '#domain/messaging/mail-hook-calls.ts'
import { isSame } from '#server/identity/digest.ts'
import { isStandardSigned } from '#server/integrations/standard-webhook.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { takeBroughtMail } from './take-brought-mail-job.ts'

/** Whoever relays an organisation's mail brings it here, where no mailbox is read. */
export const mailHookRoutes: Route[] = serve(mailHookCalls, {
  bring: { run: bring, knock: (ctx, { key = '' }) => officeBehind(ctx, key) },
})

const STORE = sql<{ id: number }, [raw: Uint8Array]>`
  insert into mailcalls (organisation_id, raw) values (scope_organisation(), $1) returning id`

/** Stores the mail and has it looked at later. What nobody signed leaves no trace. */
async function bring(ctx: Context, { key, ...signed }: CheckedOf<typeof mailHookCalls.bring>) {
  const { organisation_id, secret } = await officeBehind(ctx, key)
  if (!isStandardSigned(signed, secret, ctx.clock.now())) throw forged()
  if (signed.body.length === 0) throw new Problem('badRequest', { message: 'There is no mail.' })
  await ctx.database.write({ organisation_id, user_id: null }, async (conn) => {
    const row = await STORE.one(conn, signed.body)
    if (row) await enqueue(conn, takeBroughtMail, { organisation_id, call_id: row.id })
  })
  return { status: 204, data: null }
}

// A demonstration has the double's mailbox, and nobody else brings it anything.
const WORKING = sql<{ id: number }, [id: number]>`select id from organisations
  where id = $1 and is_active and not demo and deleted_at is null`

/** Whose mail is brought to this address. */
async function officeBehind({ config, database }: Context, key: string) {
  const found = config.channels.organisations.find(
    ({ mail }) => mail?.hook && isSame(mail.hook.key, key),
  )
  const nowhere = { organisation_id: null, user_id: null }
  const organisation_id = found?.organisation_id ?? 0
  const working =
    found && (await database.read(nowhere, (conn) => WORKING.one(conn, organisation_id)))
  const secret = found?.mail?.hook?.secret
  if (!working || !secret) throw forged()
  return { organisation_id, secret }
}

const forged = () =>
  new Problem('unauthorised', { message: 'This is not signed by a relay we know.' })
