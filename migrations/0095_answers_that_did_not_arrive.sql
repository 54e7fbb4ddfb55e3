-- An answer that was stopped, refused or came back has answered nobody: its thread is to be answered
-- again, for as long as it was before.
alter table threads add column waited_since timestamp(3) with time zone;

create function is_answer(m messages) returns boolean language sql immutable as $$
  select m.direction = 'out' and (m.author_id is not null or m.type = 'chat' or m.kind = 'mail')
$$;

create or replace function keep_thread() returns trigger language plpgsql as $$
declare
  is_junk boolean := exists (select from threads j where j.organisation_id = new.organisation_id
    and j.id = new.thread_id and j.is_junk);
  comes boolean := new.direction = 'in' and not new.is_machine and not is_junk;
  answers boolean := is_answer(new) and new.status not in ('blocked', 'failed', 'bounced');
begin
  update threads t set last_id = new.id,
    -- What came, came when it was written down; what was a draft leaves now.
    last_at = case when tg_op = 'INSERT' or new.direction = 'in' then new.created_at
      else clock_timestamp() end,
    last_type = new.type,
    last_direction = new.direction,
    last_words = left(coalesce(new.subject || ': ', '') || new.text_plain, 160),
    name = coalesce((select c.name from customers c where c.id = t.customer_id), t.name),
    unread = t.unread + case when comes and new.read_at is null then 1 else 0 end,
    state = case when comes then 'open' when answers and t.state = 'open' then 'waiting'
      else t.state end,
    waiting_since = case when comes then coalesce(t.waiting_since, new.created_at)
      when answers then null else t.waiting_since end,
    -- Until somebody has waited anew, it is the one wait that answers are for.
    waited_since = case when answers then coalesce(t.waiting_since, t.waited_since)
      else t.waited_since end,
    snooze_cut_short = case when comes and t.state = 'snoozed' then t.snoozed_until
      else t.snooze_cut_short end,
    snoozed_until = case when comes then null else t.snoozed_until end,
    version = t.version + 1, modified_at = clock_timestamp()
  where t.organisation_id = new.organisation_id and t.id = new.thread_id;
  return null;
end $$;

/* The last answer has reached nobody: they wait on. Somebody who wrote meanwhile waits for as long. */
create function wait_on() returns trigger language plpgsql as $$
begin
  update threads t set state = 'open', waiting_since = least(t.waited_since, t.waiting_since),
    version = t.version + 1, modified_at = clock_timestamp()
  where t.organisation_id = new.organisation_id and t.id = new.thread_id
    and t.state in ('open', 'waiting') and not exists (select from messages m
      where m.organisation_id = new.organisation_id and m.thread_id = new.thread_id
        and m.id > new.id and is_answer(m) and m.status not in ('draft', 'cancelled'));
  return null;
end $$;
create trigger wait_on after update of status on messages for each row
  when (new.thread_id is not null and new.status in ('blocked', 'failed', 'bounced')
    and old.status not in ('blocked', 'failed', 'bounced') and new.direction = 'out'
    and (new.author_id is not null or new.type = 'chat' or new.kind = 'mail'))
  execute function wait_on();
