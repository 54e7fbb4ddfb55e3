import { z } from 'zod'
import { smsGateway } from '#server/integrations/sms.ts'
import { sql } from '#server/kit/database/sql.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { smsChannelOf } from '#server/messaging/sms/sms-channel.ts'
import { takeInbound, takeOptOut } from './take-inbound.ts'
import { takeStatus } from './take-status.ts'

interface StoredCall {
  id: number
  provider: string
  reference: string | null
  body: string
  is_demo: boolean
}

// Held until it is handled: whoever has the same call waits, and finds it done.
const CALL = sql<StoredCall, [id: number]>`select g.id, g.provider, g.reference, g.body,
    (select o.demo from organisations o where o.id = g.organisation_id) as is_demo
  from gatewaycalls g where g.id = $1 and g.handled_at is null for update`

const HANDLED = sql<never, [id: number]>`update gatewaycalls set handled_at = now() where id = $1`

/** Looks at what a gateway told: how far a message got, what a customer answered, who opted out. */
export const handleGatewayCall = defineJob({
  name: 'handle-gateway-call',
  payload: z.strictObject({
    organisation_id: z.int().positive(),
    call_id: z.int().positive(),
  }),
  concurrency: 2,
  run: async (ctx, { organisation_id, call_id }) => {
    await ctx.database.write({ organisation_id, user_id: null }, async (conn) => {
      const call = await CALL.one(conn, call_id)
      const channel = call && smsChannelOf(ctx.config, { organisation_id, is_demo: call.is_demo })
      if (!call || channel?.provider !== call.provider) return
      const gateway = await smsGateway(channel)
      const status = gateway.parseStatus(call.body)
      const inbound = gateway.parseInbound(call.body)
      const optOut = gateway.parseOptOut(call.body)
      if (status)
        await takeStatus(conn, { ...status, reference: call.reference ?? status.reference }, call)
      else if (inbound) await takeInbound(ctx, conn, inbound, channel)
      else if (optOut) await takeOptOut(ctx, conn, optOut, channel)
      await HANDLED.run(conn, call_id)
    })
  },
})
