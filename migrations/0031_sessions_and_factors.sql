-- A session that was traded for an API key lives no longer than the key.
alter table sessions add column api_key_hash bytea;
create trigger access_changed after delete or update of key_hash on api_keys
  for each statement execute function tell_access_changed();
