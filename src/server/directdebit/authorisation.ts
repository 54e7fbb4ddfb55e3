import { CONSENT_TEXT_VERSION, mandate } from '#domain/directdebit/mandate.ts'
import type { DirectDebit } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import type { EventOutcome } from './apply-events-job.ts'
import { followMandate } from './follow-mandate.ts'

interface AnsweredInvitation {
  id: number
  customer_id: number
}

const INVITATION = sql<AnsweredInvitation, [request_id: string, id: number]>`
  select id, customer_id from ddinvitations
  where (request_id = $1 or id = $2) and invitation_status = 'open' for update`

// Whoever goes to the page twice may come back from the first: the key says by which invitation.
const KEY = /^sb-\d+-invitation-(\d+)-/

const DONE = sql<never, [id: number, mandate_id: number]>`
  update ddinvitations set invitation_status = 'done', mandate_id = $2 where id = $1`

const KNOWN = sql<{ id: number }, [provider_mandate_id: string]>`
  select id from mandates where provider_mandate_id = $1`

const CURRENT = sql<{ id: number }, [customer_id: number]>`
  select id from mandates where customer_id = $1 and is_current and deleted_at is null`

/** A customer authorised us on the provider's page: the authority is here from now on. */
export async function takeAuthorisation(
  ctx: Context,
  provider: DirectDebit,
  request_id: string,
): Promise<(conn: Conn) => Promise<EventOutcome>> {
  const { status, mandate_id, account_id } = await provider.authorisation(request_id)
  if (status !== 'fulfilled' || mandate_id === null)
    return async () => ({ status: 'ignored', message: 'Nothing was authorised yet.' })
  const made = await provider.mandate(mandate_id)
  const account = account_id === null ? undefined : await provider.account(account_id)
  return async (conn) => {
    const invited = Number(KEY.exec(made.our_key ?? '')?.[1] ?? 0)
    const invitation = await INVITATION.one(conn, request_id, invited)
    const known = await KNOWN.one(conn, mandate_id)
    if (known) return { status: 'applied', mandate_id: known.id }
    if (!invitation) return { status: 'ignored', message: 'We invited nobody to that.' }
    const { customer_id } = invitation
    const before = await CURRENT.one(conn, customer_id)
    const row = await insertRow(ctx, conn, mandate, {
      customer_id,
      source: 'online',
      mandate_status: made.status,
      consent_text_version: CONSENT_TEXT_VERSION,
      consent_at: ctx.clock.now().toISOString(),
      replaces_id: before?.id ?? null,
    })
    await DONE.run(conn, invitation.id, row.id)
    await followMandate(ctx, conn, row.id, made, { account })
    return { status: 'applied', mandate_id: row.id, customer_id }
  }
}
