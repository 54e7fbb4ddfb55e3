import type { Create } from '#domain/kit/entity.ts'
import { badField, created } from '#domain/kit/problem.ts'
import { consent } from '#domain/messaging/consent.ts'
import { consentCalls } from '#domain/messaging/consent-calls.ts'
import { normalContact } from '#domain/messaging/messageblacklist.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { flagOf, showConsent } from './consent-lines.ts'

/** Who agreed to what; the customer's flags follow the last line. */
export function consentRoutes(catalogue: Catalogue): Route[] {
  const create = (ctx: Context, conn: Conn, input: Create<typeof consent>) =>
    noteConsent(ctx, conn, input, catalogue)
  return serve(consentCalls, verbHandlers(consent, catalogue, { create }))
}

const OWN_CONTACT = sql<{ contact: string | null }, [customer_id: number, channel: string]>`
  select case $2 when 'sms' then coalesce(phone_mobile, phone_primary, phone)
    else lower(coalesce(email_primary, email)) end as contact
  from customers where id = $1 for no key update`

async function noteConsent(
  ctx: Context,
  conn: Conn,
  input: Create<typeof consent>,
  catalogue: Catalogue,
): Promise<Answer> {
  await checkAgainstOthers(ctx, conn, consent, input, catalogue)
  const { customer_id, channel, purpose, state } = input
  const own = customer_id ? await OWN_CONTACT.one(conn, customer_id, channel) : undefined
  const contact = input.contact ? normalContact(input.contact) : (own?.contact ?? null)
  if (contact === null)
    throw badField('contact', 'The customer has no such address: say which one it is.')
  const flag = flagOf({ channel, purpose })
  if (flag === null)
    throw badField('purpose', 'Reminders by mail need no consent: bills may always go there.')
  const line = { ...input, contact, actor_name: ctx.actor.name }
  const written = await insertRow(ctx, conn, consent, line)
  if (customer_id) await showConsent(conn, customer_id, flag, state !== 'withdrawn')
  return writtenAnswer(ctx, consent, written, { status: created })
}
