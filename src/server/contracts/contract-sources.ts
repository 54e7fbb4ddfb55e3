import { contract } from '#domain/contracts/contract.ts'
import { rateNoticeValues } from '#domain/contracts/rate-notice.ts'
import { rateupdate } from '#domain/contracts/rateupdate.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import type { TemplateSources } from '#server/messaging/template/template-source.ts'
import { announcedUpdate, noticeOf } from './announced-update.ts'
import { offerValues } from './contract-document.ts'
import { factsOfContract } from './contract-facts.ts'
import { sellSide } from './rate-side.ts'

/** How contracts and new rates are printed by templates. */
export const contractSources: TemplateSources = {
  contract: {
    entity: contract,
    load: async (ctx, conn, id) => {
      const { row } = await rowNow(ctx, conn, contract, id)
      return offerValues(ctx, await factsOfContract(ctx, conn, row), '', undefined)
    },
  },
  rate_update: {
    entity: rateupdate,
    load: async (_ctx, conn, id) =>
      rateNoticeValues(noticeOf(sellSide, await announcedUpdate(conn, id))),
  },
}
