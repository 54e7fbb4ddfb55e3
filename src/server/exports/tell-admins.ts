import type { ExportJob } from '#domain/exports/export.ts'
import { exportMail } from '#domain/exports/export-mail.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { COLLEAGUE, type Colleague } from '#server/messaging/notices/colleague.ts'
import { tellColleague } from '#server/messaging/notices/tell-colleague.ts'

const OTHER_ADMINS = sql<Colleague, [user_id: number]>`
  select ${COLLEAGUE} from memberships m
    join users u on u.id = m.user_id and u.deleted_at is null and not u.is_disabled
    left join staffs s on s.user_id = u.id and s.is_active and s.deleted_at is null
  where m.deleted_at is null and m.role_name = 'admin' and u.id <> $1 order by u.id`

/** The other admins of the organisation hear of what is about to leave it. */
export async function tellAdmins(ctx: Context, conn: Conn, row: ExportJob): Promise<void> {
  const { id, name, reason, has_masked } = row
  const asked = { id, by: ctx.actor.name, name, reason, has_masked }
  for (const admin of await OTHER_ADMINS.all(conn, ctx.actor.user_id)) {
    const mail = exportMail(admin.name, asked, ctx.config.publicUrl)
    const key = `export ${id} ${admin.user_id}`
    await tellColleague(ctx, conn, admin, { kind: 'notice', mail, key })
  }
}
