-- Getting in: sessions, what happened to them, one-off links, API keys, limits on guessing, and the
-- locks that show who is working on a page. Secrets are kept hashed or sealed, never as they are.

create table sessions (
  id uuid primary key,
  user_id bigint not null references users (id),
  -- The users.session_version this session was opened under; another one ends it.
  user_version integer not null,
  organisation_id bigint references organisations (id),
  bind_hash bytea not null,
  previous_bind_hash bytea,
  -- Sealed with the field key, so that a second tab's renewal gets the same cookie again.
  bind_sealed text not null,
  generation integer not null default 1,
  rotated_at timestamp(3) with time zone not null,
  proved_at timestamp(3) with time zone not null,
  impersonator_id bigint references users (id),
  parent_id uuid references sessions (id),
  ip text not null,
  user_agent text not null,
  created_at timestamp(3) with time zone not null,
  last_seen_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone
);
comment on table sessions is 'platform: looked up before an organisation is known';
create index sessions_user on sessions (user_id, created_at desc);
create index sessions_age on sessions (expires_at);

create table security_events (
  id bigint generated always as identity primary key,
  event text not null,
  user_id bigint,
  impersonator_id bigint,
  organisation_id bigint,
  session_id uuid,
  detail jsonb not null default '{}',
  ip text,
  user_agent text,
  request_id text,
  created_at timestamp(3) with time zone not null default now()
);
comment on table security_events is 'append-only: sign-ins, refusals and changes of access';
create index security_events_user on security_events (user_id, created_at desc);
create index security_events_time on security_events (created_at);

create table one_time_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('register', 'reset', 'confirm_email', 'totp_code')),
  user_id bigint references users (id),
  email text,
  -- What was typed at registration, waiting for its confirmation; the password is hashed.
  payload jsonb,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone
);
create index one_time_tokens_email on one_time_tokens (email) where used_at is null;
create index one_time_tokens_user on one_time_tokens (user_id);
create index one_time_tokens_age on one_time_tokens (expires_at);

create table api_keys (
  user_id bigint primary key references users (id),
  organisation_id bigint not null references organisations (id),
  user_version integer not null,
  key_hash bytea not null unique,
  -- The beginning, by which its owner knows it again.
  hint text not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone
);
comment on table api_keys is 'platform: looked up before an organisation is known';

-- Tries that count against a limit; subjects are hashed, since people type passwords into the
-- wrong field.
create table attempts (
  id bigint generated always as identity primary key,
  purpose text not null,
  subject_hash bytea not null,
  created_at timestamp(3) with time zone not null
);
create index attempts_subject on attempts (purpose, subject_hash, created_at);
create index attempts_age on attempts (created_at);

create table datalocks (
  organisation_id bigint not null references organisations (id),
  object_path text not null,
  object_class text,
  object_id bigint,
  user_id bigint not null references users (id),
  impersonator_id bigint,
  -- A lock lives no longer than the session it was taken in.
  session_id uuid not null references sessions (id),
  user_name text not null,
  locked_at timestamp(3) with time zone not null default now(),
  renewed_at timestamp(3) with time zone not null default now(),
  primary key (organisation_id, object_path)
);
create index datalocks_object on datalocks (organisation_id, object_class, object_id);
create index datalocks_session on datalocks (session_id);
call protect_table('datalocks');
-- Ending a person's access ends their locks in every organisation.
create policy own_locks on datalocks for select
  using (user_id = (select scope_user()));
create policy own_locks_end on datalocks for delete
  using (user_id = (select scope_user()));

-- Servers remember for a moment who a session belongs to and what they may do. Every change of that is
-- told to all of them with the commit that makes it.
create function tell_access_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_changed', '');
  return null;
end $$;
create trigger access_changed after delete or update of revoked_at, generation, bind_hash,
  previous_bind_hash, proved_at, organisation_id, expires_at, user_version on sessions
  for each statement execute function tell_access_changed();
create trigger access_changed after delete or update of username, firstname, lastname, is_disabled,
  session_version, has_totp, deleted_at on users
  for each statement execute function tell_access_changed();
create trigger access_changed after insert or update or delete on memberships
  for each statement execute function tell_access_changed();
create trigger access_changed after insert or update or delete on user_roles
  for each statement execute function tell_access_changed();
create trigger access_changed after update or delete on roles
  for each statement execute function tell_access_changed();
create trigger access_changed after delete or update of is_active, totp_required, deleted_at
  on organisations for each statement execute function tell_access_changed();
