import { causeForPayer } from '#domain/directdebit/provider-words.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import { sql } from '#server/kit/database/sql.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import type { TemplateSources } from '#server/messaging/template/template-source.ts'
import { debitValues } from './tell-customer.ts'

const RETRY = sql<{ charge_date: string }, [invoicepayment_id: number]>`
  select charge_date from invoicepayments where retry_of_id = $1 and payment_status = 'pending'
    and deleted_at is null`

/** How debits are printed by templates. */
export const debitSources: TemplateSources = {
  debit: {
    entity: invoicepayment,
    load: async (ctx, conn, id) => {
      const { row } = await rowNow(ctx, conn, invoicepayment, id)
      const { fields, rows } = await debitValues(conn, row)
      const retry = await RETRY.one(conn, id)
      return {
        fields: {
          ...fields,
          reason: row.debit_cause && causeForPayer(row.debit_cause),
          retry_date: retry ? formatDayShort(retry.charge_date) : null,
          is_collected_later: retry !== undefined,
        },
        rows,
      }
    },
  },
}
