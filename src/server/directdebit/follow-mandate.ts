import { customer } from '#domain/customers/customer.ts'
import { type Mandate, mandate } from '#domain/directdebit/mandate.ts'
import {
  type DebitCause,
  isUsableStatus,
  type MandateStatus,
} from '#domain/directdebit/provider-words.ts'
import type { StoredColumns } from '#domain/kit/entity.ts'
import type { ProviderAccount, ProviderMandate } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { raiseTask, settleTask } from '#server/tasks/system-task.ts'
import { planOpenPages, stopPlanned } from './planned-debits.ts'
import { askProvider } from './provider-call.ts'
import { tellMandateEnded, tellSetUp } from './tell-customer.ts'

/** What is known beside the provider's own words. */
export interface AboutMandate {
  account?: ProviderAccount | undefined
  ended_by?: NonNullable<Mandate['ended_by']> | undefined
  cause?: DebitCause | null | undefined
  /** The day it ended on. */
  date?: string | undefined
}

const ended = new Set<MandateStatus>(['failed', 'cancelled', 'expired', 'consumed', 'blocked'])
export const hasEnded = (status: MandateStatus) => ended.has(status)

const NAMED = sql<
  never,
  [
    id: number,
    provider_mandate_id: string,
    provider_account_id: string,
    provider_customer_id: string,
  ]
>`update mandates set provider_mandate_id = $2, provider_account_id = $3, provider_customer_id = $4
  where id = $1`

const HOLDER = sql<never, [id: number, account_holder: string]>`
  update mandates set account_holder = $2 where id = $1`

const refusedCause = (id: number) => `direct debit authority refused ${id}`
const taskCause = (customer_id: number) => `direct debit authority ${customer_id}`

/** Brings an authority to where it stands at the provider, with everything that follows from it. */
export async function followMandate(
  ctx: Context,
  conn: Conn,
  id: number,
  now: ProviderMandate,
  about: AboutMandate = {},
): Promise<void> {
  const { row: before } = await rowNow(ctx, conn, mandate, id)
  await NAMED.run(conn, id, now.id, now.account_id, now.customer_id)
  if (about.account) await HOLDER.run(conn, id, about.account.account_holder)
  const hasChanged = before.mandate_status !== now.status
  const isBack = ended.has(before.mandate_status) && isUsableStatus(now.status)
  const isNew = isUsableStatus(now.status) && !before.is_current && before.ended_date === null
  const values: StoredColumns<typeof mandate> = {
    mandate_status: now.status,
    reference: now.reference,
    next_possible_charge_date: now.next_possible_charge_date,
    problem: null,
    ...(about.account ? { account_ending: endingOf(before, about.account) } : {}),
    ...(ended.has(now.status) && hasChanged ? endOf(ctx, about) : {}),
    ...(isBack
      ? {
          reinstated: (before.reinstated ?? 0) + 1,
          ended_date: null,
          ended_by: null,
          ended_cause: null,
        }
      : {}),
  }
  const asked = { id, despiteHolder: true }
  await transition(ctx, conn, mandate, 'follow', asked, async () => values)
  if (before.problem !== null)
    await settleTask(ctx, conn, refusedCause(id), 'The provider has done it.')
  if (isNew || isBack) await beginUsing(ctx, conn, id)
  else if (ended.has(now.status) && hasChanged) await stopUsing(ctx, conn, id, before)
  await mirror(ctx, conn, before.customer_id)
}

/** What we were given says more of the account than the provider tells. */
const endingOf = ({ account_ending }: Mandate, { ending }: ProviderAccount) =>
  account_ending ?? ending

const endOf = (ctx: Context, { ended_by = 'provider', cause, date }: AboutMandate) => ({
  ended_by,
  ended_cause: cause ?? null,
  ended_date: date ?? todayOf(ctx),
})

const OTHERS = sql<{ id: number; version: number }, [customer_id: number, id: number]>`
  select id, version from mandates where customer_id = $1 and id <> $2 and is_current
    and deleted_at is null`

/** The new one is used from now on; the one before ends, and what was planned on it moves over. */
async function beginUsing(ctx: Context, conn: Conn, id: number): Promise<void> {
  const { row } = await rowNow(ctx, conn, mandate, id)
  for (const other of await OTHERS.all(conn, row.customer_id, id)) {
    const told = { action: 'update', changes: { is_current: [true, false] as [unknown, unknown] } }
    await updateRow(ctx, conn, mandate, other.id, { is_current: false }, told)
    await stopPlanned(ctx, conn, { mandate_id: other.id, plansAnew: true })
    await askProvider(ctx, conn, {
      kind: 'cancel_mandate',
      about: `${other.id}-replaced-${other.version}`,
      customer_id: row.customer_id,
      mandate_id: other.id,
    })
  }
  if (!row.is_current) {
    const told = { action: 'update', changes: { is_current: [false, true] as [unknown, unknown] } }
    await updateRow(ctx, conn, mandate, id, { is_current: true }, told)
  }
  await settleTask(ctx, conn, taskCause(row.customer_id), 'There is an authority that can be used.')
  await tellSetUp(ctx, conn, row)
  await planOpenPages(ctx, conn, row.customer_id)
}

async function stopUsing(ctx: Context, conn: Conn, id: number, before: Mandate): Promise<void> {
  const { is_current } = before
  if (is_current) {
    const told = { action: 'update', changes: { is_current: [true, false] as [unknown, unknown] } }
    await updateRow(ctx, conn, mandate, id, { is_current: false }, told)
  }
  await stopPlanned(ctx, conn, { mandate_id: id, plansAnew: false })
  const { row } = await rowNow(ctx, conn, mandate, id)
  if (row.ended_by === 'us' && !is_current) return
  await tellMandateEnded(ctx, conn, row)
  if (row.ended_by !== 'us') await askForNew(ctx, conn, row)
}

async function askForNew(ctx: Context, conn: Conn, row: Mandate): Promise<void> {
  await raiseTask(ctx, conn, {
    cause: taskCause(row.customer_id),
    subject: 'A customer’s direct debit authority has ended',
    text_plain: [
      row.ended_by === 'bank'
        ? 'The customer’s bank ended it: a new one needs a paper form.'
        : 'Ask for a new one, or agree on another way to pay.',
      `/app/customer/details?tab=direct-debit&id=${row.customer_id}`,
    ].join('\n'),
    due_date: todayOf(ctx),
    role_name: 'accounting',
    reference_object: 'customer',
    reference_id: row.customer_id,
  })
}

/** The provider will not: said on the authority; a new one that never came about is over. */
export async function noteMandateProblem(
  ctx: Context,
  conn: Conn,
  id: number,
  message: string,
  { isOver = false } = {},
): Promise<void> {
  const problem = message.slice(0, 500)
  const values: StoredColumns<typeof mandate> = isOver
    ? { problem, mandate_status: 'failed', ended_by: 'provider', ended_date: todayOf(ctx) }
    : { problem }
  const asked = { id, despiteHolder: true }
  const { row } = await transition(ctx, conn, mandate, 'follow', asked, async () => values)
  if (isOver) await askForNew(ctx, conn, row)
  else await askToLook(ctx, conn, row)
}

/** What was asked of the provider is not done, and nobody is looking at that page any more. */
async function askToLook(ctx: Context, conn: Conn, { id, customer_id, problem }: Mandate) {
  await raiseTask(ctx, conn, {
    cause: refusedCause(id),
    subject: 'The provider refused what was asked about a direct debit authority',
    text_plain: [
      `It says: ${problem}`,
      'It stands as it was. Ask again, or settle it at the provider.',
      `/app/customer/details?tab=direct-debit&id=${customer_id}`,
    ].join('\n'),
    due_date: todayOf(ctx),
    role_name: 'accounting',
    reference_object: 'customer',
    reference_id: customer_id,
  })
}

interface Mirrored {
  provider_mandate_id: string | null
  mandate_status: MandateStatus
  provider_customer_id: string | null
}

// The one in use, else the last there was.
const LATEST = sql<Mirrored, [customer_id: number]>`
  select provider_mandate_id, mandate_status, provider_customer_id from mandates
  where customer_id = $1 and deleted_at is null order by is_current desc, id desc limit 1`

/** The customer's own record says how their authority stands. */
async function mirror(ctx: Context, conn: Conn, customer_id: number): Promise<void> {
  const latest = await LATEST.one(conn, customer_id)
  if (!latest) return
  const values = {
    gocardless_mandate_id: latest.provider_mandate_id,
    gocardless_mandate_status: latest.mandate_status,
    ...(latest.provider_customer_id ? { gocardless_customer_id: latest.provider_customer_id } : {}),
  }
  const told = { action: 'direct_debit', changes: {} }
  await updateRow(ctx, conn, customer, customer_id, values, told)
}
