-- Reports that take longer than somebody waits: made by a job for one person, kept for minutes.
create table reportruns (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  user_id bigint not null references users (id),
  -- What was asked, as the call takes it.
  question jsonb not null,
  run_status text not null default 'waiting' check (run_status in ('waiting', 'ready', 'failed')),
  -- What was found, as it is told.
  found text,
  -- Why there is nothing, in the words of the catalogue.
  problem text,
  created_at timestamp(3) with time zone not null default now(),
  made_at timestamp(3) with time zone,
  check ((run_status = 'ready') = (found is not null))
);
create index reportruns_person on reportruns (organisation_id, user_id);
call protect_table('reportruns');
