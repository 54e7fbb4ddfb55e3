import { Problem } from '#domain/kit/problem.ts'
import { type BulkMessage, bulkmessage } from '#domain/messaging/bulk/bulkmessage.ts'
import { channelsOf } from '#domain/messaging/bulk/channel-order.ts'
import { leftOutReasons } from '#domain/messaging/bulk/left-out.ts'
import type { LeavingRow } from '#domain/messaging/departure/departure.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { lineOf, notPossible } from '#server/kit/rows/state.ts'
import { isVisible } from '#server/kit/rows/store.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import type { DepartureOffice } from '../departure/office.ts'
import { fillBatch } from './fill-batch.ts'
import type { Judged } from './judge.ts'
import { type BulkOffice, judgeAudience } from './judge-audience.ts'
import { type BulkJob, beginBulk, refuseNobody, refuseUnproved, startOf } from './start.ts'

const NAME = sql<{ name: string }, [id: number]>`select name from bulkmessages where id = $1`

/** A message to many as it is about to leave: everybody it is for, and who does not get it. */
export function bulkDepartures(office: BulkOffice, job: BulkJob): { bulk_start: DepartureOffice } {
  const works = { office, job }
  return {
    bulk_start: {
      rows: async (ctx, conn, [id = 0]) => {
        const bulk = await draftToStart(ctx, conn, id)
        const rows: LeavingRow[] = []
        await judgeAudience(ctx, conn, office, bulk, (judged) => rows.push(rowOf(judged)))
        refuseNobody({ id, recipients: rows.length, total: rows.length })
        return rows
      },
      asOne: async (conn, id) => {
        const { name = '' } = (await NAME.one(conn, id)) ?? {}
        return { record: 'bulkmessage', name }
      },
      agree: async (ctx, conn, { id, count, options }) => {
        // Whoever starts it types a number and proves who they are: a program does neither.
        if (ctx.actor.via === 'key') throw new Problem('forbidden')
        startOf(ctx, options.not_before)
        await refuseUnproved(ctx, conn, { id, recipients: count })
      },
      tryOut: async (ctx, conn, id, only) => {
        const trial = { id, at: null, only, despiteHolder: true, agree: async () => {} }
        const { written, judged } = await beginBulk(ctx, conn, works, trial)
        for (const channel of channelsOf(written.row.channels)) {
          const batch = { bulk_id: id, channel, limit: only.length, mainland: true, chatham: true }
          await fillBatch(ctx.config, conn, office.values, batch)
        }
        return new Map(judged.flatMap((one) => (one.left_out ? [[one.customer_id, why(one)]] : [])))
      },
      leaveWhole: async (ctx, conn, about, behind, { not_before, looked }) => {
        const left_out = new Map(behind.map(({ id, reason }) => [id, reason]))
        const at = not_before === undefined ? null : new Date(not_before)
        // The moment may have come while it was held.
        const isToCome = at !== null && at.getTime() > ctx.clock.now().getTime()
        await beginBulk(ctx, conn, works, {
          ...about,
          at: isToCome ? at : null,
          left_out,
          // The version that was looked at is the one that leaves, whoever has its form open.
          despiteHolder: true,
          agree: async (counts) => {
            refuseNobody(counts)
            if (counts.recipients <= (looked?.count ?? 0)) return
            const reason = `it would go to ${counts.recipients} by now`
            throw notPossible('start', reason, 'Look at it again.')
          },
        })
      },
    },
  }
}

/** The row, where its state lets the caller start it. */
async function draftToStart(ctx: Context, conn: Conn, id: number): Promise<BulkMessage> {
  if (!(await isVisible(conn, bulkmessage, id, ctx.actor.organisation_id)))
    throw notFound(bulkmessage)
  const { row } = await rowNow(ctx, conn, bulkmessage, id)
  lineOf(bulkmessage, 'start', { row, deleted_at: row.deleted_at }, ctx.actor.role)
  return row
}

function rowOf(judged: Judged): LeavingRow {
  const { customer_id: id, name, reading, left_out } = judged
  return {
    id,
    // What leaves is the message; its own version is the one that counts.
    version: 0,
    party_id: id,
    party: name,
    name,
    amount: null,
    recipients: reading ? [reading.address] : [],
    warnings: [],
    obstacle: left_out ? why(judged) : null,
    left_out: null,
  }
}

const why = ({ left_out }: Judged) =>
  left_out ? `${leftOutReasons[left_out.reason]}: ${left_out.why}.` : ''
