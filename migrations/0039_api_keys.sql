-- A person has several API keys: each named, limited to what it is for, and with an end. Those from
-- before go on with all the rights they had, for a year.
alter table api_keys drop constraint api_keys_pkey;
alter table api_keys
  add column id bigint generated always as identity primary key,
  add column name text,
  add column can_write boolean not null default true,
  -- Null: every module.
  add column modules text[],
  add column expires_at timestamp(3) with time zone,
  add column last_used_ip text,
  -- How many days before the end its owner was last told of it.
  add column told_days integer;
update api_keys set expires_at = now() + interval '1 year',
  name = 'Key of ' || to_char(created_at at time zone 'Pacific/Auckland', 'DD/MM/YYYY');
alter table api_keys alter column name set not null, alter column expires_at set not null;
create index api_keys_user on api_keys (user_id);
create index api_keys_organisation on api_keys (organisation_id);
create index api_keys_end on api_keys (expires_at);

-- A key whose rights change is another key to whoever remembers it.
drop trigger access_changed on api_keys;
create trigger access_changed after delete or update of key_hash, can_write, modules, expires_at
  on api_keys for each statement execute function tell_access_changed();
