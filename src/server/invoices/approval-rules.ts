import { gstWarnings } from '#domain/invoices/gst-warning.ts'
import { type Invoice, invoice } from '#domain/invoices/invoice.ts'
import { Exact } from '#domain/kit/decimal.ts'
import type { GstRates } from '#domain/kit/gst.ts'
import { Problem } from '#domain/kit/problem.ts'
import { refuseOwnWork } from '#server/books/four-eyes.ts'
import { settingsOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'

/** What the rules ask of the invoice itself. */
export const approvalColumns = [
  ...(['warnings', 'gst_if_not', 'discounted_total_this_period'] as const),
  ...(['gst_percent', 'invoice_date', 'credits_id'] as const),
] as const
export type ApprovalDraft = Pick<Invoice, 'id' | (typeof approvalColumns)[number]>

interface UnfitBill {
  invoice_id: number
  number: string | null
  is_cancelled: boolean
}

/** What they ask of everything else, read for many invoices at once. */
export interface ApprovalFacts {
  four_eyes_limit: string
  gst_rates: GstRates
  has_gst_number: boolean
  unfit_bills: ReadonlyMap<number, UnfitBill>
  bill_warnings: ReadonlyMap<number, BillWarning[]>
}

/** A warning of one of its bills; it is acknowledged as `bill:W08`, apart from the invoice's own. */
interface BillWarning {
  invoice_id: number
  code: string
  message: string
}

const GST_NUMBER = sql<{ has_gst_number: boolean }, [organisation_id: number | null]>`
  select gst_number is not null as has_gst_number from organisations where id = $1`

// One of each invoice is enough to refuse it; that a bill is gone is said first.
const UNFIT_BILLS = sql<UnfitBill, [invoice_ids: readonly number[]]>`
  select distinct on (invoice_id) invoice_id, supplier_statement_number as number,
    bill_status = 'cancelled' as is_cancelled
  from bills where invoice_id = any($1) and (bill_status = 'cancelled'
    or bill_status = 'draft' and validations @? '$[*] ? (@.code starts with "E")')
  order by invoice_id, bill_status = 'cancelled' desc`

// What was looked at on the bill itself need not be looked at again.
const BILL_WARNINGS = sql<BillWarning, [invoice_ids: readonly number[]]>`
  select b.invoice_id, 'bill:' || (v ->> 'code') as code,
    'Bill ' || coalesce(b.supplier_statement_number, 'without a number') || ': '
      || (v ->> 'message') as message
  from bills b, jsonb_array_elements(b.validations) v
  where b.invoice_id = any($1) and b.bill_status = 'draft' and b.deleted_at is null
    and v ->> 'severity' = 'W' and not coalesce(b.acknowledged, '[]') ? (v ->> 'code')
  order by b.id`

const KEEP_SEEN = sql<never, [invoice_ids: readonly number[], codes: readonly string[]]>`
  update bills set acknowledged = (select jsonb_agg(distinct code) from (
      select jsonb_array_elements_text(coalesce(acknowledged, '[]')) as code
      union select unnest($2::text[])) seen)
  where invoice_id = any($1) and bill_status = 'draft' and deleted_at is null`

/** Whoever approves an invoice has looked at its bills: their approval goes by that. */
export async function keepSeenWarnings(
  conn: Conn,
  invoice_ids: readonly number[],
  acknowledged: readonly string[],
): Promise<void> {
  const codes = acknowledged.flatMap((code) => /^bill:(.+)$/.exec(code)?.[1] ?? [])
  if (codes.length > 0 && invoice_ids.length > 0) await KEEP_SEEN.run(conn, invoice_ids, codes)
}

/** What the bills of invoices warn of, by invoice. */
export async function billWarningsOf(
  conn: Conn,
  invoice_ids: readonly number[],
): Promise<Map<number, { code: string; message: string }[]>> {
  const found = await BILL_WARNINGS.all(conn, invoice_ids)
  return Map.groupBy(found, ({ invoice_id }) => invoice_id)
}

export async function approvalFacts(
  ctx: Context,
  conn: Conn,
  invoice_ids: readonly number[],
): Promise<ApprovalFacts> {
  const [settings, organisation, bills, warnings] = await Promise.all([
    settingsOf(conn, ['four_eyes_limit', 'gst_percentages']),
    GST_NUMBER.one(conn, ctx.actor.organisation_id),
    UNFIT_BILLS.all(conn, invoice_ids),
    BILL_WARNINGS.all(conn, invoice_ids),
  ])
  return {
    four_eyes_limit: settings.four_eyes_limit,
    gst_rates: settings.gst_percentages,
    has_gst_number: organisation?.has_gst_number ?? false,
    unfit_bills: new Map(bills.map((bill) => [bill.invoice_id, bill])),
    bill_warnings: Map.groupBy(warnings, (warning) => warning.invoice_id),
  }
}

/** All that stands in the way of an approval, whether somebody or a billing run asks for it. */
export async function refuseApproval(
  ctx: Context,
  conn: Conn,
  draft: ApprovalDraft,
  facts: ApprovalFacts,
  acknowledged: readonly string[],
): Promise<void> {
  refuseUnfitBill(facts.unfit_bills.get(draft.id))
  refuseUnseen([...ownWarnings(draft, facts), ...billWarnings(draft, facts)], acknowledged)
  refuseUnregistered(draft, facts)
  const { id, discounted_total_this_period: amount } = draft
  // Who edited it last is asked only where it matters.
  if (new Exact(amount ?? '0').abs().gt(facts.four_eyes_limit))
    await refuseOwnWork(ctx, conn, invoice, { id, amount })
}

/** GST may have changed since it was computed; one that was looked at then was agreed on. */
const ownWarnings = (draft: ApprovalDraft, { gst_rates }: ApprovalFacts) => {
  const known = draft.warnings ?? []
  const news = gstWarnings(gst_rates, draft).filter(
    ({ code }) => !known.some((one) => one.code === code),
  )
  return [...known, ...news]
}

const billWarnings = ({ id }: ApprovalDraft, { bill_warnings }: ApprovalFacts) =>
  (bill_warnings.get(id) ?? []).map(({ code, message }) => ({ code, message }))

/** Warnings are acknowledged one by one, by their codes. */
function refuseUnseen(
  warnings: readonly { code: string; message: string }[],
  acknowledged: readonly string[],
): void {
  const unseen = warnings.filter((warning) => !acknowledged.includes(warning.code))
  if (unseen.length === 0) return
  throw new Problem('notPossible', {
    fill: {
      action: 'approve',
      reason: 'it has warnings nobody has looked at',
      instead: unseen.map((warning) => warning.message).join(' '),
    },
    info: { warnings: unseen },
  })
}

/** GST is charged by who is registered for it, and the page must name the number. */
function refuseUnregistered(
  { gst_if_not }: Pick<Invoice, 'gst_if_not'>,
  { has_gst_number }: Pick<ApprovalFacts, 'has_gst_number'>,
): void {
  if (has_gst_number || new Exact(gst_if_not ?? '0').isZero()) return
  const instead = 'Ask an admin to add it to the organisation, or bill without GST (0 %).'
  throw notPossible('approve', 'it charges GST and your organisation has no GST number', instead)
}

function refuseUnfitBill(unfit: UnfitBill | undefined): void {
  if (!unfit) return
  const bill = `its bill ${unfit.number ?? ''}`
  throw unfit.is_cancelled
    ? notPossible('approve', `${bill} is cancelled`, 'Redo it.')
    : notPossible('approve', `${bill} has errors`, 'Mend the bill first.')
}
