import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { adminAddresses } from './admin-addresses.ts'
import type { MailText } from './mail-texts.ts'

/** Every admin of the organisation hears of what was changed, whoever changed it included. */
export async function tellAdmins(ctx: Context, conn: Conn, about: string, text: MailText) {
  for (const to of await adminAddresses(conn, ctx.actor.organisation_id))
    await queueMail(ctx, conn, { to, key: `${about} ${ctx.request.id} ${to}`, ...text })
}
