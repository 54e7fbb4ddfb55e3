import { mentionsIn } from '#domain/messaging/mentions.ts'
import { mentionMail } from '#domain/messaging/notice-mails.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { COLLEAGUE, type Colleague } from './colleague.ts'
import { tellColleague } from './tell-colleague.ts'

// As the composer offers them: by their whole name.
const STAFF = sql<{ id: number; name: string }, []>`
  select id, name from staffs where is_active and deleted_at is null order by id limit 2000`

const NAMED = sql<Colleague & { staff_id: number }, [ids: readonly number[]]>`
  select s.id as staff_id, ${COLLEAGUE} from staffs s left join users u on u.id = s.user_id
  where s.id = any($1) and not coalesce(u.is_disabled, false) order by s.id`

const PARTY = sql<{ name: string }, [thread_id: number]>`
  select name from threads where id = $1`

interface WrittenNote {
  id: number
  thread_id: number
  text_plain: string
}

/** Whoever a note names is told of it, but for whoever wrote it. */
export async function tellNamed(ctx: Context, conn: Conn, note: WrittenNote): Promise<void> {
  if (!note.text_plain.includes('@')) return
  const ids = mentionsIn(note.text_plain, await STAFF.all(conn)).map(({ id }) => id)
  if (ids.length === 0) return
  const party = (await PARTY.one(conn, note.thread_id))?.name ?? 'somebody'
  const { thread_id, text_plain: words } = note
  for (const one of await NAMED.all(conn, [...new Set(ids)])) {
    if (one.user_id !== null && one.user_id === ctx.actor.user_id) continue
    const told = { by: ctx.actor.name, party, words, thread_id }
    const mail = mentionMail(one.name, told, ctx.config.publicUrl)
    const key = `named ${note.id} ${one.staff_id}`
    await tellColleague(ctx, conn, one, { kind: 'notice', mail, key })
  }
}
