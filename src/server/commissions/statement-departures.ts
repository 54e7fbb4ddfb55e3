import {
  type CommissionStatement,
  commissionstatement,
} from '#domain/commissions/commissionstatement.ts'
import type { PrintedDocument } from '#domain/kit/document.ts'
import { formatMoney, toDecimalString } from '#domain/kit/money.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { LeavingRow } from '#domain/messaging/departure/departure.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { obstacleOf } from '#server/messaging/departure/obstacle.ts'
import type { DepartureOffice, LeavingOptions } from '#server/messaging/departure/office.ts'
import { warningsOf } from './draft-statement.ts'
import { sendStatement, stateAndSend } from './send-statement.ts'
import { figuresOf, linesOf, statementParties, waitingLines } from './statement-facts.ts'

type MachineColumns = Pick<
  CommissionStatement,
  'statement_status' | 'to_pay' | 'gst_mode' | 'tax_invoice_number' | 'deleted_at'
>

interface FoundStatement extends MachineColumns {
  id: number
  version: number
  partner_id: number
  statement_number: string | null
}

const STATEMENTS = sql<FoundStatement, [ids: readonly number[]]>`
  select s.id, s.version, s.partner_id, s.statement_number, s.statement_status, s.to_pay::text,
    s.gst_mode, s.tax_invoice_number, s.deleted_at
  from commissionstatements s join partners p on p.id = s.partner_id
  where s.id = any($1) order by p.name, s.id`

interface FoundPartner {
  id: number
  version: number
  has_draft: boolean
}

const PARTNERS = sql<FoundPartner, [ids: readonly number[]]>`
  select p.id, p.version, exists (select from commissionstatements s where s.partner_id = p.id
    and s.statement_status = 'draft' and s.deleted_at is null) as has_draft
  from partners p where p.id = any($1) order by p.name, p.id`

/** Drafts as they are about to leave, with what they come to now. */
async function draftsToLeave(
  ctx: Context,
  conn: Conn,
  ids: readonly number[],
): Promise<LeavingRow[]> {
  const found = await STATEMENTS.all(conn, ids)
  if (found.length < ids.length) throw notFound(commissionstatement)
  return Promise.all(
    found.map(async ({ id, version, partner_id, statement_number, ...row }) => {
      const obstacle = obstacleOf(ctx, commissionstatement, 'send', row)
      const name = statement_number ?? `Draft ${id}`
      return { id, version, name, ...(await factsOf(ctx, conn, partner_id, id, obstacle)) }
    }),
  )
}

/** What partners earned since their last statement, as the next would tell of it. */
async function nextToLeave(
  ctx: Context,
  conn: Conn,
  ids: readonly number[],
): Promise<LeavingRow[]> {
  const found = await PARTNERS.all(conn, ids)
  if (found.length < ids.length) throw new Problem('notFound', { fill: { what: 'partner' } })
  return Promise.all(
    found.map(async ({ id, version, has_draft }) => {
      const obstacle = has_draft ? 'There is a draft for this partner already: send that.' : null
      return { id, version, name: 'New', ...(await factsOf(ctx, conn, id, null, obstacle)) }
    }),
  )
}

type StatementFacts = Omit<LeavingRow, 'id' | 'version' | 'name'>

async function factsOf(
  ctx: Context,
  conn: Conn,
  partner_id: number,
  statement_id: number | null,
  obstacle: string | null,
): Promise<StatementFacts> {
  const parties = await statementParties(conn, partner_id, ctx.actor.organisation_id)
  const lines = await (statement_id === null
    ? waitingLines(conn, partner_id, todayOf(ctx))
    : linesOf(conn, statement_id))
  const { to_pay } = await figuresOf(conn, parties, lines, todayOf(ctx))
  const { email, partner } = parties
  const [...notes] = warningsOf(parties, lines)
  const missing = lines.length === 0 || !email ? (notes[0] ?? null) : null
  return {
    party_id: partner_id,
    party: partner,
    amount: toDecimalString(to_pay),
    recipients: email ? [email] : [],
    warnings: [],
    notes: missing === null ? notes : notes.slice(1),
    obstacle: obstacle ?? missing,
    left_out: null,
  }
}

/** What was earned or taken back while it was held is looked at first. */
function refuseOther({ row }: { row: CommissionStatement }, { looked }: LeavingOptions): void {
  if (!looked || looked.amount === row.to_pay) return
  const reason = `$${formatMoney(row.to_pay)} is to be paid by now`
  throw notPossible('send', reason, 'Look at it again.')
}

const PAGE = sql<{ content: PrintedDocument }, [statement_id: number | null, partner_id: number]>`
  select d.content from commission_documents d
  join commissionstatements s on s.id = d.statement_id
  where s.id = $1 or $1 is null and s.partner_id = $2 order by s.id desc limit 1`

/** The page that was kept of a statement, or of the newest one of a partner. */
export async function pageOf(
  conn: Conn,
  id: number | null,
  partner_id = 0,
): Promise<PrintedDocument> {
  const kept = await PAGE.one(conn, id, partner_id)
  if (!kept) throw notFound(commissionstatement)
  return kept.content
}

/** Statements of what partners earned: drafts somebody looked at, or what waits at once. */
export const statementDepartures = {
  statement: {
    rows: draftsToLeave,
    leave: async (ctx, conn, row, options) => {
      const { isTrial = false } = options
      refuseOther(await sendStatement(ctx, conn, row, { isPatient: true, isTrial }), options)
      return null
    },
    document: (_, conn, id) => pageOf(conn, id),
  },
  statement_new: {
    rows: nextToLeave,
    leave: async (ctx, conn, { id, version }, options) => {
      const { isTrial = false } = options
      const [found] = await PARTNERS.all(conn, [id])
      if (version !== undefined && found?.version !== version)
        throw notPossible('send', 'the partner was changed meanwhile', 'Look at it again.')
      refuseOther(await stateAndSend(ctx, conn, { id }, { isPatient: true, isTrial }), options)
      return null
    },
    document: (_, conn, id) => pageOf(conn, null, id),
  },
} satisfies Record<string, DepartureOffice>
