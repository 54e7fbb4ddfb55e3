import { commissionstatement } from '#domain/commissions/commissionstatement.ts'
import type {
  commissionstatementCalls,
  ProposedStatement,
  StatementLine,
} from '#domain/commissions/commissionstatement-calls.ts'
import type { StatementFigures } from '#domain/commissions/statement-sums.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { toDecimalString } from '#domain/kit/money.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { insertRow, updateRow, type Written } from '#server/kit/rows/write-row.ts'
import {
  figuresOf,
  holdPartner,
  linesOf,
  type StatementBasis,
  type StatementParties,
  statementParties,
  waitingLines,
} from './statement-facts.ts'

export type WrittenStatement = Promise<Written<typeof commissionstatement>>

const DRAFT = sql<{ id: number }, [partner_id: number]>`
  select id from commissionstatements
  where partner_id = $1 and statement_status = 'draft' and deleted_at is null`

const LAST = sql<{ statement_number: string }, [partner_id: number]>`
  select statement_number from commissionstatements
  where partner_id = $1 and statement_status <> 'draft' order by id desc limit 1`

const TIE = sql<
  { id: number },
  [statement_id: number, ids: readonly number[], partner_id: number, status: TiedStatus]
>`update commissions set statement_id = $1, commission_status = $4, version = version + 1,
    modified_at = now()
  where id = any($2) and partner_id = $3 and commission_status = 'accrued' and statement_id is null
  returning id`

const UNTIE = sql<{ id: number }, [statement_id: number, ids: readonly number[] | null]>`
  update commissions set statement_id = null, version = version + 1, modified_at = now()
  where statement_id = $1 and ($2::bigint[] is null or id = any($2)) returning id`

/** What the next statement would come to; nothing is kept of it. */
export async function proposeStatement(
  ctx: Context,
  { partner_id }: CheckedOf<typeof commissionstatementCalls.new>,
): Promise<{ data: ProposedStatement }> {
  return ctx.database.read(scopeOf(ctx), async (conn) => {
    const parties = await statementParties(conn, partner_id, ctx.actor.organisation_id)
    const draft = await DRAFT.one(conn, partner_id)
    const lines = await (draft
      ? linesOf(conn, draft.id)
      : waitingLines(conn, partner_id, todayOf(ctx)))
    const figures = await figuresOf(conn, parties, lines, todayOf(ctx))
    const { gst_mode } = figures
    const { partner, email } = parties
    const about = { partner_id, partner, email, gst_mode, draft_id: draft?.id ?? null }
    const warnings = warningsOf(parties, lines)
    const to_date = yesterdayOf(ctx)
    return {
      data: { ...about, to_date, line_count: lines.length, ...amountsOf(figures), warnings },
    }
  })
}

export const yesterdayOf = (ctx: Context): string =>
  Temporal.PlainDate.from(todayOf(ctx)).subtract({ days: 1 }).toString()

export function amountsOf(figures: StatementFigures) {
  const { sum, gst, total, brought_forward, withheld, to_pay } = figures
  return {
    sum: toDecimalString(sum),
    gst: toDecimalString(gst),
    total: toDecimalString(total),
    brought_forward: toDecimalString(brought_forward),
    withheld: toDecimalString(withheld),
    to_pay: toDecimalString(to_pay),
  }
}

/** What somebody should look at before it leaves. */
export function warningsOf(parties: StatementParties, lines: readonly StatementLine[]): string[] {
  const { email, has_account, gst_registered, bcti_agreed_on, withholding_percent } = parties
  return [
    ...(lines.length === 0 ? ['Nothing was earned since the last statement.'] : []),
    ...(email ? [] : ['There is no address to send it to.']),
    ...(has_account ? [] : ['There is no bank account to pay it to.']),
    ...(gst_registered && !parties.partner_gst_number ? ['Their GST number is missing.'] : []),
    ...(gst_registered && bcti_agreed_on && !parties.own_gst_number
      ? ['Your own GST number is missing: the statement can’t be their tax invoice.']
      : []),
    ...(gst_registered && !bcti_agreed_on ? ['They have to send you their tax invoice.'] : []),
    ...(withholding_percent === null && parties.nzbn === null
      ? [
          'Neither an NZBN nor a percentage says whether tax is to be withheld. Ask your accountant.',
        ]
      : []),
  ]
}

type TiedStatus = 'accrued' | 'stated'

interface DraftedStatement {
  partner_id: number
  isPatient?: boolean
  /** What lines are once they are tied: stated at once where it is sent in the same transaction. */
  lines?: TiedStatus
}

/** Ties all that was earned up to yesterday to a new draft. */
export async function draftStatement(
  ctx: Context,
  conn: Conn,
  { partner_id, isPatient, lines: status = 'accrued' }: DraftedStatement,
): WrittenStatement {
  await holdPartner(conn, partner_id, isPatient)
  const parties = await statementParties(conn, partner_id, ctx.actor.organisation_id)
  if (parties.is_archived) throw new Problem('archived', { fill: { what: 'partner' } })
  if (await DRAFT.one(conn, partner_id))
    throw notPossible('create', 'there is a draft for this partner already', 'Open that one.')
  const lines = await waitingLines(conn, partner_id, todayOf(ctx))
  if (lines.length === 0) {
    const last = await LAST.one(conn, partner_id)
    throw notPossible(
      'state',
      last ? `nothing was earned since ${last.statement_number}` : 'nothing was earned yet',
      `Nothing since ${last?.statement_number ?? 'the beginning'}.`,
    )
  }
  const figures = await figuresOf(conn, parties, lines, todayOf(ctx))
  const written = await insertRow(ctx, conn, commissionstatement, {
    statement_status: 'draft',
    partner_id,
    to_date: yesterdayOf(ctx),
    ...storedFigures(figures, lines),
  })
  await TIE.run(
    conn,
    written.id,
    lines.map(({ id }) => id),
    partner_id,
    status,
  )
  return written
}

export const storedFigures = (figures: StatementBasis, lines: readonly unknown[]) => ({
  line_count: lines.length,
  gst_mode: figures.gst_mode,
  gst_percent: figures.gst_percent,
  ...amountsOf(figures),
  carried: toDecimalString(figures.carried),
})

/** What a draft comes to now: an earning may have been taken back since it was made. */
export async function figuresNow(ctx: Context, conn: Conn, id: number, partner_id: number) {
  const parties = await statementParties(conn, partner_id, ctx.actor.organisation_id)
  const lines = await linesOf(conn, id)
  const figures = await figuresOf(conn, parties, lines, todayOf(ctx))
  return { parties, lines, figures }
}

type EntryRequest = CheckedOf<typeof commissionstatementCalls.leaveout>

/** Earnings that somebody wants to look at first wait for the next statement. */
export async function leaveOut(ctx: Context, conn: Conn, input: EntryRequest): WrittenStatement {
  return transition(ctx, conn, commissionstatement, 'leaveout', input, async ({ row }) => {
    const gone = await UNTIE.all(conn, input.id, input.commission_ids)
    if (gone.length < new Set(input.commission_ids).size)
      throw badField('commission_ids', 'Choose earnings that stand on this draft.')
    const { lines, figures } = await figuresNow(ctx, conn, input.id, row.partner_id)
    return storedFigures(figures, lines)
  })
}

export async function takeIn(ctx: Context, conn: Conn, input: EntryRequest): WrittenStatement {
  return transition(ctx, conn, commissionstatement, 'takein', input, async ({ row }) => {
    const { partner_id } = row
    const tied = await TIE.all(conn, input.id, input.commission_ids, partner_id, 'accrued')
    if (tied.length < new Set(input.commission_ids).size)
      throw badField('commission_ids', 'Choose earnings of this partner that wait.')
    const { lines, figures } = await figuresNow(ctx, conn, input.id, partner_id)
    return storedFigures(figures, lines)
  })
}

/** A draft that nobody wants: what stood on it waits again. */
export async function dropDraft(
  ctx: Context,
  conn: Conn,
  input: { id: number; version?: number | undefined },
): Promise<void> {
  const asked = { ...input, reason: undefined }
  await transition(ctx, conn, commissionstatement, 'delete', asked, async () => {
    await UNTIE.run(conn, input.id, null)
    return {}
  })
  const values = { deleted_at: ctx.clock.now().toISOString() }
  const told = { action: 'delete', changes: {} }
  await updateRow(ctx, conn, commissionstatement, input.id, values, told)
}
