import { type Invoice, invoice } from '#domain/invoices/invoice.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { Problem } from '#domain/kit/problem.ts'
import { refuseOwnWork } from '#server/books/four-eyes.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'

/** What the rules ask of the invoice itself. */
export const approvalColumns = ['warnings', 'gst_if_not', 'discounted_total_this_period'] as const
export type ApprovalDraft = Pick<Invoice, 'id' | (typeof approvalColumns)[number]>

interface UnfitBill {
  invoice_id: number
  number: string | null
  is_cancelled: boolean
}

/** What they ask of everything else, read for many invoices at once. */
export interface ApprovalFacts {
  four_eyes_limit: string
  has_gst_number: boolean
  unfit_bills: ReadonlyMap<number, UnfitBill>
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

export async function approvalFacts(
  ctx: Context,
  conn: Conn,
  invoice_ids: readonly number[],
): Promise<ApprovalFacts> {
  const [four_eyes_limit, organisation, bills] = await Promise.all([
    settingOf(conn, 'four_eyes_limit'),
    GST_NUMBER.one(conn, ctx.actor.organisation_id),
    UNFIT_BILLS.all(conn, invoice_ids),
  ])
  return {
    four_eyes_limit,
    has_gst_number: organisation?.has_gst_number ?? false,
    unfit_bills: new Map(bills.map((bill) => [bill.invoice_id, bill])),
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
  refuseUnseen(draft, acknowledged)
  refuseUnregistered(draft, facts)
  refuseUnfitBill(facts.unfit_bills.get(draft.id))
  const { id, discounted_total_this_period: amount } = draft
  // Who edited it last is asked only where it matters.
  if (new Exact(amount ?? '0').abs().gt(facts.four_eyes_limit))
    await refuseOwnWork(ctx, conn, invoice, { id, amount })
}

/** Warnings are acknowledged one by one, by their codes. */
function refuseUnseen(
  { warnings }: Pick<Invoice, 'warnings'>,
  acknowledged: readonly string[],
): void {
  const unseen = (warnings ?? []).filter((warning) => !acknowledged.includes(warning.code))
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
