import { payout } from '#domain/directdebit/payout.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import type { PartKindRules } from './part-kind.ts'
import { refuseOtherSum, required } from './refuse-part.ts'

interface PaidPayout {
  id: number
  amount: string
  reference: string | null
  payout_status: string
  banktransaction_id: number | null
}

const PAYOUT = sql<PaidPayout, [id: number]>`
  select id, amount::text, reference, payout_status, banktransaction_id from payouts
  where id = $1 and deleted_at is null for update`

async function show(ctx: Context, conn: Conn, id: number, banktransaction_id: number | null) {
  const changes = { banktransaction_id: [null, banktransaction_id] as [unknown, unknown] }
  const told = { action: 'update', changes }
  await updateRow(ctx, conn, payout, id, { banktransaction_id }, told)
}

/** What the provider of direct debits paid out, net of its fees, seen on the bank. */
export const payoutPart: PartKindRules = {
  async book({ ctx, conn, line }, part) {
    const id = required(part.counterpart_id, 'counterpart_id', 'Choose the payout.')
    const found = await PAYOUT.one(conn, id)
    if (!found) throw notFound(payout)
    if (found.payout_status !== 'paid') throw notPossible('match', 'the payout is not paid yet')
    if (found.banktransaction_id !== null)
      throw notPossible('match', 'a bank line shows that payout already')
    refuseOtherSum(part, [found.amount])
    await show(ctx, conn, id, line.id)
    const words = `Payout ${found.reference ?? id} of direct debits`
    const stood_as = { payout_id: id }
    return [{ kind: 'payout', amount: found.amount, words, is_made: false, stood_as }]
  },
  async undo({ ctx, conn }, { stood_as }) {
    // Kept by `book` above.
    const { payout_id } = stood_as as { payout_id: number }
    await show(ctx, conn, payout_id, null)
  },
}
