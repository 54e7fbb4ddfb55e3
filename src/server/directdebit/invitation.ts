import type { Customer } from '#domain/customers/customer.ts'
import type { DebitInvitation } from '#domain/directdebit/public-directdebit-calls.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { formatPhone } from '#domain/kit/phone.ts'
import { badField, fieldProblem, Problem } from '#domain/kit/problem.ts'
import { shownLookOf } from '#server/files/look-of.ts'
import { addressOf } from '#server/identity/mail-texts.ts'
import {
  limitPublicLink,
  linkContext,
  makePublicLink,
  openPublicLink,
  revokePublicLinks,
} from '#server/identity/public-link.ts'
import { isRobot } from '#server/identity/public-visitor.ts'
import { settingOf } from '#server/identity/setting.ts'
import { DebitTrouble } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { heldConnection, providerOf } from './connection.ts'
import { payerOf } from './payer.ts'
import { tellInvited } from './tell-customer.ts'

/** What a link to authorise us opens. */
export const INVITATION_LINK = 'ddinvitation'
const DAYS = 14
const DAY_MS = 24 * 3_600_000
const STARTS = 10
// In a quarter of an hour.
const OPENINGS = 30

const WITHDRAW = sql<{ id: number }, [customer_id: number]>`
  update ddinvitations set invitation_status = 'withdrawn'
  where customer_id = $1 and invitation_status = 'open' returning id`

const INVITE = sql<
  { id: number },
  [
    organisation_id: number | null,
    customer_id: number,
    email: string,
    replaces: boolean,
    invited_by: string,
    now: Date,
    expires_at: Date,
  ]
>`insert into ddinvitations (organisation_id, customer_id, email, invitation_status, replaces,
    invited_by, created_at, expires_at)
  values ($1, $2, $3, 'open', $4, $5, $6, $7) returning id`

type Reachable = Pick<Customer, 'email' | 'email_primary' | 'email_invoice'>

/** Where an invitation goes: to the address that is named, else where the invoices go. */
export const addressFor = (who: Reachable, given: string | undefined): string | null =>
  given || who.email_invoice || who.email_primary || who.email

/**
 * Mails a customer where they can authorise us; an earlier link ends, but what they give on the
 * provider's page that it led to is taken. Answers the address.
 */
export async function inviteCustomer(
  ctx: Context,
  conn: Conn,
  who: Reachable & { id: number },
  given: string | undefined,
  replaces: boolean,
): Promise<string> {
  const email = addressFor(who, given)
  if (!email) throw badField('email', 'The customer has no email address. Add one.')
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw fieldProblem('emailInvalid', 'email')
  for (const { id } of await WITHDRAW.all(conn, who.id))
    await revokePublicLinks(ctx, conn, { object_class: INVITATION_LINK, object_id: id })
  const now = ctx.clock.now()
  const ends = new Date(now.getTime() + DAYS * DAY_MS)
  const { organisation_id, name } = ctx.actor
  const made = await INVITE.one(conn, organisation_id, who.id, email, replaces, name, now, ends)
  const opens = { object_class: INVITATION_LINK, object_id: made?.id ?? 0, days: DAYS }
  const token = await makePublicLink(ctx, conn, opens)
  const link = addressOf(ctx.config, `/directdebit/#${token}`)
  await tellInvited(ctx, conn, { customer_id: who.id, id: made?.id ?? 0, email, link })
  return email
}

interface OpenInvitation {
  id: number
  customer_id: number
  customer_name: string
  invitation_status: string
  broker_name: string
  broker_email: string | null
  broker_phone: string | null
}

const INVITATION = sql<OpenInvitation, [id: number]>`
  select i.id, i.customer_id, coalesce(c.name_business, c.name) as customer_name,
    i.invitation_status, coalesce(o.trading_name, o.name) as broker_name, o.email as broker_email,
    o.phone as broker_phone
  from ddinvitations i join customers c on c.id = i.customer_id
    join organisations o on o.id = i.organisation_id
  where i.id = $1`

async function openInvitation(ctx: Context) {
  const link = await openPublicLink(ctx, INVITATION_LINK)
  const scope = { organisation_id: link.organisation_id, user_id: null }
  const found = await ctx.database.read(scope, (conn) => INVITATION.one(conn, link.object_id))
  if (!found || found.invitation_status === 'withdrawn') throw new Problem('tokenInvalid')
  return { link, scope, found }
}

/** What somebody reads before they authorise us: who collects, how much, and how to stop it. */
export async function readInvitation(ctx: Context): Promise<{ data: DebitInvitation }> {
  const { scope, found } = await openInvitation(ctx)
  const [notice_days, most, look] = await ctx.database.read(scope, (conn) =>
    Promise.all([
      settingOf(conn, 'dd_notice_days'),
      settingOf(conn, 'dd_max_amount'),
      shownLookOf(conn),
    ]),
  )
  return {
    data: {
      look,
      broker_name: found.broker_name,
      broker_email: found.broker_email,
      broker_phone: found.broker_phone && formatPhone(found.broker_phone),
      customer_name: found.customer_name,
      notice_days,
      most: `$${formatMoney(most)}`,
      is_done: found.invitation_status === 'done',
    },
  }
}

const OPENED = sql<never, [id: number, now: Date]>`
  update ddinvitations set opened_at = $2 where id = $1 and opened_at is null`

/** Sent by the page after it was before somebody's eyes for two seconds. */
export async function noteInvitationOpened(ctx: Context): Promise<{ data: null }> {
  const { link, scope, found } = await openInvitation(ctx)
  await limitPublicLink(ctx, link, 'directdebit_opened', OPENINGS)
  // Staff who look at what they sent are not the customer, nor is a program that reads their mail.
  if (ctx.guest && !isRobot(ctx))
    await ctx.database.write(scope, (conn) => OPENED.run(conn, found.id, ctx.clock.now()))
  return { data: null }
}

const REQUESTED = sql<never, [id: number, request_id: string]>`
  update ddinvitations set request_id = $2 where id = $1`

/** A name for the customer that only another account of ours knew is no name there. */
async function askedAsNew<T>(error: unknown, askAgain: () => Promise<T>): Promise<T> {
  if (error instanceof DebitTrouble && error.kind === 'missing') return askAgain()
  throw error
}

/** Sends them to the provider's own page; only there is an account number typed. */
export async function startAuthorisation(ctx: Context) {
  const { link, scope, found } = await openInvitation(ctx)
  await limitPublicLink(ctx, link, 'directdebit', STARTS)
  if (found.invitation_status === 'done') throw new Problem('tokenInvalid')
  const acting = linkContext(ctx, link, found.customer_name)
  const [held, { payer, payer_id }] = await ctx.database.read(scope, (conn) =>
    Promise.all([heldConnection(conn, ctx.config), payerOf(acting, conn, found.customer_id)]),
  )
  if (!held || held.connection_status === 'broken') throw new Problem('unavailable')
  const provider = await providerOf(ctx.config, held)
  try {
    const now = ctx.clock.now().getTime()
    const asked = {
      payer,
      payer_id,
      back_to: addressOf(ctx.config, '/directdebit/done'),
      key: `sb-${link.organisation_id}-invitation-${found.id}-${now}`,
    }
    const { request_id, url } = await provider
      .askToAuthorise(asked)
      .catch((error) =>
        askedAsNew(error, () => provider.askToAuthorise({ ...asked, payer_id: null })),
      )
    await ctx.database.write(scope, (conn) => REQUESTED.run(conn, found.id, request_id))
    return { data: { url } }
  } catch (error) {
    if (!(error instanceof DebitTrouble)) throw error
    throw new Problem('unavailable', { retryAfterSeconds: error.retryAfterSeconds || 30 })
  }
}
