import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'

export interface FileRights {
  encrypt: boolean
  can_decrypt: boolean
  allow_duplicate_file: boolean
}

const FILE_RIGHTS = sql<
  FileRights,
  [organisation_id: number | null, user_id: number]
>`select encrypt, can_decrypt, allow_duplicate_file from staffs
  where organisation_id = $1 and user_id = $2 and is_active and deleted_at is null`

/** The flags of the caller's staff row; who is no staff has none of them. */
export async function fileRights(ctx: Context, conn: Conn): Promise<FileRights> {
  const row = await FILE_RIGHTS.one(conn, ctx.actor.organisation_id, ctx.actor.user_id)
  return row ?? { encrypt: false, can_decrypt: false, allow_duplicate_file: false }
}
