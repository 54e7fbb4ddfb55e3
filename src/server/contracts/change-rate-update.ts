import { z } from 'zod'
import { contract } from '#domain/contracts/contract.ts'
import { newRates, type SentRate } from '#domain/contracts/new-rates.ts'
import type { RateUpdate } from '#domain/contracts/rateupdate.ts'
import { validate } from '#domain/kit/validate.ts'
import type { Revision } from '#domain/kit/verbs.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { lockRow, reviseRow } from '#server/kit/rows/change-row.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import {
  type AddedUpdate,
  completed,
  noticeWarnings,
  refuseBilled,
  storeRates,
  updateName,
} from './add-rate-update.ts'
import type { RateSide } from './rate-side.ts'
import { removeRates } from './undo-rate-update.ts'

const another = 'Take it back and add another.'

/**
 * Changes an announced update. Its reason may change at any time; its day and its rates only while
 * nothing from then on is billed and the customer has not been told.
 */
export async function changeRateUpdate(
  ctx: Context,
  conn: Conn,
  catalogue: Catalogue,
  side: RateSide,
  input: Revision<RateSide['update']>,
): Promise<AddedUpdate> {
  const before = await lockRow(ctx, conn, side.update, input.id)
  const { contract_id, valid_from_date: firstDay } = before.row
  const day = input.valid_from_date ?? firstDay
  const sent = validate(
    z.object({ rates: newRates.optional() }),
    input.rates === undefined ? {} : { rates: input.rates },
    side.update,
  )
  const rates = await completed(
    conn,
    side,
    contract_id,
    { valid_from_date: day, rates: sent.rates ?? ratesOf(before.row) },
    input.id,
  )
  const isMoved = day !== firstDay || sent.rates !== undefined
  const values = isMoved ? { ...input, rates, name: updateName(day) } : input
  const update = await reviseRow(ctx, conn, side.update, values, {
    rights: () => {},
    others: async () => {},
  })
  if (input.contract_id !== undefined && input.contract_id !== contract_id)
    throw notPossible('change', 'it belongs to its contract', another)
  if (!isMoved) return { update, warnings: [] }
  if (before.row.notice_sent_at)
    throw notPossible('change', 'the customer was told of these rates', another)
  const { row } = await lockRow(ctx, conn, contract, contract_id)
  for (const changed of [firstDay, day]) refuseBilled(row, changed, 'change these rates of')
  await removeRates(ctx, conn, side, input.id, 'Its rate update was changed.')
  const belongs = { contract_id, ...side.broughtBy(input.id) }
  await storeRates(ctx, conn, catalogue, side, belongs, day, rates)
  return { update, warnings: await noticeWarnings(ctx, conn, side, day) }
}

/** The update's own rates, as they were sent once. */
function ratesOf(row: Pick<RateUpdate, 'rates'>): SentRate[] {
  // The server wrote this column itself, in this very shape and with the amounts before.
  const kept = row.rates as (SentRate & { previous_amount: unknown })[]
  return kept.map(({ previous_amount, ...rate }) => rate)
}
