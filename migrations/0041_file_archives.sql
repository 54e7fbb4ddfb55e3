-- Archives of several files, made by a job for one person and gone after an hour. Their bytes are
-- sealed, whatever is in them: some of the files may have been.
create table file_archives (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  user_id bigint not null references users (id),
  file_ids bigint[] not null,
  archive_status text not null default 'waiting'
    check (archive_status in ('waiting', 'ready', 'failed', 'replaced')),
  files_done integer not null default 0,
  -- Why there is none, in the words of the catalogue.
  problem text,
  size_bytes bigint,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  stored_sha256 text check (stored_sha256 ~ '^[0-9a-f]{64}$'),
  wrapped_key bytea,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone,
  check ((archive_status = 'ready') = (stored_sha256 is not null))
);
create index file_archives_person on file_archives (organisation_id, user_id);
create index file_archives_stored on file_archives (organisation_id, stored_sha256);
call protect_table('file_archives');
