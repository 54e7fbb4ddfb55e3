import { type Invoice, invoice } from '#domain/invoices/invoice.ts'
import type { PrintedDocument } from '#domain/kit/document.ts'
import type { ActionOf } from '#domain/kit/entity.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { LeavingRow } from '#domain/messaging/departure/departure.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { obstacleOf } from '#server/messaging/departure/obstacle.ts'
import type { DepartureOffice, LeavingRecord } from '#server/messaging/departure/office.ts'
import { billWarningsOf } from './approval-rules.ts'
import { approveInvoice } from './approve-invoice.ts'
import { contentOf } from './invoice-document.ts'
import { invoiceFacts } from './invoice-facts.ts'
import { remindInvoice } from './remind-invoice.ts'
import { type SendOptions, sendInvoice } from './send-invoice.ts'

type MachineColumns = Pick<
  Invoice,
  | 'invoice_status'
  | 'invoice_number'
  | 'balance'
  | 'is_held'
  | 'ppd_granted'
  | 'has_late_fee'
  | 'deleted_at'
>

interface FoundRow extends MachineColumns, Omit<LeavingRow, 'obstacle' | 'amount' | 'left_out'> {
  discounted_total: string | null
}

// What is billed by post has no address beside it.
const ROWS = sql<FoundRow, [ids: readonly number[]]>`
  select i.id, i.version, i.customer_id as party_id, c.name as party,
    coalesce(i.invoice_number, 'Draft ' || i.id) as name, i.discounted_total::text,
    coalesce(i.warnings, '[]') as warnings,
    i.invoice_status, i.invoice_number, i.balance::text, i.is_held, i.ppd_granted, i.has_late_fee,
    i.deleted_at,
    case when not c.receives_invoice then '{}' else e.open end
      || case when c.receive_mail_invoices then array['by post'] else '{}' end as recipients
  from invoices i join customers c on c.id = i.customer_id
  left join lateral (select array(select lower(x) from unnest(
      case when cardinality(c.invoice_recipients) > 0 then c.invoice_recipients
        else array_remove(array[coalesce(c.email_invoice, c.email_primary, c.email)], null) end) x
      where not exists (select from messageblacklists b where lower(b.contact) = lower(x)
        and b.type in ('email', 'all') and b.blocks = 'everything' and b.deleted_at is null)) as open
    ) e on true
  where i.id = any($1) order by i.id`

type InvoiceAction = Extract<ActionOf<typeof invoice>, 'approve' | 'send' | 'remind'>

/** Invoices as they are about to leave; 404 for those of others, 403 for what is not the caller's. */
export async function invoicesToLeave(
  ctx: Context,
  conn: Conn,
  action: InvoiceAction,
  ids: readonly number[],
): Promise<LeavingRow[]> {
  const found = await ROWS.all(conn, ids)
  if (found.length < ids.length) throw new Problem('notFound', { fill: { what: 'invoice' } })
  const seen = action === 'approve' ? await billWarningsOf(conn, ids) : new Map()
  return found.map((row) => {
    const { id, version, party_id, party, name, recipients } = row
    return {
      ...{ id, version, party_id, party, name, recipients },
      amount: action === 'remind' ? row.balance : row.discounted_total,
      warnings: action === 'approve' ? [...row.warnings, ...(seen.get(id) ?? [])] : [],
      obstacle: obstacleOf(ctx, invoice, action, row),
      left_out: null,
    }
  })
}

const KEPT = sql<{ content: PrintedDocument }, [invoice_id: number]>`
  select content::json as content from invoice_documents where invoice_id = $1`

/** The page as it went out, or as it would. */
async function pageOf(ctx: Context, conn: Conn, id: number): Promise<PrintedDocument> {
  const kept = await KEPT.one(conn, id)
  return kept?.content ?? contentOf(ctx, conn, await invoiceFacts(conn, id))
}

const POSTED = sql<{ posted: boolean }, [invoice_id: number]>`
  select c.receive_mail_invoices as posted from customers c
  join invoices i on i.customer_id = c.id where i.id = $1`

/** Who gets invoices by post needs no address. */
async function withPost<O extends SendOptions>(conn: Conn, { id }: LeavingRecord, options: O) {
  const posted = options.posted ?? (await POSTED.one(conn, id))?.posted
  return { ...options, posted }
}

const officeOf = (
  action: InvoiceAction,
  leave: Extract<DepartureOffice, { leave: unknown }>['leave'],
): DepartureOffice => ({
  rows: (ctx, conn, ids) => invoicesToLeave(ctx, conn, action, ids),
  leave,
  document: pageOf,
})

/** What leaves the house of invoices, and what becomes final. */
export const invoiceDepartures = {
  approve: officeOf('approve', async (ctx, conn, row, { acknowledge }) => {
    await approveInvoice(ctx, conn, { ...row, acknowledge })
    return null
  }),
  approve_send: officeOf('approve', async (ctx, conn, row, { acknowledge, ...given }) => {
    const { to, message, posted, isTrial, isLook } = await withPost(conn, row, given)
    const sending = { to, message, posted, isTrial, isLook }
    const asked = { ...row, acknowledge, send: true, ...sending }
    const { delivery_problem } = (await approveInvoice(ctx, conn, asked)).row
    return delivery_problem ? `It is approved, but not sent. ${delivery_problem}` : null
  }),
  send: officeOf('send', async (ctx, conn, row, given) => {
    const { to, message, posted, new_dates, isTrial, isLook } = await withPost(conn, row, given)
    await sendInvoice(ctx, conn, { ...row, to, message, posted, new_dates, isTrial, isLook })
    return null
  }),
  remind: officeOf('remind', async (ctx, conn, row, given) => {
    const { message, announce_fee, reason, isLook } = given
    await remindInvoice(ctx, conn, { ...row, message, announce_fee, reason, isLook })
    return null
  }),
}
