import { customer } from '#domain/customers/customer.ts'
import { type Mandate, mandate } from '#domain/directdebit/mandate.ts'
import type { MandateBegun, mandateCalls } from '#domain/directdebit/mandate-calls.ts'
import { usableMandates } from '#domain/directdebit/provider-words.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, created, Problem } from '#domain/kit/problem.ts'
import { addWorkingDays } from '#domain/kit/working-day.ts'
import { requireDebitDetails } from '#server/identity/debit-details.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { isVisible } from '#server/kit/rows/store.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { requireConnection } from './connection.ts'
import { inviteCustomer } from './invitation.ts'
import { askProvider } from './provider-call.ts'
import { type GivenBefore, isKept, lookUpAuthority, refuseUseless, takeOver } from './take-over.ts'
import { checkedAccount, checkedConsent } from './what-was-given.ts'

type BeginInput = CheckedOf<typeof mandateCalls.create>

// For so long after their bank ended one, a new authority needs paper, and time.
const BANK_END_MONTHS = 9
const PAPER_WORKING_DAYS = 10

const LIVE = sql<
  { id: number; mandate_status: string },
  [customer_id: number, usable: readonly string[]]
>`
  select id, mandate_status from mandates where customer_id = $1 and deleted_at is null
    and (is_current or mandate_status = any($2) and ended_date is null) order by is_current desc limit 1`

const ENDED_BY_BANK = sql<{ ended_date: string }, [customer_id: number, since: string]>`
  select ended_date from mandates where customer_id = $1 and ended_by = 'bank' and ended_date > $2
  order by ended_date desc limit 1`

const GUARDED = sql<{ customer_id: number }, [customer_id: number]>`
  select customer_id from guardcodes where customer_id = $1`

/**
 * Sets direct debit up for a customer: an invitation, what was given by phone or on paper, or what
 * the provider has. That is looked up before anything is held.
 */
export async function beginMandate(ctx: Context, input: BeginInput) {
  const before = input.source === 'import' ? await lookedUp(ctx, input) : null
  return ctx.database.write(scopeOf(ctx), (conn) => begin(ctx, conn, input, before))
}

async function lookedUp(ctx: Context, { customer_id, provider_mandate_id: name }: BeginInput) {
  const isThere = await ctx.database.read(scopeOf(ctx), (conn) =>
    isVisible(conn, customer, customer_id, ctx.actor.organisation_id),
  )
  if (!isThere) throw notFound(customer)
  if (!name) throw badField('provider_mandate_id', 'The provider’s name for it is needed.')
  return lookUpAuthority(ctx, name)
}

/** Mails a customer where they can authorise us, in place of what there is where that is wanted. */
export async function inviteToDebit(
  ctx: Context,
  conn: Conn,
  asked: Pick<BeginInput, 'customer_id' | 'email' | 'replace'>,
): Promise<void> {
  await begin(ctx, conn, { ...asked, source: 'online' }, null)
}

async function begin(ctx: Context, conn: Conn, input: BeginInput, before: GivenBefore | null) {
  const { customer_id, source, replace = false } = input
  const { row: who, deleted_at } = await lockRow(ctx, conn, customer, customer_id)
  if (deleted_at !== null) throw new Problem('archived', { fill: { what: 'customer' } })
  await requireConnection(conn)
  const live = await LIVE.one(conn, customer_id, [...usableMandates])
  if (live && !replace)
    throw new Problem('conflict', {
      message: 'There is a direct debit authority already. Choose to replace it.',
    })
  // A guard code stands before whose account it is, whoever gives it: the customer types it themselves.
  const isGuarded = source !== 'online' && (await GUARDED.one(conn, customer_id)) !== undefined
  if (live || isGuarded) await requireDebitDetails(ctx, conn, customer_id)
  const isEndedByBank = await endedByBank(ctx, conn, customer_id)
  if (isEndedByBank !== null && source !== 'paper' && !before)
    throw notPossible(
      'set up direct debit',
      `their bank ended the last authority on ${formatDayShort(isEndedByBank)}: a new one needs a paper form`,
    )
  const replaces_id = live?.id ?? null
  if (source === 'online') {
    const invited_to = await inviteCustomer(ctx, conn, who, input.email, replace)
    return begun({ id: null, invited_to }, `The invitation is on its way to ${invited_to}.`)
  }
  if (before) {
    const id = await take(ctx, conn, input, before, replaces_id)
    return begun({ id, invited_to: null }, 'The authority is taken over.')
  }
  const id = await enter(ctx, conn, input, replaces_id, isEndedByBank !== null)
  return begun({ id, invited_to: null }, 'The provider is being told.')
}

const begun = (data: MandateBegun, message: string) => ({ status: created, data, message })

/** Uses what the provider has; how it was agreed to is kept as far as it is known. */
async function take(
  ctx: Context,
  conn: Conn,
  { customer_id, consent }: BeginInput,
  before: GivenBefore,
  replaces_id: number | null,
): Promise<number> {
  if (await isKept(conn, before))
    throw new Problem('conflict', { message: 'That authority is kept here already.' })
  refuseUseless(before)
  const agreed = consent ? await checkedConsent(ctx, conn, consent) : {}
  return takeOver(ctx, conn, { customer_id, replaces_id, ...agreed }, before)
}

async function endedByBank(ctx: Context, conn: Conn, customer_id: number): Promise<string | null> {
  const since = Temporal.PlainDate.from(todayOf(ctx)).subtract({ months: BANK_END_MONTHS })
  return (await ENDED_BY_BANK.one(conn, customer_id, since.toString()))?.ended_date ?? null
}

async function enter(
  ctx: Context,
  conn: Conn,
  input: BeginInput,
  replaces_id: number | null,
  waits: boolean,
): Promise<number> {
  const { customer_id, source, account_holder, consent } = input
  const digits = checkedAccount(input.bank_account_number)
  if (!account_holder) throw badField('account_holder', 'Whose account it is is needed.')
  if (!consent) throw badField('consent', 'When and how they agreed is needed.')
  if (source === 'phone' && !consent.script_read)
    throw badField('consent.script_read', 'Say that the text was read out to them.')
  if (source === 'paper' && !consent.file_id)
    throw badField('consent.file_id', 'Add the form that they signed.')
  const agreed = await checkedConsent(ctx, conn, consent)
  const { id } = await insertRow(ctx, conn, mandate, {
    customer_id,
    source: source as Mandate['source'],
    mandate_status: 'pending_submission',
    account_ending: `${digits.slice(9, 13)}-${digits.slice(14)}`,
    ...agreed,
    first_charge_from: waits ? addWorkingDays(todayOf(ctx), PAPER_WORKING_DAYS) : null,
    replaces_id,
  })
  await askProvider(ctx, conn, {
    kind: 'mandate',
    about: `${id}-1-1`,
    customer_id,
    mandate_id: id,
    secret: { digits, account_holder },
  })
  return id
}
