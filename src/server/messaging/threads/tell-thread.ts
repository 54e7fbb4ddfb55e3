import { sql } from '#server/kit/database/sql.ts'

/** What a thread says of itself, found anew from what is in it. */
export const TOLD_ANEW = sql<never, [thread_id: number]>`update threads t
  set unread = (select count(*)::int from messages m where m.thread_id = t.id
      and m.direction = 'in' and not m.is_machine and m.read_at is null),
    last_id = l.id, last_at = l.created_at, last_type = l.type, last_direction = l.direction,
    last_words = left(coalesce(l.subject || ': ', '') || l.text_plain, 160),
    state = case when l.direction = 'in' and not l.is_machine then 'open' else t.state end,
    waiting_since = case when l.direction = 'in' and not l.is_machine
      then coalesce(t.waiting_since, l.created_at) else t.waiting_since end,
    version = t.version + 1, modified_at = clock_timestamp()
  from (select * from messages m where m.thread_id = $1 and m.direction <> 'note'
    and m.status not in ('draft', 'cancelled') order by m.id desc limit 1) l
  where t.id = $1`
