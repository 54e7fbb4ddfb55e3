-- An answer that came to nothing has its thread wait on only where no other answer stands that has
-- left since somebody waited: neither an earlier one nor a later one.
create or replace function wait_on() returns trigger language plpgsql as $$
begin
  update threads t set state = 'open', waiting_since = least(t.waited_since, t.waiting_since),
    version = t.version + 1, modified_at = clock_timestamp()
  where t.organisation_id = new.organisation_id and t.id = new.thread_id
    and t.state in ('open', 'waiting') and not exists (select from messages m
      where m.organisation_id = new.organisation_id and m.thread_id = new.thread_id
        and m.id <> new.id and is_answer(m)
        and m.status in ('queued', 'sending', 'accepted', 'delivered', 'unconfirmed')
        and (m.id > new.id
          or coalesce(m.sent_at, m.not_before, m.created_at) >= t.waited_since));
  return null;
end $$;
