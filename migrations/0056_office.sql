-- The office: replies that are kept for use, and what colleagues were told of and when.

create table cannedreplies (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  name text collate "en-x-icu" not null,
  text_plain text not null,
  -- Everybody's; or of whoever wrote it, and seen by nobody else.
  kept_for text not null default 'mine' check (kept_for in ('mine', 'shared')),
  owner_id bigint references users (id),
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  modified_at timestamp(3) with time zone not null default clock_timestamp(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(name, '') || ' ' || coalesce(text_plain, ''))) stored,
  unique (organisation_id, id),
  check (kept_for = 'shared' or owner_id is not null)
);
create index cannedreplies_list on cannedreplies (organisation_id, name, id) where deleted_at is null;
create index cannedreplies_search on cannedreplies using gin (search_text gin_trgm_ops);
call protect_table('cannedreplies');
create policy own_replies on cannedreplies as restrictive
  using (kept_for = 'shared' or owner_id = (select scope_user()));
call count_changes('cannedreplies');

-- When somebody was last told that a thread has news.
create table threadnotices (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  thread_id bigint not null,
  user_id bigint not null references users (id),
  told_at timestamp(3) with time zone not null,
  unique (organisation_id, thread_id, user_id),
  foreign key (organisation_id, thread_id) references threads (organisation_id, id)
);
create index threadnotices_user on threadnotices (organisation_id, user_id, told_at desc);
call protect_table('threadnotices');

-- What somebody has to be told of is looked for every minute.
create index messages_not_left on messages (organisation_id, modified_at)
  where status in ('blocked', 'failed') and author_id is not null;
create index messages_undelivered on messages (organisation_id, created_at desc, id desc)
  where status in ('failed', 'bounced', 'blocked', 'unconfirmed');
create index deliveries_policy on deliveries (organisation_id, modified_at) where code like '5.7.%';
create index messageevents_complaints on messageevents (organisation_id, created_at)
  where event = 'complained';

-- Kinds are only ever added to, by whichever migration comes first.
do $$
declare
  had text := (select pg_get_constraintdef(oid) from pg_constraint
    where conname = 'messages_kind_check' and conrelid = 'messages'::regclass);
  kinds text;
begin
  select string_agg(distinct quote_literal(kind), ', ') into kinds
  from (select m[1] as kind from regexp_matches(had, '''([a-z_]+)''', 'g') m
    union select unnest(array['notice'])) k;
  alter table messages drop constraint messages_kind_check;
  execute format('alter table messages add constraint messages_kind_check check (kind in (%s))', kinds);
end $$;
