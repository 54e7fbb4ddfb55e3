import { adjustment } from '#domain/books/adjustment.ts'
import { adjustmentReminderValues, adjustmentValues } from '#domain/books/adjustment-mail.ts'
import { statementValues } from '#domain/books/statement-mail.ts'
import { customer } from '#domain/customers/customer.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import type { TemplateSources } from '#server/messaging/template/template-source.ts'
import { statementFacts } from './statement-facts.ts'
import { READER } from './tell-adjustment.ts'

async function adjusted(ctx: Context, conn: Conn, id: number) {
  const { row } = await rowNow(ctx, conn, adjustment, id)
  const reader = row.customer_id === null ? undefined : await READER.one(conn, row.customer_id)
  if (!reader) throw notPossible('preview', 'it is a supplier’s', 'Choose one of a customer.')
  return { row, reader }
}

/** How statements and adjustments are printed by templates. */
export const bookSources: TemplateSources = {
  statement: {
    entity: customer,
    load: async (ctx, conn, id) => {
      const to = todayOf(ctx)
      const from = Temporal.PlainDate.from(to).subtract({ months: 3 }).toString()
      return statementValues(await statementFacts(ctx, conn, { id, from, to }))
    },
  },
  adjustment: {
    entity: adjustment,
    load: async (ctx, conn, id) => {
      const { row, reader } = await adjusted(ctx, conn, id)
      return adjustmentValues({ ...reader, row, day: todayOf(ctx), isTakenBack: false })
    },
  },
  adjustment_reminder: {
    entity: adjustment,
    load: async (ctx, conn, id) => {
      const { row, reader } = await adjusted(ctx, conn, id)
      return adjustmentReminderValues({ ...reader, row })
    },
  },
}
