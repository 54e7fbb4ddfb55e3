import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { statementGst } from '#domain/commissions/commission-postings.ts'
import {
  type CommissionStatement,
  commissionstatement,
} from '#domain/commissions/commissionstatement.ts'
import type { commissionstatementCalls } from '#domain/commissions/commissionstatement-calls.ts'
import { numberSeries } from '#domain/identity/number-series.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import type { PrintedDocument } from '#domain/kit/document.ts'
import { cents } from '#domain/kit/money.ts'
import { refuseOwnWork } from '#server/books/four-eyes.ts'
import { post } from '#server/books/ledger.ts'
import { drawPaper, inLook, isLong } from '#server/files/look-of.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import {
  draftStatement,
  figuresNow,
  storedFigures,
  type WrittenStatement,
} from './draft-statement.ts'
import { askForPaper } from './draw-statement-job.ts'
import { keepSent, sentPaper } from './kept-paper.ts'
import { mailStatement } from './mail-statement.ts'
import { holdPartner } from './statement-facts.ts'
import { documentOf, paperOf } from './statement-paper.ts'

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

/** Creates the next statement of a partner and sends it, as one. */
export async function stateAndSend(
  ctx: Context,
  conn: Conn,
  { id: partner_id }: CheckedOf<typeof commissionstatementCalls.sendOfPartner>,
  how: SendingWay = {},
): WrittenStatement {
  const { isPatient = false } = how
  const { id } = await draftStatement(ctx, conn, { partner_id, isPatient, lines: 'stated' })
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
 * booked and the mail is queued, all or nothing. A long one is drawn and mailed by a job that is put
 * into the queue instead: the next number does not wait for its paper.
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
      const { organisation_id } = ctx.actor
      const pdf = isTrial ? NO_PAPER : await paperAtOnce(conn, content)
      await keepSent(conn, { id, organisation_id }, paper, { content, pdf })
      return {
        ...amounts,
        is_being_drawn: pdf === null,
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
  if (row.is_being_drawn) await askForPaper(ctx, conn, id)
  else
    await mailStatement(ctx, conn, { ...row, id }, { key: 'sent', pdf: await sentPaper(conn, id) })
  return rowNow(ctx, conn, commissionstatement, id)
}

// To see what would leave there is nothing to be drawn.
const NO_PAPER = Buffer.alloc(0)

/** The paper of a short statement; none of a long one, which is drawn by a job. */
const paperAtOnce = async (conn: Conn, content: PrintedDocument): Promise<Buffer | null> =>
  isLong(content) ? null : drawPaper(conn, content)

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

/**
 * The same mail once more, with a link of its own; to another address where one is named. One whose
 * paper is not there yet is drawn anew where that was given up, and mailed with it.
 */
export async function resendStatement(
  ctx: Context,
  conn: Conn,
  input: CheckedOf<typeof commissionstatementCalls.resend>,
): Promise<Answer<never> | Written<typeof commissionstatement>> {
  const { id } = input
  const { row, version } = await transition(
    ctx,
    conn,
    commissionstatement,
    'resend',
    input,
    async ({ row: before }) => ({ sent_to: input.email ?? before.sent_to }),
  )
  if (row.is_being_drawn) {
    await askForPaper(ctx, conn, id)
    const written = await rowNow(ctx, conn, commissionstatement, id)
    const message = 'Its PDF is still being drawn; the mail leaves with it.'
    return { ...writtenAnswer(ctx, commissionstatement, written, { status: 200 }), message }
  }
  const pdf = await sentPaper(conn, id)
  await mailStatement(ctx, conn, { ...row, id }, { key: `again ${version}`, pdf })
  return rowNow(ctx, conn, commissionstatement, id)
}
