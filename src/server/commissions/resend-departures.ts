import {
  type CommissionStatement,
  commissionstatement,
} from '#domain/commissions/commissionstatement.ts'
import type { LeavingRow } from '#domain/messaging/departure/departure.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { obstacleOf } from '#server/messaging/departure/obstacle.ts'
import type { DepartureOffice } from '#server/messaging/departure/office.ts'
import { timesTold } from '#server/messaging/departure/times-told.ts'
import { resendStatement } from './send-statement.ts'
import { pageOf } from './statement-departures.ts'

interface SentStatement
  extends Pick<
    CommissionStatement,
    | 'statement_status'
    | 'statement_number'
    | 'to_pay'
    | 'gst_mode'
    | 'tax_invoice_number'
    | 'sent_to'
    | 'deleted_at'
  > {
  id: number
  version: number
  partner_id: number
  partner: string
}

const STATEMENTS = sql<SentStatement, [ids: readonly number[]]>`
  select s.id, s.version, s.partner_id, p.name as partner, s.statement_number, s.statement_status,
    s.to_pay::text, s.gst_mode, s.tax_invoice_number, s.sent_to, s.deleted_at
  from commissionstatements s join partners p on p.id = s.partner_id
  where s.id = any($1) order by p.name, s.id`

function rowOf(ctx: Context, found: SentStatement, to: readonly string[] | undefined): LeavingRow {
  const { id, version, partner_id, partner, statement_number, to_pay, sent_to } = found
  return {
    ...{ id, version, party_id: partner_id, party: partner },
    name: statement_number ?? `Draft ${id}`,
    amount: to_pay,
    recipients: to ? [...to] : sent_to ? [sent_to] : [],
    warnings: [],
    obstacle: obstacleOf(ctx, commissionstatement, 'resend', found),
    left_out: null,
  }
}

/** Statements that partners were sent before: the same page, with a link of its own. */
export const resendDepartures = {
  statement_resend: {
    rows: async (ctx, conn, ids, { to }) => {
      const found = await STATEMENTS.all(conn, ids)
      if (found.length < ids.length) throw notFound(commissionstatement)
      return found.map((one) => rowOf(ctx, one, to))
    },
    leave: async (ctx, conn, { id, version }, { to }) => {
      await resendStatement(ctx, conn, { id, version, email: to?.[0] })
      return null
    },
    document: (_, conn, id) => pageOf(conn, id),
    timesLeft: timesTold('commissionstatement', 'resend'),
  },
} satisfies Record<string, DepartureOffice>
