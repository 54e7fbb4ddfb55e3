-- What proves that a server holds the key of this database: a word sealed with it. A server whose key
-- does not open the word would seal new values with another key and open none of the old.
create table key_checks (
  name text primary key,
  sealed text not null,
  made_at timestamp(3) with time zone not null default now()
);
comment on table key_checks is 'append-only: the server reads it, its owner changes it with the key';

-- What looked after the installation itself, and how it went: trial restores, changes of the key.
create table upkeep_reports (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('drill', 'rotation')),
  outcome text not null
    check (outcome in ('waiting', 'running', 'passed', 'failed', 'interrupted')),
  -- Who asked for it; empty where the clock did.
  asked_by text,
  started_at timestamp(3) with time zone not null default now(),
  finished_at timestamp(3) with time zone,
  detail jsonb not null default '{}',
  check ((outcome in ('waiting', 'running')) = (finished_at is null))
);
create index upkeep_reports_latest on upkeep_reports (kind, id desc);
