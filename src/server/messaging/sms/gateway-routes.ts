import type { CheckedOf } from '#domain/kit/call.ts'
import { Problem } from '#domain/kit/problem.ts'
import { gatewayCalls, smsCalls } from '#domain/messaging/sms/sms-calls.ts'
import { isSame } from '#server/identity/digest.ts'
import { smsGateway } from '#server/integrations/sms.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import type { SmsChannel } from '#server/kit/start/sms-settings.ts'
import type { TemplateSources } from '../template/template-source.ts'
import { handleGatewayCall } from './handle-gateway-call-job.ts'
import { previewSmsWith, writeSmsWith } from './write-sms.ts'

type GatewayCall = CheckedOf<typeof gatewayCalls.twilio>

/** Text messages that staff write, and what gateways tell of them. */
export function smsRoutes(sources: TemplateSources, catalogue: Catalogue): Route[] {
  return [
    ...serve(smsCalls, {
      preview: { run: previewSmsWith(sources) },
      send: { write: writeSmsWith(sources, catalogue) },
    }),
    ...serve(gatewayCalls, {
      twilio: { run: (ctx, heard) => hear(ctx, 'twilio', heard) },
      kudosity: { run: (ctx, heard) => hear(ctx, 'kudosity', heard) },
    }),
  ]
}

const STORE = sql<
  { id: number },
  [provider: string, reference: string | null, body: string]
>`insert into gatewaycalls (organisation_id, provider, reference, body)
  values (scope_organisation(), $1, $2, $3) returning id`

/** Stores what a gateway says and has it looked at later. What it did not sign leaves no trace. */
async function hear(
  ctx: Context,
  provider: SmsChannel['provider'],
  { key, ...signed }: GatewayCall,
) {
  const [hook_key = '', reference = null] = key.split('.')
  const known = await channelBehind(ctx, provider, hook_key)
  if (!known) throw forged()
  const url = `${ctx.config.publicUrl}/api/v1/webhooks/${provider}/${key}`
  const gateway = await smsGateway(known.channel)
  if (!gateway.verify(signed, url)) throw forged()
  const body = Buffer.from(signed.body).toString().replaceAll('\u0000', '')
  const { organisation_id } = known
  await ctx.database.write({ organisation_id, user_id: null }, async (conn) => {
    const row = await STORE.one(conn, provider, reference, body)
    if (row) await enqueue(conn, handleGatewayCall, { organisation_id, call_id: row.id })
  })
  return { status: 204, data: null }
}

const DEMONSTRATION = sql<{ id: number }, [id: number]>`select id from organisations
  where id = $1 and demo and deleted_at is null`

/** Whose gateway calls at this address. */
async function channelBehind(
  { config, database }: Context,
  provider: SmsChannel['provider'],
  hook_key: string,
): Promise<{ organisation_id: number; channel: SmsChannel } | null> {
  const isMeant = (sms: SmsChannel | undefined): sms is SmsChannel =>
    sms?.provider === provider && isSame(sms.hook_key, hook_key)
  for (const { organisation_id, sms } of config.channels.organisations)
    if (isMeant(sms)) return { organisation_id, channel: sms }
  // That of a demonstration ends with whose it is.
  const organisation_id = Number(/-o(\d{1,15})$/.exec(hook_key)?.[1] ?? 0)
  const channel = config.phoneDouble?.channelOf(organisation_id)
  if (!isMeant(channel)) return null
  const nowhere = { organisation_id: null, user_id: null }
  const demo = await database.read(nowhere, (conn) => DEMONSTRATION.one(conn, organisation_id))
  return demo ? { organisation_id, channel } : null
}

const forged = () =>
  new Problem('unauthorised', { message: 'This is not signed by a gateway we know.' })
