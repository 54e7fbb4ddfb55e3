import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { reversed } from '#domain/books/postings.ts'
import { statementGst } from '#domain/commissions/commission-postings.ts'
import { commissionstatement } from '#domain/commissions/commissionstatement.ts'
import type { commissionstatementCalls } from '#domain/commissions/commissionstatement-calls.ts'
import { cancelledValues } from '#domain/commissions/statement-mail.ts'
import { gstOn } from '#domain/commissions/statement-sums.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { cents, sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import { post } from '#server/books/ledger.ts'
import { revokePublicLinks } from '#server/identity/public-link.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import { queueLetter } from '#server/messaging/template/queue-letter.ts'
import type { WrittenStatement } from './draft-statement.ts'
import { STATEMENT_LINK } from './mail-statement.ts'
import { bookGst } from './send-statement.ts'
import { holdPartner, statementParties } from './statement-facts.ts'

const NEWER = sql<{ statement_number: string }, [partner_id: number, id: number]>`
  select statement_number from commissionstatements where partner_id = $1 and id > $2
    and statement_status in ('sent', 'paid', 'cleared') order by id limit 1`

// What these left is on the one that is cancelled, and they carry the GST of their tax invoice now.
const TAXED_SINCE = sql<{ statement_number: string }, [statement_id: number]>`
  select statement_number from commissionstatements
  where left_with_id = $1 and settled_by_id is null and statement_status = 'sent'
  order by id limit 1`

const FREE_LINES = sql<never, [statement_id: number]>`
  update commissions set commission_status = 'accrued', statement_id = null,
    version = version + 1, modified_at = now()
  where statement_id = $1 and commission_status = 'stated'`

const FREE_BROUGHT = sql<never, [statement_id: number]>`
  update commissionstatements set settled_by_id = null, version = version + 1, modified_at = now()
  where settled_by_id = $1`

/** Takes a statement back whole: its earnings wait again, its number stays, the partner is told. */
export async function cancelStatement(
  ctx: Context,
  conn: Conn,
  input: ActionRequest & { reason: string },
): WrittenStatement {
  const { id, reason } = input
  const written = await transition(
    ctx,
    conn,
    commissionstatement,
    'cancel',
    input,
    async ({ row }) => {
      const { partner_id } = row
      await holdPartner(conn, partner_id)
      const newer = await NEWER.one(conn, partner_id, id)
      if (newer)
        throw notPossible(
          'cancel',
          `${newer.statement_number} came after it`,
          'Correct it on the next statement instead.',
        )
      const taxed = await TAXED_SINCE.one(conn, id)
      if (taxed)
        throw notPossible(
          'cancel',
          `it brought ${taxed.statement_number} along, whose tax invoice came since`,
          'Pay it again, or correct it on the next statement.',
        )
      const booked = row.gst_mode === 'buyer_created' ? row.gst : row.tax_invoice_gst
      await post(ctx, conn, [
        {
          event: ledgerEvents.commissionStatedBack,
          partner_id,
          unique_key: `commission statement ${id} cancelled`,
          reason,
          lines: reversed(statementGst(cents(booked))),
        },
      ])
      await FREE_LINES.run(conn, id)
      await FREE_BROUGHT.run(conn, id)
      const cancelled_at = ctx.clock.now().toISOString()
      return { cancelled_at, carried: '0.00' }
    },
  )
  await revokePublicLinks(ctx, conn, { object_class: STATEMENT_LINK, object_id: id })
  const { row } = written
  const parties = await statementParties(conn, row.partner_id, ctx.actor.organisation_id)
  const to = row.sent_to ?? parties.email
  // While its paper is being drawn nobody outside has heard of it.
  if (to && !row.is_being_drawn)
    await queueLetter(ctx, conn, {
      template: 'commission_cancelled',
      values: cancelledValues(row, { ...parties, reason }),
      record_id: id,
      partner_id: row.partner_id,
      to,
      key: `commission statement ${id} cancelled`,
    })
  return written
}

/** The partner's own tax invoice came: its GST is ours to claim and theirs to get. */
export async function bookTaxInvoice(
  ctx: Context,
  conn: Conn,
  input: CheckedOf<typeof commissionstatementCalls.taxinvoice>,
): WrittenStatement {
  const { tax_invoice_number, tax_invoice_date, ...asked } = input
  if (tax_invoice_date > todayOf(ctx))
    throw badField('tax_invoice_date', 'That day is still to come.')
  return transition(ctx, conn, commissionstatement, 'taxinvoice', asked, async ({ row }) => {
    const gst = gstOn(cents(row.sum), row.gst_percent)
    const reason = `Tax invoice ${tax_invoice_number} for ${row.statement_number}.`
    const about = { ...row, gst: toDecimalString(gst) }
    await bookGst(ctx, conn, about, { date: tax_invoice_date, reason })
    const tax_invoice_gst = toDecimalString(gst)
    const told = { tax_invoice_number, tax_invoice_date, tax_invoice_gst }
    // Still to be paid: it leaves with it. Else it waits for the next statement.
    if (row.statement_status === 'sent' && cents(row.to_pay) > 0) return told
    if (row.statement_status === 'sent' && row.settled_by_id !== null)
      throw notPossible('book the tax invoice of', 'what it left is part of one not paid yet')
    const left = row.settled_by_id === null ? cents(row.carried) : wholeCents(0)
    return { ...told, carried: toDecimalString(sumCents([left, gst])), settled_by_id: null }
  })
}
