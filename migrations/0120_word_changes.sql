-- Words that customers read and may pay by: where two people are wanted, a change waits here with what
-- stands there and what is to stand there, and so does what the second person said of it.
create table word_change_events (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  object_class text not null check (object_class in ('messagetemplate', 'organisationconfig')),
  object_id bigint not null,
  -- What it was called then.
  name text collate "en-x-icu" not null,
  event text not null check (event in ('asked', 'confirmed', 'refused', 'withdrawn')),
  -- By field, as history keeps it: [before, after].
  changes jsonb,
  answers_id bigint,
  reason text collate "en-x-icu",
  actor_id bigint,
  actor_name text collate "en-x-icu" not null,
  request_id text,
  created_at timestamp(3) with time zone not null,
  unique (organisation_id, id),
  -- One request has one answer.
  unique (organisation_id, answers_id),
  check ((event = 'asked') = (answers_id is null)),
  check ((event = 'asked') = (changes is not null)),
  foreign key (organisation_id, answers_id) references word_change_events (organisation_id, id)
);
comment on table word_change_events is 'append-only: changes of words that a second person reads first';
create index word_change_events_row on word_change_events
  (organisation_id, object_class, object_id, id desc);
call protect_table('word_change_events');
