import { z } from 'zod'
import { bill } from '#domain/bills/bill.ts'
import { billPaid, gstInside, reversed } from '#domain/books/postings.ts'
import type { Create } from '#domain/kit/entity.ts'
import { type Cents, cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { badField, created, updated } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { type BillPayment, billpayment } from '#domain/payments/payment.ts'
import { post } from '#server/books/ledger.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { actionRoute } from '#server/kit/http/action-route.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import type { Changes } from '#server/kit/rows/history.ts'
import { resource } from '#server/kit/rows/resource.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import { insertRow, updateRow, type Written } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { closeRest, reopenRest } from './close-bill-rest.ts'

/** Money to suppliers: planned, approved, paid, and seen on the bank's statement later. */
export function billPaymentRoutes(catalogue: Catalogue): Route[] {
  return [
    ...resource(billpayment, catalogue, {
      create: async (ctx, conn, input) => {
        await checkAgainstOthers(ctx, conn, billpayment, input, catalogue)
        const written = await planPayment(ctx, conn, input)
        return writtenAnswer(ctx, billpayment, written, { status: created })
      },
      update: async (ctx, conn, input) => {
        const written = await reviseRow(ctx, conn, billpayment, input, {
          rights: () => {},
          others: async (before) => {
            const frozen = ['bill_id', 'amount_incl_gst'] as const
            if (frozen.some((name) => input[name] !== undefined && input[name] !== before[name]))
              throw notPossible('change', 'its bill and amount stay', 'Cancel it and plan another.')
            await checkAgainstOthers(ctx, conn, billpayment, input, catalogue, before)
          },
        })
        return writtenAnswer(ctx, billpayment, written, { status: updated })
      },
      without: ['restore'],
    }),
    action('approve', 'Approve a payment to a supplier', 'Payment approved.', approvePayment),
    action('pay', 'Note that a payment went out', 'Payment booked.', (ctx, conn, input) =>
      payOut(ctx, conn, input),
    ),
    action('cancel', 'Cancel a payment to a supplier', 'Payment cancelled.', cancel),
    action('returned', 'The bank sent a payment back', 'Payment is open again.', returned),
  ]
}

const payable = ['approved', 'invoiced']

/** A payment of a bill that is still to be approved. */
export async function planPayment(
  ctx: Context,
  conn: Conn,
  input: Create<typeof billpayment>,
): Promise<Written<typeof billpayment>> {
  const amount = cents(input.amount_incl_gst)
  if (amount <= 0) throw badField('amount_incl_gst', 'A payment is more than nothing.')
  const [owed] = await conn.query<{ supplier_id: number | null; bill_status: string }>(
    'select supplier_id, bill_status from bills where id = $1 and deleted_at is null for update',
    [input.bill_id],
  )
  if (!owed) throw badField('bill_id', 'Bill: choose one from the list.')
  if (!payable.includes(owed.bill_status))
    throw notPossible('pay', `the bill is ${owed.bill_status}`)
  const gst = gstInside(amount, '15')
  return insertRow(ctx, conn, billpayment, {
    ...input,
    supplier_id: owed.supplier_id,
    gst_amount: toDecimalString(gst),
    amount_excl_gst: toDecimalString(wholeCents(amount - gst)),
  })
}

export const approvePayment = (ctx: Context, conn: Conn, input: ActionRequest) =>
  transition(ctx, conn, billpayment, 'approve', input, async () => ({}))

/** Books a payment that went out, by hand or in a batch. */
export async function payOut(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
  values: { batch?: string; payment_date?: string } = {},
): Promise<Written<typeof billpayment>> {
  return transition(ctx, conn, billpayment, 'pay', input, async ({ row, version }) => {
    await book(ctx, conn, row, `bill payment ${input.id} ${version}`, 1)
    return values
  })
}

async function returned(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
): Promise<Written<typeof billpayment>> {
  return transition(ctx, conn, billpayment, 'returned', input, async ({ row, version }) => {
    await book(ctx, conn, row, `bill payment ${input.id} back ${version}`, -1)
    return {}
  })
}

async function cancel(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
): Promise<Written<typeof billpayment>> {
  return transition(ctx, conn, billpayment, 'cancel', input, async ({ row, version }) => {
    if (row.payment_status === 'paid')
      await book(ctx, conn, row, `bill payment ${input.id} cancelled ${version}`, -1)
    return { cancelled: true, cancelled_at: ctx.clock.now().toISOString() }
  })
}

/** Locked before anything is booked: a bill is paid once, and only while it is owed. */
async function refuseUnpayable(conn: Conn, bill_id: number, amount: Cents): Promise<void> {
  const [now] = await conn.query<{ bill_status: string; balance: string | null }>(
    'select bill_status, balance::text from bills where id = $1 for update',
    [bill_id],
  )
  const left = now?.balance ?? '0.00'
  if (!now || !payable.includes(now.bill_status) || amount > cents(left))
    throw notPossible('pay', `the bill is ${now?.bill_status ?? 'gone'} and $${left} is left of it`)
}

/** Pays off a bill, or takes that back; the bill's state follows what is left. */
async function book(
  ctx: Context,
  conn: Conn,
  row: BillPayment,
  unique_key: string,
  sign: 1 | -1,
): Promise<void> {
  const amount = cents(row.amount_incl_gst)
  const lines = sign === 1 ? billPaid(amount) : reversed(billPaid(amount))
  const { id, supplier_id, bill_id } = row
  const about = { supplier_id, bill_id }
  const event = sign === 1 ? 'bill_paid' : 'bill_payment_back'
  if (sign === 1) await refuseUnpayable(conn, bill_id, amount)
  await post(ctx, conn, [{ ...about, event, billpayment_id: id, unique_key, lines }])
  if (sign === -1) await reopenRest(ctx, conn, id)
  else if (row.clearsbill) await closeRest(ctx, conn, { ...about, billpayment_id: id })
  const [state] = await conn.query<{
    bill_status: string
    balance: string
    is_invoiced: boolean
  }>(
    `select bill_status, (-coalesce((select sum(a.amount) from accounttransactions a
       where a.bill_id = b.id and a.account = 2000), 0))::text as balance,
       exists (select from invoices i where i.id = b.invoice_id
         and i.invoice_status in ('invoiced', 'cleared', 'paid')) as is_invoiced
     from bills b where id = $1 for update`,
    [bill_id],
  )
  const isPaid = cents(state?.balance ?? '0.00') <= 0
  const bill_status = isPaid ? 'paid' : state?.is_invoiced ? 'invoiced' : 'approved'
  const changes: Changes<typeof bill> = { bill_status: [state?.bill_status, bill_status] }
  const values = { bill_status, balance: state?.balance ?? '0.00' } as const
  await updateRow(ctx, conn, bill, bill_id, values, { action: event, changes })
}

function action(
  path: string,
  summary: string,
  message: string,
  work: (ctx: Context, conn: Conn, input: ActionRequest) => Promise<Written<typeof billpayment>>,
): Route {
  return actionRoute<ActionRequest>(billpayment, {
    path,
    summary,
    from: 'accounting',
    isOwnHand: ['approve', 'pay'].includes(path),
    input: z.strictObject({
      id: idSchema,
      version: z.int().min(1).optional(),
      reason: z.string().trim().min(3).max(1000).optional(),
    }),
    message,
    work,
  })
}
