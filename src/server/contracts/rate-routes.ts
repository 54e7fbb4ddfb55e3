import { atLeast } from '#domain/access/role.ts'
import { contract } from '#domain/contracts/contract.ts'
import { rateCalls, supplierrateCalls } from '#domain/contracts/rate-calls.ts'
import { created, deleted, Problem, updated } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { archived, lockRow, removeRow, restoreRow, reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import type { Changes } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { insertRow, updateRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { refuseBilled } from './add-rate-update.ts'
import { buySide, type RateSide, sellSide } from './rate-side.ts'
import { withdrawDocuments } from './withdraw-documents.ts'

/** Rates one by one: free while the contract is a draft, guarded once it is in force. */
export function rateRoutes(catalogue: Catalogue): Route[] {
  return [
    ...serve(rateCalls, rateVerbs(catalogue, sellSide)),
    ...serve(supplierrateCalls, rateVerbs(catalogue, buySide)),
  ]
}

function rateVerbs(catalogue: Catalogue, { rate: entity }: RateSide) {
  return verbHandlers(entity, catalogue, {
    create: async (ctx, conn, input) => {
      await checkAgainstOthers(ctx, conn, entity, input, catalogue)
      await openFor(ctx, conn, input.contract_id, [input.valid_from_date])
      const written = await insertRow(ctx, conn, entity, input)
      return writtenAnswer(ctx, entity, written, { status: created })
    },
    update: async (ctx, conn, input) => {
      const written = await reviseRow(ctx, conn, entity, input, {
        rights: () => {},
        others: async (before) => {
          if (input.contract_id !== undefined && input.contract_id !== before.contract_id)
            throw notPossible('move', 'a rate stays with its contract', 'Add it to the other one.')
          await checkAgainstOthers(ctx, conn, entity, input, catalogue, before)
          const days = [before.valid_from_date, input.valid_from_date ?? before.valid_from_date]
          await openFor(ctx, conn, before.contract_id, days)
        },
      })
      return writtenAnswer(ctx, entity, written, { status: updated })
    },
    remove: async (ctx, conn, input) => {
      const { id } = input
      const { row } = await lockRow(ctx, conn, entity, id)
      await openFor(ctx, conn, row.contract_id, [row.valid_from_date])
      await removeRow(ctx, conn, entity, input, catalogue)
      return { status: deleted, data: { id }, message: `${entity.label} deleted.` }
    },
    restore: async (ctx, conn, { id }) => {
      const { row } = await lockRow(ctx, conn, entity, id)
      await openFor(ctx, conn, row.contract_id, [row.valid_from_date])
      const written = await restoreRow(ctx, conn, entity, id, catalogue)
      const answer = writtenAnswer(ctx, entity, written, { status: 200 })
      return { ...answer, message: `${entity.label} restored.` }
    },
  })
}

/** Whether the contract takes a change of its rates on these days, by this person. */
async function openFor(
  ctx: Context,
  conn: Conn,
  contract_id: number,
  days: readonly string[],
): Promise<void> {
  const { row, deleted_at } = await lockRow(ctx, conn, contract, contract_id)
  if (deleted_at) throw archived(contract)
  const status = row.contract_status
  if (status === 'draft') return
  if (status === 'offered') {
    // What was offered is not what would be agreed: the offer goes back to a draft.
    await withdrawDocuments(ctx, conn, contract_id)
    const changes: Changes<typeof contract> = { contract_status: ['offered', 'draft'] }
    const told = { action: 'update', changes, reason: 'Its rates changed.' }
    await updateRow(ctx, conn, contract, contract_id, { contract_status: 'draft' }, told)
    return
  }
  if (status !== 'active')
    throw notPossible('change the rates of', `the contract is ${status}`, 'Restore it first.')
  if (!atLeast(ctx.actor.role, 'accounting')) throw new Problem('forbidden')
  if (row.is_locked)
    throw notPossible('change the rates of', 'the contract is locked', 'Unlock it first.')
  for (const day of days) refuseBilled(row, day, 'change the rates of')
}
