-- How much room an organisation has for its files; empty where the installation's own limit holds.
alter table organisations add column file_quota_mb integer;

-- What the virus check said; empty where there was none. Files that wait for it stay closed.
alter table files add column virus_check text
  check (virus_check in ('clean', 'waiting', 'infected'));
create index files_waiting on files (organisation_id, id) where virus_check = 'waiting';
