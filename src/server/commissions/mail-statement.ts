import type { CommissionStatement } from '#domain/commissions/commissionstatement.ts'
import { statementValues } from '#domain/commissions/statement-mail.ts'
import { addressOf } from '#server/identity/mail-texts.ts'
import { makePublicLink } from '#server/identity/public-link.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { queueLetter } from '#server/messaging/template/queue-letter.ts'
import { statementParties } from './statement-facts.ts'

/** What a link to a statement opens. */
export const STATEMENT_LINK = 'commissionstatement'
const LINK_DAYS = 400

/** Mails a statement with its paper and a link of its own; once for each key and address. */
export async function mailStatement(
  ctx: Context,
  conn: Conn,
  row: CommissionStatement & { id: number },
  { key, pdf }: { key: string; pdf: Buffer },
): Promise<void> {
  const { id, partner_id, sent_to } = row
  const to = sent_to ?? ''
  const token = await makePublicLink(ctx, conn, {
    object_class: STATEMENT_LINK,
    object_id: id,
    days: LINK_DAYS,
  })
  const { partner, broker } = await statementParties(conn, partner_id, ctx.actor.organisation_id)
  const link = addressOf(ctx.config, `/commission/#${token}`)
  await queueLetter(ctx, conn, {
    template: 'commission_statement',
    values: statementValues(row, { partner, broker, link }),
    record_id: id,
    partner_id,
    to,
    attachment: { name: `${row.statement_number}.pdf`, bytes: pdf },
    key: `commission statement ${id} ${key} ${to}`,
  })
}
