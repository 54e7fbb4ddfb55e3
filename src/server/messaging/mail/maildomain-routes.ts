import { createPublicKey } from 'node:crypto'
import { empty } from '#domain/kit/problem.ts'
import { domainOf } from '#domain/messaging/mail-address.ts'
import { judgeRecord, type MailRecord, mailRecords } from '#domain/messaging/mail-records.ts'
import { maildomainCalls } from '#domain/messaging/maildomain-calls.ts'
import { textsAt } from '#server/integrations/dns-records.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { MailChannel } from '#server/kit/start/channel-settings.ts'
import { ownMailChannel } from './mail-channel.ts'

/** The half of our key that everybody may read. */
function publicKeyOf({ dkim }: MailChannel) {
  if (!dkim) return null
  const key = createPublicKey(dkim.privateKey).export({ type: 'spki', format: 'der' })
  return { selector: dkim.selector, publicKey: key.toString('base64') }
}

function recordsOf(channel: MailChannel): MailRecord[] {
  const relay = new URL(channel.smtpUrl).hostname
  return mailRecords({ domain: domainOf(channel.address), relay, dkim: publicKeyOf(channel) })
}

const channelOf = (ctx: Context) =>
  ctx.database.read(scopeOf(ctx), (conn) => ownMailChannel(ctx.config, conn))

async function showDomain(ctx: Context) {
  const channel = await channelOf(ctx)
  if (!channel) return { status: empty, data: null, message: 'No mailbox is set up.' }
  const { address, dkim } = channel
  const signed_by = dkim ? ('us' as const) : ('relay' as const)
  return { data: { domain: domainOf(address), address, signed_by, records: recordsOf(channel) } }
}

/** A demonstration asks nobody: its domain is nobody's. */
async function checkDomain(ctx: Context) {
  const channel = await channelOf(ctx)
  if (!channel) return { status: empty, data: [], message: 'No mailbox is set up.' }
  const { mailDouble, dnsServer } = ctx.config
  const isDouble = mailDouble?.channelOf(ctx.actor.organisation_id ?? 0).address === channel.address
  const judged = recordsOf(channel).map(async (record) =>
    judgeRecord(record, isDouble ? null : await textsAt(record.name, dnsServer)),
  )
  return { data: await Promise.all(judged) }
}

export const maildomainRoutes: Route[] = serve(maildomainCalls, {
  show: { run: showDomain },
  check: { run: checkDomain },
})
