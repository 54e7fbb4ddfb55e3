import { type Adjustment, adjustment } from '#domain/books/adjustment.ts'
import type { LeavingRow } from '#domain/messaging/departure/departure.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { obstacleOf } from '#server/messaging/departure/obstacle.ts'
import type { DepartureOffice } from '#server/messaging/departure/office.ts'
import { OPTED_OUT, RECIPIENTS } from './recipients.ts'
import { remindAdjustment } from './remind-adjustment.ts'
import { addressesOf } from './tell-adjustment.ts'

interface FoundAdjustment
  extends Pick<
    Adjustment,
    'adjustment_status' | 'balance' | 'is_held' | 'kind' | 'supplier_id' | 'credit_left'
  > {
  id: number
  version: number
  party_id: number | null
  party: string
  name: string
  deleted_at: string | null
  recipients: string[]
  opted_out: string[]
}

const ADJUSTMENTS = sql<FoundAdjustment, [ids: readonly number[]]>`
  select a.id, a.version, a.customer_id as party_id, coalesce(c.name, s.name) as party,
    a.adjustment_number as name, a.adjustment_status, a.balance::text, a.is_held, a.kind,
    a.supplier_id, a.credit_left::text, a.deleted_at, coalesce(e.recipients, '{}') as recipients,
    ${OPTED_OUT} as opted_out
  from adjustments a left join customers c on c.id = a.customer_id
    left join suppliers s on s.id = a.supplier_id left join ${RECIPIENTS} on true
  where a.id = any($1) order by a.id`

function rowOf(ctx: Context, found: FoundAdjustment): LeavingRow {
  const { id, version, party_id, party, name, balance } = found
  return {
    ...{ id, version, party_id, party, name, amount: balance },
    recipients: addressesOf(found),
    warnings: [],
    obstacle: obstacleOf(ctx, adjustment, 'remind', found),
    left_out: null,
  }
}

/** Reminders of what is owed without an invoice. */
export const adjustmentDepartures = {
  adjustment_remind: {
    rows: async (ctx, conn, ids) => {
      const found = await ADJUSTMENTS.all(conn, ids)
      if (found.length < ids.length) throw notFound(adjustment)
      return found.map((one) => rowOf(ctx, one))
    },
    leave: async (ctx, conn, row, { message, reason, isLook }) => {
      await remindAdjustment(ctx, conn, { ...row, message, reason, isLook })
      return null
    },
  },
} satisfies Record<string, DepartureOffice>
