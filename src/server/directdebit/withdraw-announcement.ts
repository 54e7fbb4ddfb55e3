import type { InvoicePayment } from '#domain/payments/payment.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { noteEvents } from '#server/messaging/outbox/message-events.ts'
import { announcedBy } from './tell-customer.ts'

const WITHDRAW = sql<{ id: number }, [customer_id: number, planned: string, changed: string]>`
  update messages set status = 'cancelled', not_before = null, version = version + 1,
    modified_at = clock_timestamp()
  where customer_id = $1 and direction = 'out' and status = 'queued'
    and (starts_with(unique_key, $2 || ' ') or starts_with(unique_key, $3 || ' '))
  returning id`

/** What announces a debit and waits, as a text message does at night, leaves no more. */
export async function withdrawAnnouncement(
  conn: Conn,
  { id, customer_id }: Pick<InvoicePayment, 'id' | 'customer_id'>,
): Promise<void> {
  const withdrawn = await WITHDRAW.all(conn, customer_id, ...announcedBy(id))
  const words = 'The direct debit it speaks of was called off.'
  await noteEvents(
    conn,
    withdrawn.map(({ id: message_id }) => ({ message_id, event: 'blocked', words })),
  )
}
