import { createHash } from 'node:crypto'
import { type Invoice, invoice } from '#domain/invoices/invoice.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { Problem } from '#domain/kit/problem.ts'
import { refuseOwnWork } from '#server/books/four-eyes.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { type SendOptions, sendInvoice } from './send-invoice.ts'

interface ApprovalRequest extends SendOptions, Pick<ActionRequest, 'id' | 'version'> {
  acknowledge?: string[] | undefined
  send?: boolean | undefined
}

/** Freezes an invoice's money and gives it the next number of the organisation's series. */
export async function approveInvoice(
  ctx: Context,
  conn: Conn,
  input: ApprovalRequest,
): Promise<Written<typeof invoice>> {
  const { id, version, acknowledge = [], send, ...sending } = input
  const approved = await transition(
    ctx,
    conn,
    invoice,
    'approve',
    { id, version },
    async ({ row }) => {
      refuseUnseen(row, acknowledge)
      await refuseUnregistered(ctx, conn, row)
      await refuseBadBills(conn, id)
      await refuseOwnWork(ctx, conn, invoice, { id, amount: row.discounted_total_this_period })
      const number = row.invoice_number ?? (await nextNumber(conn))
      await sealProof(conn, id)
      return {
        invoice_number: number,
        approved_at: ctx.clock.now().toISOString(),
        approved_by: ctx.actor.name,
      }
    },
  )
  return send ? sendOrTell(ctx, conn, id, sending) : approved
}

/** Sending that fails leaves the invoice approved, with what went wrong. */
async function sendOrTell(
  ctx: Context,
  conn: Conn,
  id: number,
  sending: SendOptions,
): Promise<Written<typeof invoice>> {
  await conn.query('savepoint sending')
  try {
    return await sendInvoice(ctx, conn, { id, ...sending })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await conn.query('rollback to savepoint sending')
    await conn.query('update invoices set delivery_problem = $2 where id = $1', [id, error.message])
    return rowNow(ctx, conn, invoice, id)
  }
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
async function refuseUnregistered(
  ctx: Context,
  conn: Conn,
  row: Pick<Invoice, 'gst_if_not'>,
): Promise<void> {
  if (new Exact(row.gst_if_not ?? '0').isZero()) return
  const [unregistered] = await conn.query(
    'select 1 from organisations where id = $1 and gst_number is null',
    [ctx.actor.organisation_id],
  )
  if (!unregistered) return
  const instead = 'Ask an admin to add it to the organisation, or bill without GST (0 %).'
  throw notPossible('approve', 'it charges GST and your organisation has no GST number', instead)
}

async function refuseBadBills(conn: Conn, id: number): Promise<void> {
  const [bad] = await conn.query<{ number: string | null }>(
    `select supplier_statement_number as number from bills
     where invoice_id = $1 and bill_status = 'cancelled' limit 1`,
    [id],
  )
  if (bad) throw notPossible('approve', `its bill ${bad.number ?? ''} is cancelled`, 'Redo it.')
  const [wrong] = await conn.query<{ number: string | null }>(
    `select supplier_statement_number as number from bills where invoice_id = $1
       and bill_status = 'draft' and validations @? '$[*] ? (@.code starts with "E")' limit 1`,
    [id],
  )
  if (wrong)
    throw notPossible(
      'approve',
      `its bill ${wrong.number ?? ''} has errors`,
      'Mend the bill first.',
    )
}

/** Held until the transaction ends: numbers have no gaps and are never given twice. */
async function nextNumber(conn: Conn): Promise<string> {
  const [row] = await conn.query<{ number: string }>(
    `select next_number('invoice_number') as number`,
  )
  return row?.number ?? ''
}

async function sealProof(conn: Conn, id: number): Promise<void> {
  const [proof] = await conn.query<{ text: string }>(
    'select input::text || trace::text as text from invoice_proofs where invoice_id = $1',
    [id],
  )
  const sha256 = createHash('sha256')
    .update(proof?.text ?? '')
    .digest('hex')
  await conn.query('update invoice_proofs set sha256 = $2 where invoice_id = $1', [id, sha256])
}
