import { Problem } from '#domain/kit/problem.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import type { DepartureOffice } from '#server/messaging/departure/office.ts'
import { sendNotices, updatesToTell } from './rate-notice.ts'
import { buySide, type RateSide, sellSide } from './rate-side.ts'

const officeOf = (side: RateSide): DepartureOffice => ({
  rows: async (_, conn, ids, { again }) => {
    const found = await updatesToTell(conn, side, ids, again)
    if (found.length < ids.length)
      throw new Problem('notFound', { fill: { what: side.update.label.toLowerCase() } })
    return found.map(({ update, obstacle }) => ({
      id: update.id,
      version: update.version,
      party_id: update.customer_id,
      party: update.customer,
      name: update.contract_number,
      amount: null,
      recipients: update.email === null ? [] : [update.email],
      warnings: [],
      obstacle,
      left_out: null,
    }))
  },
  leave: async (ctx, conn, { id, version }, { again }) => {
    const [found] = await updatesToTell(conn, side, [id])
    if (version !== undefined && found?.update.version !== version)
      throw notPossible('send', 'it was changed meanwhile', 'Look at it again.')
    const { excluded } = await sendNotices(ctx, conn, side, { ids: [id], again })
    const [kept] = excluded
    if (kept) throw notPossible('send', kept.reason, 'Mend that first.')
    return null
  },
})

/** Notices of new rates, ours and the suppliers’. */
export const noticeDepartures = { notice: officeOf(sellSide), supplier_notice: officeOf(buySide) }
