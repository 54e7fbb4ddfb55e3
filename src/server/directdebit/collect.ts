import { atLeast } from '#domain/access/role.ts'
import { customer } from '#domain/customers/customer.ts'
import type { CollectLine, collectCalls } from '#domain/directdebit/directdebit-calls.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { cents, formatMoney, toDecimalString } from '#domain/kit/money.ts'
import { badField, created, Problem } from '#domain/kit/problem.ts'
import { isWorkingDay, nextWorkingDay } from '#domain/kit/working-day.ts'
import { holdCustomers } from '#server/books/hold-customers.ts'
import type { PendingDebit } from '#server/books/promised.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { requireConnection } from './connection.ts'
import { proposeDebit } from './debit-facts.ts'
import { planDebit, planOf } from './plan-debit.ts'
import { tellPlanned } from './tell-customer.ts'

const MOST_DAYS_AHEAD = 60

type CollectInput = CheckedOf<typeof collectCalls.collect>

/** Collects what somebody asks for: for an invoice, or what is open on the account. */
export async function collect(ctx: Context, conn: Conn, input: CollectInput) {
  const { customer_id, invoice_id = null, requested_by_customer, note } = input
  await lockRow(ctx, conn, customer, customer_id)
  await requireConnection(conn)
  refuseDay(ctx, input)
  if (requested_by_customer && !note)
    throw badField('note', 'Say when and how the customer asked for it.')
  await holdCustomers(conn, [customer_id])
  if (invoice_id !== null) await ownInvoice(ctx, conn, invoice_id, customer_id)
  const amount = input.amount === undefined ? undefined : cents(input.amount)
  const wish = {
    customer_id,
    invoice_id,
    amount,
    charge_date: input.charge_date,
    without_notice: requested_by_customer,
    may_exceed: atLeast(ctx.actor.role, 'manager'),
  }
  const proposal = await proposeDebit(ctx, conn, wish)
  if (amount !== undefined && amount > proposal.open)
    throw notPossible(
      'collect',
      `only $${formatMoney(toDecimalString(proposal.open))} is open and not under way`,
    )
  const [refusal] = proposal.refusals
  if (refusal) throw refused(refusal)
  const terms = { requested_by_customer, notes: note }
  const row = await planDebit(ctx, conn, wish, proposal, terms)
  await tellPlanned(ctx, conn, row)
  const { id, amount_incl_gst, charge_date } = row
  const data = { id, amount: amount_incl_gst, charge_date: charge_date ?? '' }
  const message = `$${formatMoney(amount_incl_gst)} will be collected on ${formatDayShort(data.charge_date)}.`
  return { status: created, data, message }
}

/** Why a debit cannot be made, with its code. */
export const refused = ({ code, reason }: { code: string; reason: string }) =>
  new Problem('notPossible', {
    fill: { action: 'collect', reason: `${reason} (${code})` },
    info: { code },
  })

function refuseDay(ctx: Context, { charge_date }: CollectInput): void {
  if (charge_date === undefined) return
  const today = todayOf(ctx)
  if (charge_date <= today) throw badField('charge_date', 'Choose a day that is still to come.')
  if (!isWorkingDay(charge_date)) {
    const next = formatDayShort(nextWorkingDay(charge_date))
    throw badField('charge_date', `Banks don’t work on that day. The next working day is ${next}.`)
  }
  const last = Temporal.PlainDate.from(today).add({ days: MOST_DAYS_AHEAD }).toString()
  if (charge_date > last)
    throw badField('charge_date', `At most ${MOST_DAYS_AHEAD} days ahead, ${formatDayShort(last)}.`)
}

async function ownInvoice(ctx: Context, conn: Conn, id: number, customer_id: number) {
  const { row } = await lockRow(ctx, conn, invoice, id)
  if (row.customer_id !== customer_id)
    throw badField('invoice_id', 'That is an invoice of another customer.')
  if (row.invoice_status !== 'invoiced') throw notPossible('collect', 'nothing is open on it')
}

interface NamedInvoice {
  id: number
  customer_id: number
  invoice_number: string
  customer_name: string
  invoice_status: string
}

const INVOICES = sql<NamedInvoice, [ids: readonly number[]]>`
  select i.id, i.customer_id, coalesce(i.invoice_number, '') as invoice_number, i.invoice_status,
    coalesce(c.name_business, c.name) as customer_name
  from invoices i join customers c on c.id = i.customer_id
  where i.id = any($1) and i.deleted_at is null order by i.customer_id, i.due_date, i.id`

/** Collects many invoices, each with its reason where it cannot be; or only looks. */
export async function collectMany(
  ctx: Context,
  conn: Conn,
  { ids, dry_run = false }: CheckedOf<typeof collectCalls.collectMany>,
) {
  await requireConnection(conn)
  const found = await INVOICES.all(conn, ids)
  if (found.length < new Set(ids).size) throw notFound(invoice)
  await holdCustomers(conn, [...new Set(found.map(({ customer_id }) => customer_id))])
  const lines: CollectLine[] = []
  const beside: Beside[] = []
  for (const one of found) lines.push(await collectOne(ctx, conn, one, dry_run ? beside : null))
  const planned = lines.filter(({ code }) => code === null).length
  const message = dry_run ? undefined : `${planned} of ${lines.length} planned.`
  return { data: lines, ...(message ? { message } : {}) }
}

/** What a look has shown so far; a later page of the same customer does not show it again. */
interface Beside {
  customer_id: number
  plan: PendingDebit['plan']
}

async function collectOne(
  ctx: Context,
  conn: Conn,
  { id, customer_id, invoice_number, customer_name, invoice_status }: NamedInvoice,
  looked: Beside[] | null,
): Promise<CollectLine> {
  const about = { invoice_id: id, invoice_number, customer_id, customer_name }
  if (invoice_status !== 'invoiced')
    return {
      ...about,
      amount: '0.00',
      charge_date: null,
      code: 'M002',
      reason: 'nothing is open on it',
      invoicepayment_id: null,
    }
  const may_exceed = atLeast(ctx.actor.role, 'manager')
  const beside = looked?.filter((one) => one.customer_id === customer_id)
  const wish = { customer_id, invoice_id: id, may_exceed, beside }
  const proposal = await proposeDebit(ctx, conn, wish)
  const [refusal = null] = proposal.refusals
  const figures = { amount: toDecimalString(proposal.total), charge_date: proposal.charge_date }
  const verdict = { code: refusal?.code ?? null, reason: refusal?.reason ?? null }
  if (!refusal) looked?.push({ customer_id, plan: planOf(proposal.parts) })
  if (refusal || looked) return { ...about, ...figures, ...verdict, invoicepayment_id: null }
  const row = await planDebit(ctx, conn, wish, proposal)
  await tellPlanned(ctx, conn, row)
  return { ...about, ...figures, ...verdict, invoicepayment_id: row.id }
}
