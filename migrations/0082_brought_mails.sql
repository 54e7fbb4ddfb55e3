-- A mail that whoever relays it has brought, as it came, until it has been taken in.
create table mailcalls (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  raw bytea not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  unique (organisation_id, id)
);
call protect_table('mailcalls');

/* What a message does to its thread: it is the last, opens it or answers it. What comes from
   somebody whose words are junk is kept, and asks nobody for anything. */
create or replace function keep_thread() returns trigger language plpgsql as $$
declare
  is_junk boolean := exists (select from threads j where j.organisation_id = new.organisation_id
    and j.id = new.thread_id and j.is_junk);
  comes boolean := new.direction = 'in' and not new.is_machine and not is_junk;
  answers boolean := new.direction = 'out' and (new.author_id is not null or new.type = 'chat'
    or new.kind = 'mail');
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
    snooze_cut_short = case when comes and t.state = 'snoozed' then t.snoozed_until
      else t.snooze_cut_short end,
    snoozed_until = case when comes then null else t.snoozed_until end,
    version = t.version + 1, modified_at = clock_timestamp()
  where t.organisation_id = new.organisation_id and t.id = new.thread_id;
  return null;
end $$;
