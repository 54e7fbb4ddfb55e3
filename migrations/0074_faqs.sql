-- What the people of an organisation ask again and again, with the answers; read in Help.
create table faqs (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  question text collate "en-x-icu" not null,
  answer text,
  topic text,
  importance integer,
  is_published boolean not null default false,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  modified_at timestamp(3) with time zone not null default clock_timestamp(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(question, '') || ' ' || coalesce(answer, '') || ' ' || coalesce(topic, ''))) stored,
  unique (organisation_id, id)
);
create index faqs_list on faqs (organisation_id, importance desc, question, id) where deleted_at is null;
create index faqs_search on faqs using gin (search_text gin_trgm_ops);
call protect_table('faqs');
call count_changes('faqs');
