-- A session that was traded for an API key lives no longer than the key.
alter table sessions add column api_key_hash bytea;
create trigger access_changed after delete or update of key_hash on api_keys
  for each statement execute function tell_access_changed();

-- What opens an account whose authenticator is lost; each works once, and only its hash is kept.
create table recovery_codes (
  user_id bigint not null references users (id),
  code_hash bytea not null,
  created_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  primary key (user_id, code_hash)
);
comment on table recovery_codes is 'platform: asked for before anybody has signed in';

-- Whoever has lost the codes as well is helped by one platform admin with another's consent.
create table factor_resets (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  reason text not null,
  reset_status text not null default 'waiting'
    check (reset_status in ('waiting', 'approved', 'refused')),
  asked_by bigint not null references users (id),
  asked_by_name text not null,
  asked_at timestamp(3) with time zone not null,
  decided_by bigint references users (id),
  decided_at timestamp(3) with time zone,
  check (reset_status <> 'approved' or (decided_by is not null and decided_by <> asked_by))
);
comment on table factor_resets is 'platform: the second factors of its people';
create unique index factor_resets_waiting on factor_resets (user_id)
  where reset_status = 'waiting';

-- A new address counts once somebody has opened a link that was mailed to it.
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check
  check (purpose in ('register', 'reset', 'confirm_email', 'change_email', 'totp_code',
    'passkey'));

-- Admins see when the platform's people came into their organisation.
create index security_events_visits on security_events (organisation_id, id desc)
  where event in ('organisation_entered', 'impersonation_began');

-- Keys of a telephone, a laptop or a stick, instead of the code; only the public half is here.
create table passkeys (
  id text primary key,
  user_id bigint not null references users (id),
  name text not null,
  public_key bytea not null,
  -- How often it was used, as it says itself; one that counts back has been copied.
  counter bigint not null,
  transports text[] not null default '{}',
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone
);
comment on table passkeys is 'platform: asked for before anybody has signed in';
create index passkeys_user on passkeys (user_id);
