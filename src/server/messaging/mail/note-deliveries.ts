import {
  BOUNCE_DAYS,
  BOUNCES_UNTIL_DEAD,
  isDeadAddress,
  isOfTheAddress,
} from '#domain/messaging/bounce-code.ts'
import type { ReportedAddress } from '#domain/messaging/inbound-mail.ts'
import { domainOf } from '#domain/messaging/mail-address.ts'
import { asciiAddress } from '#server/integrations/ascii-address.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { listDead, listIfDead } from '../outbox/dead-address.ts'
import { noteEvent } from '../outbox/message-events.ts'

export interface SentMessage {
  id: number
  recipient: string
}

interface Delivery {
  address: string
  field: 'to' | 'cc' | 'bcc'
}

const DELIVERIES = sql<Delivery, [message_id: number]>`
  select address, field from deliveries where message_id = $1`

// A late or repeated report moves nothing back.
const NOTE_DELIVERY = sql<
  Delivery,
  [message_id: number, address: string, state: string, code: string | null, words: string | null]
>`update deliveries set state = $3, code = $4, words = $5, modified_at = clock_timestamp()
  where message_id = $1 and address = $2 and case $3
    when 'bounced' then state in ('sending', 'accepted', 'delayed', 'delivered')
    when 'delivered' then state in ('sending', 'accepted', 'delayed')
    else state in ('sending', 'accepted') end
  returning address, field`

const BOUNCED = sql<never, [id: number, code: string | null, words: string | null]>`
  update messages set status = 'bounced', sent = false, error = $3, error_code = $2,
    version = version + 1, modified_at = clock_timestamp()
  where id = $1 and status in ('accepted', 'delivered', 'sending', 'unconfirmed')`

const DELIVERED = sql<never, [id: number]>`update messages set status = 'delivered', sent = true,
    delivered_at = now(), version = version + 1, modified_at = clock_timestamp()
  where id = $1 and status in ('accepted', 'unconfirmed')`

const states = {
  failed: 'bounced',
  delayed: 'delayed',
  delivered: 'delivered',
  relayed: 'delivered',
  expanded: 'delivered',
} as const

/** What another server reports of each address that a mail of ours went to. */
export async function noteDeliveries(
  conn: Conn,
  message: SentMessage,
  recipients: readonly ReportedAddress[],
  raw: string | null,
): Promise<void> {
  const unreadable: ReportedAddress = {
    address: message.recipient.toLowerCase(),
    action: 'failed',
    code: null,
    words: 'It came back; the reason is unknown.',
  }
  const deliveries = await DELIVERIES.all(conn, message.id)
  for (const told of recipients.length > 0 ? recipients : [unreadable]) {
    const event = states[told.action]
    const address = deliveryMeant(deliveries, told)
    if (address === null) continue
    const words = told.words?.slice(0, 500) ?? null
    const moved = await NOTE_DELIVERY.one(conn, message.id, address, event, told.code, words)
    if (!moved) continue
    const said = [told.address, told.code, words].filter(Boolean).join(' ')
    await noteEvent(conn, { message_id: message.id, event, words: said, raw })
    if (moved.field === 'to' && event === 'bounced')
      await BOUNCED.run(conn, message.id, told.code, words ?? 'It came back.')
    if (moved.field === 'to' && event === 'delivered') await DELIVERED.run(conn, message.id)
    if (event === 'bounced') await listBounced(conn, told, address)
  }
}

/**
 * The address of ours that a report is about. Whoever has an alias, or has mail forwarded, is
 * reported by the address behind it: such a report is about whom the mail was for. That something
 * arrived is believed of the only one alone; of several readers it is the one of that domain.
 */
function deliveryMeant(deliveries: readonly Delivery[], told: ReportedAddress): string | null {
  const meant = asciiAddress(told.address)
  const named = deliveries.find(({ address }) => asciiAddress(address) === meant)
  if (named) return named.address
  if (states[told.action] === 'delivered' && deliveries.length > 1) return null
  const there = deliveries.filter(
    ({ address }) => domainOf(asciiAddress(address)) === domainOf(meant),
  )
  if (there.length === 1 && there[0]) return there[0].address
  return deliveries.find(({ field }) => field === 'to')?.address ?? null
}

const BOUNCES = sql<{ count: number }, [address: string]>`
  select count(*)::int as count from deliveries
  where organisation_id = scope_organisation() and address = $1 and state = 'bounced'
    and code like '5.%' and code not like '5.7.%'
    and modified_at > now() - make_interval(days => ${BOUNCE_DAYS})`

/**
 * At once where nobody is there; at the third time otherwise, and where it is the address behind it
 * that is dead. Whom they refuse may be us, and what is full today may not be tomorrow.
 */
async function listBounced(conn: Conn, told: ReportedAddress, address: string): Promise<void> {
  const { code, words } = told
  if (isDeadAddress(code) && asciiAddress(told.address) === asciiAddress(address))
    return listIfDead(conn, { address, code, words })
  if (!isOfTheAddress(code)) return
  const count = (await BOUNCES.one(conn, address))?.count ?? 0
  if (count >= BOUNCES_UNTIL_DEAD)
    await listDead(conn, address, `Came back ${count} times in ${BOUNCE_DAYS} days`)
}
