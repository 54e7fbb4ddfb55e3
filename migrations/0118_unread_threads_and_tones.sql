-- Every open page asks for the threads with something unread three times a minute, the newest first, and
-- how many there are: answered from the index, in its order.
create index threads_unread_now on threads (organisation_id, last_at desc, id desc)
  where unread > 0 and deleted_at is null;
drop index threads_unread;

-- Words of the platform may be final as well: they are kept from whom care protects, as an organisation's are.
alter table platformtemplates add column tone text not null default 'normal'
  check (tone in ('normal', 'final', 'disconnection'));

-- Reasons are only ever added to, by whichever migration comes first.
do $$
declare
  had text := (select pg_get_constraintdef(oid) from pg_constraint
    where conname = 'bulkrecipients_reason_check' and conrelid = 'bulkrecipients'::regclass);
  reasons text;
begin
  select string_agg(distinct quote_literal(reason), ', ') into reasons
  from (select m[1] as reason from regexp_matches(had, '''([a-z_]+)''', 'g') m
    union select 'foreign_link') r;
  alter table bulkrecipients drop constraint bulkrecipients_reason_check;
  execute format(
    'alter table bulkrecipients add constraint bulkrecipients_reason_check check (reason in (%s)) not valid',
    reasons);
  alter table bulkrecipients validate constraint bulkrecipients_reason_check;
end $$;
