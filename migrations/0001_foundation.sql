-- The ground everything stands on: folding for search, organisation scope, people and organisations,
-- history and the request log. Forward only; the application's role never owns any of it.

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gist;

-- Lower case without macrons and accents, so that "Maori" finds "Māori". Immutable because the
-- dictionary is ours and never changes, which lets columns and indexes be computed from it.
create function fold_text(input text) returns text
  language sql immutable parallel safe strict
  as $$ select lower(public.unaccent('public.unaccent', input)) $$;

-- Whose rows the connection may see. Asked for in a sub-select, so that a statement evaluates it
-- once and not for every row.
create function scope_organisation() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.organisation_id', true), '')::bigint $$;
create function scope_user() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.user_id', true), '')::bigint $$;

-- Looks up rows by substring for the caller's organisation. Its owner may read every organisation's
-- rows (LIKE is not leakproof, so row-level security would keep the planner from the trigram
-- index); the function itself takes the organisation from the same setting as the policies.
do $$ begin
  create role app_search nologin;
exception when duplicate_object then null;
end $$;
do $$ begin
  execute format('grant app_search to %I', current_user);
end $$;
grant usage, create on schema public to app_search;

create function search_ids(target text, pattern text) returns setof bigint
  language plpgsql stable security definer rows 50 set search_path = public, pg_temp
  as $$
declare
  organisation bigint := scope_organisation();
begin
  if organisation is null then return; end if;
  return query execute format(
    'select id from %I where organisation_id = $1 and search_text like $2 limit 10000', target)
    using organisation, '%' || fold_text(pattern) || '%';
end $$;
alter function search_ids(text, text) owner to app_search;
revoke create on schema public from app_search;
-- Its right to read everything is for that function alone, not for the role that migrates.
do $$ begin
  execute format('revoke app_search from %I', current_user);
end $$;

-- Every table of an organisation goes through this once: scope is forced on everybody, the owner too.
create procedure protect_table(target text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', target);
  execute format('alter table %I force row level security', target);
  execute format($policy$create policy organisation_scope on %I
    using (organisation_id = (select scope_organisation()))
    with check (organisation_id = (select scope_organisation()))
    $policy$, target);
  execute format('grant select on %I to app_search', target);
  execute format('create policy search_scope on %I for select to app_search using (true)', target);
end $$;

create table organisations (
  id bigint generated always as identity primary key,
  name text collate "en-x-icu" not null,
  trading_name text,
  nzbn text,
  gst_number text,
  email text,
  phone text,
  website_url text,
  street text,
  suburb text,
  city text,
  postcode text,
  bank_account_name text,
  bank_account_number text,
  is_active boolean not null default false,
  demo boolean not null default false,
  totp_required boolean not null default false,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(name, '') || ' ' || coalesce(trading_name, '') || ' ' || coalesce(city, '') || ' ' || coalesce(email, ''))) stored
);
create unique index organisations_name_unique on organisations (fold_text(name)) where deleted_at is null;

create table users (
  id bigint generated always as identity primary key,
  username text collate "en-x-icu" not null,
  email text not null,
  firstname text,
  middlename text,
  lastname text,
  phone_mobile text,
  phone_work text,
  phone_home text,
  language text,
  locale text,
  timezone text,
  newsletter boolean not null default false,
  terms_agreed boolean not null default false,
  demo boolean not null default false,
  base_url text,
  notification_mode text
    check (notification_mode in ('individual', 'combined', 'none')),
  notification_channel text
    check (notification_channel in ('sms', 'email', 'none')),
  notification_copy boolean not null default false,
  is_disabled boolean not null default false,
  confirmed_at timestamp(3) with time zone,
  last_signed_in_at timestamp(3) with time zone,
  has_totp boolean not null default false,
  password_hash text,
  -- Sealed with the field key; set once the person has proved a code from it.
  totp_secret text,
  -- Raised by a change of password, role or access; sessions of an older one are over.
  session_version integer not null default 1,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(username, '') || ' ' || coalesce(email, '') || ' ' || coalesce(firstname, '') || ' ' || coalesce(lastname, ''))) stored
);
create unique index users_username_unique on users (lower(username));
create unique index users_email_unique on users (lower(email));

create table roles (
  id bigint generated always as identity primary key,
  name text collate "en-x-icu" not null,
  is_admin boolean not null default false,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(name, ''))) stored
);
create unique index roles_name_unique on roles (fold_text(name)) where deleted_at is null;
insert into roles (name, is_admin) values ('Platform admin', true);

create table user_roles (
  user_id bigint not null references users (id),
  role_id bigint not null references roles (id),
  created_at timestamp(3) with time zone not null default now(),
  primary key (user_id, role_id)
);

create table memberships (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  user_id bigint not null references users (id),
  role_name text collate "en-x-icu" not null
    check (role_name in ('user', 'accounting', 'manager', 'admin')),
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  unique (organisation_id, id)
);
create unique index memberships_user_id_unique on memberships (organisation_id, user_id)
  where deleted_at is null;
create index memberships_user on memberships (user_id) where deleted_at is null;
-- People see their own memberships before they have chosen an organisation.
call protect_table('memberships');
create policy own_memberships on memberships for select
  using (user_id = (select scope_user()));

create table organisationconfigs (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  name text collate "en-x-icu" not null,
  value jsonb,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(name, ''))) stored,
  unique (organisation_id, id)
);
create unique index organisationconfigs_name_unique on organisationconfigs (organisation_id, lower(name))
  where deleted_at is null;
call protect_table('organisationconfigs');

create table userconfigs (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  user_id bigint not null references users (id),
  name text not null,
  value jsonb,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  unique (organisation_id, user_id, name)
);
call protect_table('userconfigs');

create table options (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  list_name text not null,
  value text not null,
  label text collate "en-x-icu" not null,
  position integer,
  is_hidden boolean not null default false,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  search_text text generated always as (fold_text(coalesce(list_name, '') || ' ' || coalesce(value, '') || ' ' || coalesce(label, ''))) stored,
  unique (organisation_id, id)
);
create unique index options_value_unique on options (organisation_id, list_name, value)
  where deleted_at is null;
call protect_table('options');

-- Numbers given by the organisation: customer numbers here, invoice numbers later.
create table series (
  organisation_id bigint not null references organisations (id),
  name text not null,
  prefix text not null default '',
  next_value bigint not null,
  primary key (organisation_id, name)
);
call protect_table('series');

-- The next number, locked until the transaction that uses it ends: gap-free and never given twice.
create function next_number(series_name text) returns text language plpgsql as $$
declare
  given text;
begin
  update series set next_value = next_value + 1 where name = series_name
    returning prefix || (next_value - 1)::text into given;
  if given is null then raise exception 'No series called %', series_name; end if;
  return given;
end $$;

-- Who changed what, field by field. The application may add to it and read it, nothing else.
create table history (
  id bigint generated always as identity primary key,
  organisation_id bigint,
  object_class text not null,
  object_id bigint not null,
  action text not null,
  object_version integer,
  changes jsonb not null default '{}',
  reason text,
  actor_id bigint,
  actor_name text not null,
  impersonator_id bigint,
  impersonator_name text,
  source text not null,
  request_id text,
  created_at timestamp(3) with time zone not null default clock_timestamp()
);
comment on table history is 'append-only: who changed what, field by field';
create index history_object on history (organisation_id, object_class, object_id, id desc);
alter table history enable row level security;
alter table history force row level security;
-- Rows of the platform (users, organisations) carry no organisation and are read by its admins.
create policy history_scope on history
  using (organisation_id = (select scope_organisation()) or organisation_id is null)
  with check (organisation_id = (select scope_organisation()) or organisation_id is null);

create table idempotency_keys (
  user_id bigint not null references users (id),
  organisation_id bigint,
  key_hash bytea not null,
  body_hash bytea not null,
  status integer not null,
  body text not null,
  created_at timestamp(3) with time zone not null default now(),
  primary key (user_id, key_hash)
);
create index idempotency_keys_age on idempotency_keys (created_at);
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy own_keys on idempotency_keys
  using (user_id = (select scope_user()))
  with check (user_id = (select scope_user()));

create table request_logs (
  id bigint generated always as identity primary key,
  request_id text not null,
  organisation_id bigint,
  user_id bigint,
  impersonator_id bigint,
  request text not null,
  object_class text,
  status integer not null,
  success boolean not null,
  error text,
  server_timing numeric(12,2) not null,
  user_agent text,
  ip text,
  created_at timestamp(3) with time zone not null default now()
);
comment on table request_logs is 'append-only: every call, without its secrets';
create index request_logs_time on request_logs (created_at);
create index request_logs_request on request_logs (request_id);
