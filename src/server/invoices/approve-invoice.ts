import { type Invoice, invoice } from '#domain/invoices/invoice.ts'
import { Problem } from '#domain/kit/problem.ts'
import { attempt } from '#server/kit/database/attempt.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import { transitionMany } from '#server/kit/rows/transition-many.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import {
  type ApprovalDraft,
  approvalColumns,
  approvalFacts,
  keepSeenWarnings,
  refuseApproval,
} from './approval-rules.ts'
import { refuseOverCredit } from './credit-note.ts'
import { nextInvoiceNumbers } from './invoice-numbers.ts'
import { refuseThreatBeside, type SendOptions, sendInvoice } from './send-invoice.ts'

interface ApprovalRequest extends SendOptions, Pick<ActionRequest, 'id' | 'version'> {
  acknowledge?: string[] | undefined
  send?: boolean | undefined
}

// Computed by PostgreSQL, so that what a proof says need not travel.
const SEAL = sql<never, [invoice_ids: readonly number[]]>`
  update invoice_proofs
  set sha256 = encode(sha256(convert_to(input::text || trace::text, 'UTF8')), 'hex')
  where invoice_id = any($1)`

const NOTE_DELIVERY_PROBLEM = sql<never, [id: number, problem: string]>`
  update invoices set delivery_problem = $2 where id = $1`

/** Freezes an invoice's money and gives it the next number of the organisation's series. */
export async function approveInvoice(
  ctx: Context,
  conn: Conn,
  input: ApprovalRequest,
): Promise<Written<typeof invoice>> {
  const { id, version, acknowledge = [], send, ...sending } = input
  const about = { id, version }
  const written = await transition(ctx, conn, invoice, 'approve', about, async ({ row }) => {
    await refuseOverCredit(conn, 'approve', row)
    // Its writer is still there: they hear of it, and nothing is approved with it.
    if (send) await refuseThreatBeside(ctx, conn, row, sending)
    const approval = (await approvalsOf(ctx, conn, [row], acknowledge)).get(id)
    if (!approval) throw new Error(`Nothing was decided about invoice ${id}.`)
    if (approval instanceof Problem) throw approval
    return approval
  })
  return send ? sendOrTell(ctx, conn, id, sending) : written
}

/** The same for the drafts of a billing run; answers those that nothing spoke against. */
export async function approveInvoices(
  ctx: Context,
  conn: Conn,
  ids: readonly number[],
  acknowledged: readonly string[],
): Promise<Set<number>> {
  return transitionMany(ctx, conn, invoice, 'approve', { ids, columns }, (drafts) =>
    approvalsOf(ctx, conn, drafts, acknowledged),
  )
}

const approved = ['invoice_number', 'approved_at', 'approved_by'] as const
const columns = [...approved, ...approvalColumns]
type Approval = Pick<Invoice, (typeof approved)[number]>
type Draft = ApprovalDraft & Approval

/** What becomes of drafts that are held: approved with their numbers in this order, or refused. */
async function approvalsOf(
  ctx: Context,
  conn: Conn,
  drafts: readonly Draft[],
  acknowledged: readonly string[],
): Promise<Map<number, Approval | Problem>> {
  const outcomes = new Map<number, Approval | Problem>()
  const ids = drafts.map(({ id }) => id)
  const facts = await approvalFacts(ctx, conn, ids)
  const accepted: Draft[] = []
  for (const draft of drafts)
    try {
      await refuseApproval(ctx, conn, draft, facts, acknowledged)
      accepted.push(draft)
    } catch (refusal) {
      if (!(refusal instanceof Problem)) throw refusal
      outcomes.set(draft.id, refusal)
    }
  // One that was approved before and came back keeps its number.
  const numbers = await nextInvoiceNumbers(
    conn,
    accepted.filter(({ invoice_number }) => invoice_number === null).length,
  )
  const approved_at = ctx.clock.now().toISOString()
  for (const { id, invoice_number } of accepted) {
    const number = invoice_number ?? numbers.shift() ?? null
    outcomes.set(id, { invoice_number: number, approved_at, approved_by: ctx.actor.name })
  }
  const approvedIds = accepted.map(({ id }) => id)
  await SEAL.run(conn, approvedIds)
  await keepSeenWarnings(conn, approvedIds, acknowledged)
  return outcomes
}

/** Sending that fails leaves the invoice approved, with what went wrong. */
async function sendOrTell(
  ctx: Context,
  conn: Conn,
  id: number,
  sending: SendOptions,
): Promise<Written<typeof invoice>> {
  return attempt(
    conn,
    () => sendInvoice(ctx, conn, { id, ...sending }),
    async ({ message }) => {
      await NOTE_DELIVERY_PROBLEM.run(conn, id, message)
      return rowNow(ctx, conn, invoice, id)
    },
  )
}
