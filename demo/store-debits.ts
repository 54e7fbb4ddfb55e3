import { mandateCalls } from '#domain/directdebit/mandate-calls.ts'
import { invoiceActionCalls } from '#domain/invoices/invoice-action-calls.ts'
import { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import { formatBankAccount, makeBankAccount } from '#domain/kit/bank-account.ts'
import { applyEventsJob } from '#server/directdebit/apply-events-job.ts'
import { keepConnection } from '#server/directdebit/connect.ts'
import { fetchEvents } from '#server/directdebit/fetch-events-job.ts'
import { makeCallJob } from '#server/directdebit/make-call-job.ts'
import { directDebitFor } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type DemoProvider, demoDebits, FIRST_DAY } from './gocardless/start-gocardless.ts'
import { jobOn, playCall, playedRow } from './play-call.ts'
import { everyWarning, type On } from './store-billing.ts'

/** What becomes of a customer's debit, and when their invoice goes out. */
const stories = [
  { name: 'paid out', sent: '2026-10-13', due: '2026-10-28' },
  { name: 'account closed', sent: '2026-10-15', due: '2026-10-30' },
  { name: 'short of money', sent: '2026-10-20', due: '2026-11-04' },
  { name: 'with the bank', sent: '2026-10-27', due: '2026-11-11' },
  { name: 'planned', sent: '2026-11-12', due: '2026-11-27' },
] as const
type Story = (typeof stories)[number]

const INVITED_ON = '2026-11-11'
const LED_ON = '2026-10-30'

// Days on which something is heard of the provider: after submission, after the banks' answer.
const days = [
  '2026-10-28',
  '2026-10-30',
  '2026-11-02',
  '2026-11-03',
  '2026-11-04',
  '2026-11-06',
  '2026-11-10',
  '2026-11-11',
  '2026-11-13',
]

// Whoever was said to have an authority has one from here on only where the provider knows of it.
const FORGET = sql<never, []>`update customers set gocardless_customer_id = null,
    gocardless_mandate_id = null, gocardless_mandate_status = null
  where gocardless_mandate_id is not null`

const PAYERS = sql<{ id: number; name: string }, [count: number]>`
  select c.id, c.name from customers c where c.gocardless_mandate_status = 'active'
    and c.email is not null and c.deleted_at is null
    and not exists (select from invoices i where i.customer_id = c.id)
  order by c.id limit $1`

const DUE_CALLS = sql<{ id: number }, []>`
  select id from ddcalls where call_status in ('waiting', 'unknown') order by id`

const DEBIT = sql<{ provider_payment_id: string | null }, [customer_id: number]>`
  select provider_payment_id from invoicepayments where customer_id = $1
    and payment_status = 'pending' order by id desc limit 1`

// Of each state that only a bank can bring about, somebody who was said to be in it.
const OTHERS = sql<{ id: number; name: string; status: string }, []>`
  select distinct on (c.gocardless_mandate_status) c.id, c.name,
    c.gocardless_mandate_status as status
  from customers c where c.deleted_at is null and c.email is not null
    and c.gocardless_mandate_status not in ('active', 'cancelled', 'pending_submission')
    and not exists (select from invoices i where i.customer_id = c.id)
  order by c.gocardless_mandate_status, c.id`

const MANDATE = sql<{ provider_mandate_id: string | null }, [customer_id: number]>`
  select provider_mandate_id from mandates where customer_id = $1 order by id desc limit 1`

/** Authorities and debits, made at the provider's double on their days, good and bad. */
export async function storeDebits(on: On, conn: Conn, provider: DemoProvider): Promise<void> {
  const payers = await PAYERS.all(conn, stories.length + 1)
  const others = await OTHERS.all(conn)
  await FORGET.run(conn)
  await connect(on(FIRST_DAY), conn)
  const of = new Map(stories.map((story, place) => [story, payers[place]]))
  for (const [place, payer] of payers.slice(0, stories.length).entries())
    await authorise(on(FIRST_DAY), conn, payer, place)
  for (const [place, payer] of others.entries())
    await authorise(on(FIRST_DAY), conn, payer, stories.length + place)
  await work(on(FIRST_DAY), conn)
  const today = [...new Set([...stories.map(({ sent }) => sent), INVITED_ON, ...days])].toSorted()
  for (const day of today) {
    const ctx = on(day)
    await provider.control('clock', { to: `${day}T13:00` })
    await hear(ctx, conn)
    for (const [story, payer] of of)
      if (payer && story.sent === day) await bill(ctx, conn, payer, story)
    const invited = payers[stories.length]
    if (day === INVITED_ON && invited)
      await playCall(ctx, conn, mandateCalls.create, { customer_id: invited.id, source: 'online' })
    if (day === LED_ON) await lead(conn, provider, others)
    if (day === '2026-11-02')
      await fail(conn, provider, of, 'account closed', 'bank_account_closed')
    if (day === '2026-11-06') await fail(conn, provider, of, 'short of money', 'insufficient_funds')
    await hear(ctx, conn)
    await work(ctx, conn)
  }
}

/** What becomes of the other authorities is the banks' to say. */
async function lead(
  conn: Conn,
  provider: DemoProvider,
  others: readonly { id: number; status: string }[],
): Promise<void> {
  for (const { id, status } of others) {
    const { provider_mandate_id } = (await MANDATE.one(conn, id)) ?? {}
    if (provider_mandate_id)
      await provider.control('state', { type: 'mandates', id: provider_mandate_id, status })
  }
}

async function connect(ctx: Context, conn: Conn): Promise<void> {
  const provider = await directDebitFor(ctx.config, demoDebits.token)
  await keepConnection(ctx, conn, { ...demoDebits, creditor: await provider.creditor() })
}

async function authorise(
  ctx: Context,
  conn: Conn,
  { id, name }: { id: number; name: string },
  place: number,
): Promise<void> {
  await playCall(ctx, conn, mandateCalls.create, {
    customer_id: id,
    source: 'phone',
    bank_account_number: formatBankAccount(makeBankAccount('12', '3113', 12_400 + place * 700)),
    account_holder: name.slice(0, 40),
    consent: {
      text_version: 'nz-2026-1',
      at: ctx.clock.now().toISOString(),
      script_read: true,
    },
  })
}

async function bill(ctx: Context, conn: Conn, payer: { id: number }, story: Story): Promise<void> {
  const id = await playedRow(ctx, conn, invoiceCalls.create, {
    customer_id: payer.id,
    discount_percent: '10',
    due_date: story.due,
    discounted_date: story.due,
    lines: [
      { name: 'Energy plan, monthly', quantity: '1', rate: '148.00', unit: 'each' },
      { name: 'Service', quantity: '1', rate: '12.50', unit: 'each' },
    ],
  })
  const approval = { id, send: true, posted: true, acknowledge: everyWarning }
  await playCall(ctx, conn, invoiceActionCalls.approve, approval)
  await work(ctx, conn)
}

async function fail(
  conn: Conn,
  provider: DemoProvider,
  of: ReadonlyMap<Story, { id: number } | undefined>,
  name: Story['name'],
  cause: string,
): Promise<void> {
  const payer = [...of].find(([story]) => story.name === name)?.[1]
  const debit = payer && (await DEBIT.one(conn, payer.id))
  if (debit?.provider_payment_id)
    await provider.simulate('payment_failed', debit.provider_payment_id, cause)
}

/** Makes the calls that wait, as the worker would. */
async function work(ctx: Context, conn: Conn): Promise<void> {
  const organisation_id = ctx.actor.organisation_id ?? 0
  for (const { id } of await DUE_CALLS.all(conn))
    await makeCallJob.run(jobOn(ctx, conn), { organisation_id, call_id: id })
}

/** Hears what happened at the provider, as the worker would. */
async function hear(ctx: Context, conn: Conn): Promise<void> {
  const organisation_id = ctx.actor.organisation_id ?? 0
  await fetchEvents(jobOn(ctx, conn), organisation_id)
  await applyEventsJob.run(jobOn(ctx, conn), { organisation_id })
  await work(ctx, conn)
}
