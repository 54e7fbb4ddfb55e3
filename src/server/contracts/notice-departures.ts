import { Problem } from '#domain/kit/problem.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import type { DepartureOffice } from '#server/messaging/departure/office.ts'
import { announcedUpdates } from './announced-update.ts'
import { noticeWays } from './notice-way.ts'
import { sendNotices } from './rate-notice.ts'
import { buySide, type RateSide, sellSide } from './rate-side.ts'

const officeOf = (side: RateSide): DepartureOffice => ({
  rows: async (ctx, conn, ids, { again }) => {
    const found = await announcedUpdates(conn, side, ids, { isLook: true })
    if (found.length < ids.length)
      throw new Problem('notFound', { fill: { what: side.update.label.toLowerCase() } })
    const ways = await noticeWays(ctx, conn, found, { side, again })
    return ways.map(({ update, way }) => ({
      id: update.id,
      version: update.version,
      party_id: update.customer_id,
      party: update.customer,
      name: update.contract_number,
      amount: null,
      recipients: way.to === null ? [] : [way.to],
      warnings: [],
      obstacle: way.channel === null ? way.obstacle : null,
      left_out: null,
    }))
  },
  leave: async (ctx, conn, { id, version }, { again }) => {
    const [found] = await announcedUpdates(conn, side, [id], { isLook: true })
    if (version !== undefined && found?.version !== version)
      throw notPossible('send', 'it was changed meanwhile', 'Look at it again.')
    const { excluded } = await sendNotices(ctx, conn, side, { ids: [id], again })
    const [kept] = excluded
    if (kept) throw notPossible('send', kept.reason, 'Mend that first.')
    return null
  },
})

/** Notices of new rates, ours and the suppliers’. */
export const noticeDepartures = { notice: officeOf(sellSide), supplier_notice: officeOf(buySide) }
