import { storableBeginning } from '#domain/kit/storable.ts'
import { type SmsMessage, type SmsOutcome, smsGateway } from '#server/integrations/sms.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Config } from '#server/kit/start/config.ts'
import type { SmsChannel } from '#server/kit/start/sms-settings.ts'
import { listContact } from '#server/messaging/list-contact.ts'
import type { TriedMessage } from '#server/messaging/outbox/leave-as-mail.ts'
import { smsChannelOf } from '#server/messaging/sms/sms-channel.ts'
import { stopTexts } from './stop-texts.ts'

interface LeavingSms {
  id: number
  organisation_id: number
  is_demo: boolean
  sender: string
  recipient: string
  text: string
}

export const referenceOf = (id: number): string => `m${id}`

/** Hands it to the gateway of its organisation, once. */
export async function deliverSms(
  config: Config,
  sms: LeavingSms,
  isLastAttempt: boolean,
): Promise<TriedMessage> {
  const channel = smsChannelOf(config, sms)
  if (!channel) {
    const words = sms.is_demo
      ? 'Kept here: a demonstration reaches nobody.'
      : 'Text messages aren’t switched on.'
    return { ...nothing, status: 'blocked', event: 'blocked', words }
  }
  const gateway = await smsGateway(channel)
  const outcome = await gateway.send(smsOf(config, channel, sms))
  return notedOf(outcome, sms, isLastAttempt)
}

/** What a gateway is given; asked for again, it is the same. */
function smsOf(config: Config, channel: SmsChannel, sms: LeavingSms): SmsMessage {
  const reference = referenceOf(sms.id)
  const { recipient: to, sender: from, text } = sms
  return { reference, to, from, text, callback: `${hookOf(config, channel)}.${reference}` }
}

/** Where a gateway tells what happens on its phones. */
export function hookOf({ publicUrl }: Config, { provider, hook_key }: SmsChannel): string {
  return `${publicUrl}/api/v1/webhooks/${provider}/${hook_key}`
}

const nothing = { provider_id: null, error_code: null, follow: async () => {} }

const OWNER = sql<{ customer_id: number | null }, [id: number]>`
  select customer_id from messages where id = $1`

const ownerIn = async (conn: Conn, { id }: LeavingSms) => ({
  customer_id: (await OWNER.one(conn, id))?.customer_id ?? null,
})

function notedOf(outcome: SmsOutcome, sms: LeavingSms, isLastAttempt: boolean): TriedMessage {
  if (outcome.outcome === 'accepted') {
    const done = { status: 'accepted', event: 'accepted', words: null } as const
    return { ...nothing, ...done, provider_id: outcome.id }
  }
  const words = storableBeginning(outcome.error, 500)
  if (outcome.outcome === 'unknown')
    return { ...nothing, status: 'unconfirmed', event: 'unknown', words }
  const { permanent, code, opted_out, address_dead } = outcome
  const error_code = storableBeginning(code, 20)
  if (!permanent && !isLastAttempt)
    return { ...nothing, status: 'queued', event: 'later', words, error_code }
  const contact = sms.recipient
  const follow = async (conn: Conn) => {
    const told = { contact, type: 'sms', blocks: 'everything', reason: words } as const
    if (opted_out) await stopTexts(conn, { contact, ...(await ownerIn(conn, sms)), reason: words })
    else if (address_dead) await listContact(conn, { ...told, source: 'bounce' })
  }
  return { ...nothing, status: 'failed', event: 'refused', words, error_code, follow }
}
