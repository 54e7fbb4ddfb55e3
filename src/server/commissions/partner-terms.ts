import type { PartnerTerm } from '#domain/commissions/partnerterm.ts'
import { partnerterm } from '#domain/commissions/partnerterm.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import type { Create } from '#domain/kit/entity.ts'
import { badField, created, deleted } from '#domain/kit/problem.ts'
import { commissionRates, partner } from '#domain/partners/partner.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { cellsOf } from '#server/kit/rows/cell.ts'
import { lockRow, removeRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import type { RowWriting } from '#server/kit/rows/verb-handlers.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { reviewCommissions } from './review-commissions.ts'

const ON_DAY = sql<{ id: number }, [partner_id: number, day: string]>`
  select id from partnerterms where partner_id = $1 and valid_from_date = $2 and deleted_at is null`

// Periods that end in days to come are few: invoices are written after the use they charge for.
const BILLED_AHEAD = sql<{ id: number }, [partner_id: number, from: string]>`
  select i.id from invoices i where coalesce(i.period_end, i.invoice_date) >= $2
    and i.contract_id in (select contract_id from contractpartners
      where partner_id = $1 and deleted_at is null)`

/** Other terms from a day to come: what was earned before it stays as it was agreed. */
export function addTerms(catalogue: Catalogue) {
  return async (ctx: Context, conn: Conn, input: Create<typeof partnerterm>): Promise<Answer> => {
    const { partner_id, valid_from_date } = input
    if (valid_from_date <= todayOf(ctx))
      throw badField('valid_from_date', 'New terms begin tomorrow or later.')
    await checkAgainstOthers(ctx, conn, partnerterm, input, catalogue)
    if (await ON_DAY.one(conn, partner_id, valid_from_date)) {
      const reason = `others begin on ${formatDayShort(valid_from_date)}`
      throw notPossible('add these terms', reason, 'Delete those first.')
    }
    const written = await insertRow(ctx, conn, partnerterm, input)
    await lookAhead(ctx, conn, input)
    return writtenAnswer(ctx, partnerterm, written, { status: created })
  }
}

/** Terms that have not begun are taken away again. */
export function removeTerms(catalogue: Catalogue) {
  return async (
    ctx: Context,
    conn: Conn,
    input: { id: number; version?: number | undefined },
  ): Promise<Answer> => {
    const { row } = await lockRow(ctx, conn, partnerterm, input.id)
    if (row.valid_from_date <= todayOf(ctx))
      throw notPossible('delete these terms', 'they hold already', 'Add others that follow them.')
    await removeRow(ctx, conn, partnerterm, input, catalogue)
    await lookAhead(ctx, conn, row)
    return { status: deleted, data: { id: input.id }, message: 'Terms deleted.' }
  }
}

async function lookAhead(
  ctx: Context,
  conn: Conn,
  { partner_id, valid_from_date }: Pick<PartnerTerm, 'partner_id' | 'valid_from_date'>,
): Promise<void> {
  const ahead = await BILLED_AHEAD.all(conn, partner_id, valid_from_date)
  const ids = ahead.map(({ id }) => id)
  await reviewCommissions(ctx, conn, ids, 'The terms of the partner have changed.')
}

const IN_USE = sql<{ id: number }, [partner_id: number]>`
  select id from contractpartners where partner_id = $1 limit 1`

/**
 * The rates of a partner are its first terms. Once it earns by them they stay, so that what was
 * earned can be derived again; others follow them from a day on.
 */
export function guardFirstTerms<H extends { update: RowWriting }>(handlers: H): H {
  const { update } = handlers
  const write: RowWriting['write'] = async (ctx, conn, input, reserved) => {
    const sent = Object.entries(cellsOf(input)).filter(([name]) => name in commissionRates)
    if (sent.length > 0) {
      const { id, row } = await lockRow(ctx, conn, partner, Number(cellsOf(input).id))
      const changed = sent.some(([name, value]) => !isSame(cellsOf(row)[name], value))
      if (changed && (await IN_USE.one(conn, id)))
        throw notPossible(
          'change these rates',
          'the partner earns by them',
          'Add new terms that hold from a day on.',
        )
    }
    return update.write(ctx, conn, input, reserved)
  }
  return { ...handlers, update: { ...update, write } }
}

function isSame(before: unknown, after: unknown): boolean {
  const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
  if (isEmpty(before) || isEmpty(after)) return isEmpty(before) && isEmpty(after)
  return before === after || Number(before) === Number(after)
}
