import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { daysBefore } from './demo-time.ts'

// Who needs power at home, with an invoice to be spared of.
const SPARED = sql<never, [at: Date]>`
  insert into care_sparings (organisation_id, customer_id, what, rule, amount, words, invoice_id,
    unique_key, created_at)
  select c.organisation_id, c.id, 'late_fee', 'medical', 10.00, 'late fee for ' || i.invoice_number,
    i.id, 'late_fee ' || i.id || ' medical', $1::timestamptz
  from customers c join invoices i on i.customer_id = c.id and i.invoice_number is not null
  where c.organisation_id = scope_organisation() and c.required_for_medical
    and c.customer_type is distinct from 'commercial' order by i.id limit 2`

// What a customer disputes is not reminded of.
const REFUSED = sql<never, [at: Date]>`
  insert into reminders (organisation_id, invoice_id, step, outcome, reason, created_at)
  select i.organisation_id, i.id, 3, 'refused', 'it is held', $1::timestamptz
  from invoices i where i.organisation_id = scope_organisation() and i.is_held
    and i.invoice_status = 'invoiced' order by i.id limit 1`

const LEFT_OUT = sql<never, [at: Date]>`
  insert into carestops (organisation_id, customer_id, kind, tone, reason, words, contact,
    actor_name, created_at)
  select c.organisation_id, c.id, 'reminder', 'final',
    'the customer needs power for medical reasons: a final reminder must never go to them',
    'This is our final reminder.', lower(c.email), null, $1::timestamptz
  from customers c where c.organisation_id = scope_organisation() and c.required_for_medical
    and c.customer_type is distinct from 'commercial' order by c.id desc limit 1`

/** What the rules of care kept from customers of the demonstration, beside one mail. */
export async function storeCareEvidence(conn: Conn): Promise<void> {
  await SPARED.run(conn, daysBefore(8))
  await REFUSED.run(conn, daysBefore(6))
  await LEFT_OUT.run(conn, daysBefore(20))
}
