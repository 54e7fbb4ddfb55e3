import type { gocardlessCalls } from '#domain/directdebit/directdebit-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { Problem } from '#domain/kit/problem.ts'
import { readGocardlessWebhook } from '#server/integrations/gocardless-webhook.ts'
import type { Context } from '#server/kit/http/context.ts'
import { webhookSecrets } from './connection.ts'
import { storeEvents } from './stored-events.ts'

const MOST_BYTES = 1_000_000
const KEY = /^(\d{1,15})\.[\w-]{20,100}$/

/**
 * What the provider says happened. It is kept and answered at once; nothing in it is believed before
 * it was looked up. What nobody signed is refused, and leaves nothing.
 */
export async function hearGocardless(ctx: Context, signed: CheckedOf<typeof gocardlessCalls.hear>) {
  const organisation_id = Number(KEY.exec(signed.key)?.[1] ?? 0)
  const scope = { organisation_id, user_id: null }
  if (organisation_id === 0) throw new Problem('notFound')
  if (signed.body.byteLength > MOST_BYTES) throw new Problem('tooLarge')
  const secrets = await ctx.database.read(scope, (conn) =>
    webhookSecrets(conn, ctx.config.secrets.fields, signed.key),
  )
  if (secrets === null) throw new Problem('notFound')
  const read = readGocardlessWebhook(signed, secrets)
  if (read === null) throw new Problem('badSignature')
  if (read === 'unreadable')
    throw new Problem('badRequest', { message: 'The events cannot be read.' })
  await ctx.database.write(scope, (conn) =>
    storeEvents(conn, organisation_id, read.events, ctx.clock.now()),
  )
  return { status: 204, data: null }
}
