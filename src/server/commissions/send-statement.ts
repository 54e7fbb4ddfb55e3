import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { statementGst } from '#domain/commissions/commission-postings.ts'
import {
  type CommissionStatement,
  commissionstatement,
} from '#domain/commissions/commissionstatement.ts'
import type { commissionstatementCalls } from '#domain/commissions/commissionstatement-calls.ts'
import { statementValues } from '#domain/commissions/statement-mail.ts'
import { proofText } from '#domain/commissions/statement-proof.ts'
import { numberSeries } from '#domain/identity/number-series.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { cents } from '#domain/kit/money.ts'
import { refuseOwnWork } from '#server/books/four-eyes.ts'
import { post } from '#server/books/ledger.ts'
import { drawPaper, inLook } from '#server/files/look-of.ts'
import { addressOf } from '#server/identity/mail-texts.ts'
import { makePublicLink } from '#server/identity/public-link.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { digestOf } from '#server/kit/print/render-pdf.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import { queueLetter } from '#server/messaging/template/queue-letter.ts'
import {
  draftStatement,
  figuresNow,
  storedFigures,
  type WrittenStatement,
} from './draft-statement.ts'
import { holdPartner, statementParties } from './statement-facts.ts'
import { documentOf, paperOf } from './statement-paper.ts'

/** What a link to a statement opens. */
export const STATEMENT_LINK = 'commissionstatement'
const LINK_DAYS = 400
// Held until the transaction ends: numbers have no gaps.
const NEXT_NUMBER = sql<{ number: string }, []>`select next_number('commission_number') as number`

const HOLD_LINES = sql<{ id: number }, [statement_id: number]>`
  select id from commissions where statement_id = $1 order by id for update`

const STATE = sql<never, [statement_id: number]>`
  update commissions set commission_status = 'stated', version = version + 1, modified_at = now()
  where statement_id = $1 and commission_status = 'accrued'`

// What earlier ones left is part of this one from now on.
const BRING = sql<never, [id: number, partner_id: number]>`
  update commissionstatements set settled_by_id = $1, version = version + 1, modified_at = now()
  where partner_id = $2 and carried <> 0 and settled_by_id is null and id <> $1
    and statement_status in ('sent', 'paid', 'cleared')`

const KEEP = sql<
  never,
  [
    organisation_id: number | null,
    statement_id: number,
    proof: string,
    content: string,
    pdf: Buffer,
    sha256: Buffer,
  ]
>`insert into commission_documents (organisation_id, statement_id, proof, content, pdf, sha256)
  values ($1, $2, $3, $4, $5, $6)`

/** Creates the next statement of a partner and sends it, as one. */
export async function stateAndSend(
  ctx: Context,
  conn: Conn,
  { id: partner_id }: CheckedOf<typeof commissionstatementCalls.sendOfPartner>,
  how: SendingWay = {},
): WrittenStatement {
  const { isPatient = false } = how
  const { id } = await draftStatement(ctx, conn, { partner_id, isPatient })
  return sendStatement(ctx, conn, { id }, how)
}

interface SendingWay {
  /** It waits for whoever states for the partner at the moment. */
  isPatient?: boolean
  /** Done in vain, to see what would leave: nothing is drawn. */
  isTrial?: boolean
}

/**
 * Sends a draft: it is given its number, hashed, drawn and kept; its earnings are stated, its GST is
 * booked and the mail is queued, all or nothing.
 */
export async function sendStatement(
  ctx: Context,
  conn: Conn,
  { id, version }: Pick<ActionRequest, 'id' | 'version'>,
  { isPatient = false, isTrial = false }: SendingWay = {},
): WrittenStatement {
  const { row: draft } = await lockRow(ctx, conn, commissionstatement, id)
  await holdPartner(conn, draft.partner_id, isPatient)
  const { row } = await transition(
    ctx,
    conn,
    commissionstatement,
    'send',
    { id, version },
    async ({ row: before }) => {
      await HOLD_LINES.all(conn, id)
      const { parties, lines, figures } = await figuresNow(ctx, conn, id, before.partner_id)
      if (lines.length === 0)
        throw notPossible('send', 'nothing is left on it', 'Delete the draft.')
      if (!parties.email)
        throw notPossible('send', 'the partner has no address for it', 'Add one first.')
      const amounts = storedFigures(figures, lines)
      await refuseOwnWork(ctx, conn, commissionstatement, { id, amount: amounts.total }, 'send')
      const number = await nextNumber(conn)
      const paper = await paperOf(conn, { parties, lines, figures, number, day: todayOf(ctx) })
      const content = await inLook(conn, documentOf(paper))
      const pdf = isTrial ? Buffer.alloc(0) : await drawPaper(conn, content)
      const text = JSON.stringify(content)
      const kept = [proofText(paper.proof), text, pdf, digestOf(pdf)] as const
      await KEEP.run(conn, ctx.actor.organisation_id, id, ...kept)
      return {
        ...amounts,
        statement_number: number,
        sent_date: todayOf(ctx),
        sent_at: ctx.clock.now().toISOString(),
        sent_to: parties.email,
        hash: paper.hash,
        previous_hash: paper.proof.previous,
      }
    },
  )
  await STATE.run(conn, id)
  await BRING.run(conn, id, row.partner_id)
  if (row.gst_mode === 'buyer_created') await bookGst(ctx, conn, row)
  await mail(ctx, conn, row, row.sent_to ?? '', 'sent')
  return rowNow(ctx, conn, commissionstatement, id)
}

async function nextNumber(conn: Conn): Promise<string> {
  const { number = '' } = (await NEXT_NUMBER.one(conn)) ?? {}
  return number.replace(/\d+$/, (digits) =>
    digits.padStart(numberSeries.commission_number.digits, '0'),
  )
}

/** The GST of a statement is ours to claim and the partner's to get. */
export async function bookGst(
  ctx: Context,
  conn: Conn,
  { id, partner_id, gst, statement_number }: CommissionStatement,
  about: { date?: string; reason?: string } = {},
): Promise<void> {
  await post(ctx, conn, [
    {
      event: ledgerEvents.commissionStated,
      partner_id,
      date: about.date,
      unique_key: `commission statement ${id} gst`,
      reason: about.reason ?? `Commission statement ${statement_number}.`,
      lines: statementGst(cents(gst)),
    },
  ])
}

const DOCUMENT = sql<{ pdf: Buffer }, [statement_id: number]>`
  select pdf from commission_documents where statement_id = $1`

async function mail(
  ctx: Context,
  conn: Conn,
  row: CommissionStatement,
  to: string,
  key: string,
): Promise<void> {
  const { id, partner_id } = row
  const token = await makePublicLink(ctx, conn, {
    object_class: STATEMENT_LINK,
    object_id: id,
    days: LINK_DAYS,
  })
  const { partner, broker } = await statementParties(conn, partner_id, ctx.actor.organisation_id)
  const document = await DOCUMENT.one(conn, id)
  if (!document) throw new Error(`Statement ${id} was not drawn.`)
  const link = addressOf(ctx.config, `/commission/#${token}`)
  await queueLetter(ctx, conn, {
    template: 'commission_statement',
    values: statementValues(row, { partner, broker, link }),
    record_id: id,
    partner_id,
    to,
    attachment: { name: `${row.statement_number}.pdf`, bytes: document.pdf },
    key: `commission statement ${id} ${key} ${to}`,
  })
}

/** The same mail once more, with a link of its own; to another address where one is named. */
export async function resendStatement(
  ctx: Context,
  conn: Conn,
  input: CheckedOf<typeof commissionstatementCalls.resend>,
): WrittenStatement {
  const { row, version } = await transition(
    ctx,
    conn,
    commissionstatement,
    'resend',
    input,
    async ({ row: before }) => ({ sent_to: input.email ?? before.sent_to }),
  )
  await mail(ctx, conn, row, row.sent_to ?? '', `again ${version}`)
  return rowNow(ctx, conn, commissionstatement, input.id)
}
