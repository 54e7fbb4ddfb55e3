import { contract } from '#domain/contracts/contract.ts'
import type { contractCalls } from '#domain/contracts/contract-calls.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { contractTurned } from './contract-followers.ts'
import { askForFinalReading } from './final-reading.ts'
import { addPendingCharge } from './pending-charge.ts'

type ContractCancellation = CheckedOf<typeof contractCalls.cancel>

/** Ends a contract on a day, with its fee waiting for the last invoice unless it is waived. */
export async function cancelContract(
  ctx: Context,
  conn: Conn,
  input: ContractCancellation,
): Promise<Written<typeof contract>> {
  const written = await transition(ctx, conn, contract, 'cancel', input, async ({ row }) => {
    const { date_end } = input
    if (row.date_start !== null && date_end < row.date_start)
      throw badField('date_end', `The contract starts on ${formatDayShort(row.date_start)}.`)
    if (row.billed_to_date !== null && date_end < row.billed_to_date) {
      const reason = `it is billed up to ${formatDayShort(row.billed_to_date)}`
      throw notPossible('cancel', reason, 'Choose a later day, or redo the last invoice first.')
    }
    const fee = row.cancellation_fee_amount
    if (!input.waive_fee && fee !== null && Number(fee) !== 0)
      await addPendingCharge(ctx, conn, row, {
        charge_type: 'cancellation_fee',
        name: `Cancellation fee ${row.contract_number}`,
        amount: fee,
      })
    await askForFinalReading(ctx, conn, row, input)
    return { date_end, cancelled_at: ctx.clock.now().toISOString() }
  })
  await contractTurned(ctx, conn, written.row, 'over')
  return written
}
