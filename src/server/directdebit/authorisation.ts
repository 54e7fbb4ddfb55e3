import { CONSENT_TEXT_VERSION, type Mandate, mandate } from '#domain/directdebit/mandate.ts'
import type { DirectDebit } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { raiseTask } from '#server/tasks/system-task.ts'
import type { EventOutcome } from './apply-events-job.ts'
import { followMandate } from './follow-mandate.ts'
import { askProvider } from './provider-call.ts'

interface AnsweredInvitation {
  id: number
  customer_id: number
  invitation_status: 'open' | 'done' | 'withdrawn'
  /** It was sent again, and the newer one still waits for its answer. */
  is_replaced: boolean
}

const INVITATION = sql<AnsweredInvitation, [request_id: string, id: number]>`
  select i.id, i.customer_id, i.invitation_status, exists (select from ddinvitations n
    where n.customer_id = i.customer_id and n.id > i.id and n.invitation_status = 'open') as is_replaced
  from ddinvitations i where i.request_id = $1 or i.id = $2 for update`

// Whoever goes to the page twice may come back from the first: the key says by which invitation.
const KEY = /^sb-\d+-invitation-(\d+)-/

// Whoever has answered one of them is waited for by no other.
const DONE = sql<never, [id: number, mandate_id: number, customer_id: number]>`
  update ddinvitations set invitation_status = 'done', mandate_id = $2
  where id = $1 or customer_id = $3 and invitation_status = 'open'`

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
    if (!invitation || invitation.invitation_status === 'done')
      return { status: 'ignored', message: 'We invited nobody to that.' }
    const { customer_id } = invitation
    const holds = invitation.invitation_status === 'open' || invitation.is_replaced
    const before = holds ? await CURRENT.one(conn, customer_id) : undefined
    const { row } = await insertRow(ctx, conn, mandate, {
      customer_id,
      source: 'online',
      mandate_status: made.status,
      consent_text_version: CONSENT_TEXT_VERSION,
      consent_at: ctx.clock.now().toISOString(),
      replaces_id: before?.id ?? null,
      ...(holds ? {} : { ended_by: 'us', ended_date: todayOf(ctx) }),
    })
    if (holds) await DONE.run(conn, invitation.id, row.id, customer_id)
    await followMandate(ctx, conn, row.id, made, { account })
    if (!holds) await giveBack(ctx, conn, row)
    return { status: 'applied', mandate_id: row.id, customer_id }
  }
}

/** Their invitation was taken back while they were on the provider's page: it is not used. */
async function giveBack(ctx: Context, conn: Conn, { id, customer_id }: Mandate & { id: number }) {
  await askProvider(ctx, conn, {
    kind: 'cancel_mandate',
    about: `${id}-withdrawn`,
    customer_id,
    mandate_id: id,
  })
  await raiseTask(ctx, conn, {
    cause: `direct debit authority not wanted ${id}`,
    subject: 'A customer authorised us by an invitation that was withdrawn',
    text_plain: [
      'The authority is not used, and the provider is asked to end it. Tell them, or let it come back ' +
        'if it is wanted after all.',
      `/app/customer/details?tab=direct-debit&id=${customer_id}`,
    ].join('\n'),
    due_date: todayOf(ctx),
    role_name: 'accounting',
    reference_object: 'customer',
    reference_id: customer_id,
  })
}
