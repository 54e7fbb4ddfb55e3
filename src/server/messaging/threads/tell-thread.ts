import { fragment, sql } from '#server/kit/database/sql.ts'

// What left, or was to leave, and has not come to nothing.
const STANDING = fragment`('queued', 'sending', 'accepted', 'delivered', 'unconfirmed')`

/** What a thread says of itself, found anew from what is in it. */
export const TOLD_ANEW = sql<never, [thread_id: number]>`update threads t
  set unread = (select count(*)::int from messages m where m.thread_id = t.id
      and m.direction = 'in' and not m.is_machine and m.read_at is null),
    last_id = l.id, last_at = l.created_at, last_type = l.type, last_direction = l.direction,
    last_words = left(coalesce(l.subject || ': ', '') || l.text_plain, 160),
    version = t.version + 1, modified_at = clock_timestamp()
  from (select * from messages m where m.thread_id = $1 and m.direction <> 'note'
    and m.status not in ('draft', 'cancelled') order by m.id desc limit 1) l
  where t.id = $1`

/**
 * An answer was taken back. Whoever had waited for it waits on, since when they did, unless another
 * answer has left for them.
 */
export const WAITS_ON = sql<never, [thread_id: number]>`update threads t
  set state = case t.state when 'snoozed' then t.state else 'open' end,
    waiting_since = least(w.since, t.waiting_since)
  from (select coalesce(k.waited_since, (select m.created_at from messages m where m.id = k.last_id
      and m.direction = 'in' and not m.is_machine)) as since from threads k where k.id = $1) w
  where t.id = $1 and w.since is not null
    and (t.state <> 'done' or t.last_direction = 'in' and not exists (select from messages m
      where m.id = t.last_id and m.is_machine))
    and not exists (select from messages m where m.thread_id = t.id and is_answer(m)
      and m.status in ${STANDING}
      and coalesce(m.sent_at, m.not_before, m.created_at) >= w.since)`

/** Whoever waits in the thread of an unknown address waits in the one that it joins. */
export const WAITS_THERE = sql<
  never,
  [thread_id: number, target_id: number, state: string]
>`update threads t
  set state = case when $3 = 'open' or t.state = 'open' then 'open'
      when $3 = 'snoozed' and t.state <> 'snoozed' then 'snoozed'
      when $3 = 'waiting' and t.state = 'done' then 'waiting' else t.state end,
    waiting_since = least(t.waiting_since, f.waiting_since),
    waited_since = case when $3 = 'waiting' then coalesce(f.waited_since, t.waited_since)
      else t.waited_since end,
    snooze_cut_short = case when $3 = 'open' and t.state = 'snoozed' then t.snoozed_until
      else t.snooze_cut_short end,
    snoozed_until = case when $3 = 'open' or t.state = 'open' then null
      when $3 = 'snoozed' and t.state <> 'snoozed' then f.snoozed_until else t.snoozed_until end
  from threads f where t.id = $2 and f.id = $1`
