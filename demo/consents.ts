import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const SHOWN = 'I would like to hear about better plans. I can stop this at any time.'

const AGREED = sql<never, [words: string]>`
  insert into consents (organisation_id, customer_id, contact, channel, purpose, state, how, words,
    created_at)
  select c.organisation_id, c.id, f.contact, f.channel, f.purpose, 'given',
    'Ticked on the application form', $1, c.created_at
  from customers c, lateral (values
    (c.receive_promo_emails, lower(c.email), 'email', 'promotional'),
    (c.receive_promo_sms, c.phone_mobile, 'sms', 'promotional'),
    (c.receive_sms_reminders, c.phone_mobile, 'sms', 'reminder')
  ) as f (is_given, contact, channel, purpose)
  where c.organisation_id = scope_organisation() and f.is_given and f.contact is not null`

const SHORT_CODES = sql<never, []>`insert into organisationconfigs (organisation_id, name, value)
  select scope_organisation(), s.name, s.value::jsonb
  from (values ('sms_sender_service', '"4321"'), ('sms_sender_promotional', '"4322"'))
    as s (name, value)`

// Somebody wanted to be rid of a late payer, and was stopped.
const STOPPED = sql<never, [at: Date]>`
  insert into carestops (organisation_id, customer_id, kind, tone, reason, words, contact,
    actor_name, created_at)
  select c.organisation_id, c.id, 'mail', 'normal',
    'the customer needs power for medical reasons, and the text says “disconnect”',
    'If we hear nothing by Friday we will disconnect you.', lower(c.email), 'Aroha Tāwhiri',
    $1::timestamptz
  from customers c where c.organisation_id = scope_organisation() and c.required_for_medical
    and c.customer_type is distinct from 'commercial' order by c.id limit 1`

/** How the demonstration's customers came to be written to, and the codes they are written from. */
export async function storeConsents(conn: Conn, hasPhones: boolean, at: Date): Promise<void> {
  await AGREED.run(conn, SHOWN)
  await STOPPED.run(conn, at)
  if (hasPhones) await SHORT_CODES.run(conn)
}
